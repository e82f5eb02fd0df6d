// Files of HDF5 for tests, dataset by dataset, sound ones and ones that no writer of ours makes.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <string>
#include <vector>

#include "io/temporary_folder.hpp"

namespace nsds::test {

/// Groups come into being with the datasets in them.
class Hdf5Builder {
 public:
  Hdf5Builder() {
    links_ = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links_, 1);
    file_ = H5Fcreate((folder_ / "built.hdf5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  }
  Hdf5Builder(const Hdf5Builder&) = delete;
  Hdf5Builder& operator=(const Hdf5Builder&) = delete;
  ~Hdf5Builder() {
    H5Fclose(file_);
    H5Pclose(links_);
  }

  /// In the place of what has this name.
  Hdf5Builder& put(const std::string& path, const std::vector<std::int32_t>& values) {
    return put(path, H5T_STD_I32LE, H5T_NATIVE_INT32, {values.size()}, values.data());
  }
  Hdf5Builder& put(const std::string& path, const std::vector<double>& values) {
    return put(path, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, {values.size()}, values.data());
  }
  /// values: Nullable, never written.
  Hdf5Builder& put(const std::string& path, hid_t fileType, hid_t memoryType, std::vector<hsize_t> sizes,
                   const void* values, hid_t properties = H5P_DEFAULT) {
    erase(path);
    const hid_t space = H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr);
    const hid_t set = H5Dcreate2(file_, path.c_str(), fileType, space, links_, properties, H5P_DEFAULT);
    if (values != nullptr && H5Sget_simple_extent_npoints(space) > 0)
      H5Dwrite(set, memoryType, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(set);
    H5Sclose(space);
    return *this;
  }
  Hdf5Builder& erase(const std::string& path) {
    for (std::size_t end = path.find('/');; end = path.find('/', end + 1)) {
      if (H5Lexists(file_, path.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return *this;
      if (end == std::string::npos) break;
    }
    H5Ldelete(file_, path.c_str(), H5P_DEFAULT);
    return *this;
  }
  Hdf5Builder& move(const std::string& from, const std::string& to) {
    H5Lmove(file_, from.c_str(), file_, to.c_str(), links_, H5P_DEFAULT);
    return *this;
  }

  hid_t file() const { return file_; }
  hid_t links() const { return links_; }

  std::string bytes() const {
    H5Fflush(file_, H5F_SCOPE_GLOBAL);
    return contents(folder_ / "built.hdf5");
  }

 private:
  TemporaryFolder folder_;
  hid_t links_ = -1;
  hid_t file_ = -1;
};

}  // namespace nsds::test
