// Balls with friction that fall into the corner of a box, which stands on it, and come to rest on each other: discs in the plane,
// spheres in space. On a level floor balls may roll for ever, in the corner they may not. They are Lagrangian systems: the inertia of a ball does not depend on its attitude, so that q = (centre, turns about the axes of space) with
// v = (velocity, angular velocity) is exact, and its gaps are functions of the coordinates for every scheme.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <nsds/kernel.hpp>
#include <vector>

#include "kernel/models.hpp"

namespace nsds::test {

template <int Dim>
struct Pile {
  static constexpr double g = 10.0;
  static constexpr int turns = Dim == 2 ? 1 : 3;
  static constexpr int dofs = Dim + turns;
  using Point = Eigen::Matrix<double, Dim, 1>;
  using Turn = Eigen::Matrix<double, turns, 1>;
  using Rows = Eigen::Matrix<double, Dim, dofs>;

  struct Ball {
    LagrangianLinearTIDS* system;
    double radius;
  };

  /// Eight balls above the corner at 0, whose walls are where a coordinate is zero, with contacts of each with all others and with
  /// the walls; e = 0, μ = 0.3.
  explicit Pile(double T);

  double leastGap() const;
  /// Centres of all balls, one after the other. A sphere on a single point may spin about it for ever, its centre may not move.
  Vector centres() const;

  Trial run;
  std::vector<Ball> balls;
  std::vector<Interaction*> contacts;

 private:
  static Rows rowsOf(const Point& normal, const Point& arm);
  static Turn momentOf(const Point& arm, const Point& axis);
  void add(const Point& centre, double radius);
  void linkWall(const Ball& ball, const Point& normal);
  void linkPair(const Ball& first, const Ball& second);
};

template <int Dim>
Pile<Dim>::Pile(double T) : run(0.0, T) {
  constexpr int row = Dim == 2 ? 3 : 2;
  for (int k = 0; k < 8; ++k) {
    const double radius = 0.1 + 0.004 * (k % 4);
    Point centre = Point::Constant(0.13 + 0.002 * k);
    int cell = k;
    for (int axis = 0; axis < Dim; ++axis, cell /= row) centre[axis] += 0.24 * (cell % row);
    add(centre, radius);
  }
  for (std::size_t i = 0; i < balls.size(); ++i) {
    for (int axis = 0; axis < Dim; ++axis) linkWall(balls[i], Point::Unit(axis));
    for (std::size_t j = 0; j < i; ++j) linkPair(balls[i], balls[j]);
  }
}

template <int Dim>
void Pile<Dim>::add(const Point& centre, double radius) {
  const double mass = 1000.0 * std::pow(radius, Dim);
  const double inertia = (Dim == 2 ? 0.5 : 0.4) * mass * radius * radius;
  Vector q = Vector::Zero(dofs), masses = Vector::Constant(dofs, inertia), weight = Vector::Zero(dofs);
  q.head(Dim) = centre;
  masses.head(Dim).setConstant(mass);
  weight.head(Dim).setConstant(-mass * g / std::sqrt(1.0 * Dim));
  balls.push_back(
      {&run.model->add<LagrangianLinearTIDS>(q, Vector::Zero(dofs), Matrix(masses.asDiagonal())), radius});
  balls.back().system->setFExt(weight);
}

/// arm × axis
template <int Dim>
typename Pile<Dim>::Turn Pile<Dim>::momentOf(const Point& arm, const Point& axis) {
  if constexpr (Dim == 2) {
    return Turn(arm[0] * axis[1] - arm[1] * axis[0]);
  } else {
    return arm.cross(axis);
  }
}

/// Rows of H, normal and tangents, of the velocity that a body has at an arm from its centre. Tangents turn with the normal
/// without jumps, but where it passes a direction that has nothing to do with the box.
template <int Dim>
typename Pile<Dim>::Rows Pile<Dim>::rowsOf(const Point& normal, const Point& arm) {
  Eigen::Matrix<double, Dim, Dim> axes;
  axes.col(0) = normal;
  if constexpr (Dim == 2) {
    axes.col(1) << normal[1], -normal[0];
  } else {
    axes.col(1) = normal.cross(Point(0.3, 0.7, 0.45)).normalized();
    axes.col(2) = normal.cross(axes.col(1));
  }
  Rows rows;
  for (int k = 0; k < Dim; ++k) {
    rows.row(k).template head<Dim>() = axes.col(k).transpose();
    rows.row(k).template tail<turns>() = momentOf(arm, axes.col(k)).transpose();
  }
  return rows;
}

template <int Dim>
void Pile<Dim>::linkWall(const Ball& ball, const Point& normal) {
  Vector offset = Vector::Zero(Dim);
  offset[0] = -ball.radius;
  const Matrix H = rowsOf(normal, -ball.radius * normal);
  contacts.push_back(&run.model->link(NewtonImpactFrictionNSL(0.0, 0.0, 0.3, Dim),
                                      LagrangianLinearTIR(H, offset), *ball.system));
}

template <int Dim>
void Pile<Dim>::linkPair(const Ball& first, const Ball& second) {
  const double r1 = first.radius, r2 = second.radius;
  const auto output = [r1, r2](VectorConstRef q, VectorRef y) {
    y.setZero();
    y[0] = (q.head<Dim>() - q.segment<Dim>(dofs)).norm() - r1 - r2;
  };
  const auto jacobian = [r1, r2](VectorConstRef q, MatrixRef H) {
    const Point normal = (q.head<Dim>() - q.segment<Dim>(dofs)).normalized();
    H.leftCols<dofs>() = rowsOf(normal, -r1 * normal);
    H.rightCols<dofs>() = -rowsOf(normal, r2 * normal);
  };
  contacts.push_back(&run.model->link(NewtonImpactFrictionNSL(0.0, 0.0, 0.3, Dim),
                                      LagrangianScleronomousR(Dim, output, jacobian), *first.system,
                                      *second.system));
}

template <int Dim>
double Pile<Dim>::leastGap() const {
  double least = HUGE_VAL;
  for (const Interaction* contact : contacts) least = std::min(least, contact->y()[0]);
  return least;
}

template <int Dim>
Vector Pile<Dim>::centres() const {
  Vector all(Dim * static_cast<Index>(balls.size()));
  for (std::size_t i = 0; i < balls.size(); ++i)
    all.segment(Dim * static_cast<Index>(i), Dim) = balls[i].system->q().head(Dim);
  return all;
}

}  // namespace nsds::test
