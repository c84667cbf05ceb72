(** Weighted AM-GM with its equality case, from ln t <= t - 1 alone. *)
From Coq Require Import Reals Lra Psatz.
From Separatrix Require Import Paper.
Open Scope R_scope.

Lemma square_positive : forall x, x <> 0 -> 0 < x^2.
Proof. intros x H. rewrite <- Rsqr_pow2. exact (Rsqr_pos_lt x H). Qed.

Lemma ln_strictly_below_tangent : forall t, 0 < t -> t <> 1 -> ln t < t - 1.
Proof.
  intros t H N.
  assert (L : ln t <> 0) by (intros Z; apply N; rewrite <- (exp_ln t H), Z; apply exp_0).
  pose proof (exp_ineq1 (ln t) L) as X. rewrite (exp_ln t H) in X. lra.
Qed.

Lemma ln_below_tangent : forall t, 0 < t -> ln t <= t - 1.
Proof.
  intros t H. destruct (Req_dec t 1) as [->|N]; [rewrite ln_1; lra|].
  apply Rlt_le, ln_strictly_below_tangent; assumption.
Qed.

Lemma ln_quotient : forall x m, 0 < x -> 0 < m -> ln (x/m) = ln x - ln m.
Proof.
  intros x m Hx Hm. unfold Rdiv.
  rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; assumption). ring.
Qed.

(** The parts x/m and y/m of the mean m = Ax + By have the mean 1 *)
Lemma mean_positive : forall A B x y, 0 < A -> 0 < B -> 0 < x -> 0 < y -> 0 < A*x + B*y.
Proof. intros. apply Rplus_lt_0_compat; apply Rmult_lt_0_compat; assumption. Qed.

Lemma mean_of_parts : forall A B x y, 0 < A*x + B*y -> A*(x/(A*x + B*y)) + B*(y/(A*x + B*y)) = 1.
Proof. intros. field. lra. Qed.

Theorem am_gm_log : forall A B x y, 0 < A -> 0 < B -> A + B = 1 -> 0 < x -> 0 < y ->
  A*ln x + B*ln y <= ln (A*x + B*y).
Proof.
  intros A B x y HA HB HS Hx Hy. pose proof (mean_positive A B x y HA HB Hx Hy) as M.
  pose proof (ln_below_tangent _ (Rdiv_lt_0_compat _ _ Hx M)) as X.
  pose proof (ln_below_tangent _ (Rdiv_lt_0_compat _ _ Hy M)) as Y.
  rewrite ln_quotient in X, Y by assumption. pose proof (mean_of_parts A B x y M). nra.
Qed.

Lemma am_gm_log_strict : forall A B x y, 0 < A -> 0 < B -> A + B = 1 -> 0 < x -> 0 < y -> x <> y ->
  A*ln x + B*ln y < ln (A*x + B*y).
Proof.
  intros A B x y HA HB HS Hx Hy N. pose proof (mean_positive A B x y HA HB Hx Hy) as M.
  assert (Nx : x/(A*x + B*y) <> 1).
  { intros Z. assert (x = A*x + B*y) by (rewrite <- (Rmult_1_l (A*x + B*y)), <- Z; field; lra).
    apply N, (Rmult_eq_reg_l B); nra. }
  pose proof (ln_strictly_below_tangent _ (Rdiv_lt_0_compat _ _ Hx M) Nx) as X.
  pose proof (ln_below_tangent _ (Rdiv_lt_0_compat _ _ Hy M)) as Y.
  rewrite ln_quotient in X, Y by assumption. pose proof (mean_of_parts A B x y M). nra.
Qed.

Theorem am_gm_log_equality : forall A B x y, 0 < A -> 0 < B -> A + B = 1 -> 0 < x -> 0 < y ->
  (A*ln x + B*ln y = ln (A*x + B*y) <-> x = y).
Proof.
  intros A B x y HA HB HS Hx Hy. split.
  - intros Z. destruct (Req_dec x y) as [|N]; [assumption|].
    pose proof (am_gm_log_strict A B x y HA HB HS Hx Hy N). lra.
  - intros <-. rewrite <- !Rmult_plus_distr_r, HS, !Rmult_1_l. reflexivity.
Qed.

(** The real power with 0^y = 0 *)
Lemma power_zero : forall y, power 0 y = 0.
Proof. intros y. unfold power. destruct (Req_EM_T 0 0); [reflexivity | congruence]. Qed.

Lemma power_positive_base : forall x y, 0 < x -> power x y = exp (y*ln x).
Proof. intros x y H. unfold power. destruct (Req_EM_T x 0); [lra | reflexivity]. Qed.

Lemma power_positive : forall x y, 0 < x -> 0 < power x y.
Proof. intros x y H. rewrite power_positive_base by exact H. apply exp_pos. Qed.

