(** The growth factor q_mu(e) = e^2 + mu e + 1 of the separatrix coordinate: its sign, the bound (34), Lemma E.1. *)
From Coq Require Import Reals Lra Psatz.
From Separatrix Require Import Paper AmGm.
Open Scope R_scope.

(** Corollary 4.2: q > 0; it touches 0 at mu = 2 *)
Lemma growth_positive : forall mu e, -2 < mu < 2 -> 0 < growth mu e.
Proof. intros mu e H. unfold growth. pose proof (pow2_ge_0 (e + mu/2)). nra. Qed.

Lemma growth_nonnegative : forall mu e, -2 <= mu <= 2 -> 0 <= growth mu e.
Proof. intros mu e H. unfold growth. pose proof (pow2_ge_0 (e + mu/2)). nra. Qed.

Lemma growth_vanishes_at_two : growth 2 (-1) = 0.
Proof. unfold growth. ring. Qed.

(** Theorem 4.4, the endpoints *)
Lemma growth_at_the_ends : forall mu, -2 < mu < 2 -> 1 < growth mu 2 /\ 1 < growth mu (-2).
Proof. intros mu H. unfold growth. lra. Qed.

(** (33) *)
Lemma growth_is_a_mean : forall mu e, (2 + mu)/4*(1 + e)^2 + (2 - mu)/4*(1 - e)^2 = growth mu e.
Proof. intros. unfold growth. field. Qed.

(** (34) in product form, for every e, with its equality case *)
Theorem growth_bound : forall mu e, -2 < mu < 2 ->
  power ((1 + e)^2) ((2 + mu)/4)*power ((1 - e)^2) ((2 - mu)/4) <= growth mu e.
Proof.
  intros mu e H. rewrite <- growth_is_a_mean. apply am_gm; try lra; apply pow2_ge_0.
Qed.

Theorem growth_bound_equality : forall mu e, -2 < mu < 2 ->
  (power ((1 + e)^2) ((2 + mu)/4)*power ((1 - e)^2) ((2 - mu)/4) = growth mu e <-> e = 0).
Proof.
  intros mu e H. rewrite <- growth_is_a_mean, am_gm_equality by (try lra; apply pow2_ge_0). split; intros; nra.
Qed.

(** (34) as printed, in logarithms: e = 1 and e = -1 are excluded because Coq's [ln 0] is 0 *)
Lemma ln_of_square : forall x, x <> 0 -> ln (x^2) = 2*ln (Rabs x).
Proof.
  intros x H. pose proof (Rabs_pos_lt x H).
  rewrite <- pow2_abs. simpl. rewrite Rmult_1_r, ln_mult by assumption. ring.
Qed.

Theorem log_growth_bound : forall mu e, -2 < mu < 2 -> e <> 1 -> e <> -1 ->
  (1 + mu/2)*ln (Rabs (1 + e)) + (1 - mu/2)*ln (Rabs (1 - e)) <= ln (growth mu e).
Proof.
  intros mu e H N1 N2.
  pose proof (am_gm_log ((2 + mu)/4) ((2 - mu)/4) ((1 + e)^2) ((1 - e)^2)
    ltac:(lra) ltac:(lra) ltac:(lra) ltac:(apply square_positive; lra) ltac:(apply square_positive; lra)) as K.
  rewrite growth_is_a_mean, !ln_of_square in K by lra. lra.
Qed.

Theorem log_growth_bound_equality : forall mu e, -2 < mu < 2 -> e <> 1 -> e <> -1 ->
  ((1 + mu/2)*ln (Rabs (1 + e)) + (1 - mu/2)*ln (Rabs (1 - e)) = ln (growth mu e) <-> e = 0).
Proof.
  intros mu e H N1 N2.
  pose proof (am_gm_log_equality ((2 + mu)/4) ((2 - mu)/4) ((1 + e)^2) ((1 - e)^2)
    ltac:(lra) ltac:(lra) ltac:(lra) ltac:(apply square_positive; lra) ltac:(apply square_positive; lra)) as K.
  rewrite growth_is_a_mean, !ln_of_square in K by lra.
  split.
  - intros Z. assert ((1 + e)^2 = (1 - e)^2) by (apply K; lra). nra.
  - intros ->. assert ((1 + 0)^2 = (1 - 0)^2) as S by ring. apply K in S. lra.
Qed.

(** Lemma E.1, for all real e and all 0 < mu < 2: in t = |1 + e|, Bernoulli's bound and a square fill the gap *)
Lemma growth_in_t : forall mu e, growth mu e = (1 + e)^2 - (2 - mu)*(1 + e) + (2 - mu).
Proof. intros. unfold growth. ring. Qed.

Lemma scalar_inequality_gap : forall mu e, 0 < mu < 2 ->
  power (Rabs (1 + e)) mu + Rmin 1 (2 - mu)*(Rabs (1 + e) - 1)^2 <= growth mu e.
Proof.
  intros mu e H. rewrite growth_in_t, <- (pow2_abs (1 + e)).
  pose proof (Rle_abs (1 + e)) as A. set (t := Rabs (1 + e)) in *.
  assert (T : 0 <= t) by apply Rabs_pos. destruct T as [T|<-].
  - unfold Rmin. destruct (Rle_dec 1 (2 - mu)).
    + pose proof (bernoulli_below_one mu t ltac:(lra) T). nra.
    + pose proof (bernoulli_above_one mu t ltac:(lra) T). nra.
  - rewrite power_zero. pose proof (Rmin_r 1 (2 - mu)). nra.
Qed.

Theorem scalar_inequality : forall mu e, 0 < mu < 2 -> power (Rabs (1 + e)) mu <= growth mu e.
Proof.
  intros mu e H. pose proof (scalar_inequality_gap mu e H). pose proof (pow2_ge_0 (Rabs (1 + e) - 1)).
  assert (0 < Rmin 1 (2 - mu)) by (apply Rmin_glb_lt; lra). nra.
Qed.

Theorem scalar_inequality_equality : forall mu e, 0 < mu < 2 -> (power (Rabs (1 + e)) mu = growth mu e <-> e = 0).
Proof.
  intros mu e H. split.
  - intros Z. pose proof (scalar_inequality_gap mu e H) as G. pose proof (pow2_ge_0 (Rabs (1 + e) - 1)).
    assert (0 < Rmin 1 (2 - mu)) by (apply Rmin_glb_lt; lra).
    assert (T : Rabs (1 + e) = 1).
    { destruct (Req_dec (Rabs (1 + e)) 1) as [|N]; [assumption|].
      assert (0 < (Rabs (1 + e) - 1)^2) by (apply square_positive; lra). nra. }
    rewrite T, power_one in Z. revert T. unfold Rabs. destruct (Rcase_abs (1 + e)); intros T; [|lra].
    assert (e = -2) as -> by lra. unfold growth in Z. lra.
  - intros ->. rewrite Rplus_0_r, Rabs_R1, power_one. unfold growth. ring.
Qed.

(** The printed form, used in Theorem 4.5 *)
Theorem log_scalar_inequality : forall mu e, 0 < mu < 2 -> e <> -1 -> mu*ln (Rabs (1 + e)) <= ln (growth mu e).
Proof.
  intros mu e H N. assert (T : 0 < Rabs (1 + e)) by (apply Rabs_pos_lt; lra).
  rewrite <- ln_power by exact T.
  apply ln_comparison; [apply power_positive; exact T | apply growth_positive; lra | apply scalar_inequality; exact H].
Qed.
