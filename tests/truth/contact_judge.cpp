#include "truth/contact_judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace nsds::test {
namespace {

using Eigen::Index;
using Real = long double;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using RealMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

constexpr double ulp = std::numeric_limits<double>::epsilon();

// The numbers of the page.
constexpr Real limit_width = 8.0L * ulp;  // by what share of the limit a part is on it
constexpr Real noise = 1e3L * ulp;        // η of rules c and e
constexpr Real visible = 1e-3L;           // beside what share of a datum noise is none
constexpr Real far_out = 1e5L;  // how many times its data the terms of a contact are that is asked by rule e

enum class PartKind { normal, tangent, moment, row };

// Rows of one contact that turn together, or one row over an interval, which is a block of its own behind the contacts.
struct Part {
  PartKind kind;
  Index contact, first, rows;
};

// Where a part is: of a contact that is open or presses, or of a point whose normal stress is free.
enum class Standing { open, inside, on_limit, without_limit, outside };

// The parts of a problem, with moments measured in the length of their contact.
struct Laid {
  std::vector<Part> parts;
  RealVector unit;     // (rows): the length of its contact for a row of moments, 1 for others
  RealMatrix entries;  // (parts x parts): norms of blocks
  RealVector data;     // (parts): the norms of q, likewise
};

// The rows of rule e with the parts as unknowns: those of the parts, then one for each part on the limit of a cone, |r_P| - mu r_N = 0.
struct Accounts {
  RealMatrix entries;
  RealVector data, terms;
};

Real trace(const ContactProblem& problem, Index first, Index rows) {
  Real sum = 0;
  for (Index i = first; i < first + rows; ++i)
    sum += problem.compliance.size() > 0 ? problem.compliance[i] : problem.W(i, i);
  return sum;
}

// L_c of rolling_friction_contact.h.
Real length_of(const ContactProblem& problem, Index contact) {
  if (problem.law != ContactLaw::rolling) return 1;
  const Index tangents = problem.dimension == 5 ? 2 : 1, first = problem.first_of(contact);
  const Real forces = trace(problem, first, 1 + tangents) / Real(tangents + 1);
  const Real moments = trace(problem, first + 1 + tangents, tangents) / Real(tangents);
  if (forces > 0 && moments > 0) return std::sqrt(forces / moments);
  if (problem.rolling[contact] > 0) return problem.rolling[contact];
  const Real largest = problem.rolling.maxCoeff();
  return largest > 0 ? largest : 1;
}

Real dilatancy(const ContactProblem& problem, Index contact) {
  if (problem.law != ContactLaw::drucker_prager) return 0;
  return Real(problem.limit[contact]) - Real(problem.theta[contact]);
}

void lay_parts(const ContactProblem& problem, Laid& laid) {
  laid.unit.setOnes(problem.q.size());
  for (Index c = 0; c < problem.contacts(); ++c) {
    const Index d = problem.rows_of(c), first = problem.first_of(c);
    const Index tangents = problem.law == ContactLaw::rolling ? (d - 1) / 2 : d - 1;
    laid.parts.push_back({PartKind::normal, c, first, 1});
    laid.parts.push_back({PartKind::tangent, c, first + 1, tangents});
    if (problem.law != ContactLaw::rolling) continue;
    laid.parts.push_back({PartKind::moment, c, first + 1 + tangents, tangents});
    laid.unit.segment(first + 1 + tangents, tangents).setConstant(length_of(problem, c));
  }
  const Index first = problem.first_of(problem.contacts());
  for (Index k = 0; k < problem.lower.size(); ++k)
    laid.parts.push_back({PartKind::row, problem.contacts() + k, first + k, 1});
}

void lay_norms(const ContactProblem& problem, Laid& laid) {
  const auto count = static_cast<Index>(laid.parts.size());
  const RealMatrix W = laid.unit.asDiagonal() * problem.W.cast<Real>() * laid.unit.asDiagonal();
  const RealVector q = laid.unit.cwiseProduct(problem.q.cast<Real>());
  laid.entries.resize(count, count);
  laid.data.resize(count);
  for (Index p = 0; p < count; ++p) {
    const Part& row = laid.parts[static_cast<std::size_t>(p)];
    laid.data[p] = q.segment(row.first, row.rows).norm();
    for (Index k = 0; k < count; ++k) {
      const Part& column = laid.parts[static_cast<std::size_t>(k)];
      laid.entries(p, k) = W.block(row.first, column.first, row.rows, column.rows).norm();
    }
  }
}

// (columns): the first of the columns that entries tie together. The first rows have the numbers of the columns.
std::vector<Index> islands_of(const RealMatrix& entries) {
  std::vector<Index> island(static_cast<std::size_t>(entries.cols()));
  std::iota(island.begin(), island.end(), Index{0});
  const auto tie = [&](Index i, Index j) {
    const Index one = island[static_cast<std::size_t>(i)], other = island[static_cast<std::size_t>(j)];
    std::replace(island.begin(), island.end(), std::max(one, other), std::min(one, other));
  };
  for (Index row = 0; row < entries.rows(); ++row) {
    Index tied = row < entries.cols() ? row : -1;
    for (Index k = 0; k < entries.cols(); ++k) {
      if (entries(row, k) == 0) continue;
      if (tied >= 0) tie(tied, k);
      tied = k;
    }
  }
  return island;
}

Laid lay(const ContactProblem& problem) {
  Laid laid;
  lay_parts(problem, laid);
  lay_norms(problem, laid);
  return laid;
}

class ContactHearing {
 public:
  ContactHearing(const ContactProblem& problem, const Eigen::VectorXd& r, double tolerance, double leeway)
      : problem_(problem), laid_(lay(problem)), given_(r), tolerance_(tolerance), leeway_(leeway) {}

