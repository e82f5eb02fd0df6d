// Elastic blocks on a rigid plane by finite elements: linear triangles in plane strain, trilinear cubes.
//
// One step of implicit Euler in the velocity, (M + h^2 K) v = M v_k + h (M g - K d_k) + H r, with the
// consistent mass matrix and the displacement d_k. Reference: Hughes 2000, The Finite Element Method, 3.9.
#include <algorithm>
#include <array>
#include <cmath>

#include "support/collection/certificate.hpp"
#include "support/collection/families.hpp"

namespace nsds::bench {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Triplets = std::vector<Eigen::Triplet<double>>;

constexpr double density = 1000.0, poisson = 0.3;

struct Mesh {
  int dimension = 3;
  std::vector<Vector3d> nodes;
  std::vector<std::vector<int>> elements;
  std::vector<int> bottom;  // nodes on the plane
};

struct ElementMatrices {
  MatrixXd stiffness;  // (dimension k x dimension k)
  MatrixXd mass;       // (k x k), of one component
};

// Cubes of side 1/n in a slab n x n x layers; at most four layers.
Mesh cubes(int n) {
  Mesh mesh;
  const int layers = std::clamp(n / 2, 1, 4), row = n + 1, sheet = row * row;
  for (int z = 0; z <= layers; ++z)
    for (int y = 0; y <= n; ++y)
      for (int x = 0; x <= n; ++x) {
        if (z == 0) mesh.bottom.push_back(static_cast<int>(mesh.nodes.size()));
        mesh.nodes.emplace_back(Vector3d(x, y, z) / n);
      }
  for (int z = 0; z < layers; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        std::vector<int> element(8);  // corner i: bit 0 is x, bit 1 y, bit 2 z
        for (int i = 0; i < 8; ++i)
          element[static_cast<std::size_t>(i)] = (z + i / 4) * sheet + (y + i / 2 % 2) * row + x + i % 2;
        mesh.elements.push_back(element);
      }
  return mesh;
}

// Squares of side 1/n in a strip n x layers, each cut in two; at most four layers.
Mesh triangles(int n) {
  Mesh mesh;
  mesh.dimension = 2;
  const int layers = std::clamp(n / 2, 1, 4), row = n + 1;
  for (int y = 0; y <= layers; ++y)
    for (int x = 0; x <= n; ++x) {
      if (y == 0) mesh.bottom.push_back(static_cast<int>(mesh.nodes.size()));
      mesh.nodes.emplace_back(Vector3d(x, y, 0.0) / n);
    }
  for (int y = 0; y < layers; ++y)
    for (int x = 0; x < n; ++x) {
      const int corner = y * row + x;
      mesh.elements.push_back({corner, corner + 1, corner + row + 1});
      mesh.elements.push_back({corner, corner + row + 1, corner + row});
    }
  return mesh;
}

// Adds one point of integration: gradients (dimension x k) and values (k) of the shape functions.
// K_ab = lambda g_a g_b' + G g_b g_a' + G (g_a . g_b) I with Lame's lambda and G.
void add_point(double modulus, double weight, const MatrixXd& gradients, const VectorXd& values,
               ElementMatrices& element) {
  const double lame = modulus * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
  const double shear = modulus / (2.0 * (1.0 + poisson));
  const Eigen::Index d = gradients.rows();
  for (Eigen::Index a = 0; a < values.size(); ++a)
    for (Eigen::Index b = 0; b < values.size(); ++b) {
      const VectorXd ga = gradients.col(a), gb = gradients.col(b);
      element.stiffness.block(d * a, d * b, d, d) +=
          weight * (lame * ga * gb.transpose() + shear * gb * ga.transpose() +
                    shear * ga.dot(gb) * MatrixXd::Identity(d, d));
      element.mass(a, b) += weight * density * values[a] * values[b];
    }
}

ElementMatrices cube(double modulus, double side) {
  ElementMatrices element{MatrixXd::Zero(24, 24), MatrixXd::Zero(8, 8)};
  const double point = 1.0 / std::sqrt(3.0);
  for (int g = 0; g < 8; ++g) {
    const std::array<double, 3> x = {g % 2 ? point : -point, g / 2 % 2 ? point : -point,
                                     g / 4 ? point : -point};
    MatrixXd gradients(3, 8);
    VectorXd values(8);
    for (int i = 0; i < 8; ++i) {
      const std::array<double, 3> s = {i % 2 ? 1.0 : -1.0, i / 2 % 2 ? 1.0 : -1.0, i / 4 ? 1.0 : -1.0};
      const double fx = 1.0 + s[0] * x[0], fy = 1.0 + s[1] * x[1], fz = 1.0 + s[2] * x[2];
      values[i] = fx * fy * fz / 8.0;
      gradients.col(i) = Vector3d(s[0] * fy * fz, s[1] * fx * fz, s[2] * fx * fy) / (4.0 * side);
    }
    add_point(modulus, side * side * side / 8.0, gradients, values, element);
  }
  return element;
}

// The three midpoints of the edges integrate the mass exactly.
ElementMatrices triangle(double modulus, const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  ElementMatrices element{MatrixXd::Zero(6, 6), MatrixXd::Zero(3, 3)};
  const double twice = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  MatrixXd gradients(2, 3);
  gradients << b[1] - c[1], c[1] - a[1], a[1] - b[1], c[0] - b[0], a[0] - c[0], b[0] - a[0];
  gradients /= twice;
  for (int i = 0; i < 3; ++i) {
    VectorXd values = VectorXd::Constant(3, 0.5);
    values[i] = 0.0;
    add_point(modulus, twice / 6.0, gradients, values, element);
  }
  return element;
}

// The sums of the elements' matrices.
void assemble(const Mesh& mesh, double modulus, Sparse& mass, Sparse& stiffness) {
  Triplets of_mass, of_stiffness;
  const int d = mesh.dimension;
  ElementMatrices element;
  if (d == 3) element = cube(modulus, (mesh.nodes[1] - mesh.nodes[0]).norm());
  for (const std::vector<int>& corners : mesh.elements) {
    const auto node = [&](std::size_t i) { return mesh.nodes[static_cast<std::size_t>(corners[i])]; };
    if (d == 2) element = triangle(modulus, node(0), node(1), node(2));
    for (std::size_t a = 0; a < corners.size(); ++a)
      for (std::size_t b = 0; b < corners.size(); ++b)
        for (int i = 0; i < d; ++i) {
          const int k = static_cast<int>(a), l = static_cast<int>(b);
          of_mass.emplace_back(d * corners[a] + i, d * corners[b] + i, element.mass(k, l));
          for (int j = 0; j < d; ++j)
            of_stiffness.emplace_back(d * corners[a] + i, d * corners[b] + j,
                                      element.stiffness(d * k + i, d * l + j));
        }
  }
  const int n = d * static_cast<int>(mesh.nodes.size());
  mass.resize(n, n);
  mass.setFromTriplets(of_mass.begin(), of_mass.end());
  stiffness.resize(n, n);
  stiffness.setFromTriplets(of_stiffness.begin(), of_stiffness.end());
}

void stand_on_plane(const Mesh& mesh, double mu, Instance& instance) {
  const int d = mesh.dimension;
  const Eigen::Matrix3d frame = frame_of(d, Vector3d::Unit(d - 1));
  Triplets entries;
  for (std::size_t c = 0; c < mesh.bottom.size(); ++c) {
    const int node = mesh.bottom[c];
    instance.geometry.push_back({ground, node, mesh.nodes[static_cast<std::size_t>(node)], frame});
    for (int k = 0; k < d; ++k)
      for (int i = 0; i < d; ++i)
        if (frame(i, k) != 0.0) entries.emplace_back(d * node + i, d * static_cast<int>(c) + k, frame(i, k));
  }
  const auto contacts = static_cast<Eigen::Index>(mesh.bottom.size());
  instance.mu = VectorXd::Constant(contacts, mu);
  instance.b = VectorXd::Zero(d * contacts);
  instance.H.resize(instance.size(), d * contacts);
  instance.H.setFromTriplets(entries.begin(), entries.end());
}

}  // namespace

