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
