// The formulation that a user who names none gets, by the laws present.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "nsds/kernel/formulations/one_step_ns_problem.hpp"

namespace nsds {

/// The name of the formulation that takes the laws of all interactions:
///
///   orthants alone (or nothing)     LCP
///   equalities alone                Equality
///   orthants and equalities         MLCP
///   intervals, and any of the above Relay
///   Coulomb's cones alone           FrictionContact, of one dimension
///   rolling friction alone          RollingFrictionContact, of one dimension
///   polyhedra, and any but cones    AVI
///   projectors, and any but cones   VI
///   cones, and intervals            GenericMechanical
///   rolling friction, and equalities GlobalRollingFrictionContact
///
/// Outputs in sets count as multipliers in such sets, in Relay, AVI and VI. Cones are those of friction, with rolling only where
/// it is said.
///
/// Errors: InvalidArgument naming the laws that no formulation takes together.
NSDS_KERNEL_API std::string_view chooseFormulation(
    std::span<const std::unique_ptr<Interaction>> interactions);

/// A formulation by its name, with its default solver. Errors: InvalidArgument naming those there are.
NSDS_KERNEL_API std::unique_ptr<OneStepNSProblem> makeFormulation(std::string_view name);

}  // namespace nsds
