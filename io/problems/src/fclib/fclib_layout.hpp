// Names the groups and datasets of FCLIB's files, which the readers and the writers of contact problems share.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "nsds/numerics/registry.h"
#include "nsds/problems/friction_contact.hpp"
#include "nsds/problems/global_friction_contact.hpp"
#include "nsds/problems/global_rolling_friction_contact.hpp"
#include "nsds/problems/rolling_friction_contact.hpp"

namespace nsds::problems {

/// How many entries v, r and u, and lambda of a solution have.
struct SolutionSizes {
  std::size_t v, contacts, lambda;
};

/// The problem alone. Throw FileError.
FrictionContact readFclibLocalProblem(const std::string& bytes, const std::string& name);
RollingFrictionContact readFclibRollingProblem(const std::string& bytes, const std::string& name);
GlobalRollingFrictionContact readFclibGlobalRollingProblem(const std::string& bytes, const std::string& name);
GlobalFrictionContact readFclibGlobalProblem(const std::string& bytes, const std::string& name);

/// The classes of the problems that the file holds, none among those known here. Throws FileError.
std::vector<nsds_class> fclibClasses(const std::string& bytes, const std::string& name);

}  // namespace nsds::problems
