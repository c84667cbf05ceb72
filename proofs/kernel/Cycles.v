(** Theorems 4.4, 4.5 and 4.7 for periodic orbits: an invariant measure on a cycle is an average, and the exponent of a
    cycle is the logarithm of a product.  The statements for general measures are not formalised here. *)
From Coq Require Import Reals Lra Psatz Lia.
From Separatrix Require Import Paper AmGm Growth MonotoneThreshold Separatrix.
Open Scope R_scope.

Fixpoint product (n : nat) (f : nat -> R) : R := match n with O => 1 | S k => product k f*f k end.

Lemma product_multiplies : forall n f g, product n (fun k => f k*g k) = product n f*product n g.
Proof. induction n as [|n IH]; intros; simpl; [ring | rewrite IH; ring]. Qed.

Lemma product_positive : forall n f, (forall k, 0 < f k) -> 0 < product n f.
Proof. induction n as [|n IH]; intros f H; simpl; [lra | apply Rmult_lt_0_compat; auto]. Qed.

Lemma product_nonnegative : forall n f, (forall k, 0 <= f k) -> 0 <= product n f.
Proof. induction n as [|n IH]; intros f H; simpl; [lra | apply Rmult_le_pos; auto]. Qed.

Lemma product_power : forall n f t, (forall k, 0 <= f k) -> product n (fun k => power (f k) t) = power (product n f) t.
Proof.
  induction n as [|n IH]; intros f t H; simpl; [symmetry; apply power_one|].
  rewrite IH, power_product by auto using product_nonnegative. reflexivity.
Qed.

Lemma product_monotone : forall n f g, (forall k, 0 <= f k <= g k) -> product n f <= product n g.
Proof.
  induction n as [|n IH]; intros f g H; simpl; [lra|].
  apply Rmult_le_compat; try apply H; try (apply product_nonnegative; apply H). apply IH, H.
Qed.

(** Two products of the same value, one below the other factor by factor, have the same factors *)
Lemma product_rigid : forall n f g, (forall k, 0 <= f k <= g k) -> (forall k, 0 < g k) -> product n g <= product n f ->
  forall k, (k < n)%nat -> f k = g k.
