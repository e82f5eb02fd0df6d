// What an engine knows of a target.
#pragma once

#include <cstdint>
#include <span>

namespace nsds::fuzz {

// Aborts where the contract is broken.
void test_one_input(std::span<const std::uint8_t> bytes);

}  // namespace nsds::fuzz