  Judgement verdict() {
    if (!is_finite() || !is_admissible()) return seen_;
    measure();
    accounts_ = rows_of_accounts();
    island_ = islands_of(accounts_.entries);
    forgive();
    for (Index p = 0; p < count(); ++p)
      if (!is_forgiven(p)) note(Axiom::own_terms, static_cast<double>(relative_to(p, violation_[p])), p);
    if (seen_.value <= tolerance_) ask_for_accounts();
    if (seen_.value <= tolerance_) seen_.broken = Axiom::none;
    return seen_;
  }

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  Index count() const { return static_cast<Index>(laid_.parts.size()); }
  const Part& part(Index p) const { return laid_.parts[at(p)]; }
  bool is_forgiven(Index row) const { return row < count() && forgiven_[at(row)]; }
  bool fails(Index row) const { return row < count() && violation_[row] > tolerance_ * terms_[row]; }

  void note(Axiom axiom, double value, Index p) {
    const Index row = count() == 0 ? -1 : part(p).first;
    if (seen_.worst < 0) seen_.worst = row;
    if (value > seen_.value) seen_ = {value, axiom, row};
  }

  // All terms are numbers of the format that the library has, too.
  bool is_finite() {
    const double none = std::numeric_limits<double>::infinity();
    if (!given_.allFinite()) {
      note(Axiom::sides, none, 0);
      return false;
    }
    const RealVector r = given_.cast<Real>();
    r_ = r.cwiseQuotient(laid_.unit);
    u_ = laid_.unit.cwiseProduct(problem_.W.cast<Real>() * r + problem_.q.cast<Real>());
    size_.resize(count());
    for (Index p = 0; p < count(); ++p) size_[p] = r_.segment(part(p).first, part(p).rows).norm();
    add_slips();
    terms_ = laid_.data + laid_.entries * size_;
    if (std::isfinite(static_cast<double>(terms_.sum()))) return true;
    note(Axiom::own_terms, none, 0);
    return false;
  }

  // The normal row of a point that flows has D s in it, and with it the tangential row.
  void add_slips() {
    for (Index p = 0; p < count(); ++p) {
      const Real D = dilatancy(problem_, part(p).contact);
      if (part(p).kind != PartKind::normal || D == 0 || !has_slip(p, D)) continue;
      laid_.entries.row(p) += std::fabs(D) * laid_.entries.row(p + 1);
      laid_.data[p] += std::fabs(D) * laid_.data[p + 1];
    }
  }

