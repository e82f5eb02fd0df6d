// Converts contact with friction over a pyramid to a linear complementarity problem (polyhedral_friction.h).
#include <algorithm>
#include <cmath>
#include <numbers>

#include "conversion/conversion.hpp"
#include "conversion/given.hpp"
#include "friction/complementarity_form.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "nsds/numerics/polyhedral_friction.h"

namespace nsds::numerics::conversion {

using friction::ComplementarityForm;

namespace {

constexpr std::int32_t most_facets = 4096;

// Makes the form over the vertices of the polygon. count: 2 in two dimensions.
ComplementarityForm pyramid(std::int32_t dimension, std::int32_t count, nsds_facets facets) {
  if (dimension == 2) return ComplementarityForm::facets(2, {1.0, -1.0});
  const double step = 2.0 * std::numbers::pi / count;
  const double radius = facets == NSDS_FACETS_INSIDE ? 1.0 : 1.0 / std::cos(0.5 * step);
  std::vector<double> directions;
  for (std::int32_t j = 0; j < count; ++j) {
    directions.push_back(radius * std::cos(step * j));
    directions.push_back(radius * std::sin(step * j));
  }
  return ComplementarityForm::facets(3, std::move(directions));
}

struct FrictionToLcp final : nsds_conversion {
  FrictionToLcp(const nsds_friction_contact& given, std::int32_t count, nsds_facets facets)
      : form(pyramid(given.dimension, count, facets)),
        mu(given.mu, given.mu + given.contacts),
        omega(mu.size(), 0.0) {
    const std::size_t d = form.dimension(), rows = form.rows();
    const std::int32_t size = checked_size(static_cast<std::int64_t>(rows) * given.contacts);
    // The form spreads every entry of W over the forces along the vertices.
    MatrixBuilder builder(size, size, all_dense(given.W));
    for_each_entry(*given.W, [&](std::int32_t i, std::int32_t j, double value) {
      const std::size_t row = index(i) / d, column = index(j) / d;
      form.add_entry(builder, row, index(i) % d, column, index(j) % d, mu[column], value);
      if (i == j) omega[row] += value / static_cast<double>(d);
    });
    q.resize(index(size));
    // The rows of Coulomb's law have the unit of W_cc, the mean of its diagonal.
    for (std::size_t c = 0; c < mu.size(); ++c) {
      if (!(omega[c] > 0.0)) omega[c] = 1.0;
      form.add_law(builder, c, mu[c], omega[c]);
      form.fill_vector(given.q + d * c, &q[rows * c]);
    }
    M = builder.finish();
    // The LCP borrows what this conversion owns.
    nsds_lcp lcp;
    nsds_lcp_init(&lcp);
    lcp.size = size;
    lcp.M = &M;
    lcp.q = q.data();
    problem = lcp;
    info.given_class = NSDS_CLASS_FRICTION_CONTACT;
    info.given_size = given.dimension * given.contacts;
  }

  void back(const Point& converted, const Result& given) const override {
    std::vector<double> z(form.rows());
    for (std::size_t c = 0; c < mu.size(); ++c) {
      for (std::size_t p = 0; p < z.size(); ++p) z[p] = std::max(0.0, converted.z[z.size() * c + p]);
      shrink_into_pyramid(mu[c], z.data());
      form.carry_back(z.data(), mu[c], &given.z[form.dimension() * c]);
    }
  }

  // Splits the friction force between the two neighbouring vertices; the sliding speed is then the least that
  // makes the rows feasible.
  void forward(const Point& given, const Result& converted) const override {
    std::fill(converted.z.begin(), converted.z.end(), 0.0);
    for (std::size_t c = 0; c < mu.size(); ++c)
      fill_forces(&given.z[form.dimension() * c], mu[c], &converted.z[form.rows() * c]);
    std::vector<double> w(q);
    add_product(M, 1.0, converted.z.data(), w.data());
    for (std::size_t c = 0; c < mu.size(); ++c) {
      const double* const rows_of_beta = &w[form.rows() * c + 1];
      const double least = *std::min_element(rows_of_beta, rows_of_beta + form.count());
      converted.z[form.rows() * c + form.count() + 1] = std::max(0.0, -least) / omega[c];
    }
  }

