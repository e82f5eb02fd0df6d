// The problem of a step becomes a file in one call, in every formulation: the file holds the bits that the solver was
// given, and `nsds solve` solves it.
#include <gtest/gtest.h>

#include <cstring>
#include <nsds/kernel.hpp>
#include <nsds/kernel/formulations/global_rolling_friction_contact.hpp>
#include <nsds/kernel/formulations/rolling_friction_contact.hpp>
#include <nsds/kernel/modeling/laws/rolling_friction.hpp>
#include <nsds/problems.hpp>

#include "io/command/run_program.hpp"
#include "io/temporary_folder.hpp"

namespace nsds::problem_copy_test {
namespace {

// The laws that a point mass of six coordinates may be under: each acts on coordinates of its own, which springs couple.
enum Law : unsigned { joint = 1, stop = 2, motor = 4, contact = 8, polyhedron = 16, wheel = 32, ball = 64 };

struct Stepped {
  explicit Stepped(unsigned laws) : model(0.0, 1.0) {
    const Matrix mass = 2.0 * Matrix::Identity(6, 6) + 0.25 * Matrix::Ones(6, 6);
    auto& system =
        model.add<LagrangianLinearTIDS>(Vector::Zero(6), Vector{{-1.0, -0.6, -0.3, -1.0, 0.4, 0.7}}, mass);
    system.setFExt(Vector{{3.0, -10.0, 1.0, -4.0, 2.0, 0.5}});
    const auto rows = [](Index first, Index count) {
      return Matrix(Matrix::Identity(6, 6).middleRows(first, count));
    };
    if ((laws & joint) != 0) model.link(EqualityConditionNSL(1), LagrangianLinearTIR(rows(0, 1)), system);
    if ((laws & stop) != 0) model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(rows(1, 1)), system);
    if ((laws & motor) != 0) model.link(RelayNSL(-0.05, 0.08), LagrangianLinearTIR(rows(2, 1)), system);
    if ((laws & contact) != 0)
      model.link(NewtonImpactFrictionNSL(0.0, 0.0, 0.3, 3), LagrangianLinearTIR(rows(3, 3)), system);
    if ((laws & wheel) != 0)
      model.link(NewtonImpactRollingFrictionNSL(0.0, 0.0, 0.3, 0.05, 3), LagrangianLinearTIR(rows(3, 3)),
                 system);
    if ((laws & ball) != 0)
      model.link(NewtonImpactRollingFrictionNSL(0.0, 0.0, 0.3, 0.05, 5), LagrangianLinearTIR(rows(1, 5)),
                 system);
    if ((laws & polyhedron) != 0)
      model.link(NormalConeNSL(Matrix{{1.0, 0.0}, {0.0, 1.0}, {-1.0, -1.0}}, Vector{{0.0, 0.0, -1.0}}),
                 LagrangianLinearTIR(rows(4, 2)), system);
  }

  template <class Formulation>
  ProblemCopy copyBy(Formulation&& formulation) {
    TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), MoreauJeanOSI(0.5),
                            std::forward<Formulation>(formulation));
    simulation.initialize();
    simulation.computeOneStep();
    ProblemCopy copy = simulation.nonSmoothProblem().copyProblem();
    simulation.nextStep();
    return copy;
  }

  Model model;
};

void expectSameBits(const double* read, const double* copied, Index count, const char* what) {
  if (count == 0) return;
  EXPECT_EQ(std::memcmp(read, copied, static_cast<std::size_t>(count) * sizeof(double)), 0) << what;
}

void expectSameBits(const nsds_matrix& read, const Matrix& copied, const char* what) {
  ASSERT_EQ(read.storage, NSDS_DENSE) << what;
  ASSERT_EQ(read.rows, copied.rows()) << what;
  ASSERT_EQ(read.cols, copied.cols()) << what;
  expectSameBits(read.as.dense.values, copied.data(), copied.size(), what);
}

class FailedStep : public testing::Test {
 protected:
  template <class Problem>
  Problem written(const ProblemCopy& copy) {
    const std::string file = (folder / "failed.dat").string();
    problems::writeProblem(file, copy);
    problems::AnyProblem read = problems::readProblem(file);
    EXPECT_EQ(copy.problemClass, nsds_class_name(problems::classOf(read)));
    const test::Outcome outcome = test::nsds({"solve", file});
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.errors;
    return std::get<Problem>(std::move(read));
  }

  test::TemporaryFolder folder;
};

TEST_F(FailedStep, OfComplementarity) {
  const ProblemCopy copy = Stepped(stop).copyBy(LCP());
  const auto problem = written<problems::Lcp>(copy);
  expectSameBits(*problem.view().M, copy.M, "M");
  expectSameBits(problem.view().q, copy.q.data(), copy.q.size(), "q");
}