  bool has_slip(Index normal, Real D) const {
    if (standing_of(normal, 0) == Standing::open) return D < 0 || u_[part(normal).first] >= 0;
    const Standing place = standing_of(normal + 1, leeway_ * limit_width);
    return place == Standing::on_limit || place == Standing::without_limit;
  }

  // Whether the law asks anything of the row of a part.
  bool is_row(Index p) const {
    if (p >= count() || part(p).kind == PartKind::normal || part(p).kind == PartKind::row) return true;
    const Standing place = standing_of(p, leeway_ * limit_width);
    return place != Standing::open && place != Standing::without_limit;
  }

  // The limit of a part other than the normal one, in the unit of its rows.
  Real limit_of(Index p) const {
    const Index c = part(p).contact;
    if (problem_.law == ContactLaw::von_mises) return problem_.limit[c];
    const Real normal = given_[problem_.first_of(c)];
    if (part(p).kind == PartKind::tangent) return problem_.limit[c] * normal;
    return problem_.rolling[c] * normal / laid_.unit[part(p).first];
  }

  // The part that is the normal one of the contact.
  Index normal_of(Index p) const {
    if (part(p).kind == PartKind::tangent) return p - 1;
    return part(p).kind == PartKind::moment ? p - 2 : p;
  }

  // Bounds of a row over an interval.
  double lower_of(Index p) const { return problem_.lower[part(p).contact - problem_.contacts()]; }
  double upper_of(Index p) const { return problem_.upper[part(p).contact - problem_.contacts()]; }

  // What the side of x leaves of a row.
  Real violation_of_row(Index p) const {
    const double x = given_[part(p).first];
    const Real w = u_[part(p).first];
    const Real above = x > lower_of(p) ? w : 0, below = x < upper_of(p) ? -w : 0;
    return std::max(above, below);
  }

  bool has_cone() const { return problem_.law != ContactLaw::von_mises; }

  Standing standing_of(Index p, Real width) const {
    if (part(p).kind == PartKind::row) {
      const double x = given_[part(p).first];
      return x >= lower_of(p) && x <= upper_of(p) ? Standing::inside : Standing::outside;
    }
    const Real normal = given_[problem_.first_of(part(p).contact)];
    if (part(p).kind == PartKind::normal) {
      if (!has_cone() || normal > 0) return Standing::inside;
      return normal == 0 ? Standing::open : Standing::outside;
    }
    const Real limit = limit_of(p);
    if (has_cone() && normal == 0) return size_[p] == 0 ? Standing::open : Standing::outside;
    if (limit == 0) return size_[p] == 0 ? Standing::without_limit : Standing::outside;
    if (size_[p] > limit * (1 + width)) return Standing::outside;
    return size_[p] >= limit * (1 - width) ? Standing::on_limit : Standing::inside;
  }

  // Rule a.
  bool is_admissible() {
    for (Index p = 0; p < count(); ++p)
      if (standing_of(p, leeway_ * limit_width) == Standing::outside) note(Axiom::sides, 1.0, p);
    return seen_.broken == Axiom::none;
  }

  Real relative_to(Index p, Real violation) const {
    if (violation == 0 || violation <= floor_of(p)) return 0;
    return terms_[p] == 0 ? std::numeric_limits<Real>::infinity() : violation / terms_[p];
  }

  Real floor_of(Index p) const {
    if (problem_.floor.size() == 0) return 0;
    const Part& rows = part(p);
    return leeway_ * laid_.unit[rows.first] * problem_.floor.segment(rows.first, rows.rows).maxCoeff();
  }

