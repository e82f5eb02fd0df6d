// More constraints than unknowns: the motion is determined, the forces are not, and what the bodies need of
// them holds: the resultant.
#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <algorithm>
#include <array>
#include <deque>

#include "kernel/joints/joint_mechanism.hpp"

namespace nsds::test::redundancy_test {
namespace {

const Eigen::Quaterniond straight = Eigen::Quaterniond::Identity();

/// Force [N] and moment about the origin [N m] of all contacts with what does not move, and the largest
/// violation of their cones.
struct Support {
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  double outOfCone = 0.0;
};
Support supportOf(const TimeStepping& simulation, double h, double mu) {
  Support support;
  for (const UnitaryRelation& active : simulation.indexSet(1)) {
    const auto& contact = static_cast<const ContactR&>(active.interaction->relation());
    const auto r = active.interaction->lambda();
    Eigen::Vector3d force = Eigen::Vector3d::Zero();
    for (Index k = 0; k < 3; ++k) force += r[k] / h * contact.axis(k);
    support.force += force;
    support.moment += contact.point().cross(force);
    support.outOfCone = std::max(support.outOfCone, (r.tail(2).norm() - mu * r[0]) / h);
  }
  return support;
}

/// A block on what does not move, with a load beside its centre.
struct Table {
  static constexpr double mass = 20.0, load = 60.0, mu = 0.4, h = 1e-3;

  template <class Problem>
  Table(const Eigen::Vector3d& half, double height, Problem problem)
      : model(0.0, 0.2), contacts(NewtonImpactFrictionNSL(0.0, 0.0, mu, 3)) {
    body = &model.add<NewtonEulerDS>(coordinates({0.0, 0.0, height}, straight), Vector::Zero(6), mass,
                                     Matrix(Vector{{2.0, 2.0, 3.0}}.asDiagonal()));
    // The load at (0.2, -0.1), and a push along x at the height of the ground.
    body->setFExt(Vector{{push, 0.0, -mass * gravity - load}});
    body->setMExt(Vector{{0.1 * load, 0.2 * load - push * height, 0.0}});
    contacts.add(*body, Box{half});
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                                                std::move(problem));
    simulation->setInteractionManager(contacts);
  }
  /// The contacts carry weight and load, where these act, in every step; the table stays.
  void standsOn(Index points) const {
    int steps = 0;
    simulation->run([&](const Simulation&) {
      const Support support = supportOf(*simulation, h, mu);
      EXPECT_LE((support.force - Eigen::Vector3d(-push, 0.0, mass * gravity + load)).norm(), 1e-6);
      // The load's moment about the origin is (0.2, -0.1, 0) x (0, 0, -load) = (0.1 load, 0.2 load, 0).
      EXPECT_LE((support.moment + Eigen::Vector3d(0.1 * load, 0.2 * load, 0.0)).norm(), 1e-6);
      EXPECT_LE(support.outOfCone, 1e-6);
      ++steps;
    });
    EXPECT_EQ(steps, 200);
    EXPECT_EQ(contacts.contacts(), points);
    EXPECT_EQ(static_cast<Index>(simulation->indexSet(1).size()), points);
    EXPECT_LE(body->v().norm(), 1e-9);
  }
  static constexpr double push = 15.0;
  Model model;
  CollisionDetection contacts;
  NewtonEulerDS* body = nullptr;
  std::unique_ptr<TimeStepping> simulation;
};

/// Four legs: 12 unknown forces, 6 equations.
TEST(FourLeggedTable, CarriesItsLoad) {
  const auto stands = [](auto problem) {
    Table table({0.5, 0.4, 0.3}, 0.3, std::move(problem));
    table.contacts.addStatic(HalfSpace{ez, 0.0});
    table.standsOn(4);
  };
  stands(FrictionContact(Solver("auto").set("tolerance", 1e-10)));
  stands(FrictionContact(Solver("nsgs").set("tolerance", 1e-10)));
  stands(GlobalFrictionContact(Solver("auto").set("tolerance", 1e-10)));
}

/// On 100 balls that do not move, ten by ten: 300 unknown forces.
TEST(BoxOnAHundredPoints, CarriesItsLoad) {
  const auto stands = [](auto problem) {
    Table table({0.5, 0.5, 0.3}, 0.3, std::move(problem));
    for (int k = 0; k < 100; ++k) {
      const int line = k / 10;
      const Eigen::Vector3d centre(0.1 * (k % 10) - 0.45, 0.1 * line - 0.45, -0.04);
      table.contacts.addStatic(Sphere{0.04}, {.pose = {centre}});
    }
    table.standsOn(100);
    return table.simulation->statistics().solverIterations;
  };
  stands(FrictionContact(Solver("auto").set("tolerance", 1e-10)));
  // Which points touch is not left to the last digits of their gaps: that would be a search in every step.
  EXPECT_LE(stands(FrictionContact(Solver("auto").set("tolerance", 1e-12))), 200 * 10);
  stands(GlobalFrictionContact(Solver("auto").set("tolerance", 1e-10)));
}

/// Bricard's mechanism (1897, the orthogonal case): six rods of length 1 along edges of a cube in turn x, y,
/// z, -x, -y, -z, joined to a ring by pivots across both neighbours. By the count of Gruebler and Kutzbach it
/// is rigid (30 rows on the 30 degrees of freedom of five rods, the sixth being held); it moves because one
/// row depends on the others.
struct Bricard : Mechanism {
  static constexpr double rod = 1.0, mass = 1.0;

