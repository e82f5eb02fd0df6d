// Rigid bodies that touch, and the problem of one step of theirs.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "support/collection/instance.hpp"

namespace nsds::bench {

constexpr double earth_gravity = 9.81;  // [m/s^2]

// In the plane z = 0: only the z axis of inertia, spin and torque counts.
struct Body {
  double mass = 1.0;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Identity();  // about the centre, in the axes of the world
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
  Eigen::Vector3d spin = Eigen::Vector3d::Zero();
  Eigen::Vector3d force = Eigen::Vector3d::Zero();  // beside gravity
  Eigen::Vector3d torque = Eigen::Vector3d::Zero();
};

Body make_box(double mass, const Eigen::Vector3d& sides, const Eigen::Vector3d& centre);
// Turns the inertia, symmetric to the last bit.
void turn(const Eigen::Matrix3d& rotation, Body& body);
Body make_ball(double mass, double radius, const Eigen::Vector3d& centre);

struct Step {
  double h = 0.01;                                       // [s]
  Eigen::Vector3d gravity = {0.0, 0.0, -earth_gravity};  // [m/s^2]
  double restitution = 0.0;                              // Newton's, of the normal velocity alone
};

// A right-handed frame whose first column is the unit vector normal; within the plane where dimension is 2.
Eigen::Matrix3d frame_of(int dimension, const Eigen::Vector3d& normal);

class Scene {
 public:
  explicit Scene(int dimension) : dimension_(dimension) {}

  int dimension() const { return dimension_; }
  int add(const Body& body);  // its index
  Body& body(int index) { return bodies_[static_cast<std::size_t>(index)]; }
  int bodies() const { return static_cast<int>(bodies_.size()); }
  // normal: from the first to the second, of any length.
  void touch(int first, int second, const Eigen::Vector3d& point, const Eigen::Vector3d& normal, double mu);
  // Four points of a rectangle whose half sides are a and b: a face. normal = a x b.
  void touch_face(int first, int second, const Eigen::Vector3d& centre, const Eigen::Vector3d& a,
                  const Eigen::Vector3d& b, double mu);
  // The two share the point: as many bilateral rows as the dimension.
  void hinge(int first, int second, const Eigen::Vector3d& point);
  // The body neither turns nor moves but along the axis: five rows, three dimensions only.
  void guide(int body, const Eigen::Vector3d& axis);

  // q = M v + h F with the gyroscopic torque in F; b_N = restitution times the normal velocity of approach.
  Instance problem(const Step& step = Step()) const;

 private:
  struct Row {  // a bilateral row: (body, direction, point) with signs
    int first, second;
    Eigen::Vector3d linear, first_angular, second_angular;
  };
  int body_size() const { return dimension_ == 3 ? 6 : 3; }
  void fill_bodies(const Step& step, Eigen::VectorXd& velocity, Instance& instance) const;
  void fill_contacts(Instance& instance) const;
  void fill_rows(Instance& instance) const;

  int dimension_;
  std::vector<Body> bodies_;
  std::vector<Contact> contacts_;
  std::vector<double> mu_;
  std::vector<Row> rows_;
};

}  // namespace nsds::bench
