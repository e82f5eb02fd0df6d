// Where displacements take the outputs of mechanical relations:
//
//   y(q displaced by N^-1 G^T lambda) = y(q) + G N^-1 G^T lambda + O(|lambda|^2),   N = M(q) or the identity,
//
// as a condensed operator, whatever the integrator is.
#pragma once

#include <vector>

#include "integrators/iteration_matrices.hpp"
#include "nsds/kernel/integrators/condensed_operator.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/mechanical_ds.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"

namespace nsds {

class PositionOperator {
 public:
  /// Errors: InvalidArgument naming a system that is not mechanical; Error if a mass matrix is singular.
  void compile(NonSmoothDynamicalSystem& nsds, bool massMetric);
  /// G and N^-1 G^T at the present coordinates. False if that changed no number.
  bool linearise(double t, const IndexSet& rows);
  /// N^-1 G^T of a row becomes that of the row plus ratio times the next, until the next linearise.
  void tilt(std::int32_t interaction, std::int32_t row, double ratio);
  const CondensedOperator& condensed() const { return condensed_; }
  /// Writes the outputs at the present coordinates to those of the model.
  void evaluate(double t, const IndexSet& rows);
  /// Displaces the coordinates of the model by N^-1 G^T lambda; lambda: over the rows one after the other.
  /// Errors: Error naming a system whose coordinates overflow.
  void displace(const IndexSet& rows, const double* lambda);

 private:
  struct System {
    MechanicalDS* ds = nullptr;
    Placement placement;
  };
  struct Contact {
    const MechanicalRelation* relation;  // null where it is none
    bool constant;                       // G and N^-1 G^T
    bool evaluated;
  };

  void compileContacts();
  void assignMetric(std::size_t system);
  void lineariseContact(double t, std::size_t contact);
  Eigen::Map<const Vector> gather(std::size_t contact);

  NonSmoothDynamicalSystem* nsds_ = nullptr;
  bool massMetric_ = true;
  std::vector<System> systems_;
  std::vector<Contact> contacts_;
  IterationMatrices metric_;
  CondensedOperator condensed_;
  Matrix scratch_;
  std::vector<double> gathered_;
  std::vector<double> jacobian_;
  std::vector<double> displacement_;  // (dofs)
};

}  // namespace nsds