TEST_F(FailedStep, OfEqualities) {
  const ProblemCopy copy = Stepped(joint).copyBy(Equality());
  const auto problem = written<problems::Equality>(copy);
  expectSameBits(*problem.view().M, copy.M, "M");
  expectSameBits(problem.view().q, copy.q.data(), copy.q.size(), "q");
}

TEST_F(FailedStep, OfBoth) {
  const ProblemCopy copy = Stepped(joint | stop).copyBy(MLCP());
  const auto problem = written<problems::Mlcp>(copy);
  expectSameBits(*problem.view().M, copy.M, "M");
  ASSERT_EQ(problem.view().size, 2);
  EXPECT_EQ(problem.view().complementary[0], 0);
  EXPECT_EQ(problem.view().complementary[1], 1);
}

TEST_F(FailedStep, OfIntervals) {
  const ProblemCopy copy = Stepped(joint | stop | motor).copyBy(Relay());
  const auto problem = written<problems::Relay>(copy);
  expectSameBits(*problem.view().M, copy.M, "M");
  expectSameBits(problem.view().lower, copy.lower.data(), 3, "lower");
  expectSameBits(problem.view().upper, copy.upper.data(), 3, "upper");
}

TEST_F(FailedStep, OfPolyhedra) {
  const ProblemCopy copy = Stepped(motor | polyhedron).copyBy(AVI());
  const auto problem = written<problems::Avi>(copy);
  expectSameBits(*problem.view().M, copy.M, "M");
  expectSameBits(*problem.view().A, copy.A, "A");
  expectSameBits(problem.view().b, copy.b.data(), 3, "b");
  expectSameBits(problem.view().lower, copy.lower.data(), 3, "lower");
}

TEST_F(FailedStep, OfContacts) {
  const ProblemCopy copy = Stepped(contact).copyBy(FrictionContact());
  const auto problem = written<problems::FrictionContact>(copy);
  EXPECT_EQ(problem.view().dimension, 3);
  expectSameBits(*problem.view().W, copy.M, "W");
  expectSameBits(problem.view().mu, copy.mu.data(), 1, "mu");
}

TEST_F(FailedStep, OfContactsInGlobalForm) {
  const ProblemCopy copy = Stepped(contact | joint).copyBy(GlobalFrictionContact());
  const auto problem = written<problems::GlobalFrictionContact>(copy);
  const nsds_global_friction_contact& view = problem.view();
  expectSameBits(*view.M, copy.M, "M");
  expectSameBits(*view.H, copy.H, "H");
  ASSERT_EQ(view.constraints, 1);
  expectSameBits(*view.G, copy.A, "G");
  expectSameBits(view.q, copy.q.data(), 6, "q");
  expectSameBits(view.b, copy.w.data(), 3, "b");
  expectSameBits(view.d, copy.b.data(), 1, "d");
}

TEST_F(FailedStep, OfContactsThatResistRolling) {
  for (const Law law : {wheel, ball}) {
    const ProblemCopy copy = Stepped(law).copyBy(RollingFrictionContact());
    const auto problem = written<problems::RollingFrictionContact>(copy);
    EXPECT_EQ(problem.view().dimension, law == wheel ? 3 : 5);
    expectSameBits(*problem.view().W, copy.M, "W");
    expectSameBits(problem.view().q, copy.q.data(), copy.q.size(), "q");
    expectSameBits(problem.view().mu, copy.mu.data(), 1, "mu");
    expectSameBits(problem.view().mu_r, copy.muR.data(), 1, "mu_r");
    EXPECT_EQ(copy.muR, Vector{{0.05}});
  }
}

TEST_F(FailedStep, OfContactsThatResistRollingInGlobalForm) {
  const ProblemCopy copy = Stepped(wheel | joint).copyBy(GlobalRollingFrictionContact());
  const auto problem = written<problems::GlobalRollingFrictionContact>(copy);
  const nsds_global_rolling_friction_contact& view = problem.view();
  expectSameBits(*view.M, copy.M, "M");
  expectSameBits(*view.H, copy.H, "H");
  ASSERT_EQ(view.constraints, 1);
  expectSameBits(*view.G, copy.A, "G");
  expectSameBits(view.b, copy.w.data(), 3, "b");
  expectSameBits(view.mu_r, copy.muR.data(), 1, "mu_r");
}

// A step without active contacts has joints alone.
TEST_F(FailedStep, OfJointsInGlobalForm) {
  const ProblemCopy copy = Stepped(joint).copyBy(GlobalFrictionContact());
  const auto problem = [&] {
    const std::string file = (folder / "failed.dat").string();
    problems::writeProblem(file, copy);
    EXPECT_EQ(test::nsds({"solve", file, "--class", "global_friction_contact"}).status, 0);
    return problems::readGlobalFrictionContact(file);
  }();
  EXPECT_EQ(problem.view().contacts, 0);
  ASSERT_EQ(problem.view().constraints, 1);
  expectSameBits(*problem.view().G, copy.A, "G");
}

