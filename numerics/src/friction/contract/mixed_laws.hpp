// Rows over intervals and contacts, as the judge of parts sees them: each row is a block of one part, with the law of an affine
// problem over a box.
#pragma once

#include "affine/contract/rows.hpp"
#include "friction/contract/contact_laws.hpp"

namespace nsds::numerics::friction {

// Form: what the unknowns of a class are, block after block:
//
//   size(), blocks(), first_row(c), block_of(row), number(c)   number: what the class calls block c
//   is_row(c), lower(row), upper(row)                          of a row over an interval
//   contacts(), contact(c), division(c)                        of a contact: its number in this problem of contacts
//   datum(), floor()                                           (size), floor Nullable
//   walk(visit)                                                visit(row, column, value) for all entries
template <class Form>
class MixedLaws {
 public:
  // form: must outlive it.
  explicit MixedLaws(const Form& form) : form_(form) {}

  std::size_t size() const { return form_.size(); }
  std::size_t blocks() const { return form_.blocks(); }
  std::int32_t number(std::size_t c) const { return form_.number(c); }
  std::size_t first_row(std::size_t c) const { return form_.first_row(c); }
  const Division& division(std::size_t c) const { return form_.is_row(c) ? one_row : form_.division(c); }
  const double* datum() const { return form_.datum(); }
  const double* floor() const { return form_.floor(); }
  bool has_cones() const { return true; }
  // There is no short way to accounts.
  bool are_accounted(double /*tolerance*/, const double* /*x*/, const double* /*magnitude*/,
                     Arena& /*arena*/) const {
    return false;
  }
  double dilatancy(std::size_t /*c*/) const { return 0.0; }
  double unit(std::size_t c, std::size_t part) const {
    return part == moment_part ? form_.contacts().lengths[form_.contact(c)] : 1.0;
  }

  Standing standing(std::size_t c, const double* x, const double* w) const {
    if (!form_.is_row(c)) return standing_of(form_.contacts(), form_.division(c), form_.contact(c), x, w);
    const std::size_t row = form_.first_row(c);
    const double lower = form_.lower(row), upper = form_.upper(row);
    Standing found;
    found.asks[0] = true;
    found.is_outside = *x < lower || *x > upper;
    found.violation[0] = affine::violation_of_side(lower, upper, *x, *w);
    return found;
  }

  // A row at a bound that is not zero is on a limit that is a number.
  Limit limit(std::size_t c, std::size_t part, const double* x) const {
    if (!form_.is_row(c))
      return limit_that_holds(form_.contacts(), form_.division(c), form_.contact(c), part, x);
    const std::size_t row = form_.first_row(c);
    return *x != 0.0 && (*x == form_.lower(row) || *x == form_.upper(row)) ? Limit::fixed : Limit::none;
  }

  template <class Visit>
  void for_each_pair(Arena& /*arena*/, Visit&& visit) const {
    form_.walk([&](std::int32_t row, std::int32_t column, double value) {
      if (value == 0.0) return;
      const std::size_t i = form_.block_of(index(row)), j = form_.block_of(index(column));
      visit(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j));
    });
  }
  auto entries(Arena& /*arena*/) const {
    return [this](const auto& visit) { form_.walk(visit); };
  }

 private:
  static constexpr Division one_row{1, {0, 1, 1, 1}};

  const Form& form_;
};

}  // namespace nsds::numerics::friction
