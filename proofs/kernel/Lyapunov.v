(** V = log |4 - R| - A log v - B log u never decreases along an orbit of the plane map, and rises unless e = 0. *)
From Coq Require Import Reals Lra Psatz.
From Separatrix Require Import Paper AmGm Growth Separatrix.
Open Scope R_scope.

Definition V (mu : R) (z : R * R) : R :=
  ln (Rabs (4 - ellipse_at mu z)) - (2 + mu)/4*ln ((imbalance_at z)^2) - (2 - mu)/4*ln ((symmetric_at z)^2).

(** Its rise in one step *)
Definition rise (mu e : R) : R := ln (growth mu e) - (2 + mu)/4*ln ((1 + e)^2) - (2 - mu)/4*ln ((1 - e)^2).

Lemma ln_of_product_square : forall x y, x <> 0 -> y <> 0 -> ln ((x*y)^2) = ln (x^2) + ln (y^2).
Proof. intros x y Hx Hy. rewrite Rpow_mult_distr. apply ln_mult; apply square_positive; assumption. Qed.

Lemma V_rises_by : forall mu z, -2 < mu < 2 -> symmetric_at z <> 0 -> imbalance_at z <> 0 -> ellipse_at mu z <> 4 ->
  error_at mu z <> 1 -> error_at mu z <> -1 -> V mu (Phi mu z) - V mu z = rise mu (error_at mu z).
Proof.
  intros mu z H Ns Nw Nr N1 N2. unfold V, rise.
  rewrite imbalance_update, symmetric_update, ellipse_update by exact H.
  pose proof (growth_positive mu (error_at mu z) H) as Q.
  rewrite Rabs_mult, (Rabs_pos_eq (growth _ _)), ln_mult, !ln_of_product_square by (try apply Rabs_pos_lt; lra). ring.
Qed.

Lemma rise_nonnegative : forall mu e, -2 < mu < 2 -> e <> 1 -> e <> -1 -> 0 <= rise mu e.
Proof.
  intros mu e H N1 N2. unfold rise. rewrite <- (growth_is_a_mean mu e).
  pose proof (am_gm_log ((2 + mu)/4) ((2 - mu)/4) ((1 + e)^2) ((1 - e)^2)
    ltac:(lra) ltac:(lra) ltac:(lra) ltac:(apply square_positive; lra) ltac:(apply square_positive; lra)). lra.
Qed.

Lemma rise_vanishes : forall mu e, -2 < mu < 2 -> e <> 1 -> e <> -1 -> (rise mu e = 0 <-> e = 0).
Proof.
  intros mu e H N1 N2. unfold rise. rewrite <- (growth_is_a_mean mu e).
  pose proof (am_gm_log_equality ((2 + mu)/4) ((2 - mu)/4) ((1 + e)^2) ((1 - e)^2)
    ltac:(lra) ltac:(lra) ltac:(lra) ltac:(apply square_positive; lra) ltac:(apply square_positive; lra)) as K.
  split.
  - intros Z. assert ((1 + e)^2 = (1 - e)^2) by (apply K; lra). nra.
  - intros ->. assert ((1 + 0)^2 = (1 - 0)^2) as S by ring. apply K in S. lra.
Qed.

