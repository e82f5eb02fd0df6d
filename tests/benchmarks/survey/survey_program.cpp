#include <fmt/core.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/measurements/program_measurement.hpp"
#include "benchmarks/measurements/timing.hpp"
#include "benchmarks/survey/survey_plans.hpp"
#include "nsds/numerics/cpp/convex_qp.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;

template <const char* name>
std::string seeded(int n, int seed) {
  return fmt::format("{}:{}:{}", name, n, seed);
}
constexpr char dense[] = "dense", semidefinite[] = "semidefinite", redundant[] = "redundant",
               sparse[] = "sparse", linear[] = "linear", degenerate[] = "degenerate",
               portfolio[] = "portfolio", svm[] = "svm", lasso[] = "lasso", control[] = "control",
               isotonic[] = "isotonic", contact[] = "contact", obstacle[] = "obstacle", torsion[] = "torsion",
               monotone[] = "monotone", skew[] = "skew", cournot[] = "cournot", traffic[] = "traffic",
               game[] = "game", relay[] = "relay", boxes[] = "boxes";

constexpr SurveyFamily programs[] = {{dense, seeded<dense>},         {semidefinite, seeded<semidefinite>},
                                     {redundant, seeded<redundant>}, {sparse, seeded<sparse>},
                                     {linear, seeded<linear>},       {degenerate, seeded<degenerate>},
                                     {portfolio, seeded<portfolio>}, {svm, seeded<svm>},
                                     {lasso, seeded<lasso>},         {control, seeded<control>},
                                     {isotonic, seeded<isotonic>},   {contact, seeded<contact>},
                                     {obstacle, seeded<obstacle>},   {torsion, seeded<torsion>}};
constexpr SurveyFamily inequalities[] = {{monotone, seeded<monotone>}, {skew, seeded<skew>},
                                         {cournot, seeded<cournot>},   {traffic, seeded<traffic>},
                                         {game, seeded<game>},         {relay, seeded<relay>},
                                         {boxes, seeded<boxes>},       {dense, seeded<dense>},
                                         {linear, seeded<linear>},     {contact, seeded<contact>}};

SurveyPlan plan_of(nsds_class problem_class, const char* title) {
  SurveyPlan plan;
  plan.problem_class = problem_class;
  plan.sizes = {20, 100, 500};
  plan.time_limit = [](int n) { return n <= 100 ? 0.2 : 0.5; };
  plan.seeds = [](int n) { return n <= 100 ? 2 : 1; };
  plan.head = fmt::format(
      "\n# {} solvers\n\n"
      "Problems: families of `tests/support/program_families.hpp`, two seeds of a size up to n = 100, one "
      "beyond, in the storage of the family. Measured as above, within {} s ({} s beyond n = 100). Every "
      "problem has a solution.\n",
      title, plan.time_limit(1), plan.time_limit(500));
  return plan;
}

// min 1/2 z'Q z + p'z, S z in a box, where the rows of S are those of A, those of C and the bounded unknowns;
// S is the identity where there are no rows.
class AsConvexQp {
 public:
  explicit AsConvexQp(const std::string& spec) : program_(test::make_program(spec)), views_(program_) {
    const int rows = program_.inequalities() + program_.equalities();
    if (rows == 0) {
      problem_.emplace(views_.Q(), program_.p, program_.lower, program_.upper);
    } else {
      stack();
      view_ = numerics::view(S_);
      problem_.emplace(views_.Q(), program_.p, view_, VectorXd::Zero(low_.size()), low_, high_);
    }
    const double w = program_.p.cwiseAbs().maxCoeff(), diagonal = program_.dense_Q().diagonal().maxCoeff();
    problem_->set_scales(w > 0.0 && diagonal > 0.0 ? w / diagonal : 1.0, w > 0.0 ? w : 1.0);
  }

  std::optional<SurveyOutcome> measure(const nsds_solver_info& solver, const SurveyDemand& demand) const {
    numerics::Options options(NSDS_CLASS_CONVEX_QP, solver.name);
    options.set("tolerance", demand.tolerance).set("time_limit", demand.time_limit);
    numerics::Workspace workspace;
    VectorXd z(problem_->size()), xi(problem_->rows()), u(problem_->rows());
    numerics::Report report;
    try {
      const double seconds = best_seconds(1e-3, [&] {
        z.setZero();
        xi.setZero();
        report = problem_->solve(z, xi, u, options, &workspace);
      });
      return SurveyOutcome{seconds, problem_->residual(z, xi).value, report.status};
    } catch (const numerics::Error&) {
      return std::nullopt;
    }
  }

 private:
  void stack() {
    const int m = program_.inequalities(), e = program_.equalities(), n = program_.size();
    Eigen::MatrixXd S(m + e + n, n);
    S << program_.dense_A(), program_.dense_C(), Eigen::MatrixXd::Identity(n, n);
    low_.resize(m + e + n);
    high_.resize(m + e + n);
    low_ << program_.b, program_.d, program_.lower;
    high_ << VectorXd::Constant(m, HUGE_VAL), program_.d, program_.upper;
    std::vector<Eigen::Index> kept;
    for (Eigen::Index i = 0; i < low_.size(); ++i)
      if (std::isfinite(low_[i]) || std::isfinite(high_[i])) kept.push_back(i);
    S_ = S(kept, Eigen::all).sparseView();
    S_.makeCompressed();
    low_ = VectorXd(low_(kept));
    high_ = VectorXd(high_(kept));
  }

  test::Program program_;
  test::ProgramViews views_;
  Eigen::SparseMatrix<double> S_;
  nsds_matrix view_{};
  VectorXd low_, high_;
  std::optional<numerics::convex_qp::Problem> problem_;
};

std::optional<SurveyOutcome> measure_one(const nsds_solver_info& solver, const test::Program& program,
                                         nsds_class problem_class, const SurveyDemand& demand) {
  const test::ProgramViews views(program);
  try {
    const SolveMeasured measured = measure_program(program, views, problem_class,
                                                   {.solver = solver.name,
                                                    .tolerance = demand.tolerance,
                                                    .time_limit = demand.time_limit,
                                                    .budget = 1e-3});
    return SurveyOutcome{measured.seconds, measured.residual, measured.status};
  } catch (const numerics::Error&) {
    return std::nullopt;
  }
}

}  // namespace

SurveyPlan program_plan(nsds_class problem_class) {
  const bool quadratic = problem_class == NSDS_CLASS_QP;
  SurveyPlan plan = plan_of(problem_class, quadratic ? "QP" : "AVI");
  if (quadratic) {
    plan.families.assign(std::begin(programs), std::end(programs));
  } else {
    plan.families.assign(std::begin(inequalities), std::end(inequalities));
  }
  plan.load = [problem_class](const std::string& spec) -> SurveySolve {
    return [problem_class, program = test::make_program(spec)](const nsds_solver_info& solver,
                                                               const SurveyDemand& demand) {
      return measure_one(solver, program, problem_class, demand);
    };
  };
  return plan;
}

SurveyPlan convex_qp_plan() {
  SurveyPlan plan = plan_of(NSDS_CLASS_CONVEX_QP, "Convex QP");
  plan.families.assign(std::begin(programs), std::end(programs));
  plan.load = [](const std::string& spec) -> SurveySolve {
    return [problem = std::make_shared<const AsConvexQp>(spec)](const nsds_solver_info& solver,
                                                                const SurveyDemand& demand) {
      return problem->measure(solver, demand);
    };
  };
  return plan;
}

}  // namespace nsds::bench
