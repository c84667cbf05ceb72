(** Proposition 3.6: the first two-cycle, its two multipliers, and the window 1 < mu < sqrt 5 - 1. *)
From Coq Require Import Reals Lra Psatz.
From Separatrix Require Import Paper.
Open Scope R_scope.

(** (27): both points are roots of p_mu, by Viete *)
Lemma discriminant_root : forall mu, 1 <= mu -> sqrt (mu^2 + 2*mu - 3)*sqrt (mu^2 + 2*mu - 3) = mu^2 + 2*mu - 3.
Proof. intros mu H. apply sqrt_sqrt. nra. Qed.

Lemma sum_of_points : forall mu, e_plus mu + e_minus mu = 1 - mu.
Proof. intros. unfold e_plus, e_minus. field. Qed.

Lemma product_of_points : forall mu, 1 <= mu -> e_plus mu*e_minus mu = 1 - mu.
Proof. intros mu H. pose proof (discriminant_root mu H). unfold e_plus, e_minus. nra. Qed.

Theorem points_are_roots : forall mu, 1 <= mu -> two_cycle mu (e_plus mu) = 0 /\ two_cycle mu (e_minus mu) = 0.
Proof. intros mu H. pose proof (discriminant_root mu H). unfold two_cycle, e_plus, e_minus. split; nra. Qed.

Theorem real_points_exist : forall mu, 0 < mu -> ((exists e, two_cycle mu e = 0) <-> 1 <= mu).
Proof.
  intros mu H. split.
  - intros [e Z]. unfold two_cycle in Z. pose proof (pow2_ge_0 (2*e + mu - 1)). nra.
  - intros L. exists (e_plus mu). apply points_are_roots. exact L.
Qed.

(** (28): a root of p_mu goes to the other one *)
Lemma root_goes_to_partner : forall mu e, balanced_map mu e - (1 - mu - e) = (e - 1)*two_cycle mu e.
Proof. intros. unfold balanced_map, two_cycle. ring. Qed.

Theorem points_are_swapped : forall mu, 1 <= mu ->
  balanced_map mu (e_plus mu) = e_minus mu /\ balanced_map mu (e_minus mu) = e_plus mu.
Proof.
  intros mu H. destruct (points_are_roots mu H) as [P M]. pose proof (sum_of_points mu).
  pose proof (root_goes_to_partner mu (e_plus mu)) as RP. pose proof (root_goes_to_partner mu (e_minus mu)) as RM.
  rewrite P, Rmult_0_r in RP. rewrite M, Rmult_0_r in RM. lra.
Qed.

Theorem points_are_distinct : forall mu, 1 < mu -> e_minus mu < e_plus mu.
Proof.
  intros mu H. unfold e_minus, e_plus. assert (0 < sqrt (mu^2 + 2*mu - 3)) by (apply sqrt_lt_R0; nra). lra.
Qed.

(** The transverse two-step multiplier *)
Theorem transverse_multiplier : forall mu, 1 <= mu -> (1 + e_plus mu)*(1 + e_minus mu) = 3 - 2*mu.
Proof. intros mu H. pose proof (sum_of_points mu). pose proof (product_of_points mu H). lra. Qed.

(** The window: where both multipliers are below 1 in absolute value.  The longitudinal one decides. *)
Lemma sqrt_5 : 0 < sqrt 5 /\ sqrt 5*sqrt 5 = 5.
Proof. split; [apply sqrt_lt_R0 | apply sqrt_sqrt]; lra. Qed.

Theorem longitudinal_window : forall mu, 0 < mu -> (Rabs (7 - 4*mu - 2*mu^2) < 1 <-> 1 < mu < sqrt 5 - 1).
Proof.
  intros mu H. destruct sqrt_5 as [P Q]. split.
  - intros L. apply Rabs_def2 in L. split; nra.
  - intros L. apply Rabs_def1; nra.
Qed.

Theorem transverse_window : forall mu, Rabs (3 - 2*mu) < 1 <-> 1 < mu < 2.
Proof.
  intros mu. split; intros L; [apply Rabs_def2 in L; lra | apply Rabs_def1; lra].
Qed.

Theorem stability_window : forall mu, 0 < mu ->
  (Rabs (7 - 4*mu - 2*mu^2) < 1 /\ Rabs (3 - 2*mu) < 1 <-> 1 < mu < sqrt 5 - 1).
Proof.
  intros mu H. rewrite longitudinal_window, transverse_window by exact H.
  destruct sqrt_5 as [P Q]. assert (sqrt 5 < 3) by nra. lra.
Qed.

Theorem unstable_beyond_the_window : forall mu, sqrt 5 - 1 < mu -> 7 - 4*mu - 2*mu^2 < -1.
Proof. intros mu H. destruct sqrt_5 as [P Q]. assert (2 < sqrt 5) by nra. nra. Qed.

(** At the right end the longitudinal multiplier is exactly -1 *)
Theorem flip_at_the_end : 7 - 4*(sqrt 5 - 1) - 2*(sqrt 5 - 1)^2 = -1.
Proof. destruct sqrt_5 as [P Q]. nra. Qed.
