// The discretised boundary-value problem as a map over a box: z = (x_0, u_1, x_1, …, u_N, x_N), with the boundary conditions in the rows of x_0,
// G(t_k, x_k) + F(u_k) in those of u_k, and the equation of the k-th interval in those of x_k. The Jacobian is block-bidiagonal with a
// border:
//
//       x_0   u_1   x_1   u_2   x_2
//       M                       N        Γ
//             F'    C                    variational inequality of u_1
//       S     B     R                    x_1 − x_0 − h (f + B u_1),   R = I − h A Θ,   S = −I − h (A (I − Θ) + d(B u)/dx),   B stands for −h B
//                         F'    C
//                   S     B     R
#pragma once

#include <vector>

#include "nsds/common/eigen.hpp"
#include "nsds/theory/boundary_values/dvi_boundary_value_problem.hpp"
#include "nsds/theory/first_order/dvi_trajectory.hpp"

namespace nsds {

class DiscretisedProblem {
 public:
  /// problem: with a K that is a box; it has to stay. theta: (n).
  DiscretisedProblem(const DviBoundaryValueProblem& problem, Vector theta, std::vector<double> mesh);

  Index intervals() const { return static_cast<Index>(mesh_.size()) - 1; }
  Index size() const { return n_ + intervals() * (n_ + m_); }
  const std::vector<double>& mesh() const { return mesh_; }
  Index placeOfState(Index k) const { return k == 0 ? 0 : n_ + (k - 1) * (n_ + m_) + m_; }
  Index placeOfInput(Index k) const { return n_ + (k - 1) * (n_ + m_); }

  /// (size) the box, widened by so much where it has bounds. widening: 0, or infinite for none at all.
  void bounds(double widening, Vector& lower, Vector& upper) const;
  /// F(z): (size) out.
  void evaluate(VectorConstRef z, VectorRef value);
  /// Entries of the pattern are those that may differ from zero; values: (nonZeros) out.
  const Eigen::SparseMatrix<double>& pattern() const { return pattern_; }
  void jacobian(VectorConstRef z, VectorRef values);
  /// The defects of the intervals, (intervals).
  Vector defects(VectorConstRef z);
  /// The trajectory of x and of the first `inputs` entries of u.
  DviTrajectory trajectory(VectorConstRef z, Index inputs) const;
  /// z as interpolants have it at the instants of this mesh: (size).
  Vector sample(const DviTrajectory& from) const;

 private:
  using Mask = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;
  void makeMasks();
  void layOut();
  void rate(double t, VectorConstRef x, VectorConstRef u, VectorRef value);
  void mix(Index k, VectorConstRef z);
  void linearise(Index k, VectorConstRef z);
  auto state(VectorConstRef z, Index k) const { return z.segment(placeOfState(k), n_); }
  auto input(VectorConstRef z, Index k) const { return z.segment(placeOfInput(k), m_); }
  double step(Index k) const { return at(k) - at(k - 1); }
  double at(Index k) const { return mesh_[static_cast<std::size_t>(k)]; }

  const DviBoundaryValueProblem& problem_;
  const DifferentialVariationalInequality& dvi_;
  Index n_;
  Index m_;
  Vector theta_;
  std::vector<double> mesh_;
  Eigen::SparseMatrix<double> pattern_;
  // Where R, S, B, C, F', M and N may have entries.
  Mask implicit_, explicit_, input_, output_, inner_, first_, last_;
  // Their values at an interval; R and C of the one before, whose column S shares.
  Matrix R_, lastR_, S_, B_, C_, lastC_, D_, M_, N_;
  Matrix A_, derivative_;
  Vector mixed_, f_, w_;
};

}  // namespace nsds