  // What the law leaves of u in a part that is no normal one, and s, the speed that is opposed to it.
  struct Left {
    Real violation, opposed;
  };
  Left left_of(Index p, Standing place) const {
    const RealVector u = u_.segment(part(p).first, part(p).rows);
    if (place == Standing::open) return {0, 0};
    if (place == Standing::without_limit) return {0, u.norm()};
    if (place == Standing::inside) return {u.norm(), 0};
    const RealVector along = r_.segment(part(p).first, part(p).rows) / size_[p];
    const Real opposed = std::max(Real(0), -u.dot(along));
    return {(u + opposed * along).norm(), opposed};
  }

  Real normal_violation(Index normal, Real opposed) const {
    const Real u = u_[part(normal).first], D = dilatancy(problem_, part(normal).contact);
    if (standing_of(normal, 0) != Standing::open) return std::fabs(u - D * opposed);
    const Real flow = u_.segment(part(normal + 1).first, part(normal + 1).rows).norm();
    return std::max(D * flow - u, Real(0));
  }

  // Rules a and b. A part that is on its limit with a leeway and inside without is taken for what is better.
  void measure() {
    violation_.setZero(count());
    for (Index p = 0; p < count(); ++p) {
      if (part(p).kind == PartKind::row) violation_[p] = violation_of_row(p);
      if (part(p).kind == PartKind::normal || part(p).kind == PartKind::row) continue;
      const Left wide = left_of(p, standing_of(p, leeway_ * limit_width));
      violation_[p] = wide.violation;
      if (part(p).kind == PartKind::moment) continue;
      violation_[p - 1] = normal_violation(p - 1, wide.opposed);
      const Left narrow = left_of(p, standing_of(p, limit_width / leeway_));
      const Real other = normal_violation(p - 1, narrow.opposed);
      const Real now = std::max(relative_to(p - 1, violation_[p - 1]), relative_to(p, violation_[p]));
      if (now <= std::max(relative_to(p - 1, other), relative_to(p, narrow.violation))) continue;
      violation_[p - 1] = other;
      violation_[p] = narrow.violation;
    }
    for (Index p = 0; p < count(); ++p)
      if (violation_[p] <= floor_of(p)) violation_[p] = 0;
  }

  bool is_on_limit(Index p) const {
    return part(p).kind != PartKind::normal && part(p).kind != PartKind::row &&
           standing_of(p, leeway_ * limit_width) == Standing::on_limit;
  }

  Accounts rows_of_accounts() const {
    std::vector<Index> limited;
    for (Index p = 0; p < count(); ++p)
      if (has_cone() && is_on_limit(p)) limited.push_back(p);
    const Index rows = count() + static_cast<Index>(limited.size());
    Accounts made{RealMatrix::Zero(rows, count()), RealVector::Zero(rows), RealVector()};
    for (Index p = 0; p < count(); ++p) {
      if (!is_row(p)) continue;
      made.entries.row(p) = laid_.entries.row(p);
      made.data[p] = laid_.data[p];
    }
    for (Index row = count(); row < rows; ++row) {
      const Index p = limited[at(row - count())], normal = normal_of(p);
      made.entries(row, p) = 1;
      made.entries(row, normal) = limit_of(p) / size_[normal];
    }
    made.terms = made.data + made.entries * size_;
    return made;
  }

  // δ: how far an unknown moves before a row that holds sees more than rounding.
  RealVector unnoticed() const {
    RealVector delta = RealVector::Zero(count());
    for (Index k = 0; k < count(); ++k) {
      bool is_seen = false;
      for (Index row = 0; row < accounts_.terms.size(); ++row) {
        if (fails(row) || accounts_.terms[row] == 0 || accounts_.entries(row, k) == 0) continue;
        const Real reach = leeway_ * noise * accounts_.terms[row] / accounts_.entries(row, k);
        delta[k] = is_seen ? std::min(delta[k], reach) : reach;
        is_seen = true;
      }
    }
    return delta;
  }

  // Rule c.
  void forgive() {
    forgiven_.assign(at(count()), false);
    const RealVector moves = laid_.entries * unnoticed(), noticed = laid_.entries * size_;
    for (Index p = 0; p < count(); ++p) {
      if (!fails(p) || noticed[p] > 0) continue;
      Real loudest = 0;
      for (Index k = 0; k < count(); ++k)
        if (!fails(k) && is_row(k) && island_[at(k)] == island_[at(p)])
          loudest = std::max(loudest, terms_[k]);
      forgiven_[at(p)] = laid_.data[p] <= moves[p] && laid_.data[p] <= leeway_ * noise * loudest;
    }
  }

