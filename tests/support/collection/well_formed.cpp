#include "support/collection/well_formed.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "support/collection/reduced.hpp"
#include "support/decompositions.hpp"
#include "support/draws.hpp"

namespace nsds::bench {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

// The velocity of a point of a body, or of a node.
Vector3d point_velocity(const Instance& instance, const VectorXd& v, int body, const Vector3d& point) {
  Vector3d velocity = Vector3d::Zero(), spin = Vector3d::Zero();
  if (body == ground) return velocity;
  const Eigen::Index d = instance.dimension;
  const auto own = v.segment(instance.body_size * body, instance.body_size);
  velocity.head(d) = own.head(d);
  if (instance.rigid && d == 3) spin = own.tail(3);
  if (instance.rigid && d == 2) spin[2] = own[2];
  return velocity + spin.cross(point - instance.centres[static_cast<std::size_t>(body)]);
}

// The relative velocities of the points in contact, without b.
VectorXd relative_velocity(const Instance& instance, const VectorXd& v) {
  const Eigen::Index d = instance.dimension;
  VectorXd u(d * instance.contacts());
  for (int c = 0; c < instance.contacts(); ++c) {
    const Contact& contact = instance.geometry[static_cast<std::size_t>(c)];
    const Vector3d relative = point_velocity(instance, v, contact.second, contact.point) -
                              point_velocity(instance, v, contact.first, contact.point);
    u.segment(d * c, d) = (contact.frame.transpose() * relative).head(d);
  }
  return u;
}

// All bodies move as one: along an axis, or about it.
VectorXd common_motion(const Instance& instance, int axis, bool turning) {
  VectorXd v = VectorXd::Zero(instance.size());
  const Eigen::Index d = instance.dimension, s = instance.body_size;
  const Vector3d direction = Vector3d::Unit(axis);
  for (std::size_t i = 0; i < instance.centres.size(); ++i) {
    auto own = v.segment(s * static_cast<Eigen::Index>(i), s);
    own.head(d) = (turning ? Vector3d(direction.cross(instance.centres[i])) : direction).head(d);
    if (turning && instance.rigid) own.tail(s - d) = direction.tail(s - d);
  }
  return v;
}

void expect_spd(const Instance& instance) {
  EXPECT_TRUE(Sparse(instance.M - Sparse(instance.M.transpose())).coeffs().isZero(0.0));
  if (!instance.rigid) {
    EXPECT_EQ(Eigen::SimplicialLLT<Sparse>(instance.M).info(), Eigen::Success);
    return;
  }
  const Eigen::Index s = instance.body_size;
  for (int j = 0; j < instance.M.outerSize(); ++j)
    for (Sparse::InnerIterator entry(instance.M, j); entry; ++entry)
      ASSERT_EQ(entry.row() / s, entry.col() / s) << "outside the blocks of the bodies";
  for (Eigen::Index i = 0; i < instance.size(); i += s)
    ASSERT_TRUE(test::is_positive_definite(MatrixXd(instance.M.block(i, i, s, s))));
}

void expect_planted(const Instance& instance, const VectorXd& u) {
  const Eigen::Index d = instance.dimension;
  const VectorXd& r = instance.certificate.r;
  const VectorXd Hr = instance.H * r, Mv = instance.M * instance.certificate.v;
  EXPECT_LE((Mv - instance.q - Hr).lpNorm<Eigen::Infinity>(),
            1e-14 * (instance.M.cwiseAbs() * instance.certificate.v.cwiseAbs() +
                     instance.H.cwiseAbs() * r.cwiseAbs())
                        .maxCoeff());
  int open = 0, stick = 0, slip = 0;
  const double scale = r.lpNorm<Eigen::Infinity>();
  for (int c = 0; c < instance.contacts(); ++c) {
    const double mu = instance.mu[c];
    const VectorXd rt = r.segment(d * c + 1, d - 1), ut = u.segment(d * c + 1, d - 1);
    const double rn = r[d * c], un = u[d * c];
    EXPECT_GE(rn, 0.0);
    EXPECT_LE(rt.norm(), mu * rn + 1e-14 * scale);
    EXPECT_GE(un, -1e-13);
    EXPECT_LE(std::fabs(un * rn), 1e-13 * scale);
    // Coulomb: mu r_N |u_T| = -r_T . u_T says that the friction opposes the slip with all it has.
    EXPECT_NEAR(mu * rn * ut.norm(), -rt.dot(ut), 1e-12 * scale);
    if (rn == 0.0 && un > 1e-3) ++open;
    if (rn > 0.0 && ut.norm() < 1e-12) ++stick;
    if (rn > 0.0 && ut.norm() > 1e-3) ++slip;
  }
  if (instance.contacts() >= 6) {
    EXPECT_GT(open, 0);
    EXPECT_GT(stick, 0);
    EXPECT_GT(slip, 0);
  }
}

}  // namespace

