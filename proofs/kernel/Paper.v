(** The definitions of "Large-Step Training Dynamics of a Two-Factor Linear Transformer Model", transcribed by hand from
    the paper's text.  Nothing in this file is generated.  `Link.v`, which is generated, proves that the formulas of
    `numerics.maps` are these. *)
From Coq Require Import Reals.
Open Scope R_scope.

(** Definition 3.2, and the symmetric mode of Proposition 3.3 *)
Definition error (mu a b : R) : R := a*b - mu.
Definition imbalance (a b : R) : R := a - b.
Definition symmetric (a b : R) : R := a + b.

(** (8): the normalised loss; (1): the plane map *)
Definition loss (mu a b : R) : R := (1/2)*(a*b - mu)^2.
Definition product_map (mu a b : R) : R * R := (a - (a*b - mu)*b, b - (a*b - mu)*a).

(** (12), and (13) in u = s^2, v = w^2 *)
Definition imbalance_map (mu e w : R) : R * R := (e^3 + (mu - 2)*e^2 + (1 - 2*mu - w^2)*e, (1 + e)*w).
Definition squares_error (mu u v : R) : R := (u - v)/4 - mu.
Definition squares_map (mu u v : R) : R * R := ((1 - ((u - v)/4 - mu))^2*u, (1 + ((u - v)/4 - mu))^2*v).

(** Section 4: D, q, C and the normal form (15) *)
Definition separatrix (mu e w : R) : R := w^2 - (2 - mu)*(2 - e).
Definition growth (mu e : R) : R := e^2 + mu*e + 1.
Definition chebyshev (e : R) : R := e^3 - 3*e.
Definition normal_form (mu e D : R) : R * R := (chebyshev e - e*D, growth mu e*D).

(** (16): R, which is 4 on the ellipse; the weights of (33) *)
Definition ellipse (mu s w : R) : R := s^2/(2 + mu) + w^2/(2 - mu).
Definition amgm_weights (mu : R) : R * R := ((2 + mu)/4, (2 - mu)/4).

(** (14): the balanced line; Q of the proof of Theorem 3.5 *)
Definition balanced_map (mu e : R) : R := e^3 + (mu - 2)*e^2 + (1 - 2*mu)*e.
Definition balanced_ratio (mu e : R) : R := e^2 + (mu - 2)*e + 1 - 2*mu.

(** Proposition 3.6: the quadratic of its proof, and the points of the first two-cycle *)
Definition two_cycle (mu e : R) : R := e^2 + (mu - 1)*e + 1 - mu.
Definition e_plus (mu : R) : R := (1/2)*(1 - mu + sqrt (mu^2 + 2*mu - 3)).
Definition e_minus (mu : R) : R := (1/2)*(1 - mu - sqrt (mu^2 + 2*mu - 3)).

(** Theorem 6.2 (i): the factors of the two modes *)
Definition symmetric_multiplier (e : R) : R := 1 - e.
Definition imbalance_multiplier (e : R) : R := 1 + e.

(** Proposition 3.1: the normal multiplier; the proof of Corollary 4.8: M *)
Definition normal_multiplier (a b : R) : R := 1 - a^2 - b^2.
Definition error_ratio (mu e w : R) : R := e^2 + (mu - 2)*e + (1 - 2*mu - w^2).

(** (19): what a batch with parameter mu + xi adds; Theorem 6.5: the balanced batch step *)
Definition crossing_term (mu xi e D : R) : R := - xi*((2*e + mu - xi)*D + (4 - mu^2)*(e - xi)).
Definition balanced_factor_map (r mu : R) : R := r*(1 + mu - r^2).
Definition random_cocycle (r nu : R) : R * R := (r*(1 + nu - r^2), 1 + r^2 - nu).

(** Points of the plane: the map and the quantities of Section 4 as functions of the two factors *)
Definition Phi (mu : R) (z : R * R) : R * R := product_map mu (fst z) (snd z).
Definition error_at (mu : R) (z : R * R) : R := error mu (fst z) (snd z).
Definition symmetric_at (z : R * R) : R := symmetric (fst z) (snd z).
Definition imbalance_at (z : R * R) : R := imbalance (fst z) (snd z).
Definition separatrix_at (mu : R) (z : R * R) : R := separatrix mu (error_at mu z) (imbalance_at z).
Definition ellipse_at (mu : R) (z : R * R) : R := ellipse mu (symmetric_at z) (imbalance_at z).

(** Orbits: [iterate n f x] is the n-th point of the orbit of x *)
Fixpoint iterate {A : Type} (n : nat) (f : A -> A) (x : A) : A :=
  match n with O => x | S k => f (iterate k f x) end.

(** The real power of x >= 0 to y > 0.  Coq's [Rpower 0 y] is 1, the paper's 0^y is 0. *)
Definition power (x y : R) : R := if Req_EM_T x 0 then 0 else Rpower x y.