  ComplementarityForm form;
  std::vector<double> mu, omega;
  OwnedMatrix M;
  std::vector<double> q;

 private:
  // z: (rows), zero in.
  void fill_forces(const double* r, double friction, double* z) const {
    z[0] = std::max(0.0, r[0]);
    double* const beta = z + 1;
    if (form.dimension() == 2) {
      beta[r[1] >= 0.0 ? 0 : 1] = std::fabs(r[1]);
    } else {
      const std::size_t k = form.count();
      const double step = 2.0 * std::numbers::pi / static_cast<double>(k);
      double angle = std::atan2(r[2], r[1]);
      if (angle < 0.0) angle += 2.0 * std::numbers::pi;
      const std::size_t first = std::min(k - 1, static_cast<std::size_t>(angle / step));
      const std::size_t second = (first + 1) % k;
      // r_T = beta_first a_first + beta_second a_second, by Cramer's rule.
      const double a = form.direction(0, first), b = form.direction(1, first);
      const double c = form.direction(0, second), d = form.direction(1, second);
      const double determinant = a * d - b * c;
      beta[first] = std::max(0.0, (r[1] * d - r[2] * c) / determinant);
      beta[second] = std::max(0.0, (a * r[2] - b * r[1]) / determinant);
    }
    shrink_into_pyramid(friction, z);
  }

  // Makes the sum of beta at most mu r_N.
  void shrink_into_pyramid(double friction, double* z) const {
    double sum = 0.0;
    for (std::size_t j = 1; j <= form.count(); ++j) sum += z[j];
    const double most = friction * z[0];
    if (sum <= most) return;
    for (std::size_t j = 1; j <= form.count(); ++j) z[j] *= most / sum;
  }
};

nsds_status check_facets(const nsds_friction_contact& given, std::int32_t count, nsds_facets facets,
                         const Sentence& sentence) {
  if (facets != NSDS_FACETS_INSIDE && facets != NSDS_FACETS_AROUND) {
    sentence.write("facets is {}, it must be NSDS_FACETS_INSIDE or NSDS_FACETS_AROUND.",
                   static_cast<int>(facets));
    return NSDS_INVALID_ARGUMENT;
  }
  if (given.dimension == 2 && count != 2) {
    sentence.write("count is {}, it must be 2 for a problem in two dimensions.", count);
    return NSDS_INVALID_ARGUMENT;
  }
  if (given.dimension == 3 && (count < 3 || count > most_facets)) {
    sentence.write("count is {}, it must be from 3 to {}.", count, most_facets);
    return NSDS_INVALID_ARGUMENT;
  }
  return NSDS_OK;
}

}  // namespace
}  // namespace nsds::numerics::conversion

using namespace nsds::numerics;
using namespace nsds::numerics::conversion;

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_friction_contact_to_lcp(const nsds_friction_contact* problem, int32_t count,
                                         nsds_facets facets, nsds_conversion** conversion, char* message,
                                         size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Call call{conversion, {message, message_size}};
  return convert(call, [&] {
    nsds_status status = check_given(problem, call.sentence);
    if (status == NSDS_OK) status = check_facets(*problem, count, facets, call.sentence);
    if (status != NSDS_OK) return status;
    return deliver(std::make_unique<FrictionToLcp>(*problem, count, facets), call);
  });
}

double nsds_facets_radius_error(nsds_facets facets, int32_t count) {
  if (count == 2) return 0.0;
  if (count < 3) return std::numeric_limits<double>::quiet_NaN();
  // 1 - cos x = 2 sin^2(x/2), without cancellation.
  const double half = 0.5 * std::numbers::pi / count;
  const double inside = 2.0 * std::sin(half) * std::sin(half);
  return facets == NSDS_FACETS_INSIDE ? inside : inside / std::cos(2.0 * half);
}

double nsds_facets_angle_error(int32_t count) {
  if (count == 2) return 0.0;
  return count < 3 ? std::numeric_limits<double>::quiet_NaN() : std::numbers::pi / count;
}
