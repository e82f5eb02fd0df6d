// Contact problems as the judge of parts sees them.
#pragma once

#include "friction/contract/accounted_normals.hpp"
#include "friction/contract/standing.hpp"
#include "friction/islands/contact_blocks.hpp"

namespace nsds::numerics::friction {

// Of what a part is on its limit: a number times r_N, a number, or of nothing.
enum class Limit : unsigned char { none, of_normal, fixed };

// r: of the contact.
inline Limit limit_that_holds(const Problem& problem, const Division& parts, std::size_t contact,
                              std::size_t part, const double* r) {
  if (part == normal_part) return Limit::none;
  const double norm = part_norm(r + parts.first[part], parts.rows(part));
  const double limit = limit_of(problem, contact, part, r[0]);
  if (norm == 0.0 || norm < limit - on_limit * limit) return Limit::none;
  return problem.cylinder ? Limit::fixed : Limit::of_normal;
}

// What judge_parts.hpp asks of a class: blocks of rows, each with a law of its own.
class ContactLaws {
 public:
  explicit ContactLaws(const Problem& problem) : problem_(problem), division_(division_of(problem)) {}

  std::size_t size() const { return problem_.size(); }
  std::size_t blocks() const { return index(problem_.contacts); }
  std::int32_t number(std::size_t c) const { return static_cast<std::int32_t>(c); }
  std::size_t first_row(std::size_t c) const { return index(problem_.dimension) * c; }
  const Division& division(std::size_t /*c*/) const { return division_; }
  const double* datum() const { return problem_.q; }
  const double* floor() const { return problem_.floor; }
  bool has_cones() const { return !problem_.cylinder; }
  double dilatancy(std::size_t c) const { return dilatancy_of(problem_, c); }
  // What moments are divided by, and angular velocities multiplied with, where parts are compared.
  double unit(std::size_t c, std::size_t part) const {
    return part == moment_part ? problem_.lengths[c] : 1.0;
  }
  Standing standing(std::size_t c, const double* r, const double* u) const {
    return standing_of(problem_, division_, c, r, u);
  }
  Limit limit(std::size_t c, std::size_t part, const double* r) const {
    return limit_that_holds(problem_, division_, c, part, r);
  }
  // Tells whether it is easily seen that nothing at r is a ray.
  bool are_accounted(double tolerance, const double* r, const double* magnitude, Arena& arena) const {
    return are_normals_accounted(problem_, tolerance, r, magnitude, arena);
  }
  // visit(row, column) for all blocks of contacts.
  template <class Visit>
  void for_each_pair(Arena& arena, Visit&& visit) const {
    const ContactBlocks blocks = contact_blocks(problem_.dimension, problem_.contacts, problem_.W, arena);
    for (std::int32_t row = 0; row < blocks.contacts; ++row)
      for (std::int32_t k = blocks.row_starts[index(row)]; k < blocks.row_starts[index(row) + 1]; ++k)
        visit(row, blocks.columns[index(k)]);
  }

  // A walk over the entries, block by block: walk(visit) calls visit(i, j, value). Zeros may be left out.
  auto entries(Arena& arena) const {
    const ContactBlocks blocks = contact_blocks(problem_.dimension, problem_.contacts, problem_.W, arena);
    return [blocks, d = problem_.dimension](const auto& visit) {
      for (std::int32_t row = 0; row < blocks.contacts; ++row)
        for (std::int32_t k = blocks.row_starts[index(row)]; k < blocks.row_starts[index(row) + 1]; ++k) {
          const std::int64_t from = blocks.at[index(k)];
          if (from == ContactBlocks::no_values) continue;
          const double* values = blocks.values.values + from;
          for (std::int32_t j = 0; j < d; ++j, values += blocks.values.leading)
            for (std::int32_t i = 0; i < d; ++i)
              visit(d * row + i, d * blocks.columns[index(k)] + j, values[i]);
        }
    };
  }

 private:
  const Problem& problem_;
  Division division_;
};

}  // namespace nsds::numerics::friction
