(** The separatrix D, the ellipse R = 4, the landing sets and the crossing criterion. *)
From Coq Require Import Reals Lra Psatz.
From Separatrix Require Import Paper Growth.
Open Scope R_scope.

Ltac unfold_plane := unfold separatrix_at, ellipse_at, error_at, symmetric_at, imbalance_at, Phi, product_map,
  imbalance_map, normal_form, separatrix, ellipse, growth, chebyshev, error, symmetric, imbalance; cbn [fst snd].

(** (12), (13), (15) along the plane map *)
Lemma symmetric_update : forall mu z, symmetric_at (Phi mu z) = (1 - error_at mu z)*symmetric_at z.
Proof. intros mu [a b]. unfold_plane. ring. Qed.

Lemma imbalance_update : forall mu z, imbalance_at (Phi mu z) = (1 + error_at mu z)*imbalance_at z.
Proof. intros mu [a b]. unfold_plane. ring. Qed.

Lemma error_update : forall mu z,
  error_at mu (Phi mu z) = chebyshev (error_at mu z) - error_at mu z*separatrix_at mu z.
Proof. intros mu [a b]. unfold_plane. ring. Qed.

Lemma separatrix_update : forall mu z, separatrix_at mu (Phi mu z) = growth mu (error_at mu z)*separatrix_at mu z.
Proof. intros mu [a b]. unfold_plane. ring. Qed.

Lemma squares_difference : forall mu z, (symmetric_at z)^2 - (imbalance_at z)^2 = 4*(error_at mu z + mu).
Proof. intros mu [a b]. unfold_plane. ring. Qed.

(** Corollary 4.2: the three sets are forward invariant, and backward invariant too *)
Theorem sides_are_invariant : forall mu z, -2 < mu < 2 ->
  (separatrix_at mu (Phi mu z) < 0 <-> separatrix_at mu z < 0) /\
  (separatrix_at mu (Phi mu z) = 0 <-> separatrix_at mu z = 0) /\
  (separatrix_at mu (Phi mu z) > 0 <-> separatrix_at mu z > 0).
Proof.
  intros mu z H. rewrite separatrix_update. pose proof (growth_positive mu (error_at mu z) H).
  repeat split; intros; nra.
Qed.

(** ... which fails at mu = 2: a point with D > 0 lands on D = 0 *)
Theorem sides_fail_at_two : exists z, separatrix_at 2 z > 0 /\ separatrix_at 2 (Phi 2 z) = 0.
Proof. exists (2, 1/2). unfold_plane. split; lra. Qed.

(** Theorem 4.3: R - 4 is a positive multiple of D; (40) *)
Lemma ellipse_is_separatrix : forall mu z, -2 < mu < 2 ->
  ellipse_at mu z - 4 = 4/(4 - mu^2)*separatrix_at mu z.
Proof. intros mu [a b] H. unfold_plane. field. repeat split; nra. Qed.

Theorem ellipse_is_zero_set : forall mu z, -2 < mu < 2 -> (separatrix_at mu z = 0 <-> ellipse_at mu z = 4).
Proof.
  intros mu z H. pose proof (ellipse_is_separatrix mu z H) as Q.
  assert (P : 0 < 4/(4 - mu^2)) by (apply Rdiv_lt_0_compat; nra).
  split; intros Z; nra.
Qed.

Theorem ellipse_update : forall mu z, -2 < mu < 2 ->
  4 - ellipse_at mu (Phi mu z) = growth mu (error_at mu z)*(4 - ellipse_at mu z).
Proof. intros mu [a b] H. unfold_plane. field. split; lra. Qed.

(** The ellipse and its two sides, forwards and backwards *)
Theorem ellipse_separates : forall mu z, -2 < mu < 2 ->
  (ellipse_at mu (Phi mu z) < 4 <-> ellipse_at mu z < 4) /\
  (ellipse_at mu (Phi mu z) = 4 <-> ellipse_at mu z = 4) /\
  (ellipse_at mu (Phi mu z) > 4 <-> ellipse_at mu z > 4).
Proof.
  intros mu z H. pose proof (ellipse_update mu z H). pose proof (growth_positive mu (error_at mu z) H).
  repeat split; intros; nra.
Qed.