void expect_well_formed(const Instance& instance) {
  const int d = instance.dimension, n = instance.size(), rows = d * instance.contacts();
  ASSERT_GT(instance.contacts(), 0);
  ASSERT_EQ(instance.M.rows(), n);
  ASSERT_EQ(instance.M.cols(), n);
  ASSERT_EQ(instance.H.rows(), n);
  ASSERT_EQ(instance.H.cols(), rows);
  ASSERT_EQ(instance.G.rows(), instance.constraints());
  ASSERT_EQ(instance.G.cols(), n);
  ASSERT_EQ(instance.b.size(), rows);
  ASSERT_EQ(static_cast<int>(instance.geometry.size()), instance.contacts());
  ASSERT_EQ(static_cast<int>(instance.centres.size()) * instance.body_size, n);
  for (const Sparse* matrix : {&instance.M, &instance.H, &instance.G})
    EXPECT_TRUE(matrix->nonZeros() == 0 || matrix->coeffs().allFinite());
  for (const VectorXd* vector : {&instance.q, &instance.b, &instance.d, &instance.mu})
    EXPECT_TRUE(vector->allFinite());
  EXPECT_GE(instance.mu.minCoeff(), 0.0);
  EXPECT_GT(instance.q.lpNorm<Eigen::Infinity>(), 0.0);
  for (const Contact& contact : instance.geometry) {
    const Matrix3d& frame = contact.frame;
    ASSERT_LE((frame.transpose() * frame - Matrix3d::Identity()).norm(), 1e-14);
    ASSERT_NEAR(frame.determinant(), 1.0, 1e-14);
    ASSERT_NE(contact.first, contact.second);
    ASSERT_NE(contact.second, ground);
    if (d == 2) {
      ASSERT_EQ(frame(2, 0), 0.0) << "a normal leaves the plane";
    }
  }
  expect_spd(instance);
}

void expect_mechanics(const Instance& instance) {
  test::Draws draws(7);
  VectorXd v(instance.size());
  for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = draws.uniform(-1.0, 1.0);
  double arm = 1.0;
  for (const Vector3d& centre : instance.centres) arm = std::max(arm, centre.norm());
  const VectorXd difference = instance.H.transpose() * v - relative_velocity(instance, v);
  EXPECT_LE(difference.lpNorm<Eigen::Infinity>(), 1e-14 * arm);

  const Eigen::Index d = instance.dimension;
  const int turns = d == 3 ? 3 : 1;
  for (int k = 0; k < d + turns; ++k) {
    const int axis = k < d ? k : (d == 3 ? k - 3 : 2);
    const VectorXd motion = common_motion(instance, axis, k >= d);
    const VectorXd of_contacts = instance.H.transpose() * motion;
    for (int c = 0; c < instance.contacts(); ++c) {
      const Contact& contact = instance.geometry[static_cast<std::size_t>(c)];
      const Vector3d moved =
          k < d ? Vector3d::Unit(axis) : Vector3d(Vector3d::Unit(axis).cross(contact.point));
      const Vector3d expected = contact.frame.transpose() * moved;  // of a contact with the ground
      const VectorXd own = of_contacts.segment(d * c, d);
      const VectorXd wanted =
          contact.first == ground ? VectorXd(expected.head(d)) : VectorXd(VectorXd::Zero(d));
      ASSERT_LE((own - wanted).lpNorm<Eigen::Infinity>(), 1e-14 * arm) << "contact " << c << " motion " << k;
    }
  }
}

void expect_certificate(const Instance& instance) {
  const Certificate& certificate = instance.certificate;
  if (certificate.kind == Existence::unknown) return;
  ASSERT_EQ(certificate.v.size(), instance.size());
  const VectorXd u = relative_velocity(instance, certificate.v) + instance.b;
  const double scale = certificate.v.lpNorm<Eigen::Infinity>();
  if (instance.constraints() > 0) {
    EXPECT_LE((instance.G * certificate.v - instance.d).lpNorm<Eigen::Infinity>(), 1e-13 * scale);
  }
  if (certificate.kind == Existence::planted) {
    ASSERT_EQ(certificate.r.size(), instance.b.size());
    expect_planted(instance, u);
    return;
  }
  const Eigen::Index d = instance.dimension;
  const bool strict = certificate.kind == Existence::strict;
  if (!strict) {
    EXPECT_TRUE(d == 2 || instance.mu.isZero(0.0)) << "the cones are not polyhedral";
  }
  for (int c = 0; c < instance.contacts(); ++c) {
    const double needed = instance.mu[c] * u.segment(d * c + 1, d - 1).norm();
    if (strict) {
      ASSERT_GT(u[d * c], needed) << "contact " << c;
    } else {
      ASSERT_GE(u[d * c], needed) << "contact " << c;
    }
  }
}

