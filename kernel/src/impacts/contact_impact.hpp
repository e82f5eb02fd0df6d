// An impact law over the closed contacts and joints of a model: what the law is given, and what becomes of its impulses.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "nsds/kernel/compiled_model/condensed_operator.hpp"
#include "nsds/kernel/export.hpp"
#include "nsds/kernel/impacts/impact_law.hpp"
#include "nsds/kernel/modeling/index_set.hpp"
#include "nsds/kernel/modeling/interaction.hpp"

namespace nsds {

class NSDS_KERNEL_API ContactImpact {
 public:
  /// Null takes the law away.
  void setLaw(std::shared_ptr<const ImpactLaw> law) { law_ = std::move(law); }
  bool on() const { return law_ != nullptr; }
  const ImpactReport& report() const { return report_; }

  /// Errors: InvalidArgument naming an interaction whose law goes with no impact law, or not with this one.
  void checkLaws(std::span<const std::unique_ptr<Interaction>> interactions,
                 std::string_view simulation) const;
  /// Finds the impulses P of the contacts of a set, one row each, and of its joints; other rows have none. rates: (rows of the model) U⁻; P: over the rows
  /// of the set, out. Joints are taken to hold before. Errors: those of ImpactLaw::solve, with the time.
  void solve(double t, const CondensedOperator& condensed, const IndexSet& set, const double* rates,
             double* P);
  /// Adds W P to w; both are over the rows of the set.
  static void addVelocities(const CondensedOperator& condensed, const IndexSet& set, const double* P,
                            double* w);

 private:
  std::shared_ptr<const ImpactLaw> law_;
  ImpactReport report_;
};

}  // namespace nsds
