// The engine libFuzzer: it brings main, and chooses inputs by the branches that earlier ones took.
#include <cstddef>
#include <cstdint>

#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  nsds::fuzz::test_one_input({data, size});
  return 0;
}
