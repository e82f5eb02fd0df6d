// The engine libFuzzer: it brings main, and chooses inputs by the branches that earlier ones took. A program has one target,
// NSDS_FUZZ_TARGET.
#include <cstddef>
#include <cstdint>

#include "targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  nsds::fuzz::NSDS_FUZZ_TARGET({data, size});
  return 0;
}
