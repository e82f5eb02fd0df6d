// Generic mechanical problems for tests, and the residual of the class evaluated without the library.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/generic_mechanical.h"
#include "numerics/linalg/storages.hpp"
#include "truth/contact_judge.hpp"

namespace nsds::test {

struct MechanicalBlock {
  nsds_block_kind kind;
  Eigen::Index rows;
  double mu = 0.0;
};

struct MechanicalData {
  Eigen::MatrixXd W;
  Eigen::VectorXd q;
  std::vector<MechanicalBlock> blocks;
  Eigen::VectorXd lower, upper;  // (n), read of boxes

  Eigen::Index size() const { return q.size(); }
};

// Bounds of zero size where there are no boxes.
MechanicalData mechanical(Eigen::MatrixXd W, Eigen::VectorXd q, std::vector<MechanicalBlock> blocks);

// A problem with its matrix in one storage. Stays where it is.
struct GivenMechanical {
  explicit GivenMechanical(MechanicalData given, nsds_storage storage = NSDS_DENSE);
  GivenMechanical(const GivenMechanical&) = delete;
  GivenMechanical& operator=(const GivenMechanical&) = delete;

  MechanicalData data;
  Stored W;
  std::vector<std::int32_t> starts, kinds;
  std::vector<double> mu;
  nsds_generic_mechanical problem{};
};

struct MechanicalOutcome {
  Eigen::VectorXd lambda, w;
  nsds_report report{};
  Eigen::VectorXd certificate;
};

inline numerics::Options mechanical_options(const std::string& solver, double tolerance = 1e-10) {
  return numerics::Options(NSDS_CLASS_GENERIC_MECHANICAL, solver).set("tolerance", tolerance);
}

// From start where the options say so, else from zero.
MechanicalOutcome solve(const GivenMechanical& given, const numerics::Options& options, Eigen::VectorXd start,
                        nsds_workspace* workspace = nullptr);
MechanicalOutcome solve(const GivenMechanical& given, const numerics::Options& options);

// As generic_mechanical.h defines it.
double naive_mechanical_residual(const MechanicalData& data, const Eigen::VectorXd& lambda);

// The problem as the judge of contacts takes it, which has contacts first.
struct JudgedMechanical {
  ContactProblem problem;
  std::vector<Eigen::Index> order;  // (n): the rows of the given problem

  Eigen::VectorXd ordered(const Eigen::VectorXd& lambda) const;
};
JudgedMechanical judged(const MechanicalData& data);

// Checks what holds of every outcome that is no refusal: w of lambda, lambda in its sets, the residual as the judge finds it, and
// OK exactly where that is within the tolerance.
void expect_honest(const GivenMechanical& given, const MechanicalOutcome& outcome, double tolerance);

// A random problem with a solution that was chosen first: every block in one of the states of its law. W is
// J J' with so many more columns than rows; below zero W is singular.
struct Planted {
  MechanicalData data;
  Eigen::VectorXd lambda, w;
};
struct PlantedRules {
  int blocks = 8;
  bool friction = true;
  bool boxes = true;
  bool equalities = true;
  bool redundant = false;  // every equality block once more, turned and shortened
};
Planted planted(const PlantedRules& rules, unsigned seed);

// The same problem in other units: row i of W, q and the bounds times d_i, the columns of W too.
MechanicalData in_other_units(const MechanicalData& data, const Eigen::VectorXd& d);
// Its blocks in another order: the k-th is block order[k]. rows: the row that the i-th one was.
MechanicalData in_other_order(const MechanicalData& data, const std::vector<std::size_t>& order,
                              std::vector<Eigen::Index>& rows);
// With T W T', T q: T orthogonal.
MechanicalData turned(const MechanicalData& data, const Eigen::MatrixXd& T);

}  // namespace nsds::test
