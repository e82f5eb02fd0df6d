// Parts of the workloads network and switch in Siconos: relations whose functions are overridden.
#pragma once

#include <SiconosKernel.hpp>
#include <memory>

namespace nsds::bench {

std::shared_ptr<Interaction> make_network_thresholds();
std::shared_ptr<Interaction> make_ideal_switches();

}  // namespace nsds::bench
