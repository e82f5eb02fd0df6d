// Converts contact with friction to a nonlinear complementarity problem (friction_complementarity.h).
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "conversion/conversion.hpp"
#include "conversion/given.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "nsds/numerics/friction_complementarity.h"

namespace nsds::numerics::conversion {
namespace {

// W in d x d blocks, by columns of contacts; the diagonal blocks are always there.
struct ContactColumns {
  std::vector<std::int32_t> starts;  // (nc + 1)
  std::vector<std::int32_t> rows;    // contacts, sorted in every column
  std::vector<double> values;        // (d x d) each, column-major
};

ContactColumns contact_columns(std::int32_t d, std::int32_t contacts, const nsds_matrix& W) {
  std::vector<std::int64_t> keys;  // column and row of a block
  const auto key_of = [&](std::int32_t i, std::int32_t j) {
    return static_cast<std::int64_t>(j / d) * contacts + i / d;
  };
  // Blocks are numbered column by column, and listed once.
  keys.reserve(index(contacts));
  for (std::int32_t c = 0; c < contacts; ++c) keys.push_back(key_of(d * c, d * c));
  for_each_entry(W, [&](std::int32_t i, std::int32_t j, double value) {
    if (value != 0.0 && keys.back() != key_of(i, j)) keys.push_back(key_of(i, j));
  });
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  // The list of blocks gives the pattern, in which entries then find their blocks.
  ContactColumns made;
  made.starts.assign(index(contacts) + 1, 0);
  for (const std::int64_t key : keys) {
    ++made.starts[static_cast<std::size_t>(key / contacts) + 1];
    made.rows.push_back(static_cast<std::int32_t>(key % contacts));
  }
  for (std::size_t c = 0; c < index(contacts); ++c) made.starts[c + 1] += made.starts[c];
  made.values.assign(keys.size() * index(d * d), 0.0);
  for_each_entry(W, [&](std::int32_t i, std::int32_t j, double value) {
    if (value == 0.0) return;
    const auto block =
        static_cast<std::size_t>(std::lower_bound(keys.begin(), keys.end(), key_of(i, j)) - keys.begin());
    made.values[block * index(d * d) + index(j % d * d + i % d)] += value;
  });
  return made;
}

}  // namespace
}  // namespace nsds::numerics::conversion

using namespace nsds::numerics;
using namespace nsds::numerics::conversion;

// A block of z is (r_N, t, s), one of r and u (normal, tangents).
struct nsds_friction_ncp {
  explicit nsds_friction_ncp(const nsds_friction_contact& given)
      : d(index(given.dimension)),
        contacts(index(given.contacts)),
        W(contact_columns(given.dimension, given.contacts, *given.W)),
        q(given.q, given.q + d * contacts),
        mu(given.mu, given.mu + contacts) {
    set_pattern();
    set_steps();
    info = {static_cast<std::int32_t>((d + 1) * contacts),
            static_cast<std::int32_t>(d * contacts),
            static_cast<std::int32_t>(row_indices.size()),
            column_starts.data(),
            row_indices.data(),
            complementary.data()};
  }

  // Columns r_N and t of a contact meet the rows N and t of every contact it acts on; t also its own F_s, and
  // s its own F_t.
  void set_pattern() {
    const std::int64_t entries =
        static_cast<std::int64_t>(W.values.size()) + static_cast<std::int64_t>(2 * (d - 1) * contacts);
    if (entries > most_entries) throw TooLarge();
    checked_size(static_cast<std::int64_t>((d + 1) * contacts));
    column_starts.push_back(0);
    const auto end_column = [&] { column_starts.push_back(static_cast<std::int32_t>(row_indices.size())); };
    const auto add = [&](std::size_t row) { row_indices.push_back(static_cast<std::int32_t>(row)); };
    for (std::size_t e = 0; e < contacts; ++e) {
      for (std::size_t j = 0; j < d; ++j) {
        for (std::size_t k = index(W.starts[e]); k < index(W.starts[e + 1]); ++k) {
          const std::size_t c = index(W.rows[k]);
          for (std::size_t i = 0; i < d; ++i) add((d + 1) * c + i);
          if (c == e && j > 0) add((d + 1) * c + d);
        }
        end_column();
        complementary.push_back(j == 0 ? 1 : 0);
      }
      for (std::size_t i = 1; i < d; ++i) add((d + 1) * e + i);
      end_column();
      complementary.push_back(1);
    }
  }

