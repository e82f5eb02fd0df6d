// Blocks of contacts lie in memory like this: columns of matrices and blocks of vectors are padded, from
// three numbers to four and from five to six, so that vector instructions take them whole; the padding is zero.
#pragma once

#include <cstddef>

namespace nsds::numerics::friction {

template <int D>
inline constexpr std::size_t pad = D + D % 2;  // numbers a block of a vector
template <int D>
inline constexpr std::size_t block_size = D* pad<D>;  // numbers a block of a matrix

}  // namespace nsds::numerics::friction