  // The terms of the rows of a part, each summed for itself.
  Real sum_of_terms(Index p) const {
    const Index first = part(p).first, rows = part(p).rows;
    const RealVector own =
        problem_.W.middleRows(first, rows).cast<Real>().cwiseAbs() * given_.cast<Real>().cwiseAbs() +
        problem_.q.segment(first, rows).cast<Real>().cwiseAbs();
    const Real D = dilatancy(problem_, part(p).contact);
    const bool slips = part(p).kind == PartKind::normal && D != 0 && has_slip(p, D);
    return laid_.unit[first] * own.norm() + (slips ? std::fabs(D) * sum_of_terms(p + 1) : 0);
  }

  bool is_open(Index contact) const {
    return has_cone() && contact < problem_.contacts() &&
           given_.segment(problem_.first_of(contact), problem_.rows_of(contact)).isZero(0.0);
  }

  Real datum_of(Index p) const {
    return laid_.unit[part(p).first] * problem_.q.segment(part(p).first, part(p).rows).cast<Real>().norm();
  }

  // Contacts, and rows over intervals.
  Index blocks() const { return problem_.contacts() + problem_.lower.size(); }

  // (blocks): the first of those that W ties together.
  std::vector<Index> islands_of_blocks() const {
    RealMatrix tied = RealMatrix::Identity(blocks(), blocks());
    for (Index p = 0; p < count(); ++p)
      for (Index k = 0; k < count(); ++k) {
        const Part &row = part(p), &column = part(k);
        if (!problem_.W.block(row.first, column.first, row.rows, column.rows).isZero(0.0))
          tied(row.contact, column.contact) = 1;
      }
    return islands_of(tied);
  }

  // The least datum of each island, by blocks, those that are rounding beside the largest one left out.
  RealVector least_data() const {
    const std::vector<Index> island = islands_of_blocks();
    RealVector largest = RealVector::Zero(blocks());
    const auto each_row = [&](const auto& visit) {
      for (Index p = 0; p < count(); ++p)
        if (is_row(p)) visit(island[at(part(p).contact)], datum_of(p));
    };
    each_row([&](Index i, Real datum) { largest[i] = std::max(largest[i], datum); });
    RealVector least = RealVector::Constant(blocks(), std::numeric_limits<Real>::infinity());
    each_row([&](Index i, Real datum) {
      if (datum > leeway_ * noise * largest[i]) least[i] = std::min(least[i], datum);
    });
    RealVector of_block(blocks());
    for (Index c = 0; c < blocks(); ++c) of_block[c] = least[island[at(c)]];
    return of_block;
  }

  // Rule e is asked where terms of a row are large beside its datum, and what is missed is not small beside the least
  // of its island; and where a part holds by its norms alone, which are so large.
  bool is_far_out() const {
    const RealVector least = least_data();
    for (Index p = 0; p < count(); ++p) {
      const Index c = part(p).contact;
      if (is_open(c) || !is_row(p)) continue;
      const Real sum = sum_of_terms(p), beyond = leeway_ * far_out * datum_of(p);
      if (sum > beyond && violation_[p] + noise * sum > leeway_ * visible * least[c]) return true;
      const bool by_norms = !fails(p) && violation_[p] > leeway_ * tolerance_ * sum;
      if (by_norms && terms_[p] > beyond) return true;
    }
    return false;
  }

  Real datum(Index row) const { return is_forgiven(row) ? 0 : accounts_.data[row]; }
  Real term(Index row, Index p) const { return accounts_.entries(row, p) * size_[p]; }

  bool counts(Index row, Index p, Real width) const {
    const Real one = term(row, p);
    return !is_forgiven(row) && is_row(row) && one > 0 && one >= tolerance_ * accounts_.terms[row] * width;
  }