void expect_reduced(const Instance& instance, bool small) {
  if (!is_reducible(instance)) return;
  const Reduced reduced = reduce(instance);
  const Eigen::Index d = instance.dimension;
  const int contacts = instance.contacts();
  ASSERT_EQ(static_cast<int>(reduced.offsets.size()), contacts + 1);
  ASSERT_EQ(static_cast<int>(reduced.row_starts.size()), contacts + 1);
  ASSERT_EQ(reduced.value_starts.size(), reduced.block_columns.size() + 1);
  ASSERT_EQ(static_cast<std::size_t>(reduced.value_starts.back()), reduced.values.size());
  ASSERT_TRUE(reduced.q.allFinite());

  std::vector<Eigen::Triplet<double>> entries;
  for (int c = 0; c < contacts; ++c)
    for (int k = reduced.row_starts[static_cast<std::size_t>(c)];
         k < reduced.row_starts[static_cast<std::size_t>(c) + 1]; ++k)
      for (int e = 0; e < d * d; ++e)
        entries.emplace_back(d * c + e % d, d * reduced.block_columns[static_cast<std::size_t>(k)] + e / d,
                             reduced.values[static_cast<std::size_t>(d * d * k + e)]);
  Sparse W(d * contacts, d * contacts);
  W.setFromTriplets(entries.begin(), entries.end());
  const double largest = W.coeffs().cwiseAbs().maxCoeff();
  ASSERT_TRUE(std::isfinite(largest));
  EXPECT_LE(Sparse(W - Sparse(W.transpose())).coeffs().cwiseAbs().maxCoeff(), 1e-14 * largest);

  if (instance.certificate.kind == Existence::planted) {
    const VectorXd u = relative_velocity(instance, instance.certificate.v) + instance.b;
    const VectorXd sizes = W.cwiseAbs() * instance.certificate.r.cwiseAbs() + reduced.q.cwiseAbs();
    EXPECT_LE((W * instance.certificate.r + reduced.q - u).lpNorm<Eigen::Infinity>(),
              1e-12 * sizes.maxCoeff());
  }
  if (!small) return;
  // The system in M and G at once: its upper left corner of the inverse is what stands for M^-1.
  const int n = instance.size(), m = instance.constraints();
  MatrixXd system = MatrixXd::Zero(n + m, n + m), right = MatrixXd::Zero(n + m, d * contacts + 1);
  system.topLeftCorner(n, n) = MatrixXd(instance.M);
  system.topRightCorner(n, m) = MatrixXd(instance.G.transpose());
  system.bottomLeftCorner(m, n) = MatrixXd(instance.G);
  right.topLeftCorner(n, d * contacts) = MatrixXd(instance.H);
  right.col(d * contacts) << instance.q, instance.d;
  const MatrixXd solved = test::solve_regular(system, right).topRows(n);
  const MatrixXd product = instance.H.transpose() * solved;
  const MatrixXd full = dense(reduced);
  const double tolerance = instance.rigid ? 1e-12 : 1e-9;  // M + h^2 K is ill conditioned where it is stiff
  EXPECT_LE((full - product.leftCols(d * contacts)).cwiseAbs().maxCoeff(), tolerance * largest);
  EXPECT_LE((reduced.q - instance.b - product.rightCols(1)).cwiseAbs().maxCoeff(),
            tolerance * std::max(solved.rightCols(1).cwiseAbs().maxCoeff(), 1.0));
  const VectorXd eigenvalues = test::symmetric_eigenvalues(full);
  EXPECT_GE(eigenvalues.minCoeff(), -1e-13 * eigenvalues.maxCoeff());
}

void expect_all_well_formed(const std::vector<Entry>& entries, SizeClass size, bool certified) {
  for (const Entry& entry : entries) {
    if (entry.size != size) continue;
    SCOPED_TRACE(entry.name);
    const Instance instance = make_instance(entry.name);
    EXPECT_EQ(instance.name, entry.name);
    EXPECT_EQ(instance.contacts(), entry.contacts);
    EXPECT_EQ(instance.certificate.kind != Existence::unknown, certified);
    expect_well_formed(instance);
    expect_mechanics(instance);
    expect_certificate(instance);
    if (size != SizeClass::large) expect_reduced(instance, size == SizeClass::small);
  }
}

}  // namespace nsds::bench