  explicit Bricard(double T) : Mechanism(T) {
    Eigen::Vector3d from = Eigen::Vector3d::Zero();
    const std::array<Eigen::Vector3d, 6> along{ex, ey, ez, -ex, -ey, -ez};
    // Rods 0 to 4 move, the last one is space.
    for (std::size_t k = 0; k < 5; ++k) {
      const double J = mass * rod * rod / 12.0;
      const Eigen::Vector3d about = along[k].cwiseAbs();
      bodies.push_back(&add(from + 0.5 * rod * along[k], straight, mass,
                            J * (Eigen::Vector3d::Ones() - about) + 0.01 * J * about));
      // Not against z but along (1, 1, 1), which is no direction of symmetry of the held rod.
      bodies.back()->setFExt(-mass * gravity / std::sqrt(3.0) * Vector::Ones(3));
      from += rod * along[k];
    }
    from.setZero();
    for (std::size_t k = 0; k < 6; ++k) {
      // The pivot at the start of rod k: across the rod before it and this one.
      const JointAxis line{.anchor = from, .axis = along[(k + 5) % 6].cross(along[k])};
      if (k == 0) {
        pivots.emplace_back(*bodies[0], line);
        join(pivots.back(), *bodies[0]);
      } else if (k == 5) {
        pivots.emplace_back(*bodies[4], line);
        join(pivots.back(), *bodies[4]);
      } else {
        pivots.emplace_back(JointBodies(*bodies[k], *bodies[k - 1]), line);
        join(pivots.back(), *bodies[k], *bodies[k - 1]);
      }
      from += rod * along[k];
    }
  }
  /// With everything as it is by default: rows that depend on each other where the joints are closed are
  /// taken where they are closed.
  void simulate(double h) {
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5));
    begin();
  }
  template <class Problem>
  void simulate(double h, Problem problem) {
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, h), MoreauJeanOSI(0.5),
                                                std::move(problem));
    begin();
  }
  void begin() const {
    simulation->setProjection({});
    simulation->initialize();
  }
  double energy() const {
    double sum = 0.0;
    for (const NewtonEulerDS* body : bodies)
      sum += body->kineticEnergy() + mass * gravity / std::sqrt(3.0) * body->q().head(3).sum();
    return sum;
  }
  double violation() const {
    double largest = 0.0;
    for (const auto& interaction : model.nsds().interactions())
      largest = std::max(largest, interaction->y().cwiseAbs().maxCoeff());
    return largest;
  }
  /// Singular values of the 30 rows, in descending order.
  Vector singularValues() const {
    Matrix H = Matrix::Zero(30, 30);
    Index row = 0;
    for (const auto& pivot : model.nsds().interactions()) {
      Vector q(7 * static_cast<Index>(pivot->systems().size()));
      for (std::size_t k = 0; k < pivot->systems().size(); ++k)
        q.segment(7 * static_cast<Index>(k), 7) = static_cast<NewtonEulerDS*>(pivot->systems()[k])->q();
      const Matrix rows = jacobianOf(static_cast<const PivotJointR&>(pivot->relation()), q);
      for (std::size_t k = 0; k < pivot->systems().size(); ++k) {
        H.block(row, model.nsds().placement(*pivot->systems()[k]).dof, 5, 6) =
            rows.middleCols(6 * static_cast<Index>(k), 6);
      }
      row += 5;
    }
    return Eigen::JacobiSVD<Matrix>(H).singularValues();
  }

  std::vector<NewtonEulerDS*> bodies;
  std::vector<PivotJointR> pivots;
};