Lemma power_nonnegative : forall x y, 0 <= x -> 0 <= power x y.
Proof.
  intros x y [H|<-]; [apply Rlt_le, power_positive; exact H | rewrite power_zero; lra].
Qed.

Lemma ln_power : forall x y, 0 < x -> ln (power x y) = y*ln x.
Proof. intros x y H. rewrite power_positive_base by exact H. apply ln_exp. Qed.

Lemma power_one : forall y, power 1 y = 1.
Proof. intros y. rewrite power_positive_base, ln_1, Rmult_0_r by lra. apply exp_0. Qed.

Lemma power_product : forall x y t, 0 <= x -> 0 <= y -> power (x*y) t = power x t*power y t.
Proof.
  intros x y t [Hx|<-] [Hy|<-]; rewrite ?Rmult_0_l, ?Rmult_0_r, ?power_zero, ?Rmult_0_l, ?Rmult_0_r; try reflexivity.
  rewrite !power_positive_base by (try apply Rmult_lt_0_compat; assumption).
  rewrite ln_mult, Rmult_plus_distr_l, exp_plus by assumption. reflexivity.
Qed.

Lemma power_of_square : forall x t, power (x^2) t = power (Rabs x) (2*t).
Proof.
  intros x t. destruct (Req_dec x 0) as [->|N].
  - rewrite Rabs_R0, pow_ne_zero, !power_zero by discriminate. reflexivity.
  - pose proof (Rabs_pos_lt x N). rewrite <- pow2_abs, !power_positive_base by (try apply pow_lt; assumption).
    f_equal. simpl. rewrite Rmult_1_r, ln_mult by assumption. ring.
Qed.

Lemma ln_comparison : forall x y, 0 < x -> 0 < y -> (ln x <= ln y <-> x <= y).
Proof.
  intros x y Hx Hy. split; intros [H|H].
  - left. apply ln_lt_inv; assumption.
  - right. apply ln_inv; assumption.
  - left. apply ln_increasing; assumption.
  - right. congruence.
Qed.

(** Ax + By >= x^A y^B for x, y >= 0, with equality iff x = y *)
Theorem am_gm : forall A B x y, 0 < A -> 0 < B -> A + B = 1 -> 0 <= x -> 0 <= y ->
  power x A*power y B <= A*x + B*y.
Proof.
  intros A B x y HA HB HS [Hx|<-] [Hy|<-]; rewrite ?power_zero, ?Rmult_0_l, ?Rmult_0_r; try nra.
  apply ln_comparison; try nra.
  - apply Rmult_lt_0_compat; apply power_positive; assumption.
  - rewrite ln_mult, !ln_power by (try apply power_positive; assumption). apply am_gm_log; assumption.
Qed.

Theorem am_gm_equality : forall A B x y, 0 < A -> 0 < B -> A + B = 1 -> 0 <= x -> 0 <= y ->
  (power x A*power y B = A*x + B*y <-> x = y).
Proof.
  intros A B x y HA HB HS [Hx|<-] [Hy|<-]; rewrite ?power_zero, ?Rmult_0_l, ?Rmult_0_r.
  - assert (P : 0 < power x A*power y B) by (apply Rmult_lt_0_compat; apply power_positive; assumption).
    rewrite <- (am_gm_log_equality A B x y) by assumption.
    rewrite <- (ln_power x A), <- (ln_power y B), <- ln_mult by (try apply power_positive; assumption).
    split; [intros ->; reflexivity | apply ln_inv; [exact P | nra]].
  - split; nra.
  - split; nra.
  - split; intros; [reflexivity | ring].
Qed.

(** Bernoulli's inequality for real exponents, both ranges used by Lemma E.1 *)
Lemma bernoulli_below_one : forall m t, 0 < m <= 1 -> 0 < t -> power t m <= 1 + m*(t - 1).
Proof.
  intros m t [Hm L] Ht. destruct L as [L|L].
  - pose proof (am_gm m (1 - m) t 1 Hm ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as K.
    rewrite power_one in K. lra.
  - rewrite L, power_positive_base, Rmult_1_l, exp_ln by exact Ht. lra.
Qed.

Lemma bernoulli_above_one : forall m t, 1 < m < 2 -> 0 < t -> power t m <= (m - 1)*t^2 + (2 - m)*t.
Proof.
  intros m t Hm Ht.
  assert (S : 0 < t^2) by (apply square_positive; lra).
  pose proof (am_gm (m - 1) (2 - m) (t^2) t ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as K.
  replace (power t m) with (power (t^2) (m - 1)*power t (2 - m)); [exact K|].
  rewrite !power_positive_base, <- exp_plus by assumption. f_equal.
  simpl. rewrite Rmult_1_r, ln_mult by assumption. ring.
Qed.
