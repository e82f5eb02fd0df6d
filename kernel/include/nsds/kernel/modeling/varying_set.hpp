// A convex set of one kind that is constant, or a function of time t, or of t and of the states x of the linked first-order
// systems, one behind the other.
//
//   BoxSet{-1.0, 1.0}                                                           constant
//   [](double t) { return BoxSet{t - 1.0, t + 1.0}; }                           moving
//   [](double t, VectorConstRef x) { return BoxSet{-x.norm(), x.norm()}; }      depending on the state too
//
// A step asks for the set at the instant and at the state that its law holds at, and for each Newton iterate anew.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>
#include <variant>

#include "nsds/kernel/modeling/admissible_set.hpp"

namespace nsds {

template <class Set>
concept KindOfConvexSet =
    std::same_as<Set, FreeSet> || std::same_as<Set, OrthantSet> || std::same_as<Set, BoxSet> ||
    std::same_as<Set, MixedSet> || std::same_as<Set, PolyhedronSet> || std::same_as<Set, ProjectorSet>;

template <class Function>
concept SetOfTime = requires(const Function& f) {
  requires KindOfConvexSet<std::decay_t<decltype(f(0.0))>>;
};
template <class Function>
concept SetOfTimeAndState = requires(const Function& f, VectorConstRef x) {
  requires KindOfConvexSet<std::decay_t<decltype(f(0.0, x))>>;
};

class VaryingSet {
 public:
  template <KindOfConvexSet Set>
  VaryingSet(Set set) : start_(std::move(set)) {}        // NOLINT(*-explicit-*): by design
  VaryingSet(ConvexSet set) : start_(std::move(set)) {}  // NOLINT(*-explicit-*): by design
  template <SetOfTime Function>
  VaryingSet(Function f)  // NOLINT(*-explicit-*): by design
      : start_(kind<decltype(f(0.0))>()),
        dependence_(SetDependence::time),
        function_([f = std::move(f)](double t, VectorConstRef) { return ConvexSet(f(t)); }) {}
  template <SetOfTimeAndState Function>
  VaryingSet(Function f)  // NOLINT(*-explicit-*): by design
      : start_(kind<decltype(f(0.0, std::declval<VectorConstRef>()))>()),
        dependence_(SetDependence::state),
        function_([f = std::move(f)](double t, VectorConstRef x) { return ConvexSet(f(t, x)); }) {}

  SetDependence dependence() const { return dependence_; }
  /// The set if it is constant, else one of its kind, whose numbers say nothing.
  const ConvexSet& kind() const { return start_; }
  ConvexSet at(double t, VectorConstRef x) const { return function_ ? function_(t, x) : start_; }
  /// Gives the one of the kind as many rows as a block has.
  void fitKind(Index rows) {
    auto* const intervals = std::get_if<MixedSet>(&start_);
    if (intervals == nullptr || dependence_ == SetDependence::none) return;
    intervals->lower.setZero(rows);
    intervals->upper.setZero(rows);
  }

 private:
  template <class Set>
  static ConvexSet kind() {
    if constexpr (std::same_as<std::decay_t<Set>, BoxSet>) return BoxSet{0.0, 0.0};
    return std::decay_t<Set>{};
  }

  ConvexSet start_;
  SetDependence dependence_ = SetDependence::none;
  std::function<ConvexSet(double t, VectorConstRef x)> function_;
};

}  // namespace nsds
