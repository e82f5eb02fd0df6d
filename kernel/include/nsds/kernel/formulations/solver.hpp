// The name and the options of the solver that a formulation uses. The formulation that receives it checks both.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "nsds/kernel/export.hpp"

namespace nsds {

/// A solver's name and options, e.g. Solver("lemke").set("tolerance", 1e-12). `nsds solvers` lists both.
class NSDS_KERNEL_API Solver {
 public:
  using Value = std::variant<double, std::int64_t, std::string>;

  explicit Solver(std::string name) : name_(std::move(name)) {}

  /// A number or a bool; 1 will do for 1.0.
  template <class Number>
  requires std::integral<Number> || std::floating_point<Number> Solver& set(std::string option,
                                                                            Number value) {
    if constexpr (std::integral<Number>) {
      return put(std::move(option), static_cast<std::int64_t>(value));
    } else {
      return put(std::move(option), static_cast<double>(value));
    }
  }
  /// Text, read by the declared type of the option.
  Solver& set(std::string option, std::string value) { return put(std::move(option), std::move(value)); }
  /// Errors: InvalidArgument if value is null.
  Solver& set(std::string option, const char* value);

  const std::string& name() const { return name_; }
  const std::vector<std::pair<std::string, Value>>& options() const { return options_; }

 private:
  Solver& put(std::string option, Value value);

  std::string name_;
  std::vector<std::pair<std::string, Value>> options_;
};

}  // namespace nsds
