// A mechanism as a part of a model, so that a simulation runs it.
#pragma once

#include <memory>
#include <nsds/kernel.hpp>

namespace nsds::mechanisms {

/// Adds a Lagrangian system with the mass and the forces of `mechanism`, from q0 and v0, and one joint with
/// all its constraints. The model keeps the mechanism, whose coordinates are plain.
LagrangianDS& addTo(Model& model, std::shared_ptr<ConstrainedSystem> mechanism, VectorConstRef q0,
                    VectorConstRef v0);

}  // namespace nsds::mechanisms
