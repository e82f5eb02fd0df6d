#include "nsds/kernel/well_posedness/linear_complementarity_system.hpp"

#include <algorithm>
#include <array>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/first_order_ds.hpp"
#include "nsds/kernel/modeling/first_order_linear_relations.hpp"

namespace nsds {

namespace {

constexpr const char* nameOfSystem = "LinearComplementaritySystem";

Matrix orElse(MatrixConstRef given, const Matrix& otherwise) {
  return given.size() > 0 ? Matrix(given) : otherwise;
}

/// The systems of the interactions and the first state of each.
struct Places {
  std::vector<const FirstOrderDS*> systems;
  std::vector<Index> first;
  Index states = 0;

  Index of(const DynamicalSystem& system) {
    const auto found = std::find(systems.begin(), systems.end(), &system);
    if (found != systems.end()) return first[static_cast<std::size_t>(found - systems.begin())];
    const auto* const ds = dynamic_cast<const FirstOrderDS*>(&system);
    check::that(ds != nullptr && ds->constantM() != nullptr && ds->constantJacobian() != nullptr,
                "{} is no first-order system with constant matrices M and A", system.name());
    systems.push_back(ds);
    first.push_back(states);
    states += ds->dimension();
    return first.back();
  }
};

const FirstOrderLinearTIR& linearRelationOf(const Interaction& interaction) {
  const auto* const relation = dynamic_cast<const FirstOrderLinearTIR*>(&interaction.relation());
  check::that(relation != nullptr, "the relation {} of {} is not linear with constant matrices",
              interaction.relation().name(), interaction.name());
  return *relation;
}

}  // namespace

LinearComplementaritySystem::LinearComplementaritySystem(MatrixConstRef A_, MatrixConstRef B_,
                                                         MatrixConstRef C_, MatrixConstRef D_,
                                                         MatrixConstRef M_)
    : A(A_),
      B(B_),
      C(C_),
      D(orElse(D_, Matrix::Zero(C_.rows(), C_.rows()))),
      M(orElse(M_, Matrix::Identity(A_.rows(), A_.rows()))) {
  check::shape(nameOfSystem, "A", A, A.rows(), A.rows());
  check::shape(nameOfSystem, "C", C, C.rows(), A.rows());
  check::shape(nameOfSystem, "B", B, A.rows(), C.rows());
  check::shape(nameOfSystem, "D", D, C.rows(), C.rows());
  check::shape(nameOfSystem, "M", M, A.rows(), A.rows());
  check::that(A.rows() > 0 && C.rows() > 0, "{} has no states, or no outputs", nameOfSystem);
  check::finite(nameOfSystem, "A", A);
  check::finite(nameOfSystem, "B", B);
  check::finite(nameOfSystem, "C", C);
  check::finite(nameOfSystem, "D", D);
  check::finite(nameOfSystem, "M", M);
}

LinearComplementaritySystem linearComplementaritySystem(std::span<const Interaction* const> interactions) {
  Places places;
  Index rows = 0;
  for (const Interaction* const interaction : interactions) {
    linearRelationOf(*interaction);
    for (const DynamicalSystem* const system : interaction->systems()) places.of(*system);
    rows += interaction->rows();
  }

  // The systems stand in the diagonal blocks of M and A.
  Matrix A = Matrix::Zero(places.states, places.states);
  Matrix M = A;
  for (std::size_t s = 0; s < places.systems.size(); ++s) {
    const FirstOrderDS& system = *places.systems[s];
    const Index n = system.dimension();
    const Index at = places.first[s];
    system.constantM()->copyTo(M.block(at, at, n, n));
    system.constantJacobian()->copyTo(A.block(at, at, n, n));
  }

  // Each interaction has its rows, and the columns of the systems that it links.
  Matrix B = Matrix::Zero(places.states, rows);
  Matrix C = Matrix::Zero(rows, places.states);
  Matrix D = Matrix::Zero(rows, rows);
  Index row = 0;
  for (const Interaction* const interaction : interactions) {
    const FirstOrderLinearTIR& relation = linearRelationOf(*interaction);
    const Index m = interaction->rows();
    Index column = 0;
    for (const DynamicalSystem* const system : interaction->systems()) {
      const Index at = places.of(*system);
      const Index n = system->dimension();
      C.block(row, at, m, n) += relation.C().middleCols(column, n);
      B.block(at, row, n, m) += relation.B().middleRows(column, n);
      column += n;
    }
    D.block(row, row, m, m) = relation.D();
    row += m;
  }
  return {A, B, C, D, M};
}

LinearComplementaritySystem linearComplementaritySystem(const Interaction& interaction) {
  const std::array<const Interaction*, 1> one{&interaction};
  return linearComplementaritySystem(one);
}

}  // namespace nsds
