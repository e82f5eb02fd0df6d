#include "friction/newton_rows.hpp"

#include <algorithm>

namespace nsds::numerics {
namespace {

template <int D>
void evaluate(Formulation formulation, const ContactParameters& p, const double* r, const double* u,
              double* F, NewtonRow<D>& row) {
  row.kind = RowKind::full;
  switch (formulation) {
    case Formulation::alart_curnier:
      return alart_curnier<D>(p, r, u, F, row.A, row.B);
    case Formulation::jean_moreau:
      return jean_moreau<D>(p, r, u, F, row.A, row.B);
    case Formulation::fischer_burmeister:
      return fischer_burmeister<D>(p, r, u, F, row.A, row.B);
    case Formulation::natural_map:
      return desaxce_natural_map<D>(p, r, u, F, row.A, row.B);
  }
}

// Is B = 0 and A = I, or A = 0 and B a multiple of the identity, which is then taken out of the row?
template <int D>
void simplify(NewtonRow<D>& row, double* F) {
  const auto is_multiple = [](const double* M, double value) {
    for (int j = 0; j < D; ++j)
      for (int i = 0; i < D; ++i)
        if (M[j * D + i] != (i == j ? value : 0.0)) return false;
    return true;
  };
  if (is_multiple(row.B, 0.0) && is_multiple(row.A, 1.0)) {
    row.kind = RowKind::open;
  } else if (row.B[0] > 0.0 && is_multiple(row.A, 0.0) && is_multiple(row.B, row.B[0])) {
    row.kind = RowKind::stick;
    for (int i = 0; i < D; ++i) F[i] /= row.B[0];
  }
}

}  // namespace

template <int D>
double newton_rows(const Island<D>& island, Formulation formulation, std::span<const double> r,
                   std::span<const double> u, double alpha, double rho_factor, std::span<NewtonRow<D>> rows,
                   std::span<double> right) {
  double merit = 0.0;
  std::fill(right.begin(), right.end(), 0.0);
  for (std::size_t c = 0; c < island.contacts; ++c) {
    const ContactParameters p{island.mu[c], rho_factor / (island.weights[c] + alpha)};
    double F[D] = {};
    evaluate<D>(formulation, p, &r[pad<D> * c], &u[pad<D> * c], F, rows[c]);
    for (const double value : F) merit += value * value;
    simplify<D>(rows[c], F);
    for (std::size_t i = 0; i < D; ++i) right[pad<D> * c + i] = -F[i];
  }
  return merit;
}

template double newton_rows<2>(const Island<2>&, Formulation, std::span<const double>,
                               std::span<const double>, double, double, std::span<NewtonRow<2>>,
                               std::span<double>);
template double newton_rows<3>(const Island<3>&, Formulation, std::span<const double>,
                               std::span<const double>, double, double, std::span<NewtonRow<3>>,
                               std::span<double>);

}  // namespace nsds::numerics