// What the solver of the class makes of the file are the impulses of the step: the matrix is definite, they are unique.
TEST_F(FailedStep, OfRowsOfAllKinds) {
  Stepped stepped(joint | stop | motor | contact);
  const ProblemCopy copy = stepped.copyBy(GenericMechanical());
  EXPECT_EQ(copy.blockStarts, (std::vector<std::int32_t>{0, 1, 2, 3, 6}));
  const auto problem = written<problems::GenericMechanical>(copy);
  const nsds_generic_mechanical& view = problem.view();
  expectSameBits(*view.W, copy.M, "W");
  expectSameBits(view.q, copy.q.data(), 6, "q");
  EXPECT_EQ(std::vector(view.kinds, view.kinds + 4),
            (std::vector<std::int32_t>{NSDS_BLOCK_EQUALITY, NSDS_BLOCK_COMPLEMENTARITY, NSDS_BLOCK_BOX,
                                       NSDS_BLOCK_FRICTION}));
  EXPECT_EQ(view.mu[3], 0.3);
  EXPECT_EQ(view.lower[2], -0.05);
  EXPECT_EQ(view.upper[2], 0.08);
  Vector lambda = Vector::Zero(6);
  ASSERT_EQ(nsds_generic_mechanical_solve(&view, lambda.data(), nullptr, nullptr, nullptr, nullptr), NSDS_OK);
  nsds_residual residual;
  nsds_residual_init(&residual);
  ASSERT_EQ(nsds_generic_mechanical_residual(&view, lambda.data(), &residual), NSDS_OK);
  EXPECT_LE(residual.value, 1e-8);
  Index row = 0;
  for (const auto& interaction : stepped.model.nsds().interactions()) {
    for (Index i = 0; i < interaction->lambda().size(); ++i)
      EXPECT_NEAR(interaction->lambda()[i], lambda[row++], 1e-7);
  }
  EXPECT_EQ(row, 6);
}

// One sweep of Gauss-Seidel does not solve two stops that act on each other; what it failed at is a file in one call.
TEST_F(FailedStep, IsAFileInOneCall) {
  Model model(0.0, 1.0);
  const Matrix mass{{2.0, 1.0}, {1.0, 2.0}};
  auto& system = model.add<LagrangianLinearTIDS>(Vector::Zero(2), Vector::Constant(2, -1.0), mass);
  for (const Matrix& row : {Matrix{{1.0, 0.0}}, Matrix{{0.2, 1.0}}})
    model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(row), system);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), MoreauJeanOSI(0.5),
                          LCP(Solver("pgs").set("max_iterations", 1).set("tolerance", 1e-15)));
  simulation.initialize();
  const std::string file = (folder / "failed.dat").string();
  try {
    simulation.computeOneStep();
    FAIL() << "no SolverError";
  } catch (const SolverError& error) {
    problems::writeProblem(file, error.problem());
  }
  EXPECT_EQ(problems::classOf(problems::readProblem(file)), NSDS_CLASS_LCP);
}

TEST_F(FailedStep, IsRefusedWhereItDoesNotFitItsClass) {
  const std::string file = (folder / "failed.dat").string();
  ProblemCopy copy = Stepped(stop).copyBy(LCP());
  copy.problemClass = "no class";
  EXPECT_THROW(problems::writeProblem(file, copy), std::invalid_argument);
  copy.problemClass = "convex_qp";
  EXPECT_THROW(problems::writeProblem(file, copy), std::invalid_argument);
  copy.problemClass = "relay";
  EXPECT_THROW(problems::writeProblem(file, copy), std::invalid_argument) << "no bounds";
  copy.problemClass = "mlcp";
  EXPECT_THROW(problems::writeProblem(file, copy), std::invalid_argument) << "no bounds";
  copy.problemClass = "friction_contact";
  EXPECT_THROW(problems::writeProblem(file, copy), std::invalid_argument) << "no coefficients";
  copy.problemClass = "generic_mechanical";
  copy.lower = copy.upper = Vector::Zero(1);
  copy.mu = Vector::Constant(1, -1.0);
  EXPECT_THROW(problems::writeProblem(file, copy), std::invalid_argument) << "no blocks";
  copy.blockStarts = {0, 1};
  EXPECT_THROW(problems::writeProblem(file, copy), std::invalid_argument) << "no kinds";
  copy.blockKinds = {NSDS_BLOCK_BOX};
  copy.blockStarts = {0, 2};
  EXPECT_THROW(problems::writeProblem(file, copy), std::invalid_argument) << "a block behind the end";
  copy.problemClass = "lcp";
  copy.q[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(problems::writeProblem(file, copy), std::invalid_argument) << "not a number";
  EXPECT_FALSE(std::filesystem::exists(file)) << "nothing was written";
}

}  // namespace
}  // namespace nsds::problem_copy_test
