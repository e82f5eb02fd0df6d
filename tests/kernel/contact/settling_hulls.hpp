// Random convex bodies that fall into a bin.
#pragma once

#include <algorithm>
#include <cmath>
#include <nsds/kernel.hpp>
#include <random>
#include <vector>

namespace nsds::test {

/// Hulls of 12 random points at 0.7 to 1 of their radius, 4 to 8 cm, in at most about seven layers above a bin of five half spaces.
class SettlingHulls {
 public:
  SettlingHulls(int count, double T) : model(0.0, T), contacts(NewtonImpactFrictionNSL(0.0, 0.0, 0.4, 3)) {
    const int side = std::max(2, static_cast<int>(std::lround(std::sqrt(count / 7.0))));
    half_ = 0.1 * side;
    for (int k = 0; k < count; ++k) {
      const int layer = k / (side * side);
      const int place = k % (side * side);
      add({-half_ + 0.1 + 0.2 * (place % side), -half_ + 0.1 + 0.2 * (place / side), 0.1 + 0.17 * layer});
    }
    contacts.addStatic(HalfSpace{Vector3::UnitZ(), 0.0});
    for (const double sign : {-1.0, 1.0}) {
      contacts.addStatic(HalfSpace{sign * Vector3::UnitX(), -half_});
      contacts.addStatic(HalfSpace{sign * Vector3::UnitY(), -half_});
    }
  }

  NewtonEulerDS& add(const Vector3& at) {
    ConvexHull hull;
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    const double radius = 0.04 + 0.04 * uniform(random_);
    for (int i = 0; i < 12; ++i) {
      const Vector3 direction = Vector3(normal(random_), normal(random_), normal(random_)).normalized();
      hull.points.emplace_back(radius * (0.7 + 0.3 * uniform(random_)) * direction);
    }
    const Vector3 centre = massProperties(hull, 1000.0).centre;
    for (Vector3& x : hull.points) x -= centre;
    const MassProperties mass = massProperties(hull, 1000.0);
    // The inertia about the axes of the shape is symmetric up to rounding.
    const Matrix inertia = 0.5 * (mass.inertia + mass.inertia.transpose());
    auto& body = model.add<NewtonEulerDS>(Vector{{at[0], at[1], at[2], 1.0, 0.0, 0.0, 0.0}}, Vector::Zero(6),
                                          mass.mass, inertia);
    body.setGravity(Vector{{0.0, 0.0, -9.81}});
    contacts.add(body, hull);
    smallest_ = std::min(smallest_, radius);
    return body;
  }

  /// Bodies that turn leave gaps which the default of restingGap does not count as closed: the pile would hop at g h for good.
  void start(double h, double tolerance) {
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, h),
                                                MoreauJeanOSI(0.5, Activation{.restingGap = 0.1}),
                                                FrictionContact(Solver("auto").set("tolerance", tolerance)));
    simulation->setInteractionManager(contacts);
    simulation->setProjection(PositionProjection{});
    simulation->initialize();
  }
  void run(double h, double tolerance) {
    start(h, tolerance);
    while (simulation->hasNextEvent()) {
      simulation->computeOneStep();
      simulation->nextStep();
    }
  }

  /// The deepest overlap of two shapes, found anew, all pairs held against each other.
  double deepest() const {
    const std::vector<CollisionShape> shapes = contacts.shapes();
    double most = 0.0;
    Manifold manifold;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      for (std::size_t j = i + 1; j < shapes.size(); ++j) {
        if (shapes[i].body == nullptr) continue;
        if (shapes[j].body != nullptr && (shapes[i].pose.x - shapes[j].pose.x).norm() > 0.2) continue;
        collide(shapes[i].shape, shapes[i].pose, shapes[j].shape, shapes[j].pose, 0.0, manifold);
        for (int k = 0; k < manifold.count; ++k)
          most = std::max(most, -manifold.points[static_cast<std::size_t>(k)].gap);
      }
    }
    return most;
  }
  /// The largest speed of a centre [m/s].
  double fastest() const {
    double most = 0.0;
    for (const CollisionShape& shape : contacts.shapes())
      if (shape.body != nullptr) most = std::max(most, shape.body->v().head(3).norm());
    return most;
  }
  double smallestRadius() const { return smallest_; }
  int outside() const {
    const std::vector<CollisionShape> shapes = contacts.shapes();
    return static_cast<int>(std::count_if(shapes.begin(), shapes.end(), [&](const CollisionShape& shape) {
      const Vector3& x = shape.pose.x;
      return shape.body != nullptr && !(std::abs(x[0]) < half_ && std::abs(x[1]) < half_ && x[2] > 0.0);
    }));
  }

  Model model;
  CollisionDetection contacts;
  std::unique_ptr<TimeStepping> simulation;

 private:
  double half_ = 0.0;
  double smallest_ = INFINITY;
  std::mt19937 random_{11};
};

}  // namespace nsds::test
