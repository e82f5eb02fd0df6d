// Maps of the user in C++, over nonlinear_map.h.
#pragma once

#include <exception>
#include <functional>
#include <type_traits>
#include <utility>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/nonlinear_map.h"

namespace nsds::numerics {

// F: ℝⁿ → ℝⁿ with its Jacobian. Functions return nothing, or a bool: false where z is outside the domain. What they throw
// comes out of the call. Moves and copies.
//
//   NonlinearMap map([](const auto& z, auto F) { F[0] = z[0] * z[0] - 2.0; });
class NonlinearMap {
 public:
  using Vector = Eigen::Ref<const Eigen::VectorXd>;
  using Sparse = Eigen::SparseMatrix<double>;

  // F(z, value). The Jacobian is dense, by differences.
  template <class Function>
  explicit NonlinearMap(Function F) : evaluate_(answering<Eigen::Ref<Eigen::VectorXd>>(std::move(F))) {}

  // jacobian(z, J) writes all of the dense (n x n) J, column-major.
  template <class Function, class Jacobian>
  NonlinearMap(Function F, Jacobian jacobian) : NonlinearMap(std::move(F)) {
    auto dense = answering<Eigen::Ref<Eigen::MatrixXd>>(std::move(jacobian));
    jacobian_ = [dense = std::move(dense)](const Vector& z, double* values) {
      return dense(z, Eigen::Map<Eigen::MatrixXd>(values, z.size(), z.size()));
    };
  }

  // The Jacobian has entries in the pattern alone: by differences, a few columns at a time.
  template <class Function>
  NonlinearMap(Function F, const Sparse& pattern) : NonlinearMap(std::move(F)) {
    set_pattern(pattern);
  }

  // jacobian(z, values) writes the entries of the pattern, column by column: values: (pattern.nonZeros()).
  template <class Function, class Jacobian>
  NonlinearMap(Function F, const Sparse& pattern, Jacobian jacobian) : NonlinearMap(std::move(F)) {
    set_pattern(pattern);
    auto entries = answering<Eigen::Ref<Eigen::VectorXd>>(std::move(jacobian));
    jacobian_ = [entries = std::move(entries), count = pattern_.nonZeros()](const Vector& z, double* values) {
      return entries(z, Eigen::Map<Eigen::VectorXd>(values, count));
    };
  }

  // A map in use, and what it has thrown.
  class Call {
   public:
    Call(const NonlinearMap& map, Eigen::Index size) : map_(map), size_(size) {}
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call() = default;

    // Borrowed from this and from the map.
    nsds_map view() {
      const bool sparse = map_.pattern_.cols() > 0;
      return {call_evaluate, map_.jacobian_ ? call_jacobian : nullptr,
              sparse ? map_.pattern_.outerIndexPtr() : nullptr,
              sparse ? map_.pattern_.innerIndexPtr() : nullptr, this};
    }

    // A function of C that throws what the map threw.
    template <class Function>
    auto rethrowing(Function function) const {
      return [this, function](auto... arguments) {
        const nsds_status status = function(arguments...);
        if (thrown_) std::rethrow_exception(thrown_);
        return status;
      };
    }

   private:
    template <class Function>
    static int guarded(Call& call, const Function& function) {
      try {
        return function() ? NSDS_MAP_EVALUATED : NSDS_MAP_OUTSIDE;
      } catch (...) {
        call.thrown_ = std::current_exception();
        return NSDS_MAP_FAILED;
      }
    }
    static int call_evaluate(void* user, const double* z, double* F) {
      Call& call = *static_cast<Call*>(user);
      return guarded(call, [&] {
        return call.map_.evaluate_(Eigen::Map<const Eigen::VectorXd>(z, call.size_),
                                   Eigen::Map<Eigen::VectorXd>(F, call.size_));
      });
    }
    static int call_jacobian(void* user, const double* z, double* values) {
      Call& call = *static_cast<Call*>(user);
      return guarded(call, [&] {
        return call.map_.jacobian_(Eigen::Map<const Eigen::VectorXd>(z, call.size_), values);
      });
    }

    const NonlinearMap& map_;
    Eigen::Index size_;
    std::exception_ptr thrown_ = nullptr;
  };

 private:
  // A function that answers whether z is in the domain; one that says nothing is defined everywhere.
  template <class Out, class Function>
  static std::function<bool(const Vector&, Out)> answering(Function function) {
    if constexpr (std::is_void_v<std::invoke_result_t<Function&, const Vector&, Out>>) {
      return [function = std::move(function)](const Vector& z, Out out) {
        function(z, out);
        return true;
      };
    } else {
      return function;
    }
  }

  void set_pattern(const Sparse& pattern) {
    pattern_ = pattern;
    pattern_.makeCompressed();
  }

  std::function<bool(const Vector&, Eigen::Ref<Eigen::VectorXd>)> evaluate_;
  std::function<bool(const Vector&, double*)> jacobian_;  // empty: by differences
  Sparse pattern_;                                        // (0 x 0): dense
};

}  // namespace nsds::numerics