int elastic_contacts(const Parameters& p) {
  const int row = p.count("n") + 1;
  return p.count("dim") == 2 ? row : row * row;
}

// speed: horizontal, of the whole block, which also sinks at 0.1 m/s and is compressed.
Instance make_elastic(const Parameters& p) {
  const double h = 0.01;
  const int n = p.count("n");
  const Mesh mesh = p.count("dim") == 2 ? triangles(n) : cubes(n);
  const int d = mesh.dimension;
  Instance instance;
  instance.dimension = instance.body_size = d;
  instance.rigid = false;
  instance.centres = mesh.nodes;
  instance.q.resize(d * static_cast<Eigen::Index>(mesh.nodes.size()));
  Sparse mass, stiffness;
  assemble(mesh, p.number("modulus"), mass, stiffness);
  const double speed = p.number("speed");
  const VectorXd velocity =
      translation(instance, [&](int, const Vector3d&) { return placed(d, speed, -0.1 - h * earth_gravity); });
  const VectorXd displacement =
      translation(instance, [&](int, const Vector3d& x) { return placed(d, 0.0, -1e-4 * x[d - 1]); });
  instance.q = mass * velocity - h * (stiffness * displacement);
  instance.M = mass + h * h * stiffness;
  instance.M = 0.5 * Sparse(instance.M + Sparse(instance.M.transpose()));
  instance.M.makeCompressed();
  stand_on_plane(mesh, p.number("mu"), instance);
  instance.G.resize(0, instance.size());
  instance.d.resize(0);
  certify(translation(instance, [&](int, const Vector3d&) { return placed(d, 0.0, 1.0); }), instance);
  return instance;
}

}  // namespace nsds::bench
