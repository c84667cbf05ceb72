(** Derivatives: the Jacobian (10), gradient descent (8), F', and the multipliers of Propositions 3.1 and 3.6. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Separatrix Require Import Paper FirstTwoCycle.
Open Scope R_scope.

Ltac differentiate := intros; unfold error, loss, product_map, imbalance_map, balanced_map, chebyshev; cbn [fst snd];
  auto_derive; [exact I | first [ring | field]].

(** (10): the four partial derivatives of the plane map *)
Lemma plane_aa : forall mu a b, is_derive (fun x => fst (product_map mu x b)) a (1 - b^2).
Proof. differentiate. Qed.

Lemma plane_ab : forall mu a b, is_derive (fun x => fst (product_map mu a x)) b (mu - 2*a*b).
Proof. differentiate. Qed.

Lemma plane_ba : forall mu a b, is_derive (fun x => snd (product_map mu x b)) a (mu - 2*a*b).
Proof. differentiate. Qed.

Lemma plane_bb : forall mu a b, is_derive (fun x => snd (product_map mu a x)) b (1 - a^2).
Proof. differentiate. Qed.

(** ... and the plane map is differentiable as a map of two variables, with that Jacobian *)
Lemma differentiable_in_the_plane : forall (f fa : R -> R -> R) (a b fb : R),
  (forall x y, is_derive (fun t => f t y) x (fa x y)) -> is_derive (fun t => f a t) b fb ->
  continuous (fun z : R * R => fa (fst z) (snd z)) (a, b) -> differentiable_pt_lim f a b (fa a b) fb.
Proof.
  intros f fa a b fb Ha Hb Hc. apply filterdiff_differentiable_pt_lim.
  apply (is_derive_filterdiff f a b fa fb); [|exact Hb | exact Hc].
  apply filter_forall. intros [x y]. apply Ha.
Qed.

Theorem plane_first : forall mu a b,
  differentiable_pt_lim (fun x y => fst (product_map mu x y)) a b (1 - b^2) (mu - 2*a*b).
Proof.
  intros mu a b.
  apply (differentiable_in_the_plane (fun x y => fst (product_map mu x y)) (fun _ y => 1 - y^2)); intros.
  - apply plane_aa.
  - apply plane_ab.
  - apply (continuous_comp snd (fun y => 1 - y^2)); [apply continuous_snd|].
    apply (ex_derive_continuous (fun y => 1 - y^2)). auto_derive. exact I.
Qed.

Theorem plane_second : forall mu a b,
  differentiable_pt_lim (fun x y => snd (product_map mu x y)) a b (mu - 2*a*b) (1 - a^2).
Proof.
  intros mu a b.
  apply (differentiable_in_the_plane (fun x y => snd (product_map mu x y)) (fun x y => mu - 2*x*y)); intros.
  - apply plane_ba.
  - apply plane_bb.
  - cbn. apply (continuous_minus (fun _ : R * R => mu) (fun z => 2*fst z*snd z)); [apply continuous_const|].
    apply (continuous_mult (fun z : R * R => 2*fst z) snd); [|apply continuous_snd].
    apply (continuous_mult (fun _ : R * R => 2) fst); [apply continuous_const | apply continuous_fst].
Qed.

(** (8): one step of gradient descent with unit step on the loss *)
Lemma loss_a : forall mu a b, is_derive (fun x => loss mu x b) a ((a*b - mu)*b).
Proof. differentiate. Qed.

Lemma loss_b : forall mu a b, is_derive (fun x => loss mu a x) b ((a*b - mu)*a).
Proof. differentiate. Qed.

Theorem gradient_descent : forall mu a b,
  product_map mu a b = (a - Derive (fun x => loss mu x b) a, b - Derive (fun x => loss mu a x) b).
Proof.
  intros. unfold product_map.
  f_equal; f_equal; symmetry; apply is_derive_unique; [apply loss_a | apply loss_b].
Qed.

(** Proposition 3.1: eigenvectors of the Jacobian on ab = mu, and the criterion (11) *)
Theorem tangent_direction : forall mu a b, error mu a b = 0 ->
  (1 - b^2)*a + (mu - 2*a*b)*(-b) = 1*a /\ (mu - 2*a*b)*a + (1 - a^2)*(-b) = 1*(-b).
Proof. intros mu a b H. unfold error in H. assert (mu = a*b) as -> by lra. split; ring. Qed.

Theorem normal_direction : forall mu a b, error mu a b = 0 ->
  (1 - b^2)*b + (mu - 2*a*b)*a = normal_multiplier a b*b /\ (mu - 2*a*b)*b + (1 - a^2)*a = normal_multiplier a b*a.
Proof.
  intros mu a b H. unfold error in H. unfold normal_multiplier. assert (mu = a*b) as -> by lra. split; ring.
Qed.

Theorem normal_stability : forall mu a b, 0 < mu -> error mu a b = 0 ->
  (Rabs (normal_multiplier a b) < 1 <-> 2*mu + (imbalance a b)^2 < 2).
Proof.
  intros mu a b Hm H. unfold error in H.
  assert (K : normal_multiplier a b = 1 - 2*mu - (imbalance a b)^2) by (unfold normal_multiplier, imbalance; nra).
  rewrite K. pose proof (pow2_ge_0 (imbalance a b)).
  split; intros L; [apply Rabs_def2 in L; lra | apply Rabs_def1; lra].
Qed.

Theorem stable_segment_exists : forall mu, 0 < mu ->
  ((exists a b, error mu a b = 0 /\ Rabs (normal_multiplier a b) < 1) <-> mu < 1).
Proof.
  intros mu Hm. split.
  - intros [a [b [H L]]]. apply (normal_stability mu) in L; try assumption. pose proof (pow2_ge_0 (imbalance a b)). lra.
  - intros H. assert (Q : sqrt mu*sqrt mu = mu) by (apply sqrt_sqrt; lra). exists (sqrt mu), (sqrt mu).
    assert (Z : error mu (sqrt mu) (sqrt mu) = 0) by (unfold error; lra). split; [exact Z|].
    apply (normal_stability mu); try assumption. unfold imbalance. replace (sqrt mu - sqrt mu) with 0 by ring. lra.
Qed.

(** F', at 0, and of the second iterate at the two-cycle *)
Definition balanced_slope (mu e : R) : R := 3*e^2 + 2*(mu - 2)*e + (1 - 2*mu).

Theorem balanced_derivative : forall mu e, is_derive (balanced_map mu) e (balanced_slope mu e).
Proof. unfold balanced_slope. differentiate. Qed.

Theorem slope_at_zero : forall mu, Derive (balanced_map mu) 0 = 1 - 2*mu.
Proof. intros. rewrite (is_derive_unique _ _ _ (balanced_derivative mu 0)). unfold balanced_slope. ring. Qed.

Lemma second_iterate_derivative : forall mu e,
  is_derive (fun x => balanced_map mu (balanced_map mu x)) e (balanced_slope mu (balanced_map mu e)*balanced_slope mu e).
Proof.
  intros. evar_last.
  - apply (is_derive_comp (balanced_map mu) (balanced_map mu)); apply balanced_derivative.
  - cbn. unfold mult. simpl. ring.
Qed.

Lemma slopes_on_the_cycle : forall mu, 1 <= mu ->
  balanced_slope mu (e_plus mu)*balanced_slope mu (e_minus mu) = 7 - 4*mu - 2*mu^2.
Proof.
  intros mu H. pose proof (sum_of_points mu) as S. pose proof (product_of_points mu H) as P.
  destruct (points_are_roots mu H) as [A B].
  assert (KA : balanced_slope mu (e_plus mu) = -(mu + 1)*e_plus mu + (mu - 2))
    by (unfold balanced_slope, two_cycle in *; lra).
  assert (KB : balanced_slope mu (e_minus mu) = -(mu + 1)*e_minus mu + (mu - 2))
    by (unfold balanced_slope, two_cycle in *; lra).
  rewrite KA, KB.
  replace ((-(mu + 1)*e_plus mu + (mu - 2))*(-(mu + 1)*e_minus mu + (mu - 2)))
    with ((mu + 1)^2*(e_plus mu*e_minus mu) - (mu + 1)*(mu - 2)*(e_plus mu + e_minus mu) + (mu - 2)^2) by ring.
  rewrite S, P. ring.
Qed.

Theorem longitudinal_multiplier : forall mu, 1 <= mu ->
  Derive (fun x => balanced_map mu (balanced_map mu x)) (e_plus mu) = 7 - 4*mu - 2*mu^2 /\
  Derive (fun x => balanced_map mu (balanced_map mu x)) (e_minus mu) = 7 - 4*mu - 2*mu^2.
Proof.
  intros mu H. destruct (points_are_swapped mu H) as [A B].
  rewrite !(is_derive_unique _ _ _ (second_iterate_derivative mu _)), A, B, <- (slopes_on_the_cycle mu H).
  split; ring.
Qed.

(** The Jacobian of (12) on w = 0 is diagonal, with entries F' and 1 + e *)
Theorem jacobian_on_the_balanced_line : forall mu e,
  is_derive (fun x => fst (imbalance_map mu x 0)) e (balanced_slope mu e) /\
  is_derive (fun w => fst (imbalance_map mu e w)) 0 0 /\
  is_derive (fun x => snd (imbalance_map mu x 0)) e 0 /\
  is_derive (fun w => snd (imbalance_map mu e w)) 0 (1 + e).
Proof. unfold balanced_slope. intros. split; [|split; [|split]]; differentiate. Qed.

(** Theorem 6.5: the transverse multiplier of a balanced batch step *)
Theorem transverse_batch_multiplier : forall nu r,
  is_derive (fun w => let z := product_map nu (r + w/2) (r - w/2) in fst z - snd z) 0 (1 + r^2 - nu).
Proof. differentiate. Qed.
