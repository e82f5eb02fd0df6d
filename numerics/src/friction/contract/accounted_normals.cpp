#include "friction/contract/accounted_normals.hpp"

#include <algorithm>
#include <cmath>

#include "affine/contract/rows.hpp"
#include "friction/contract/parts.hpp"
#include "friction/islands/contact_blocks.hpp"

namespace nsds::numerics::friction {
namespace {

class NormalAccounts {
 public:
  NormalAccounts(const Problem& problem, double tolerance, const double* r, Arena& arena)
      : problem_(problem),
        parts_(division_of(problem)),
        blocks_(stored_blocks(problem.dimension, problem.contacts, problem.W, arena)),
        tolerance_(tolerance),
        reach_(affine::reach_of_accounts(tolerance)),
        most_(arena.take<double>(parts_.count * index(problem.contacts))),
        term_(arena.take<double>(index(problem.contacts))),
        known_(arena.take<unsigned char>(index(problem.contacts), 0)),
        found_(arena.take<std::int32_t>(index(problem.contacts))) {
    double* most = most_.data();
    for (std::size_t c = 0; c < index(problem.contacts); ++c, most += parts_.count) {
      most[0] = std::fabs(r[index(problem.dimension) * c]);
      for (std::size_t part = 1; part < parts_.count; ++part) {
        most[part] = limit_of(problem, c, part, most[0]);
        is_bounded_ = is_bounded_ && most[part] <= bounded_by_normal * unit(c, part) * most[0];
      }
      if (most[0] == 0.0)
        known_[c] = 1;
      else
        ++unknown_;
    }
  }

  bool all(const double* magnitude) {
    if (!is_bounded_) return false;
    for (std::size_t c = 0; c < index(problem_.contacts) && unknown_ > 0; ++c) {
      if (affine::are_unaccounted(magnitude[index(problem_.dimension) * c], datum(c))) continue;
      look_at_row(c);
      // What was found last leads furthest.
      while (waiting_ > 0 && unknown_ > 0) look_at_row(index(found_[--waiting_]));
    }
    return unknown_ == 0;
  }

 private:
  double unit(std::size_t c, std::size_t part) const {
    return part == moment_part ? problem_.lengths[c] : 1.0;
  }
  double datum(std::size_t c) const { return std::fabs(problem_.q[index(problem_.dimension) * c]); }

  bool is_open(std::size_t c) const { return most_[parts_.count * c] == 0.0; }

  // Tells whether any contact of a row is not known.
  bool asks(std::size_t begin, std::size_t end) const {
    for (std::size_t k = begin; k < end; ++k)
      if (known_[index(blocks_.columns[k])] == 0) return true;
    return false;
  }

  // A bound of what a normal row has of the parts of a contact that are no normal ones.
  double bound_of_others(const double* row, const double* most) const {
    const std::size_t leading = blocks_.values.leading;
    if (parts_.count == 2) {
      const double last = parts_.first[2] == 3 ? std::fabs(row[2 * leading]) : 0.0;
      return (std::fabs(row[leading]) + last) * most[tangent_part];
    }
    double bound = 0.0;
    for (std::size_t part = tangent_part; part < parts_.count; ++part)
      for (std::size_t j = parts_.first[part]; j < parts_.first[part + 1]; ++j)
        bound += std::fabs(row[leading * j]) * most[part];
    return bound;
  }

  // Finds the unknowns that the normal row of a contact accounts for.
  void look_at_row(std::size_t contact) {
    const std::size_t begin = index(blocks_.row_starts[contact]),
                      end = index(blocks_.row_starts[contact + 1]);
    if (!asks(begin, end)) return;
    double known = 0.0, terms = datum(contact);
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t c = index(blocks_.columns[k]);
      double& term = term_[k - begin];
      term = 0.0;
      if (is_open(c) || blocks_.at[k] == ContactBlocks::no_values) continue;
      const double* const row = blocks_.values.values + blocks_.at[k];
      const double* const most = &most_[parts_.count * c];
      term = std::fabs(row[0]) * most[0];
      terms += term + bound_of_others(row, most);
      if (known_[c] != 0) known = std::max(known, term);
    }
    const double least = tolerance_ * terms;
    const double reached = reach_ * std::max(datum(contact), known > least ? known : 0.0);
    for (std::size_t k = begin; k < end; ++k) {
      const double term = term_[k - begin];
      if (term > least && term <= reached) add(index(blocks_.columns[k]));
    }
  }

  void add(std::size_t c) {
    if (known_[c] != 0) return;
    known_[c] = 1;
    found_[waiting_++] = static_cast<std::int32_t>(c);
    --unknown_;
  }

  const Problem& problem_;
  Division parts_;
  ContactBlocks blocks_;
  double tolerance_, reach_;
  std::span<double> most_;          // (parts of contacts): what their norms may be at most
  std::span<double> term_;          // of the row that is looked at
  std::span<unsigned char> known_;  // (contacts)
  std::span<std::int32_t> found_;   // (contacts): known ones whose rows were not looked at yet
  std::size_t waiting_ = 0;         // of them
  bool is_bounded_ = true;          // all parts by the normal ones
  std::int32_t unknown_ = 0;        // contacts that are not open and not known
};

}  // namespace

bool are_normals_accounted(const Problem& problem, double tolerance, const double* r, const double* magnitude,
                           Arena& arena) {
  if (problem.theta != nullptr || problem.cylinder) return false;
  const Arena::Mark mark = arena.mark();
  const bool all = NormalAccounts(problem, tolerance, r, arena).all(magnitude);
  arena.rewind(mark);
  return all;
}

}  // namespace nsds::numerics::friction