  // rho = d / trace(W_cc), 1 where that is not positive.
  void set_steps() {
    rho.assign(contacts, 1.0);
    for (std::size_t e = 0; e < contacts; ++e) {
      for (std::size_t k = index(W.starts[e]); k < index(W.starts[e + 1]); ++k) {
        if (index(W.rows[k]) != e) continue;
        double trace = 0.0;
        for (std::size_t i = 0; i < d; ++i) trace += W.values[d * d * k + d * i + i];
        const double step = static_cast<double>(d) / trace;
        if (step > 0.0 && std::isfinite(step)) rho[e] = step;
      }
    }
  }

  void set_reactions(const double* z, double* r) const {
    for (std::size_t c = 0; c < contacts; ++c, z += d + 1, r += d) {
      r[0] = z[0];
      for (std::size_t k = 1; k < d; ++k) r[k] = mu[c] * z[0] * z[k];
    }
  }

  std::vector<double> velocity(const double* r) const {
    std::vector<double> u = q;
    const double* block = W.values.data();
    for (std::size_t e = 0; e < contacts; ++e)
      for (std::size_t k = index(W.starts[e]); k < index(W.starts[e + 1]); ++k)
        for (std::size_t j = 0; j < d; ++j)
          for (std::size_t i = 0; i < d; ++i) u[d * index(W.rows[k]) + i] += *block++ * r[d * e + j];
    return u;
  }

  std::vector<double> map(const double* z) const {
    std::vector<double> r(d * contacts), F;
    set_reactions(z, r.data());
    const std::vector<double> u = velocity(r.data());
    for (std::size_t c = 0; c < contacts; ++c, z += d + 1) {
      double square = 0.0;
      F.push_back(u[d * c]);
      for (std::size_t k = 1; k < d; ++k) {
        F.push_back(u[d * c + k] + z[d] * z[k]);
        square += z[k] * z[k];
      }
      F.push_back(1.0 - square);
    }
    return F;
  }

  // Entries come in the order of set_pattern. dr = (dr_N, mu (t dr_N + r_N dt)).
  std::vector<double> jacobian(const double* z) const {
    std::vector<double> values;
    values.reserve(row_indices.size());
    for (std::size_t e = 0; e < contacts; ++e, z += d + 1) {
      for (std::size_t j = 0; j < d; ++j) {
        for (std::size_t k = index(W.starts[e]); k < index(W.starts[e + 1]); ++k) {
          const double* const block = &W.values[d * d * k];
          const bool own = index(W.rows[k]) == e;
          for (std::size_t i = 0; i < d; ++i) {
            double value = j == 0 ? block[i] : mu[e] * z[0] * block[d * j + i];
            for (std::size_t l = 1; j == 0 && l < d; ++l) value += mu[e] * z[l] * block[d * l + i];
            values.push_back(own && j > 0 && i == j ? value + z[d] : value);
          }
          if (own && j > 0) values.push_back(-2.0 * z[j]);
        }
      }
      values.insert(values.end(), z + 1, z + d);
    }
    return values;
  }

  std::size_t d, contacts;
  ContactColumns W;
  std::vector<double> q, mu, rho;
  std::vector<std::int32_t> column_starts, row_indices;
  std::vector<unsigned char> complementary;
  nsds_friction_ncp_info info{};
};

