#include "support/collection/scene.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace nsds::bench {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Triplets = std::vector<Eigen::Triplet<double>>;

// Appends what a generalised force with these linear and angular parts is in the rows of a body.
void append(int dimension, int body, int column, const Vector3d& linear, const Vector3d& angular,
            Triplets& entries) {
  const int size = dimension == 3 ? 6 : 3;
  for (int i = 0; i < dimension; ++i) entries.emplace_back(size * body + i, column, linear[i]);
  if (dimension == 3) {
    for (int i = 0; i < 3; ++i) entries.emplace_back(size * body + 3 + i, column, angular[i]);
  } else {
    entries.emplace_back(size * body + 2, column, angular[2]);
  }
}

Sparse assemble(int rows, int columns, const Triplets& entries) {
  Sparse matrix(rows, columns);
  matrix.setFromTriplets(entries.begin(), entries.end());
  matrix.prune(0.0);
  matrix.makeCompressed();
  return matrix;
}

}  // namespace

Body make_box(double mass, const Vector3d& sides, const Vector3d& centre) {
  Body body;
  body.mass = mass;
  const Vector3d squares = sides.cwiseAbs2();
  body.inertia = (mass / 12.0 * (Vector3d::Constant(squares.sum()) - squares)).asDiagonal();
  body.centre = centre;
  return body;
}

Body make_ball(double mass, double radius, const Vector3d& centre) {
  Body body;
  body.mass = mass;
  body.inertia = 0.4 * mass * radius * radius * Matrix3d::Identity();
  body.centre = centre;
  return body;
}

void turn(const Matrix3d& rotation, Body& body) {
  const Matrix3d turned = rotation * body.inertia * rotation.transpose();
  body.inertia = 0.5 * (turned + turned.transpose());
}

Matrix3d frame_of(int dimension, const Vector3d& normal) {
  Matrix3d frame;
  frame.col(0) = normal;
  if (dimension == 2) {
    frame.col(1) = Vector3d(-normal[1], normal[0], 0.0);
  } else {
    Eigen::Index thinnest = 0;
    normal.cwiseAbs().minCoeff(&thinnest);
    frame.col(1) = Vector3d::Unit(thinnest).cross(normal).normalized();
  }
  frame.col(2) = frame.col(0).cross(frame.col(1));
  return frame;
}

int Scene::add(const Body& body) {
  bodies_.push_back(body);
  return bodies() - 1;
}

void Scene::touch(int first, int second, const Vector3d& point, const Vector3d& normal, double mu) {
  contacts_.push_back({first, second, point, frame_of(dimension_, normal.normalized())});
  mu_.push_back(mu);
}

void Scene::touch_face(int first, int second, const Vector3d& centre, const Vector3d& a, const Vector3d& b,
                       double mu) {
  const Vector3d normal = a.cross(b);
  for (const double s : {-1.0, 1.0})
    for (const double t : {-1.0, 1.0}) touch(first, second, centre + s * a + t * b, normal, mu);
}

void Scene::hinge(int first, int second, const Vector3d& point) {
  const auto arm = [&](int index) {
    return index == ground ? Vector3d(Vector3d::Zero())
                           : Vector3d(point - bodies_[static_cast<std::size_t>(index)].centre);
  };
  for (int i = 0; i < dimension_; ++i) {
    const Vector3d axis = Vector3d::Unit(i);
    rows_.push_back({first, second, axis, arm(first).cross(axis), arm(second).cross(axis)});
  }
}

void Scene::guide(int body, const Vector3d& axis) {
  const Matrix3d frame = frame_of(3, axis.normalized());
  const Vector3d zero = Vector3d::Zero();
  for (int i = 1; i < 3; ++i) rows_.push_back({ground, body, frame.col(i), zero, zero});
  for (int i = 0; i < 3; ++i) rows_.push_back({ground, body, zero, zero, Vector3d::Unit(i)});
}

void Scene::fill_bodies(const Step& step, VectorXd& velocity, Instance& instance) const {
  Triplets entries;
  const int rows = body_size() * bodies();
  instance.q.resize(rows);
  velocity.resize(rows);
  for (int i = 0; i < bodies(); ++i) {
    const Body& body = bodies_[static_cast<std::size_t>(i)];
    const int first = body_size() * i;
    const Vector3d force = body.force + body.mass * step.gravity;
    const Vector3d angular = body.inertia * body.spin;
    const Vector3d torque = body.torque - body.spin.cross(angular);
    const Vector3d linear_impulse = body.mass * body.velocity + step.h * force;
    const Vector3d angular_impulse = angular + step.h * torque;
    for (int k = 0; k < dimension_; ++k) entries.emplace_back(first + k, first + k, body.mass);
    instance.centres.push_back(body.centre);
    if (dimension_ == 2) {
      entries.emplace_back(first + 2, first + 2, body.inertia(2, 2));
      instance.q.segment<3>(first) << linear_impulse.head<2>(), angular_impulse[2];
      velocity.segment<3>(first) << body.velocity.head<2>(), body.spin[2];
      continue;
    }
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) entries.emplace_back(first + 3 + k, first + 3 + l, body.inertia(k, l));
    instance.q.segment<6>(first) << linear_impulse, angular_impulse;
    velocity.segment<6>(first) << body.velocity, body.spin;
  }
  instance.M = assemble(rows, rows, entries);
}

void Scene::fill_contacts(Instance& instance) const {
  Triplets entries;
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const Contact& contact = contacts_[c];
    for (int k = 0; k < dimension_; ++k) {
      const Vector3d axis = contact.frame.col(k);
      const int column = dimension_ * static_cast<int>(c) + k;
      for (const auto& [index, sign] : {std::pair(contact.first, -1.0), std::pair(contact.second, 1.0)}) {
        if (index == ground) continue;
        const Vector3d arm = contact.point - bodies_[static_cast<std::size_t>(index)].centre;
        append(dimension_, index, column, sign * axis, sign * arm.cross(axis), entries);
      }
    }
  }
  instance.geometry = contacts_;
  instance.mu = Eigen::Map<const VectorXd>(mu_.data(), static_cast<Eigen::Index>(mu_.size()));
  instance.H = assemble(instance.size(), dimension_ * instance.contacts(), entries);
}

void Scene::fill_rows(Instance& instance) const {
  Triplets entries;
  for (std::size_t j = 0; j < rows_.size(); ++j) {
    const Row& row = rows_[j];
    const int column = static_cast<int>(j);
    if (row.first != ground) append(dimension_, row.first, column, -row.linear, -row.first_angular, entries);
    if (row.second != ground) append(dimension_, row.second, column, row.linear, row.second_angular, entries);
  }
  instance.d = VectorXd::Zero(static_cast<Eigen::Index>(rows_.size()));
  instance.G = Sparse(assemble(instance.size(), instance.constraints(), entries).transpose());
}

Instance Scene::problem(const Step& step) const {
  Instance instance;
  instance.dimension = dimension_;
  instance.body_size = body_size();
  VectorXd velocity;
  fill_bodies(step, velocity, instance);
  fill_contacts(instance);
  fill_rows(instance);
  instance.b = VectorXd::Zero(instance.H.cols());
  if (step.restitution > 0.0) {
    const VectorXd before = instance.H.transpose() * velocity;
    for (Eigen::Index normal = 0; normal < before.size(); normal += dimension_)
      instance.b[normal] = step.restitution * std::min(before[normal], 0.0);
  }
  return instance;
}

}  // namespace nsds::bench
