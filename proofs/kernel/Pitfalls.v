(** Where Coq's total functions make a naive transcription false, or true for no reason.  Each trap is proved, so that a
    change of conventions would be noticed. *)
From Coq Require Import Reals Lra Psatz.
From Separatrix Require Import Paper.
Open Scope R_scope.

Lemma inverse_of_zero : / 0 = 0.
Proof. exact Rinv_0. Qed.

Lemma sqrt_of_negative : sqrt (-1) = 0.
Proof. apply sqrt_neg_0. lra. Qed.

Lemma ln_of_zero : ln 0 = 0.
Proof. unfold ln. destruct (Rlt_dec 0 0); [exfalso; lra | reflexivity]. Qed.

Lemma Rpower_of_zero : forall y, Rpower 0 y = 1.
Proof. intros. unfold Rpower. rewrite ln_of_zero, Rmult_0_r. apply exp_0. Qed.

Lemma Rpower_of_negative : Rpower (-2) 2 = 1 /\ (-2)^2 = 4.
Proof.
  split; [|ring]. unfold Rpower, ln. destruct (Rlt_dec 0 (-2)); [exfalso; lra|]. rewrite Rmult_0_r. apply exp_0.
Qed.

(** Lemma E.1 written with [Rpower] is false at e = -1 *)
Theorem naive_scalar_inequality_is_false :
  ~ (forall mu e, 1 < mu < 2 -> -mu <= e <= 2 -> Rpower (Rabs (1 + e)) mu <= growth mu e).
Proof.
  intros H. specialize (H (3/2) (-1) ltac:(lra) ltac:(lra)). replace (1 + -1) with 0 in H by ring.
  rewrite Rabs_R0, Rpower_of_zero in H. unfold growth in H. lra.
Qed.

(** (34) written with [ln] is false at e = -1 *)
Theorem naive_log_bound_is_false : ~ (forall mu e, 0 < mu < 2 ->
  (1 + mu/2)*ln (Rabs (1 + e)) + (1 - mu/2)*ln (Rabs (1 - e)) <= ln (growth mu e)).
Proof.
  intros H. specialize (H (3/2) (-1) ltac:(lra)).
  replace (1 + -1) with 0 in H by ring. replace (1 - -1) with 2 in H by ring.
  rewrite Rabs_R0, ln_of_zero, Rabs_pos_eq in H by lra.
  replace (growth (3/2) (-1)) with (/2) in H by (unfold growth; field).
  rewrite ln_Rinv in H by lra. pose proof ln_lt_2. lra.
Qed.

(** (40) without mu <> 2 is false: at mu = 2 Coq divides by 0 *)
Theorem naive_ellipse_update_is_false : ~ (forall mu z,
  4 - ellipse_at mu (Phi mu z) = growth mu (error_at mu z)*(4 - ellipse_at mu z)).
Proof.
  intros H. specialize (H 2 (2, 0)).
  unfold ellipse_at, ellipse, Phi, product_map, growth, error_at, error, symmetric_at, symmetric, imbalance_at,
    imbalance in H. cbn [fst snd] in H. replace (2 - 2) with 0 in H by ring.
  unfold Rdiv in H. rewrite Rinv_0 in H. lra.
Qed.

(** True only by the convention for 1/0 *)
Lemma true_for_no_reason : forall x, x/(1 - 1) = 0.
Proof. intros. replace (1 - 1) with 0 by ring. unfold Rdiv. rewrite Rinv_0. ring. Qed.

(** Contradictory hypotheses prove anything, and no axiom shows it: hence a point that meets them *)
Lemma true_of_nothing : forall mu e, 2 < mu < 1 -> balanced_map mu e = 17.
Proof. intros. lra. Qed.