namespace {

bool is_finite_problem(const std::vector<double>& x) {
  return all_finite(x.data(), x.size());
}

bool is_finite_problem(const double* x, std::int32_t size) {
  return size == 0 || (x != nullptr && all_finite(x, index(size)));
}

// Shortens a vector into the unit disc. Returns the length it had.
double shorten(double* t, std::size_t size) {
  double length = 0.0;
  for (std::size_t k = 0; k < size; ++k) length = std::hypot(length, t[k]);
  for (std::size_t k = 0; k < size && length > 1.0; ++k) t[k] /= length;
  return length;
}

// Moves r towards the axis of its cone.
void shrink_into_cone(std::size_t d, double mu, double* r) {
  r[0] = std::max(0.0, r[0]);
  double tangent = 0.0;
  for (std::size_t k = 1; k < d; ++k) tangent = std::hypot(tangent, r[k]);
  const double shrink = tangent > mu * r[0] ? mu * r[0] / tangent : 1.0;
  for (std::size_t k = 1; k < d; ++k) r[k] *= shrink;
}

// z of one contact from its r, in the cone, and u: t is y = r_T - rho u_T over max(mu r_N, |y|), which is
// r_T / (mu r_N) where the law holds, and loses nothing where r_N is small. rho > 0: in the units of r / u.
void set_unknowns(std::size_t d, double mu, double rho, const double* r, const double* u, double* z) {
  double speed = 0.0, length = 0.0;
  for (std::size_t k = 1; k < d; ++k) {
    z[k] = r[k] - rho * u[k];
    speed = std::hypot(speed, u[k]);
    length = std::hypot(length, z[k]);
  }
  const double divisor = std::max(mu * r[0], length);
  for (std::size_t k = 1; k < d && divisor > 0.0; ++k) z[k] /= divisor;
  z[0] = r[0];
  z[d] = speed;
}

}  // namespace

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_friction_contact_to_ncp(const nsds_friction_contact* problem, nsds_friction_ncp** ncp,
                                         char* message, size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Sentence sentence{message, message_size};
  return convert("ncp", ncp, sentence, [&] {
    const nsds_status status = check_given(problem, sentence);
    if (status == NSDS_OK) *ncp = std::make_unique<nsds_friction_ncp>(*problem).release();
    return status;
  });
}

const nsds_friction_ncp_info* nsds_friction_ncp_describe(const nsds_friction_ncp* ncp) {
  return ncp == nullptr ? nullptr : &ncp->info;
}

nsds_status nsds_friction_ncp_evaluate(const nsds_friction_ncp* ncp, const double* z, double* F,
                                       double* jacobian) {
  return guarded([&] {
    if (ncp == nullptr || !is_finite_problem(z, ncp->info.size)) return NSDS_INVALID_ARGUMENT;
    const std::vector<double> map = F == nullptr ? std::vector<double>() : ncp->map(z);
    const std::vector<double> values = jacobian == nullptr ? std::vector<double>() : ncp->jacobian(z);
    if (!is_finite_problem(map) || !is_finite_problem(values)) return NSDS_INVALID_ARGUMENT;
    std::copy(map.begin(), map.end(), F);
    std::copy(values.begin(), values.end(), jacobian);
    return NSDS_OK;
  });
}

nsds_status nsds_friction_ncp_back(const nsds_friction_ncp* ncp, const double* z, double* r, double* u) {
  return guarded([&] {
    if (ncp == nullptr || !is_finite_problem(z, ncp->info.size) || (ncp->contacts > 0 && r == nullptr))
      return NSDS_INVALID_ARGUMENT;
    std::vector<double> moved(z, z + ncp->info.size), reactions(ncp->q.size());
    for (std::size_t c = 0; c < ncp->contacts; ++c) {
      double* const block = &moved[(ncp->d + 1) * c];
      block[0] = std::max(0.0, block[0]);
      shorten(block + 1, ncp->d - 1);
    }
    ncp->set_reactions(moved.data(), reactions.data());
    const std::vector<double> velocity = ncp->velocity(reactions.data());
    if (!is_finite_problem(reactions) || !is_finite_problem(velocity)) return NSDS_INVALID_ARGUMENT;
    std::copy(reactions.begin(), reactions.end(), r);
    if (u != nullptr) std::copy(velocity.begin(), velocity.end(), u);
    return NSDS_OK;
  });
}

nsds_status nsds_friction_ncp_forward(const nsds_friction_ncp* ncp, const double* r, double* z) {
  return guarded([&] {
    if (ncp == nullptr || !is_finite_problem(r, ncp->info.reactions) || (ncp->contacts > 0 && z == nullptr))
      return NSDS_INVALID_ARGUMENT;
    const std::size_t d = ncp->d;
    std::vector<double> reactions(r, r + ncp->info.reactions), made(index(ncp->info.size));
    for (std::size_t c = 0; c < ncp->contacts; ++c) shrink_into_cone(d, ncp->mu[c], &reactions[d * c]);
    const std::vector<double> u = ncp->velocity(reactions.data());
    for (std::size_t c = 0; c < ncp->contacts; ++c)
      set_unknowns(d, ncp->mu[c], ncp->rho[c], &reactions[d * c], &u[d * c], &made[(d + 1) * c]);
    if (!is_finite_problem(u) || !is_finite_problem(made)) return NSDS_INVALID_ARGUMENT;
    std::copy(made.begin(), made.end(), z);
    return NSDS_OK;
  });
}

void nsds_friction_ncp_free(nsds_friction_ncp* ncp) {
  delete ncp;
}
