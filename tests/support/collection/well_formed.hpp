// What every instance of the collection must be, checked from the geometry and not from the code that made
// it. Each adds failures to the running test.
#pragma once

#include <vector>

#include "support/collection/collection.hpp"

namespace nsds::bench {

// Sizes, finite values, frames, M symmetric positive definite.
void expect_well_formed(const Instance& instance);
// H and G against the velocities of the points in contact; forces between bodies add up to nothing.
void expect_mechanics(const Instance& instance);
// The certificate, with the velocities of the points in contact.
void expect_certificate(const Instance& instance);
// W and q of the reduced problem; small: against dense algebra, too.
void expect_reduced(const Instance& instance, bool small);

// All of that for the entries of one size; the reduced problem of large ones is left out. certified: whether
// they have a certificate.
void expect_all_well_formed(const std::vector<Entry>& entries, SizeClass size, bool certified);

}  // namespace nsds::bench
