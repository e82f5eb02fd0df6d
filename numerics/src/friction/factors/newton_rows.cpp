#include "friction/factors/newton_rows.hpp"

#include <algorithm>

namespace nsds::numerics::friction {
namespace {

template <int D>
void evaluate(Formulation formulation, const Parameters<D>& p, const double* r, const double* u, double* F,
              NewtonRow<D>& row) {
  row.kind = RowKind::full;
  if constexpr (D == rolling_rows) {
    if (formulation == Formulation::jean_moreau) return jean_moreau<D>(p, r, u, F, row.A, row.B);
    return alart_curnier<D>(p, r, u, F, row.A, row.B);
  } else {
    switch (formulation) {
      case Formulation::alart_curnier:
        return alart_curnier<D>(p, r, u, F, row.A, row.B);
      case Formulation::jean_moreau:
        return jean_moreau<D>(p, r, u, F, row.A, row.B);
      case Formulation::fischer_burmeister:
        return fischer_burmeister<D>(p, r, u, F, row.A, row.B);
      case Formulation::natural_map:
        return desaxce_natural_map<D>(p, r, u, F, row.A, row.B);
      case Formulation::complementarity:
        if constexpr (D == 2)
          return alart_curnier<D>(p, r, u, F, row.A, row.B);
        else
          return complementarity(p, r, u, F, row.A, row.B);
    }
  }
}

// Tells whether M = diag(diagonal).
template <int D>
bool is_diagonal(const double* M, const double* diagonal) {
  for (int j = 0; j < D; ++j)
    for (int i = 0; i < D; ++i)
      if (M[j * D + i] != (i == j ? diagonal[i] : 0.0)) return false;
  return true;
}

// Tells whether B = 0 and A is diagonal, or A = 0 and B a multiple of the identity. What is not one is then
// taken out of the row.
template <int D>
void simplify(NewtonRow<D>& row, double* F) {
  double nothing[D] = {}, of_A[D], of_B[D];
  for (int i = 0; i < D; ++i) {
    of_A[i] = row.A[i * D + i];
    of_B[i] = row.B[0];
  }
  const bool positive = std::all_of(of_A, of_A + D, [](double value) { return value > 0.0; });
  if (positive && is_diagonal<D>(row.B, nothing) && is_diagonal<D>(row.A, of_A)) {
    row.kind = RowKind::open;
    for (int i = 0; i < D; ++i) F[i] /= of_A[i];
  } else if (row.B[0] > 0.0 && is_diagonal<D>(row.A, nothing) && is_diagonal<D>(row.B, of_B)) {
    row.kind = RowKind::stick;
    for (int i = 0; i < D; ++i) F[i] /= row.B[0];
  }
}

}  // namespace

template <int D>
double newton_rows(const Island<D>& island, Formulation formulation, std::span<const double> r,
                   std::span<const double> u, std::span<const double> shifts, double rho_factor,
                   std::span<NewtonRow<D>> rows, std::span<double> right) {
  double merit = 0.0;
  std::fill(right.begin(), right.end(), 0.0);
  for (std::size_t c = 0; c < island.contacts; ++c) {
    const double shift = shifts.empty() ? 0.0 : shifts[c];
    const Parameters<D> p{island.mu[c], rho_factor / (island.weights[c] + shift)};
    double F[D] = {};
    evaluate<D>(formulation, p, &r[pad<D> * c], &u[pad<D> * c], F, rows[c]);
    for (const double value : F) merit += value * value;
    simplify<D>(rows[c], F);
    for (std::size_t i = 0; i < D; ++i) right[pad<D> * c + i] = -F[i];
  }
  return merit;
}

template double newton_rows<2>(const Island<2>&, Formulation, std::span<const double>,
                               std::span<const double>, std::span<const double>, double,
                               std::span<NewtonRow<2>>, std::span<double>);
template double newton_rows<3>(const Island<3>&, Formulation, std::span<const double>,
                               std::span<const double>, std::span<const double>, double,
                               std::span<NewtonRow<3>>, std::span<double>);
template double newton_rows<rolling_rows>(const Island<rolling_rows>&, Formulation, std::span<const double>,
                                          std::span<const double>, std::span<const double>, double,
                                          std::span<NewtonRow<rolling_rows>>, std::span<double>);

}  // namespace nsds::numerics::friction
