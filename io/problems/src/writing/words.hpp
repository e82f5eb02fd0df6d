// Words in problem files that readers and writers agree on.
#pragma once

#include <array>
#include <string_view>

namespace nsds::problems {

/// The words of the kinds of blocks, in the order of nsds_block_kind.
inline constexpr std::array<std::string_view, 4> kBlockKinds{"equality", "complementarity", "box",
                                                             "friction"};

// The word between mu and the bilateral constraints; other words there are a remark.
inline constexpr const char* kBilateral = "bilateral";

}  // namespace nsds::problems
