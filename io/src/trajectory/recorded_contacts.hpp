// Contacts as rows of a trajectory.
#pragma once

#include "nsds/io/trajectory_writer.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"
#include "trajectory/trajectory_datasets.hpp"

namespace nsds::io {

/// Appends a row of contacts/begin, and one for each contact.
void recordContacts(const Simulation& simulation, RecordedContacts which, TrajectoryDatasets& datasets);

/// 1/2 vᵀ M v of all mechanical systems [J].
double kineticEnergyOf(const NonSmoothDynamicalSystem& nsds);

}  // namespace nsds::io