(** Theorem 4.3: the error takes exactly the values of [-2, 2] on the ellipse *)
Theorem ellipse_error_range : forall mu e, -2 < mu < 2 ->
  (-2 <= e <= 2 <-> exists z, ellipse_at mu z = 4 /\ error_at mu z = e).
Proof.
  intros mu e Hm. split.
  - intros He. pose (s := sqrt ((2 + mu)*(2 + e))). pose (w := sqrt ((2 - mu)*(2 - e))).
    assert (Hs : s*s = (2 + mu)*(2 + e)) by (apply sqrt_sqrt; nra).
    assert (Hw : w*w = (2 - mu)*(2 - e)) by (apply sqrt_sqrt; nra).
    exists ((s + w)/2, (s - w)/2).
    assert (HE : error_at mu ((s + w)/2, (s - w)/2) = e) by (unfold_plane; nra).
    split; [|exact HE]. apply ellipse_is_zero_set; [exact Hm|].
    unfold separatrix_at. rewrite HE. unfold separatrix, imbalance_at, imbalance. cbn [fst snd].
    replace ((s + w)/2 - (s - w)/2) with w by field. nra.
  - intros [z [HR HE]]. apply ellipse_is_zero_set in HR; [|exact Hm].
    pose proof (squares_difference mu z) as K. unfold separatrix_at, separatrix in HR. rewrite HE in *.
    pose proof (pow2_ge_0 (imbalance_at z)). pose proof (pow2_ge_0 (symmetric_at z)). split; nra.
Qed.

Theorem ellipse_carries_chebyshev : forall mu z, -2 < mu < 2 -> ellipse_at mu z = 4 ->
  ellipse_at mu (Phi mu z) = 4 /\ error_at mu (Phi mu z) = chebyshev (error_at mu z).
Proof.
  intros mu z H Z. pose proof (ellipse_update mu z H). apply ellipse_is_zero_set in Z; [|exact H].
  rewrite error_update, Z. split; [|ring].
  apply ellipse_is_zero_set; [exact H|]. rewrite separatrix_update, Z. ring.
Qed.

(** (17), (32): angle tripling *)
Theorem angle_tripling : forall t, chebyshev (2*cos t) = 2*cos (3*t).
Proof.
  intros t. unfold chebyshev. replace (3*t) with (2*t + t) by ring. rewrite cos_plus, cos_2a_cos, sin_2a.
  pose proof (sin2_cos2 t) as P. unfold Rsqr in P.
  replace (2*sin t*cos t*sin t) with (2*cos t*(sin t*sin t)) by ring.
  replace (sin t*sin t) with (1 - cos t*cos t) by lra. ring.
Qed.

Theorem angle_tripling_orbit : forall n t, iterate n chebyshev (2*cos t) = 2*cos (3^n*t).
Proof.
  induction n as [|n IH]; intros t; simpl.
  - rewrite Rmult_1_l. reflexivity.
  - rewrite IH, angle_tripling. f_equal. f_equal. ring.
Qed.

(** Theorem 4.3, mu > 2: D = 0 lies in e >= 2, where the error grows without return *)
Theorem branch_beyond_two : forall mu e w, 2 < mu -> separatrix mu e w = 0 -> 2 <= e.
Proof. intros mu e w H Z. unfold separatrix in Z. pose proof (pow2_ge_0 w). nra. Qed.

Theorem chebyshev_grows : forall e, 2 < e -> e < chebyshev e.
Proof.
  intros e H. assert (P : 0 < e*(e - 2)*(e + 2)) by (repeat apply Rmult_lt_0_compat; lra). unfold chebyshev. nra.
Qed.

(** Proposition 4.6 *)
Lemma product_vanishes : forall x y, x*y = 0 <-> x = 0 \/ y = 0.
Proof. intros. split; [apply Rmult_integral | intros [->| ->]; ring]. Qed.

Theorem lands_on_balanced_line : forall mu z,
  imbalance_at (Phi mu z) = 0 <-> imbalance_at z = 0 \/ error_at mu z = -1.
Proof. intros. rewrite imbalance_update, product_vanishes. split; intros [Z|Z]; first [left; lra | right; lra]. Qed.

Theorem lands_on_antibalanced_line : forall mu z,
  symmetric_at (Phi mu z) = 0 <-> symmetric_at z = 0 \/ error_at mu z = 1.
Proof. intros. rewrite symmetric_update, product_vanishes. split; intros [Z|Z]; first [left; lra | right; lra]. Qed.

