// Names of the matrix storages.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "nsds/numerics/matrix.h"

namespace nsds::command {

struct StorageName {
  nsds_storage storage;
  const char* name;
};

inline constexpr std::array kStorageNames{StorageName{NSDS_DENSE, "dense"}, StorageName{NSDS_CSC, "csc"},
                                          StorageName{NSDS_BSR, "bsr"},
                                          StorageName{NSDS_OPERATOR, "operator"}};

inline std::string storageName(nsds_storage storage) {
  for (const StorageName& row : kStorageNames) {
    if (row.storage == storage) return row.name;
  }
  return "unknown";
}

/// storages: bitwise or of nsds_storage.
inline std::vector<std::string> storageNames(std::uint32_t storages) {
  std::vector<std::string> names;
  for (const StorageName& row : kStorageNames) {
    if ((storages & static_cast<std::uint32_t>(row.storage)) != 0) names.emplace_back(row.name);
  }
  return names;
}

}  // namespace nsds::command
