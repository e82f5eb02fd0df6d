// Gaps between features of shapes as functions of the coordinates: against the distances that collide() finds, against differences,
// and the rows that pairs of shapes have.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "kernel/event_driven_shapes/shape_scene.hpp"

namespace nsds::test::feature_gaps_test {
namespace {

const MechanicalRelation& relationOf(const Interaction& interaction) {
  return dynamic_cast<const MechanicalRelation&>(interaction.relation());
}

/// H and γ against differences of the gap and of U along the motion of the systems for a time s. move: q at s from q and v.
void expectDerivatives(const Interaction& contact, const Vector& q, const Vector& v,
                       const std::function<Vector(double)>& at) {
  const MechanicalRelation& relation = relationOf(contact);
  const Index rows = relation.rows();
  const auto gap = [&](double s) {
    Vector y(rows);
    relation.output(0.0, at(s), y);
    return y[0];
  };
  const auto rate = [&](double s) {
    Matrix H(rows, v.size());
    relation.jacobian(0.0, at(s), H);
    return Vector(H * v);
  };
  const double s = 1e-4;
  EXPECT_NEAR(rate(0.0)[0], (8.0 * (gap(s) - gap(-s)) - gap(2.0 * s) + gap(-2.0 * s)) / (12.0 * s), 1e-9);
  Vector gamma(rows);
  ASSERT_TRUE(relation.hasCurvature());
  relation.curvature(0.0, q, v, gamma);
  const Vector difference = (8.0 * (rate(s) - rate(-s)) - rate(2.0 * s) + rate(-2.0 * s)) / (12.0 * s);
  EXPECT_LE((gamma - difference).cwiseAbs().maxCoeff(), 1e-8 * (1.0 + gamma.norm()));
}

/// The least gap among the contacts of a model is that of the shapes as long as they are apart.
double leastGap(const Model& model) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& contact : model.interactions()) {
    Index size = 0;
    for (const DynamicalSystem* system : contact->systems()) size += system->positionSize();
    Vector q(size);
    Index at = 0;
    for (const DynamicalSystem* system : contact->systems()) {
      q.segment(at, system->positionSize()) = dynamic_cast<const MechanicalDS&>(*system).q();
      at += system->positionSize();
    }
    Vector y(contact->rows());
    relationOf(*contact).output(0.0, q, y);
    least = std::min(least, y[0]);
  }
  return least;
}

double distanceOf(const Shape& a, const Pose& poseA, const Shape& b, const Pose& poseB) {
  Manifold manifold;
  collide(a, poseA, b, poseB, 10.0, manifold);
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < manifold.count; ++k)
    least = std::min(least, manifold.points[static_cast<std::size_t>(k)].gap);
  return least;
}

double pseudo(int i, int k) {
  return std::fmod(std::sin(12.9898 * i + 78.233 * k) * 43758.5453, 1.0);
}