Theorem lands_on_zero_error : forall mu z,
  error_at mu (Phi mu z) = 0 <-> error_at mu z = 0 \/ separatrix_at mu z = (error_at mu z)^2 - 3.
Proof.
  intros. rewrite error_update. unfold chebyshev. set (e := error_at mu z). set (D := separatrix_at mu z).
  replace (e^3 - 3*e - e*D) with (e*(e^2 - 3 - D)) by ring. rewrite product_vanishes.
  split; intros [Z|Z]; first [left; lra | right; lra].
Qed.

(** Corollary 6.4: the crossing criterion from the balanced zero-error point, for 0 < mu < 2 *)
Theorem crossing_criterion : forall mu xi, 0 < mu < 2 ->
  (separatrix_at mu (Phi (mu + xi) (sqrt mu, sqrt mu)) > 0 <-> mu*(xi^2 + 2*xi) > 2).
Proof.
  intros mu xi H. assert (Q : sqrt mu*sqrt mu = mu) by (apply sqrt_sqrt; lra).
  assert (K : separatrix_at mu (Phi (mu + xi) (sqrt mu, sqrt mu)) = (2 - mu)*(mu*(xi^2 + 2*xi) - 2)).
  { unfold_plane. set (r := sqrt mu) in *. rewrite <- Q. ring. }
  rewrite K. split; intros; nra.
Qed.

(** Corollary 4.8: for 1 < mu < 2 the zero-error curve repels, so an orbit that tends to it has landed on it *)
Lemma error_ratio_update : forall mu z,
  error_at mu (Phi mu z) = error_at mu z*error_ratio mu (error_at mu z) (imbalance_at z).
Proof. intros mu [a b]. unfold error_ratio. unfold_plane. ring. Qed.

Theorem normally_repelling : forall mu w, 1 < mu -> error_ratio mu 0 w < -1.
Proof. intros mu w H. unfold error_ratio. pose proof (pow2_ge_0 w). nra. Qed.

Lemma error_grows_near_zero : forall mu z, 1 < mu < 2 -> 0 < Rabs (error_at mu z) <= mu - 1 ->
  Rabs (error_at mu z) < Rabs (error_at mu (Phi mu z)).
Proof.
  intros mu z Hm [H0 H]. rewrite error_ratio_update, Rabs_mult. set (e := error_at mu z) in *.
  pose proof (pow2_ge_0 (imbalance_at z)) as W.
  assert (M : error_ratio mu e (imbalance_at z) < -1).
  { unfold error_ratio. set (v := (imbalance_at z)^2) in *.
    assert (-(mu - 1) <= e <= mu - 1) by (revert H; unfold Rabs; destruct (Rcase_abs e); lra). nra. }
  assert (1 < Rabs (error_ratio mu e (imbalance_at z))) by (rewrite Rabs_left; lra). nra.
Qed.

Theorem finite_time_landing : forall mu z, 1 < mu < 2 ->
  Un_cv (fun n => error_at mu (iterate n (Phi mu) z)) 0 -> exists n, error_at mu (iterate n (Phi mu) z) = 0.
Proof.
  intros mu z Hm. set (e := fun n => error_at mu (iterate n (Phi mu) z)). intros Hc.
  destruct (Hc (mu - 1) ltac:(lra)) as [N HN].
  assert (Small : forall n, (N <= n)%nat -> Rabs (e n) <= mu - 1).
  { intros n Hn. specialize (HN n Hn). unfold R_dist in HN. rewrite Rminus_0_r in HN. lra. }
  destruct (Req_dec (e N) 0) as [Z|Z]; [exists N; exact Z|].
  assert (Away : forall k, Rabs (e N) <= Rabs (e (k + N)%nat)).
  { induction k as [|k IH]; [simpl; lra|]. apply (Rle_trans _ _ _ IH), Rlt_le.
    apply (error_grows_near_zero mu (iterate (k + N) (Phi mu) z) Hm). fold (e (k + N)%nat).
    split; [pose proof (Rabs_pos_lt _ Z); lra | apply Small; auto with arith]. }
  exfalso. destruct (Hc (Rabs (e N)) (Rabs_pos_lt _ Z)) as [M HM].
  specialize (HM (M + N)%nat ltac:(auto with arith)). unfold R_dist in HM. rewrite Rminus_0_r in HM.
  specialize (Away M). lra.
Qed.
