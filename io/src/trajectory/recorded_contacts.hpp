// Contacts as rows of a trajectory.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/io/trajectory_writer.hpp"
#include "nsds/kernel/contact/contact_relation.hpp"
#include "nsds/kernel/modeling/nonsmooth_dynamical_system.hpp"
#include "trajectory/trajectory_datasets.hpp"

namespace nsds::io {

/// The contacts of a frame, a column beside the other.
class ContactColumns {
 public:
  /// Appends a row of contacts/begin, and one for each contact.
  void record(const Simulation& simulation, RecordedContacts which, TrajectoryDatasets& datasets);

 private:
  void add(const Interaction& interaction, const ContactR& contact, double perForce);

  std::vector<std::uint64_t> ids_, first_, second_;
  std::vector<double> points_, normals_, forces_,
      gaps_;  // kept from frame to frame, so that no frame allocates
};

/// 1/2 vᵀ M v of all mechanical systems [J].
double kineticEnergyOf(const NonSmoothDynamicalSystem& nsds);

}  // namespace nsds::io
