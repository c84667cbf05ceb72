(** What the generated proofs use: small facts and one tactic, for any paper. *)
From Coq Require Import Reals Lra Psatz.
Open Scope R_scope.

(** A linear combination of expressions that vanish vanishes *)
Lemma multiple_vanishes : forall q r, r = 0 -> q*r = 0.
Proof. intros q r ->. ring. Qed.

Lemma sum_vanishes : forall x y, x = 0 -> y = 0 -> x + y = 0.
Proof. intros x y -> ->. ring. Qed.

(** Factors and products of expressions that do not vanish *)
Lemma factor_nonzero : forall x f g, x <> 0 -> x = f*g -> f <> 0.
Proof. intros x f g N E Z. apply N. rewrite E, Z. ring. Qed.

Lemma product_nonzero : forall x y, x <> 0 -> y <> 0 -> x*y <> 0.
Proof. intros. apply Rmult_integral_contrapositive_currified; assumption. Qed.

Lemma power_nonzero : forall x n, x <> 0 -> x^n <> 0.
Proof. intros. apply pow_nonzero. assumption. Qed.

Lemma equal_nonzero : forall x y, x = y -> y <> 0 -> x <> 0.
Proof. intros x y ->. trivial. Qed.

(** Signs: of a sum of products, and of a number that equals an expression *)
Lemma square_nonnegative : forall x, 0 <= x*x.
Proof. exact Rle_0_sqr. Qed.

Lemma by_value : forall (P : R -> Prop) x v, x = v -> P v -> P x.
Proof. intros P x v ->. trivial. Qed.

Lemma equal : forall l r, r - l = 0 -> l = r.
Proof. intros. lra. Qed.

Lemma apart : forall l r, r - l <> 0 -> l <> r.
Proof. intros. lra. Qed.

Lemma below : forall l r, 0 < r - l -> l < r.
Proof. intros. lra. Qed.

Lemma at_most : forall l r, 0 <= r - l -> l <= r.
Proof. intros. lra. Qed.

Lemma root : forall n, 0 < n -> 0 < sqrt n /\ sqrt n*sqrt n = n.
Proof. intros n H. split; [apply sqrt_lt_R0; exact H | apply sqrt_sqrt; lra]. Qed.

(** The side conditions of [field]: an expression is not 0 if it is, up to the ring laws, one that is known not to be *)
Ltac nonzero :=
  lazymatch goal with
  | |- _ /\ _ => split; nonzero
  | |- _ => first
    [ assumption
    | match goal with N : ?d <> 0 |- ?x <> 0 => apply (equal_nonzero x d); [ring | exact N] end
    | match goal with N : ?d <> 0 |- ?x <> 0 => apply (equal_nonzero x (- d)); [ring | apply Ropp_neq_0_compat; exact N] end
    | apply product_nonzero; nonzero
    | apply power_nonzero; nonzero
    | intro; lra ]
  end.

(** A statement about the number p + q t, where t = sqrt n: [Root : 0 < t] and [Square : t*t = n] are in the context *)
Ltac numeric := first [lra | nra | intro; lra | intro; nra].
