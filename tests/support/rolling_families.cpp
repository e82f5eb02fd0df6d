#include "support/rolling_families.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "support/draws.hpp"
#include "support/spec.hpp"

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

RollingProblem random_contacts(int n, int columns, double shift, Draws& draws) {
  const int rows = 5 * n;
  MatrixXd B(rows, columns);
  for (double& value : B.reshaped()) value = draws.normal();
  RollingProblem made;
  made.W = B * B.transpose() / columns + shift * MatrixXd::Identity(rows, rows);
  VectorXd pressing = VectorXd::NullaryExpr(rows, [&] { return draws.normal(); });
  for (int c = 0; c < n; ++c) pressing[5 * c] = std::fabs(pressing[5 * c]) + 0.1;
  made.q = -made.W * pressing;
  made.mu = VectorXd::NullaryExpr(n, [&] { return draws.uniform(0.1, 0.3); });
  made.mu_r = VectorXd::NullaryExpr(n, [&] { return draws.uniform(0.05, 0.3); });
  VectorXd scale = VectorXd::Ones(rows);
  for (int c = 0; c < n; ++c) {
    if (draws.uniform(0.0, 1.0) < 0.3) made.q[5 * c] += 1.0;
    const double length = std::pow(10.0, draws.uniform(-3.0, 3.0));
    scale.segment<2>(5 * c + 3).setConstant(1.0 / length);
    made.mu_r[c] *= length;
  }
  made.W = scale.asDiagonal() * made.W * scale.asDiagonal();
  made.q = scale.cwiseProduct(made.q);
  return made;
}

struct Sphere {
  Vector3d center;
  double radius;
};
struct Touch {
  int upper, lower;  // -1: the plane z = 0
};

// Adds the velocities of a contact, by those of a sphere: with the normal n towards it, of its point and of its turning
// about both tangents.
void add_columns(const Vector3d& normal, double radius, double sign, Index sphere, Index contact,
                 MatrixXd& H) {
  const Vector3d t1 = normal.unitOrthogonal(), t2 = normal.cross(t1), arm = -sign * radius * normal;
  int row = 0;
  for (const Vector3d& axis : {normal, t1, t2}) {
    H.block<3, 1>(6 * sphere, 5 * contact + row) = sign * axis;
    H.block<3, 1>(6 * sphere + 3, 5 * contact + row) = sign * arm.cross(axis);
    ++row;
  }
  for (const Vector3d& axis : {t1, t2}) H.block<3, 1>(6 * sphere + 3, 5 * contact + row++) = sign * axis;
}

// The contacts of spheres of steel's density after 10 ms of gravity.
RollingProblem spheres_in_contact(const std::vector<Sphere>& spheres, const std::vector<Touch>& touches,
                                  double speed, Draws& draws) {
  const auto n = static_cast<Index>(touches.size()), velocities = 6 * static_cast<Index>(spheres.size());
  MatrixXd H = MatrixXd::Zero(velocities, 5 * n);
  VectorXd inverse_mass(velocities), v(velocities);
  for (Index k = 0; k < velocities / 6; ++k) {
    const double radius = spheres[static_cast<std::size_t>(k)].radius;
    const double mass = 7800.0 * 4.18879 * radius * radius * radius;
    inverse_mass.segment<3>(6 * k).setConstant(1.0 / mass);
    inverse_mass.segment<3>(6 * k + 3).setConstant(1.0 / (0.4 * mass * radius * radius));
    for (int i = 0; i < 3; ++i) v[6 * k + i] = speed * draws.normal();
    for (int i = 3; i < 6; ++i) v[6 * k + i] = speed / radius * draws.normal();
    v[6 * k + 2] = -0.0981;
  }
  RollingProblem made;
  made.mu = VectorXd::NullaryExpr(n, [&] { return draws.uniform(0.1, 0.6); });
  made.mu_r = VectorXd::NullaryExpr(n, [&] { return draws.uniform(0.01, 0.1); });
  for (Index c = 0; c < n; ++c) {
    const Touch& touch = touches[static_cast<std::size_t>(c)];
    const Sphere& upper = spheres[static_cast<std::size_t>(touch.upper)];
    double smaller = upper.radius;
    Vector3d normal = Vector3d::UnitZ();
    if (touch.lower >= 0) {
      const Sphere& lower = spheres[static_cast<std::size_t>(touch.lower)];
      normal = (upper.center - lower.center).normalized();
      smaller = std::min(smaller, lower.radius);
      add_columns(normal, lower.radius, -1.0, touch.lower, c, H);
    }
    add_columns(normal, upper.radius, 1.0, touch.upper, c, H);
    made.mu_r[c] *= smaller;
  }
  made.W = H.transpose() * inverse_mass.asDiagonal() * H;
  made.q = H.transpose() * v;
  return made;
}

RollingProblem row_of_spheres(int n, Draws& draws) {
  std::vector<Sphere> spheres;
  std::vector<Touch> touches;
  double x = 0.0;
  for (int k = 0; k < (n + 1) / 2; ++k) {
    const double radius = std::pow(10.0, draws.uniform(-2.0, 0.0));
    // Two spheres on a plane touch where their feet are 2 sqrt(r s) apart.
    if (k > 0) x += 2.0 * std::sqrt(radius * spheres.back().radius);
    spheres.push_back({{x, 0.0, radius}, radius});
    touches.push_back({k, -1});
    if (k > 0) touches.push_back({k, k - 1});
  }
  return spheres_in_contact(spheres, touches, 0.2, draws);
}

RollingProblem wall_of_spheres(int n, Draws& draws) {
  const int layers = std::max(1, static_cast<int>(std::sqrt(n)));
  constexpr double radius = 0.05;
  std::vector<Sphere> spheres;
  std::vector<Touch> touches;
  for (int layer = 0; layer < layers; ++layer)
    for (int k = 0; k < layers - layer; ++k) {
      const int number = static_cast<int>(spheres.size()), below = number - (layers - layer + 1);
      spheres.push_back({{radius * (2 * k + layer), 0.0, radius * (1.0 + std::sqrt(3.0) * layer)}, radius});
      if (layer == 0) {
        touches.push_back({number, -1});
      } else {
        touches.push_back({number, below});
        touches.push_back({number, below + 1});
      }
    }
  return spheres_in_contact(spheres, touches, 0.02, draws);
}

}  // namespace

RollingProblem make_rolling(const std::string& text) {
  if (const auto spec = read_spec(text)) {
    const int n = spec->size;
    Draws draws(static_cast<std::uint64_t>(spec->third.value_or(1.0)));
    RollingProblem made;
    if (spec->family == "random") made = random_contacts(n, 15 * n, 0.1, draws);
    if (spec->family == "redundant") made = random_contacts(n, 2 * n, 0.0, draws);
    if (spec->family == "row") made = row_of_spheres(n, draws);
    if (spec->family == "wall") made = wall_of_spheres(n, draws);
    made.spec = text;
    made.family = spec->family;
    if (made.contacts() > 0) return made;
  }
  std::string forms;
  for (const std::string& form : rolling_spec_forms()) forms += (forms.empty() ? "" : ", ") + form;
  throw std::invalid_argument("'" + text + "' is none of " + forms);
}

std::vector<std::string> rolling_spec_forms() {
  return {"random:n[:seed]", "redundant:n[:seed]", "row:n[:seed]", "wall:n[:seed]"};
}

}  // namespace nsds::test
