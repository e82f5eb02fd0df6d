// What the study says of comparisons: tables of numbers, the cost of errors, and advice that the numbers bear out.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "command/study/figure.hpp"
#include "command/study/schemes/measure.hpp"

namespace nsds::command::schemes {

/// The errors whose cost is told.
inline constexpr std::array kErrors{1e-2, 1e-4, 1e-6};

/// Milliseconds with two digits or more, "0.37", "85", "210".
std::string milliseconds(double seconds);

/// All runs on a problem, the cost of errors by every scheme, and whether the references and the schemes agree.
StudyResult workPrecision(const Comparison& comparison);

/// Performance profiles over all problems and errors, and the advice with what it rests on.
StudyResult advice(const std::vector<const Comparison*>& comparisons);

}  // namespace nsds::command::schemes