TEST(FeatureGaps, OfPlanarShapesAreTheirDistancesAndHaveTheDerivativesOfThese) {
  const Shape shapes[] = {Disk{0.2}, boxOf(0.3, 0.2), Polygon{{{-0.3, 0.0}, {0.3, 0.0}}, 0.1},
                          Polygon{{{-0.2, -0.2}, {0.3, -0.1}, {0.0, 0.3}}, 0.05}};
  int compared = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      for (int trial = 0; trial < 20; ++trial) {
        PlanarScene scene(1.0, 0.5, 0.0, {10.0, 1.0});
        Vector q[2], v[2];
        for (int b = 0; b < 2; ++b) {
          const int k = 6 * (2 * (4 * i + j) + b);
          q[b] = Vector{{(b == 0 ? -0.5 : 0.5) + 0.2 * pseudo(trial, k), 0.4 * pseudo(trial, k + 1),
                         3.0 * pseudo(trial, k + 2)}};
          v[b] = Vector{{pseudo(trial, k + 3), pseudo(trial, k + 4), pseudo(trial, k + 5)}};
          scene.add(shapes[b == 0 ? i : j], q[b], v[b], 1.0, 1.0);
        }
        const auto pose = [](const Vector& x) {
          return Pose{{x[0], x[1], 0.0}, {std::cos(0.5 * x[2]), 0.0, 0.0, std::sin(0.5 * x[2])}};
        };
        const double distance = distanceOf(shapes[i], pose(q[0]), shapes[j], pose(q[1]));
        if (distance < 0.01) continue;
        scene.contacts.updateGaps(scene.model, 0.0);
        EXPECT_FALSE(scene.contacts.gapsDiffer(0.0));
        ++compared;
        Vector all(6), speeds(6);
        all << q[0], q[1];
        speeds << v[0], v[1];
        // Without a radius corners beside corners have no row: the gap is then not less than the distance.
        const bool sharp = i == 1 && j == 1;
        const double least = leastGap(scene.model);
        if (sharp)
          EXPECT_GE(least, distance - 1e-12);
        else
          EXPECT_NEAR(least, distance, 1e-12) << i << " " << j << " " << trial;
        for (const auto& contact : scene.model.interactions())
          expectDerivatives(*contact, all, speeds, [&](double s) { return Vector(all + s * speeds); });
      }
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(FeatureGaps, OfShapesInSpaceAreTheirDistancesAndHaveTheDerivativesOfThese) {
  const Shape shapes[] = {Sphere{0.2}, Capsule{0.1, 0.3}, Box{{0.2, 0.3, 0.15}}};
  int compared = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int trial = 0; trial < 30; ++trial) {
        SpatialScene scene(1.0, 0.0, {10.0, 1.0});
        NewtonEulerDS* bodies[2];
        Vector q[2], v[2];
        Pose poses[2];
        for (int b = 0; b < 2; ++b) {
          const int k = 13 * (2 * (3 * i + j) + b);
          Eigen::Quaterniond r(pseudo(trial, k), pseudo(trial, k + 1), pseudo(trial, k + 2),
                               pseudo(trial, k + 3));
          r.normalize();
          q[b] = Vector{{(b == 0 ? -0.4 : 0.4) + 0.1 * pseudo(trial, k + 4), 0.3 * pseudo(trial, k + 5),
                         0.3 * pseudo(trial, k + 6), r.w(), r.x(), r.y(), r.z()}};
          v[b] = Vector{{pseudo(trial, k + 7), pseudo(trial, k + 8), pseudo(trial, k + 9),
                         pseudo(trial, k + 10), pseudo(trial, k + 11), pseudo(trial, k + 12)}};
          poses[b] = {q[b].head<3>(), {r.w(), r.x(), r.y(), r.z()}};
          bodies[b] = &scene.add(shapes[b == 0 ? i : j], q[b], v[b], 1.0, {1.0, 2.0, 2.5});
        }
        const double distance = distanceOf(shapes[i], poses[0], shapes[j], poses[1]);
        if (distance < 0.01 || std::isinf(distance)) continue;
        scene.contacts.updateGaps(scene.model, 0.0);
        EXPECT_FALSE(scene.contacts.gapsDiffer(0.0));
        if (scene.model.interactions().empty()) continue;  // corners beside corners
        ++compared;
        const double least = leastGap(scene.model);
        if (i == 2 && j == 2)
          EXPECT_GE(least, distance - 1e-3);  // collide() prefers faces that are nearly as far
        else
          EXPECT_NEAR(least, distance, 1e-9) << i << " " << j << " " << trial;
        Vector all(14), speeds(12);
        all << q[0], q[1];
        speeds << v[0], v[1];
        const auto at = [&](double s) {
          Vector moved(14);
          for (int b = 0; b < 2; ++b) bodies[b]->displace(q[b], Vector(s * v[b]), moved.segment(7 * b, 7));
          return moved;
        };
        for (const auto& contact : scene.model.interactions()) expectDerivatives(*contact, all, speeds, at);
      }
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(FeatureGaps, FrictionInSpaceIsRefusedByName) {
  Model model(0.0, 1.0);
  auto& body = model.add<NewtonEulerDS>(Vector{{0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0}}, Vector(Vector::Zero(6)),
                                        1.0, Eigen::Matrix3d(Eigen::Matrix3d::Identity()));
  CollisionDetection contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 3));
  contacts.add(body, Sphere{0.1});
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Hem5());
  simulation.setInteractionManager(contacts);
  EXPECT_TRUE(says(errorText([&] { simulation.initialize(); }), "takes friction between planar contacts"));
}

}  // namespace
}  // namespace nsds::test::feature_gaps_test