  // A part that is on the limit of a cylinder is at a bound that is not zero.
  bool is_at_bound(Index p) const {
    if (part(p).kind != PartKind::row) return !has_cone() && is_on_limit(p);
    const double x = given_[part(p).first];
    return x != 0.0 && (x == lower_of(p) || x == upper_of(p));
  }

  // Rule e: which parts the data and bounds account for.
  std::vector<bool> accounted() const {
    const Real reach = leeway_ * std::max(visible / tolerance_, Real(10));
    const Index rows = accounts_.terms.size();
    std::vector<bool> known(at(count()));
    for (Index p = 0; p < count(); ++p) known[at(p)] = is_at_bound(p);
    RealVector largest(rows);
    for (Index row = 0; row < rows; ++row) largest[row] = datum(row);
    for (bool changed = true; changed;) {
      changed = false;
      for (Index row = 0; row < rows; ++row)
        for (Index p = 0; p < count(); ++p) {
          if (!counts(row, p, 1 / leeway_)) continue;
          const Real one = term(row, p);
          if (!known[at(p)] && one <= reach * largest[row]) known[at(p)] = changed = true;
          if (!known[at(p)] || one <= largest[row]) continue;
          largest[row] = one;
          changed = true;
        }
      // A part of a cone that is not much larger than the normal one has its size from that.
      for (Index p = 0; p < count() && has_cone(); ++p) {
        const bool follows = known[at(normal_of(p))] && size_[p] <= leeway_ * 10 * size_[normal_of(p)];
        if (known[at(p)] || !follows) continue;
        known[at(p)] = changed = true;
      }
    }
    return known;
  }

  bool has_data(Index island) const {
    for (Index p = 0; p < count(); ++p)
      if (island_[at(p)] == island && (datum(p) > 0 || is_at_bound(p))) return true;
    return false;
  }

  // Whether the size of a part that nothing accounts for is what the data ask for, as in an ill-conditioned system. Rows of limits
  // ask for nothing.
  bool is_asked_for(Index p) const {
    bool is_asked = false, is_seen = false;
    for (Index row = 0; row < count(); ++row) {
      const Real rounding = noise * terms_[row];
      if (counts(row, p, 1 / leeway_) && rounding <= leeway_ * visible * datum(row)) is_seen = true;
      if (!counts(row, p, leeway_)) continue;
      is_asked = true;
      if (violation_[row] > leeway_ * rounding) return false;
    }
    return is_seen || !is_asked;  // what counts nowhere is seen nowhere
  }

  // Rule e.
  void ask_for_accounts() {
    if (!is_far_out()) return;
    const std::vector<bool> known = accounted();
    const RealVector delta = unnoticed();
    for (Index p = 0; p < count(); ++p)
      if (!known[at(p)] && has_data(island_[at(p)]) && size_[p] > delta[p] && !is_asked_for(p))
        note(Axiom::accounts, 1.0, p);
  }

  const ContactProblem& problem_;
  Laid laid_;
  const Eigen::VectorXd given_;
  const Real tolerance_, leeway_;
  RealVector r_, u_;                     // (rows), in the units of the laid parts
  RealVector size_, terms_, violation_;  // (parts); violations below their floors are 0
  Accounts accounts_;
  std::vector<Index> island_;   // (parts)
  std::vector<bool> forgiven_;  // (parts)
  Judgement seen_;
};

}  // namespace

Judgement judge_contacts(const ContactProblem& problem, const Eigen::VectorXd& r, double tolerance,
                         double leeway) {
  const Judgement strict = ContactHearing(problem, r, tolerance, 1.0).verdict();
  if (leeway <= 1.0 || strict.value <= tolerance) return strict;
  const Judgement wide = ContactHearing(problem, r, tolerance, leeway).verdict();
  return wide.value < strict.value ? wide : strict;
}

double judged_contacts(const ContactProblem& problem, const Eigen::VectorXd& r, double tolerance) {
  return judge_contacts(problem, r, tolerance).value;
}

}  // namespace nsds::test
