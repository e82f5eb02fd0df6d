#include "hdf5/hdf5_writer.hpp"

#include <stdexcept>

#include "hdf5_handle.hpp"

namespace nsds::problems {

namespace {

using hdf5::Hdf5Handle;
using hdf5::Hdf5Session;

void demand(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error("the HDF5 library failed: " + what);
}

Hdf5Handle createFile() {
  constexpr std::size_t increment = 65536;
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  const bool ready = access && H5Pset_fapl_core(access.get(), increment, false) >= 0 &&
                     H5Pset_libver_bounds(access.get(), H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST) >= 0;
  demand(ready, "no file in memory");
  Hdf5Handle file(H5Fcreate("image", H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose);
  demand(static_cast<bool>(file), "no file in memory");
  return file;
}

}  // namespace

class Hdf5Writer::Library {
 public:
  Library() : file_(createFile()) {}

  hid_t file() const { return file_.get(); }

  void write(const std::string& path, hid_t typeInFile, hid_t typeInMemory, const Hdf5Handle& space,
             const void* values, bool isEmpty) {
    const Hdf5Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    demand(space && properties && H5Pset_obj_track_times(properties.get(), false) >= 0, path);
    const Hdf5Handle dataset(H5Dcreate2(file_.get(), path.c_str(), typeInFile, space.get(), H5P_DEFAULT,
                                        properties.get(), H5P_DEFAULT),
                             H5Dclose);
    demand(static_cast<bool>(dataset), path);
    demand(isEmpty || H5Dwrite(dataset.get(), typeInMemory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0,
           path);
  }

  void writeArray(const std::string& path, hid_t typeInFile, hid_t typeInMemory, std::size_t count,
                  const void* values) {
    const hsize_t size = count;
    write(path, typeInFile, typeInMemory, {H5Screate_simple(1, &size, nullptr), H5Sclose}, values,
          count == 0);
  }

 private:
  Hdf5Session session_;
  Hdf5Handle file_;
};

Hdf5Writer::Hdf5Writer() : library_(std::make_unique<Library>()) {}
Hdf5Writer::~Hdf5Writer() = default;

void Hdf5Writer::group(const std::string& path) {
  const Hdf5Handle made(H5Gcreate2(library_->file(), path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                        H5Gclose);
  demand(static_cast<bool>(made), path);
}

void Hdf5Writer::integer(const std::string& path, std::int32_t value) {
  integers(path, {&value, 1});
}

void Hdf5Writer::integers(const std::string& path, std::span<const std::int32_t> values) {
  library_->writeArray(path, H5T_STD_I32LE, H5T_NATIVE_INT32, values.size(), values.data());
}

void Hdf5Writer::numbers(const std::string& path, std::span<const double> values) {
  library_->writeArray(path, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.size(), values.data());
}

void Hdf5Writer::text(const std::string& path, const std::string& value) {
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  demand(type && H5Tset_size(type.get(), value.size() + 1) >= 0, path);
  library_->write(path, type.get(), type.get(), {H5Screate(H5S_SCALAR), H5Sclose}, value.c_str(), false);
}

std::string Hdf5Writer::bytes() {
  demand(H5Fflush(library_->file(), H5F_SCOPE_GLOBAL) >= 0, "the file cannot be completed");
  const ssize_t size = H5Fget_file_image(library_->file(), nullptr, 0);
  demand(size > 0, "the file cannot be taken from memory");
  std::string bytes(static_cast<std::size_t>(size), '\0');
  demand(H5Fget_file_image(library_->file(), bytes.data(), bytes.size()) == size,
         "the file cannot be taken from memory");
  return bytes;
}

}  // namespace nsds::problems
