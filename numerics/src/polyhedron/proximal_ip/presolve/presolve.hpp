// Takes out of a program what needs no iteration, and puts it back into a solution [Andersen, Andersen 1995, Math.
// Program. 71]:
//
//   an unknown whose bounds are equal is a number;
//   a row of one unknown is a bound of it, a row without any says nothing;
//   rows that are multiples of each other are one row with the tighter sides;
//   an unknown that is in no row and not in Q stands at the bound that its cost asks for.
//
// A side that has come from another row remembers that row, which gets the multiplier.
#pragma once

#include <span>

#include "polyhedron/proximal_ip/program.hpp"

namespace nsds::numerics::polyhedron::proximal {

// Who holds a side: row `row` is `factor` times the line whose side it is; row = none: that line itself.
struct Source {
  static constexpr std::int32_t none = -1;
  std::int32_t row = none;
  double factor = 1.0;
};

class Presolve {
 public:
  // given: must outlive it.
  Presolve(const Program& given, Arena& arena);

  enum class Verdict {
    reduced,        // program() is what is left
    contradiction,  // certificate has (0, y): y that the constraints contradict each other
    falls,          // certificate has (v, 0): the objective falls for ever along v
  };

  // certificate: (n + m) out, written where the verdict is not `reduced`: a candidate, to be checked.
  Verdict run(std::span<double> certificate);

  // Takes nothing out.
  void keep_all();

  Program& program() { return reduced_; }

  // x, y: of the reduced program. result: (n + m) out, of that given.
  void recover(std::span<const double> x, std::span<const double> y, std::span<double> result) const;
  // point: (n + m) of the program given. x, y: out, what is left of it in the reduced program.
  void reduce(std::span<const double> point, std::span<double> x, std::span<double> y) const;
  // y: (m) of the reduced program. certificate: (n + m) out, (0, y): what the multipliers of a contradiction are in
  // the program given.
  void recover_contradiction(std::span<const double> y, std::span<double> certificate) const;
  // v: (n) of the reduced program. certificate: (n + m) out, (v, 0).
  void recover_direction(std::span<const double> v, std::span<double> certificate) const;

 private:
  bool take_rows();
  bool take_row(std::size_t i);
  bool bound_unknown(std::size_t i);
  bool narrow(std::size_t line, double low, double high, Source source, double terms);
  double room(double terms) const;
  void fix(std::size_t j);
  bool take_unused(std::size_t& ray);
  bool merge_rows();
  std::uint64_t pattern_of(std::size_t i, double& fingerprint) const;
  std::size_t first_entry(std::size_t i) const;
  bool are_parallel(std::size_t i, std::size_t k) const;
  bool merge(std::size_t i, std::size_t k);
  void lay_out();
  void complete_contradiction(std::span<double> certificate) const;

  void give_to_sources(std::size_t line, double amount, std::span<double> y) const;
  void subtract_row(std::size_t i, double y, std::span<double> g) const;
  void hand_down(std::size_t j, std::span<double> g, std::span<double> y) const;
  void hand_all_down(std::span<double> g, std::span<double> y) const;

  const Program& given_;
  Arena& arena_;
  std::size_t n_, m_;
  std::span<unsigned char> alive_;                 // (n + m): unknowns, rows
  std::span<double> lower_, upper_;                // (n + m)
  std::span<Source> lower_source_, upper_source_;  // (n + m)
  std::span<std::int32_t> count_;                  // (m) entries of a row at unknowns that are alive
  std::span<double> shift_, shift_terms_;          // (m) what unknowns that are fixed put into a row
  std::span<double> cost_;                         // (n) p and what they put into it
  std::span<double> value_;                        // (n) of those
  std::span<std::int32_t> fixed_;                  // unknowns in the order of being fixed
  std::size_t fixed_count_ = 0;
  std::span<std::int32_t> queue_;  // (2 m) rows to look at: of one unknown, and perhaps again of none
  std::size_t queued_ = 0;
  std::span<std::int32_t> place_;  // (n + m) in the reduced program
  double largest_side_ = 0.0;
  std::size_t contradicted_ = 0;  // the line whose sides cross
  Lines Q_;                       // both triangles
  Program reduced_;
};

}  // namespace nsds::numerics::polyhedron::proximal
