(** The balanced line: the invariant interval (Proposition 3.4) and the exact threshold 2 sqrt 2 - 2 (Theorem 3.5). *)
From Coq Require Import Reals Lra Psatz.
From Separatrix Require Import Paper Growth.
Open Scope R_scope.

(** Lemma C.1: (25) and (26) *)
Lemma lower_factorization : forall mu e, balanced_map mu e + mu = (e - 1)^2*(e + mu).
Proof. intros. unfold balanced_map. ring. Qed.

Lemma upper_factorization : forall mu e, 2 - balanced_map mu e = (2 - e)*growth mu e.
Proof. intros. unfold balanced_map, growth. ring. Qed.

Theorem interval_invariant : forall mu e, 0 < mu <= 2 -> -mu <= e <= 2 -> -mu <= balanced_map mu e <= 2.
Proof.
  intros mu e Hm He. pose proof (lower_factorization mu e) as L. pose proof (upper_factorization mu e) as U.
  assert (0 <= (e - 1)^2*(e + mu)) by (apply Rmult_le_pos; [apply pow2_ge_0 | lra]).
  assert (0 <= (2 - e)*growth mu e) by (apply Rmult_le_pos; [lra | apply growth_nonnegative; lra]).
  lra.
Qed.

(** ... and onto itself: its ends are fixed *)
Theorem interval_onto : forall mu y, 0 < mu <= 2 -> -mu <= y <= 2 ->
  exists e, -mu <= e <= 2 /\ balanced_map mu e = y.
Proof.
  intros mu y Hm Hy.
  assert (C : continuity (fun e => balanced_map mu e - y)) by (unfold balanced_map; reg).
  destruct (IVT_cor _ (-mu) 2 C) as [e [He Z]].
  - lra.
  - replace (balanced_map mu (-mu)) with (-mu) by (unfold balanced_map; ring).
    replace (balanced_map mu 2) with 2 by (unfold balanced_map; ring). nra.
  - exists e. split; [exact He | lra].
Qed.

Theorem interval_not_invariant_beyond_two : forall mu, 2 < mu ->
  exists e, -mu <= e <= 2 /\ 2 < balanced_map mu e.
Proof. intros mu H. exists (-1). unfold balanced_map. lra. Qed.

Lemma fixed_points : forall mu, balanced_map mu (-mu) = -mu /\ balanced_map mu 2 = 2 /\ balanced_map mu 0 = 0.
Proof. intros. unfold balanced_map. repeat split; ring. Qed.

Lemma ratio_below_one : forall mu e, balanced_ratio mu e - 1 = (e - 2)*(e + mu).
Proof. intros. unfold balanced_ratio. ring. Qed.

Lemma map_is_ratio : forall mu e, balanced_map mu e = e*balanced_ratio mu e.
Proof. intros. unfold balanced_map, balanced_ratio. ring. Qed.

Lemma threshold_is_root : forall mu, 0 < mu -> (mu <= 2*sqrt 2 - 2 <-> mu^2 + 4*mu - 4 <= 0).
Proof.
  intros mu H. assert (P : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (Q : sqrt 2*sqrt 2 = 2) by (apply sqrt_sqrt; lra). split; nra.
Qed.

Lemma monotone_below : forall mu e, 0 < mu <= 2*sqrt 2 - 2 -> -mu <= e <= 2 -> Rabs (balanced_map mu e) <= Rabs e.
Proof.
  intros mu e [H0 H] He. apply threshold_is_root in H; [|exact H0].
  assert (Q : Rabs (balanced_ratio mu e) <= 1).
  { pose proof (ratio_below_one mu e). pose proof (pow2_ge_0 (e - (1 - mu/2))).
    apply Rabs_le. split; [unfold balanced_ratio; nra | nra]. }
  rewrite map_is_ratio, Rabs_mult. pose proof (Rabs_pos e). nra.
Qed.

Lemma growth_above : forall mu, 2*sqrt 2 - 2 < mu -> exists e, -mu <= e <= 2 /\ Rabs e < Rabs (balanced_map mu e).
Proof.
  intros mu H. assert (P : 1 < sqrt 2) by (rewrite <- sqrt_1 at 1; apply sqrt_lt_1; lra).
  assert (M : 0 < mu) by lra.
  assert (K : 0 < mu^2 + 4*mu - 4) by (pose proof (threshold_is_root mu M); lra).
  destruct (Req_dec mu 2) as [->|N].
  - exists (1/2). unfold balanced_map. rewrite (Rabs_pos_eq (1/2)), Rabs_left; lra.
  - exists (1 - mu/2). split; [lra|]. rewrite map_is_ratio, Rabs_mult.
    assert (0 < Rabs (1 - mu/2)) by (apply Rabs_pos_lt; lra).
    assert (1 < Rabs (balanced_ratio mu (1 - mu/2))) by (rewrite Rabs_left; unfold balanced_ratio; nra).
    nra.
Qed.

(** Theorem 3.5 *)
Theorem monotone_threshold : forall mu, 0 < mu ->
  ((forall e, -mu <= e <= 2 -> Rabs (balanced_map mu e) <= Rabs e) <-> mu <= 2*sqrt 2 - 2).
Proof.
  intros mu H. split.
  - intros A. destruct (Rle_or_lt mu (2*sqrt 2 - 2)) as [|L]; [assumption|].
    destruct (growth_above mu L) as [e [He C]]. specialize (A e He). lra.
  - intros L e. apply monotone_below. lra.
Qed.

(** The contraction is not strict: |F(e)| = |e| at both ends, for every mu *)
Lemma contraction_not_strict : forall mu,
  Rabs (balanced_map mu 2) = Rabs 2 /\ Rabs (balanced_map mu (-mu)) = Rabs (-mu).
Proof. intros. destruct (fixed_points mu) as [L [U _]]. rewrite L, U. split; reflexivity. Qed.
