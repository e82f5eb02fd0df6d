// Two small problems in files of FCLIB, dataset by dataset.
#pragma once

#include "hdf5_builder.hpp"

namespace nsds::test {

using Integers = std::vector<std::int32_t>;
using Numbers = std::vector<double>;

// W = [1 0; 2 3] by rows, one contact in the plane.
inline void buildLocal(Hdf5Builder& file) {
  file.put("fclib_local/spacedim", Integers{2});
  file.put("fclib_local/W/m", Integers{2}).put("fclib_local/W/n", Integers{2});
  file.put("fclib_local/W/nzmax", Integers{3}).put("fclib_local/W/nz", Integers{-2});
  file.put("fclib_local/W/p", Integers{0, 1, 3}).put("fclib_local/W/i", Integers{0, 0, 1});
  file.put("fclib_local/W/x", Numbers{1, 2, 3});
  file.put("fclib_local/vectors/q", Numbers{-1, 0.5}).put("fclib_local/vectors/mu", Numbers{0.25});
}

// M = [2 0; 0 4], H = [1 0; 0 -1] as triplets, G = (1, 1)' and b = -3: v_0 + v_1 = 3.
inline void buildGlobal(Hdf5Builder& file) {
  const auto matrix = [&](const std::string& name, const Integers& size, const Integers& i, const Integers& p,
                          const Numbers& x) {
    const std::string group = "fclib_global/" + name + "/";
    file.put(group + "m", Integers{size[0]}).put(group + "n", Integers{size[1]});
    file.put(group + "nz", Integers{static_cast<int>(x.size())}).put(group + "nzmax", Integers{9});
    file.put(group + "i", i).put(group + "p", p).put(group + "x", x);
  };
  file.put("fclib_global/spacedim", Integers{2});
  matrix("M", {2, 2}, {0, 1}, {0, 1}, {2, 4});
  matrix("H", {2, 2}, {0, 1}, {0, 1}, {1, -1});
  matrix("G", {2, 1}, {0, 1}, {0, 0}, {1, 1});
  file.put("fclib_global/vectors/f", Numbers{5, 6}).put("fclib_global/vectors/w", Numbers{7, 8});
  file.put("fclib_global/vectors/b", Numbers{-3}).put("fclib_global/vectors/mu", Numbers{0.5});
}

}  // namespace nsds::test
