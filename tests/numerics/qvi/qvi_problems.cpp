#include "numerics/qvi/qvi_problems.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "support/numbers.hpp"

namespace nsds::test {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;

constexpr double shift_slope = 0.05;

namespace {

// Every column has its entry in the row before it, cyclic.
Sparse next_to_diagonal(Index n) {
  Sparse pattern(n, n);
  for (Index j = 0; j < n; ++j) pattern.insert((j + n - 1) % n, j) = 1.0;
  pattern.makeCompressed();
  return pattern;
}

// A point p of K, and a w with -w in the normal cone there.
struct Placed {
  VectorXd p, w;
};

struct MadeBox {
  VectorXd lower, upper;
  Placed placed;
};

MadeBox box_around(int n, Random& random) {
  MadeBox box{VectorXd(n), VectorXd(n), {VectorXd(n), VectorXd(n)}};
  for (int i = 0; i < n; ++i) {
    box.lower[i] = random.uniform(-2.0, 0.0);
    box.upper[i] = i % 5 == 3 ? infinity : box.lower[i] + random.uniform(1.0, 2.0);
    box.placed.w[i] = i % 5 == 0 ? random.uniform(0.2, 1.0) : i % 5 == 1 ? -random.uniform(0.2, 1.0) : 0.0;
    box.placed.p[i] = i % 5 == 0   ? box.lower[i]
                      : i % 5 == 1 ? box.upper[i]
                                   : box.lower[i] + random.uniform(0.3, 0.7);
  }
  return box;
}

struct MadePolyhedron {
  nn::Constraints constraints;
  Placed placed;
  std::vector<std::shared_ptr<MatrixXd>> matrices;
};

MadePolyhedron polyhedron_around(int n, Random& random) {
  auto A = std::make_shared<MatrixXd>(random.matrix(n, n, -1.0, 1.0));
  auto C = std::make_shared<MatrixXd>(random.matrix(1, n, -1.0, 1.0));
  MadePolyhedron made{{}, {random.vector(n, 0.5, 1.0), {}}, {A, C}};
  VectorXd lambda = VectorXd::Zero(n), slack = VectorXd::Zero(n);
  for (int i = 0; i < n; ++i) {
    if (i % 3 == 1 && i < n / 2) lambda[i] = random.uniform(0.2, 1.0);
    if (lambda[i] == 0.0) slack[i] = random.uniform(0.2, 1.0);
  }
  made.placed.w = A->transpose() * lambda - 0.4 * C->transpose();
  made.constraints.A = nn::view(*A);
  made.constraints.b = *A * made.placed.p - slack;
  made.constraints.C = nn::view(*C);
  made.constraints.d = *C * made.placed.p;
  made.constraints.lower = VectorXd::Zero(n);
  return made;
}

// Blocks of three: a Lorentz cone with p inside, on its boundary, or at its apex.
Placed placed_in_cones(int blocks, double mu, Random& random) {
  Placed placed{VectorXd::Zero(3 * blocks), VectorXd::Zero(3 * blocks)};
  for (int k = 0; k < blocks; ++k) {
    const VectorXd s = random.vector(2, -1.0, 1.0).normalized();
    VectorXd p = VectorXd::Zero(3), w = VectorXd::Zero(3);
    if (k % 3 == 0) p << 1.0, 0.3 * mu * s;
    if (k % 3 == 1) p << 0.8, 0.8 * mu * s;
    if (k % 3 == 1) w << 0.5 * mu, -0.5 * s;
    if (k % 3 == 2) w << 1.0, 0.2 / mu * s;
    placed.p.segment(3 * k, 3) = p;
    placed.w.segment(3 * k, 3) = w;
  }
  return placed;
}

}  // namespace

nn::NonlinearMap small_shift(const VectorXd& z, const VectorXd& target, bool with_jacobian) {
  const Index n = z.size();
  const auto following = [n](Index i) { return (i + 1) % n; };
  VectorXd base(n);
  for (Index i = 0; i < n; ++i) base[i] = target[i] - shift_slope * std::sin(z[following(i)]);
  const auto c = [=](const auto& at, auto value) {
    for (Index i = 0; i < n; ++i) value[i] = base[i] + shift_slope * std::sin(at[following(i)]);
  };
  if (!with_jacobian) return nn::NonlinearMap(c);
  return nn::NonlinearMap(c, next_to_diagonal(n), [](const auto& at, auto values) {
    values = shift_slope * at.array().cos().matrix();
  });
}

nn::qvi::Rows concave_rows(const VectorXd& z, const VectorXd& slack, bool with_by_z) {
  const Index n = z.size();
  const auto value = [n](const auto& y, const auto& x, Index i) {
    const double first = y[i], second = y[(i + 1) % n];
    return -0.25 * (first * first + second * second) - 0.05 * std::sin(x[(i + 2) % n]);
  };
  VectorXd offset(n);
  for (Index i = 0; i < n; ++i) offset[i] = slack[i] - value(z, z, i);
  nn::qvi::Rows rows(
      n,
      [=](const auto& y, const auto& x, auto g) {
        for (Index i = 0; i < n; ++i) g[i] = offset[i] + value(y, x, i);
      },
      [n](const auto& y, const auto&, auto J) {
        J.setZero();
        for (Index i = 0; i < n; ++i) {
          J(i, i) = -0.5 * y[i];
          J(i, (i + 1) % n) = -0.5 * y[(i + 1) % n];
        }
      });
  if (with_by_z)
    rows.set_by_z([n](const auto&, const auto& x, auto J) {
      J.setZero();
      for (Index i = 0; i < n; ++i) J(i, (i + 2) % n) = -0.05 * std::cos(x[(i + 2) % n]);
    });
  return rows;
}

VectorXd gradient_of_concave_rows(const VectorXd& y, const VectorXd& lambda) {
  const Index n = y.size();
  VectorXd gradient(n);
  for (Index i = 0; i < n; ++i) gradient[i] = -0.5 * y[i] * (lambda[i] + lambda[(i + n - 1) % n]);
  return gradient;
}

PlantedQvi planted_qvi(QviKind kind, int n, Random& random) {
  using nn::qvi::Problem;
  const VectorXd z = random.vector(n, 0.5, 1.5);
  const auto F_of = [&](const VectorXd& w) { return strongly_monotone(z, w, random); };
  const auto moved = [&](Problem problem, const VectorXd& p) {
    return problem.set_shift(small_shift(z, z - p));
  };
  const std::string size = " " + std::to_string(n);
  switch (kind) {
    case QviKind::box: {
      const MadeBox box = box_around(n, random);
      return {"box" + size,
              kind,
              moved(Problem(F_of(box.placed.w), nn::qvi::Box{box.lower, box.upper}), box.placed.p),
              z,
              {}};
    }
    case QviKind::polyhedron: {
      const MadePolyhedron made = polyhedron_around(n, random);
      return {"polyhedron" + size, kind,
              moved(Problem(F_of(made.placed.w), n, made.constraints), made.placed.p), z, made.matrices};
    }
    case QviKind::cones: {
      const Placed placed = placed_in_cones(n / 3, 0.7, random);
      std::vector<nn::qvi::Cone> cones(static_cast<std::size_t>(n / 3), nn::qvi::Cone::lorentz(3, 0.7));
      return {"cones" + size, kind, moved(Problem(F_of(placed.w), cones), placed.p), z, {}};
    }
    case QviKind::ball: {
      const VectorXd p = 2.0 * random.vector(n, -1.0, 1.0).normalized();
      return {"ball" + size, kind, moved(Problem(F_of(-0.7 * p), n, onto_ball(2.0)), p), z, {}};
    }
    case QviKind::rows:
    case QviKind::both:
      break;
  }
  VectorXd lambda = VectorXd::Zero(n), slack = VectorXd::Zero(n);
  for (int i = 0; i < n; ++i) (i % 2 == 0 ? lambda : slack)[i] = random.uniform(0.2, 1.0);
  MadeBox box = box_around(n, random);
  const VectorXd w = box.placed.w + gradient_of_concave_rows(z, lambda);
  const bool moves = kind == QviKind::both;
  const VectorXd aside = moves ? VectorXd::Zero(n) : VectorXd(z - box.placed.p);
  Problem problem(F_of(w), nn::qvi::Box{box.lower + aside, box.upper + aside});
  problem.set_rows(concave_rows(z, slack));
  if (moves) problem.set_shift(small_shift(z, z - box.placed.p));
  return {(moves ? "rows in a moving box" : "rows") + size, kind, problem, z, {}};
}

std::vector<PlantedQvi> planted_qvis() {
  Random random(2024);
  std::vector<PlantedQvi> made;
  for (const int n : {6, 30})
    for (const QviKind kind :
         {QviKind::box, QviKind::polyhedron, QviKind::cones, QviKind::ball, QviKind::rows, QviKind::both})
      made.push_back(planted_qvi(kind, n, random));
  return made;
}

}  // namespace nsds::test