/// One row of the thirty depends on the others where it starts, and wherever it has moved to. It turns on and
/// on, past its start, with closed joints; the energy swings by O(h^2).
TEST(BricardMechanism, IsOverconstrainedAndMoves) {
  const auto run = [](double h) {
    Bricard bricard(2.0);
    bricard.simulate(h);
    const double start = bricard.energy();
    double turned = 0.0;
    double violation = 0.0;
    double defect = 0.0;
    double fastest = 0.0;
    while (bricard.simulation->hasNextEvent()) {
      bricard.step();
      turned = std::max(turned, std::abs(bricard.pivots[0].coordinate(0, bricard.bodies[0]->q())));
      violation = std::max(violation, bricard.violation());
      defect = std::max(defect, std::abs(bricard.energy() - start));
      fastest = std::max(fastest, bricard.bodies[2]->v().head(3).norm());
      if (bricard.simulation->step() % 100 != 1) continue;
      const Vector singular = bricard.singularValues();
      EXPECT_GT(singular[28], 0.1);
      EXPECT_LT(singular[29], 1e-9);
    }
    EXPECT_GT(turned, 3.0);
    EXPECT_GT(fastest, 1.0);
    EXPECT_LE(violation, 1e-9);
    // Passes of the projection have a tolerance of 1e-2, and are told of in its own report.
    EXPECT_LE(bricard.simulation->statistics().worstResidual, 1e-8);
    return defect;
  };
  const double coarse = run(1e-3);
  const double fine = run(5e-4);
  EXPECT_LE(coarse, 1e-4 * Bricard::mass * gravity);
  EXPECT_NEAR(coarse / fine, 4.0, 0.5);
}

/// Its velocities agree with the joints as well as the solver is asked to, whatever the formulation; forces
/// are those of least norm, so that the idle row carries no more than the others. They act at the middle of
/// the step, where the joints are open by O(h^2): the units in which a formulation measures the norm matter
/// by that.
TEST(BricardMechanism, MovesAtATightTolerance) {
  const auto run = [](auto problem) {
    Bricard bricard(0.5);
    bricard.simulate(1e-3, std::move(problem));
    double largest = 0.0;
    while (bricard.simulation->hasNextEvent()) {
      bricard.step();
      for (const auto& pivot : bricard.model.nsds().interactions())
        largest = std::max(largest, pivot->lambda().cwiseAbs().maxCoeff() / 1e-3);
    }
    EXPECT_LE(bricard.violation(), 1e-12);
    EXPECT_LE(largest, 10.0 * Bricard::mass * gravity);
    return bricard.pivots[0].coordinate(0, bricard.bodies[0]->q());
  };
  const double angle = run(Equality(Solver("auto").set("tolerance", 1e-12)));
  EXPECT_GT(std::abs(angle), 0.1);
  for (const double tolerance : {1e-8, 1e-10, 1e-12}) {
    SCOPED_TRACE(tolerance);
    const Solver solver = Solver("auto").set("tolerance", tolerance);
    EXPECT_NEAR(run(Equality(solver)), angle, 1e-6);
    EXPECT_NEAR(run(MLCP(solver)), angle, 1e-6);
    EXPECT_NEAR(run(GenericMechanical(solver)), angle, 1e-6);
  }
}

/// A pendulum of rods, each on as many equal pivots: five rows say what five others say.
struct Chain : Mechanism {
  Chain(int rods, int pivotsOfEach) : Mechanism(0.05) {
    NewtonEulerDS* above = nullptr;
    for (int k = 0; k < rods; ++k) {
      const Eigen::Vector3d end(static_cast<double>(k), 0.0, 0.0);
      auto& rod = add(end + 0.5 * ex, straight, 1.0, {0.01, 1.0 / 12.0, 1.0 / 12.0});
      for (int j = 0; j < pivotsOfEach; ++j) {
        const JointAxis line{.anchor = end, .axis = ey};
        pivots.push_back(above == nullptr ? PivotJointR(rod, line)
                                          : PivotJointR(JointBodies(rod, *above), line));
        interactions.push_back(above == nullptr ? &join(pivots.back(), rod)
                                                : &join(pivots.back(), rod, *above));
      }
      above = &rod;
      ends.push_back(&rod);
    }
    simulation =
        std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, 5e-3), MoreauJeanOSI(0.5), Equality());
    finish();
  }
  std::deque<PivotJointR> pivots;
  std::vector<Interaction*> interactions;
  std::vector<NewtonEulerDS*> ends;
};

/// The motion is that of single pivots, and equal pivots carry equal shares; also where there are hundreds of rows.
TEST(ChainOfDoubledPivots, MovesAsThatOfSingleOnes) {
  for (const int rods : {3, 35}) {
    SCOPED_TRACE(rods);
    const Chain single(rods, 1), doubled(rods, 2);
    for (int k = 0; k < rods; ++k) {
      const auto at = static_cast<std::size_t>(k);
      EXPECT_LE((single.ends[at]->q() - doubled.ends[at]->q()).norm(), 1e-9);
      const Vector whole = single.interactions[at]->lambda(), one = doubled.interactions[2 * at]->lambda(),
                   other = doubled.interactions[2 * at + 1]->lambda();
      const double size = 1e-6 * whole.norm() + 1e-9;
      EXPECT_LE((one - other).norm(), size);
      EXPECT_LE((one + other - whole).norm(), size);
    }
  }
}

}  // namespace
}  // namespace nsds::test::redundancy_test