Proof.
  induction n as [|n IH]; intros f g H P Q k Hk; [lia|]. simpl in Q.
  pose proof (product_monotone n f g H) as M. pose proof (product_positive n g P) as G.
  pose proof (product_nonnegative n f (fun j => proj1 (H j))) as F. destruct (H n) as [Hn Hn']. pose proof (P n) as Pn.
  assert (Last : f n = g n) by (destruct Hn' as [L|]; [exfalso; nra | assumption]).
  destruct (Nat.eq_dec k n) as [->|N]; [exact Last|].
  apply IH; try assumption; [|lia]. rewrite Last in Q. apply (Rmult_le_reg_r (g n)); assumption.
Qed.

(** A quantity that one step multiplies by m has multipliers with product 1 along a cycle on which it is not 0 *)
Lemma multiplier_along_orbit : forall A (f : A -> A) (value m : A -> R) x n,
  (forall y, value (f y) = m y*value y) -> value (iterate n f x) = product n (fun k => m (iterate k f x))*value x.
Proof. intros A f value m x n H. induction n as [|n IH]; simpl; [ring | rewrite H, IH; ring]. Qed.

Lemma multipliers_of_a_cycle : forall A (f : A -> A) (value m : A -> R) x n,
  (forall y, value (f y) = m y*value y) -> iterate n f x = x -> value x <> 0 ->
  product n (fun k => m (iterate k f x)) = 1.
Proof.
  intros A f value m x n H C N. pose proof (multiplier_along_orbit A f value m x n H) as K. rewrite C in K.
  apply (Rmult_eq_reg_r (value x)); [lra | exact N].
Qed.

(** The heart of 4.4 and 4.7: where (1 + e)^2 and (1 - e)^2 have product 1 along a cycle, q has product >= 1 *)
Lemma growth_over_a_cycle : forall mu n (e : nat -> R), -2 < mu < 2 ->
  product n (fun k => (1 + e k)^2) = 1 -> product n (fun k => (1 - e k)^2) = 1 ->
  1 <= product n (fun k => growth mu (e k)) /\
  (product n (fun k => growth mu (e k)) = 1 -> forall k, (k < n)%nat -> e k = 0).
Proof.
  intros mu n e H P M.
  set (f := fun k => power ((1 + e k)^2) ((2 + mu)/4)*power ((1 - e k)^2) ((2 - mu)/4)).
  assert (One : product n f = 1).
  { unfold f. rewrite product_multiplies, !product_power, P, M, !power_one by (intros; apply pow2_ge_0). ring. }
  assert (Below : forall k, 0 <= f k <= growth mu (e k)).
  { intros k. split; [|apply growth_bound; exact H].
    apply Rmult_le_pos; apply power_nonnegative, pow2_ge_0. }
  split.
  - rewrite <- One. apply product_monotone. exact Below.
  - intros Z k Hk. apply (growth_bound_equality mu (e k) H).
    apply (product_rigid n f (fun j => growth mu (e j))); auto; [intros; apply growth_positive; exact H | lra].
Qed.

(** Theorem 4.4 on cycles of C: the ellipse repels along every cycle but the fixed point 0 *)
Lemma chebyshev_upper : forall e, 2 - chebyshev e = (1 + e)^2*(2 - e).
Proof. intros. unfold chebyshev. ring. Qed.

Lemma chebyshev_lower : forall e, 2 + chebyshev e = (1 - e)^2*(2 + e).
Proof. intros. unfold chebyshev. ring. Qed.

Theorem ellipse_repels_on_cycles : forall mu n e, -2 < mu < 2 -> iterate n chebyshev e = e -> e <> 2 -> e <> -2 ->
  let q := product n (fun k => growth mu (iterate k chebyshev e)) in
  1 <= q /\ (q = 1 -> forall k, (k < n)%nat -> iterate k chebyshev e = 0).
Proof.
  intros mu n e H C N1 N2. apply growth_over_a_cycle; [exact H | |].
  - apply (multipliers_of_a_cycle R chebyshev (fun y => 2 - y) (fun y => (1 + y)^2)); [exact chebyshev_upper | exact C | lra].
  - apply (multipliers_of_a_cycle R chebyshev (fun y => 2 + y) (fun y => (1 - y)^2)); [exact chebyshev_lower | exact C | lra].
Qed.

(** The endpoints, which the printed identities (35), (36) do not cover: there the exponent is log (5 +- 2 mu) > 0 *)
Theorem ellipse_repels_at_the_ends : forall mu, -2 < mu < 2 ->
  chebyshev 2 = 2 /\ chebyshev (-2) = -2 /\ 1 < growth mu 2 /\ 1 < growth mu (-2).
Proof.
  intros mu H. destruct (growth_at_the_ends mu H). unfold chebyshev. repeat split; try ring; assumption.
Qed.

(** Theorem 4.5 on cycles of F_mu, for all 0 < mu < 2 and every real cycle but the fixed point 2 *)
Lemma growth_on_balanced_cycle : forall mu n e, iterate n (balanced_map mu) e = e -> e <> 2 ->
  product n (fun k => growth mu (iterate k (balanced_map mu) e)) = 1.
Proof.
  intros mu n e C N. apply (multipliers_of_a_cycle R (balanced_map mu) (fun y => 2 - y) (growth mu)); [|exact C | lra].
  intros y. rewrite upper_factorization. ring.
Qed.

Lemma power_below_one : forall x y, 0 <= x -> 0 < y -> power x y <= 1 -> x <= 1.
Proof.
  intros x y [Hx|<-] Hy H; [|lra]. apply ln_comparison; [exact Hx | lra|].
  apply ln_comparison in H; [|apply power_positive; exact Hx | lra].
  rewrite ln_power in H by exact Hx. rewrite ln_1 in *. nra.
Qed.

Theorem balanced_line_attracts_on_cycles : forall mu n e, 0 < mu < 2 -> iterate n (balanced_map mu) e = e -> e <> 2 ->
  let transverse := product n (fun k => Rabs (1 + iterate k (balanced_map mu) e)) in
  transverse <= 1 /\ (transverse = 1 -> forall k, (k < n)%nat -> iterate k (balanced_map mu) e = 0).
Proof.
  intros mu n e H C N. set (x := fun k => iterate k (balanced_map mu) e).
  pose proof (growth_on_balanced_cycle mu n e C N) as Q. change (product n (fun k => growth mu (x k)) = 1) in Q.
  assert (Below : forall k, 0 <= power (Rabs (1 + x k)) mu <= growth mu (x k)).
  { intros k. split; [apply power_nonnegative, Rabs_pos | apply scalar_inequality; exact H]. }
  assert (P : product n (fun k => power (Rabs (1 + x k)) mu) = power (product n (fun k => Rabs (1 + x k))) mu)
    by (apply product_power; intros; apply Rabs_pos).
  intros transverse. change (product n (fun k => Rabs (1 + x k))) with transverse in P. split.
  - apply (power_below_one _ mu); [apply product_nonnegative; intros; apply Rabs_pos | lra|].
    rewrite <- P. pose proof (product_monotone n _ _ Below). lra.
  - intros Z k Hk. rewrite Z, power_one in P. apply (scalar_inequality_equality mu (x k) H).
    apply (product_rigid n (fun j => power (Rabs (1 + x j)) mu) (fun j => growth mu (x j))); auto.
    + intros. apply growth_positive. lra.
    + lra.
Qed.

(** The excluded fixed point 2 has transverse multiplier 3 *)
Lemma excluded_end : forall mu, balanced_map mu 2 = 2 /\ Rabs (1 + 2) = 3.
Proof. intros. split; [unfold balanced_map; ring | rewrite Rabs_pos_eq; lra]. Qed.

(** Theorem 4.7 on periodic orbits: off the two axes and the ellipse, inside or outside, every periodic point is a
    zero-error fixed point *)
Theorem no_cycle_off_the_axes : forall mu n z, -2 < mu < 2 -> (0 < n)%nat -> iterate n (Phi mu) z = z ->
  symmetric_at z <> 0 -> imbalance_at z <> 0 -> ellipse_at mu z <> 4 -> error_at mu z = 0 /\ Phi mu z = z.
Proof.
  intros mu n z H Hn C Ns Nw Nr.
  destruct (growth_over_a_cycle mu n (fun k => error_at mu (iterate k (Phi mu) z)) H) as [_ Rigid].
  - apply (multipliers_of_a_cycle _ (Phi mu) (fun y => (imbalance_at y)^2) (fun y => (1 + error_at mu y)^2)).
    + intros y. rewrite imbalance_update. ring.
    + exact C.
    + apply pow_nonzero. exact Nw.
  - apply (multipliers_of_a_cycle _ (Phi mu) (fun y => (symmetric_at y)^2) (fun y => (1 - error_at mu y)^2)).
    + intros y. rewrite symmetric_update. ring.
    + exact C.
    + apply pow_nonzero. exact Ns.
  - assert (Zero : error_at mu z = 0).
    { refine (Rigid _ 0%nat Hn).
      apply (multipliers_of_a_cycle _ (Phi mu) (fun y => 4 - ellipse_at mu y) (fun y => growth mu (error_at mu y))).
      - intros y. apply ellipse_update. exact H.
      - exact C.
      - lra. }
    split; [exact Zero|]. destruct z as [a b]. revert Zero. unfold_plane. intros ->. f_equal; ring.
Qed.

(** The strict interior of the paper: u > 0, v > 0, R < 4 *)
Corollary no_cycle_in_the_interior : forall mu n z, 0 < mu < 2 -> (0 < n)%nat -> iterate n (Phi mu) z = z ->
  0 < (symmetric_at z)^2 -> 0 < (imbalance_at z)^2 -> ellipse_at mu z < 4 -> Phi mu z = z.
Proof.
  intros mu n z H Hn C Hu Hv Hr. apply (no_cycle_off_the_axes mu n z); try assumption; try lra.
  - intros Z. rewrite Z in Hu. lra.
  - intros Z. rewrite Z in Hv. lra.
Qed.
