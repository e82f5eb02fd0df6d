// What the relative degree of some rows is, for messages.
#pragma once

#include <span>
#include <string>

#include "simulation/event_driven/switches/first_order_model.hpp"

namespace nsds {

/// "the relative degree is 2", of the rows at a point; A: (n x n) M⁻¹(f_x + g_x) there.
std::string degreeText(const Matrix& A, const FirstOrderPoint& point, std::span<const Index> rows);

}  // namespace nsds
