// What the formulations of first order add to a model.
#pragma once

#include "nsds/common/cxx20.hpp"

namespace nsds {

class FirstOrderDS;
class Interaction;

/// Made by addTo, owned by the model.
struct FirstOrderParts {
  FirstOrderDS& system;
  Interaction& interaction;
};

}  // namespace nsds
