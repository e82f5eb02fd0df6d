// Laws of a scene.
#pragma once

#include <variant>

#include "nsds/kernel/modeling/laws/anisotropic_friction.hpp"
#include "nsds/kernel/modeling/laws/bounded.hpp"
#include "nsds/kernel/modeling/laws/cohesion.hpp"
#include "nsds/kernel/modeling/laws/complementarity.hpp"
#include "nsds/kernel/modeling/laws/friction.hpp"
#include "nsds/kernel/modeling/laws/impact.hpp"
#include "nsds/kernel/modeling/laws/rolling_friction.hpp"
#include "nsds/kernel/modeling/laws/tresca_friction.hpp"
#include "scene/building/node.hpp"

namespace nsds::io::scene {

using Law = std::variant<NewtonImpactNSL, NewtonImpactFrictionNSL, FremondImpactFrictionNSL,
                         NewtonImpactRollingFrictionNSL, NewtonImpactTrescaFrictionNSL,
                         NewtonImpactAnisotropicFrictionNSL, CohesiveNSL, ComplementarityConditionNSL,
                         EqualityConditionNSL, RelayNSL>;

/// rows: of the block of a law that has several. rollingRows: if it resists rolling.
Law lawOf(const Node& law, Index rows, Index rollingRows);

}  // namespace nsds::io::scene