(** N0: for u, v > 0 and R <> 4, V rises unless e = 0.  (At e = 1 and e = -1 the image lies on an axis, where V is
    infinite and Coq's [ln 0] is 0: see the next theorem.) *)
Theorem V_never_decreases : forall mu z, -2 < mu < 2 -> symmetric_at z <> 0 -> imbalance_at z <> 0 ->
  ellipse_at mu z <> 4 -> error_at mu z <> 1 -> error_at mu z <> -1 ->
  V mu z <= V mu (Phi mu z) /\ (V mu (Phi mu z) = V mu z <-> error_at mu z = 0).
Proof.
  intros mu z H Ns Nw Nr N1 N2.
  pose proof (V_rises_by mu z H Ns Nw Nr N1 N2) as K.
  pose proof (rise_nonnegative mu (error_at mu z) H N1 N2). pose proof (rise_vanishes mu (error_at mu z) H N1 N2).
  split; [lra|]. split; intros; [apply H1; lra | apply H1 in H2; lra].
Qed.

(** On [-2, 2] the rise is at least a multiple of e^2: ln x stays quadratically below its tangent *)
Lemma ln_quadratically_below_tangent : forall x M, 0 < x <= M -> ln x <= x - 1 - (x - 1)^2/(2*(M + 1)).
Proof.
  intros x M [P B]. pose proof (sqrt_lt_R0 x P) as S. pose proof (sqrt_sqrt x ltac:(lra)) as Q. set (s := sqrt x) in *.
  assert (L : ln x <= 2*(s - 1)) by (rewrite <- Q, ln_mult by exact S; pose proof (ln_below_tangent s S); lra).
  assert (K : (x - 1)^2/(2*(M + 1)) <= (s - 1)^2); [|nra].
  apply (Rmult_le_reg_r (2*(M + 1))); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  replace ((x - 1)^2) with ((s - 1)^2*(s + 1)^2) by (rewrite <- Q; ring).
  apply Rmult_le_compat_l; [apply pow2_ge_0|]. pose proof (pow2_ge_0 (s - 1)). nra.
Qed.

Definition curvature (mu : R) : R := (2 + mu)/4*(2 - mu)^2/(162*(4/(2 + mu) + 1)).

Lemma curvature_positive : forall mu, -2 < mu < 2 -> 0 < curvature mu.
Proof.
  intros mu H. assert (0 < 4/(2 + mu)) by (apply Rdiv_lt_0_compat; lra).
  assert (0 < (2 - mu)^2) by (apply square_positive; lra).
  unfold curvature. apply Rdiv_lt_0_compat; nra.
Qed.

Lemma rise_is_quadratic : forall mu e, -2 < mu < 2 -> -2 <= e <= 2 -> e <> 1 -> e <> -1 -> curvature mu*e^2 <= rise mu e.
Proof.
  intros mu e H He N1 N2. pose proof (growth_positive mu e H) as Q. pose proof (growth_is_a_mean mu e) as Mean.
  assert (PX : 0 < (1 + e)^2) by (apply square_positive; lra). assert (PY : 0 < (1 - e)^2) by (apply square_positive; lra).
  assert (Bound : growth mu e <= 9) by (unfold growth; nra).
  set (q := growth mu e) in *. set (M := 4/(2 + mu)).
  assert (PM : 0 < M) by (apply Rdiv_lt_0_compat; lra).
  assert (Upper : 0 < (1 + e)^2/q <= M).
  { split; [apply Rdiv_lt_0_compat; assumption|].
    apply (Rmult_le_reg_r q); [exact Q|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    assert (M*((2 + mu)/4) = 1) by (unfold M; field; lra). nra. }
  pose proof (ln_quadratically_below_tangent _ M Upper) as X.
  pose proof (ln_below_tangent _ (Rdiv_lt_0_compat _ _ PY Q)) as Y.
  rewrite ln_quotient in X, Y by assumption.
  assert (Parts : (2 + mu)/4*((1 + e)^2/q) + (2 - mu)/4*((1 - e)^2/q) = 1).
  { replace ((2 + mu)/4*((1 + e)^2/q) + (2 - mu)/4*((1 - e)^2/q))
      with (((2 + mu)/4*(1 + e)^2 + (2 - mu)/4*(1 - e)^2)/q) by (field; lra).
    rewrite Mean. field. lra. }
  assert (Step : (1 + e)^2/q - 1 = (2 - mu)*e/q) by (unfold q, growth in *; field; lra).
  rewrite Step in X.
  assert (Inverse : / 81 <= / q^2) by (apply Rinv_le_contravar; nra).
  assert (Square : (2 - mu)^2*e^2/81 <= ((2 - mu)*e/q)^2).
  { replace (((2 - mu)*e/q)^2) with ((2 - mu)^2*e^2*/q^2) by (field; lra).
    apply Rmult_le_compat_l; [apply Rmult_le_pos; apply pow2_ge_0 | exact Inverse]. }
  assert (D : 0 < / (2*(M + 1))) by (apply Rinv_0_lt_compat; lra).
  assert (K : curvature mu*e^2 <= (2 + mu)/4*(((2 - mu)*e/q)^2/(2*(M + 1)))).
  { replace (curvature mu*e^2) with ((2 + mu)/4*((2 - mu)^2*e^2/81*/(2*(M + 1))))
      by (unfold curvature; fold M; field; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; lra. }
  unfold rise. fold q. nra.
Qed.

Theorem V_rises_quadratically : forall mu, -2 < mu < 2 -> exists kappa, 0 < kappa /\
  forall z, symmetric_at z <> 0 -> imbalance_at z <> 0 -> ellipse_at mu z <> 4 ->
    -2 <= error_at mu z <= 2 -> error_at mu z <> 1 -> error_at mu z <> -1 ->
    kappa*(error_at mu z)^2 <= V mu (Phi mu z) - V mu z.
Proof.
  intros mu H. exists (curvature mu). split; [apply curvature_positive; exact H|].
  intros z Ns Nw Nr He N1 N2. rewrite V_rises_by by assumption. apply rise_is_quadratic; assumption.
Qed.

(** The same for every point of the plane, with exp V cleared of its denominators: here e = 1 and e = -1 are allowed *)
Definition weight (mu : R) (z : R * R) : R :=
  power ((imbalance_at z)^2) ((2 + mu)/4)*power ((symmetric_at z)^2) ((2 - mu)/4).

Lemma weight_update : forall mu z, weight mu (Phi mu z) =
  power ((1 + error_at mu z)^2) ((2 + mu)/4)*power ((1 - error_at mu z)^2) ((2 - mu)/4)*weight mu z.
Proof.
  intros. unfold weight.
  rewrite imbalance_update, symmetric_update, !Rpow_mult_distr, !power_product by apply pow2_ge_0. ring.
Qed.

Lemma distance_update : forall mu z, -2 < mu < 2 ->
  Rabs (4 - ellipse_at mu (Phi mu z)) = growth mu (error_at mu z)*Rabs (4 - ellipse_at mu z).
Proof.
  intros mu z H. pose proof (growth_positive mu (error_at mu z) H).
  rewrite ellipse_update, Rabs_mult, (Rabs_pos_eq (growth _ _)) by lra. reflexivity.
Qed.

Theorem exp_V_never_decreases : forall mu z, -2 < mu < 2 ->
  Rabs (4 - ellipse_at mu z)*weight mu (Phi mu z) <= Rabs (4 - ellipse_at mu (Phi mu z))*weight mu z.
Proof.
  intros mu z H. rewrite weight_update, distance_update by exact H.
  assert (P : 0 <= Rabs (4 - ellipse_at mu z)*weight mu z)
    by (repeat apply Rmult_le_pos; try apply Rabs_pos; apply power_nonnegative, pow2_ge_0).
  pose proof (Rmult_le_compat_l _ _ _ P (growth_bound mu (error_at mu z) H)). lra.
Qed.

Theorem exp_V_equality : forall mu z, -2 < mu < 2 -> symmetric_at z <> 0 -> imbalance_at z <> 0 ->
  ellipse_at mu z <> 4 ->
  (Rabs (4 - ellipse_at mu z)*weight mu (Phi mu z) = Rabs (4 - ellipse_at mu (Phi mu z))*weight mu z <->
   error_at mu z = 0).
Proof.
  intros mu z H Ns Nw Nr. rewrite weight_update, distance_update, <- (growth_bound_equality mu) by exact H.
  assert (P : Rabs (4 - ellipse_at mu z)*weight mu z <> 0).
  { apply Rgt_not_eq. repeat apply Rmult_lt_0_compat; try (apply power_positive, square_positive; assumption).
    apply Rabs_pos_lt. lra. }
  split; intros Z.
  - apply (Rmult_eq_reg_l (Rabs (4 - ellipse_at mu z)*weight mu z)); [lra | exact P].
  - rewrite <- Z. ring.
Qed.
