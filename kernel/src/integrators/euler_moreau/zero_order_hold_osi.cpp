#include "nsds/kernel/integrators/zero_order_hold_osi.hpp"

#include "integrators/euler_moreau/implementation.hpp"

namespace nsds {

ZeroOrderHoldOSI::ZeroOrderHoldOSI()
    : step_(std::make_unique<EulerMoreauOSI::Implementation>(FirstOrderScheme::zeroOrderHold, 1.0, 1.0)) {}

}  // namespace nsds
