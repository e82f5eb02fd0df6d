#include "hdf5/hdf5_reader.hpp"

#include <cmath>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

#include "hdf5/hdf5_structure.hpp"
#include "hdf5_handle.hpp"
#include "nsds/problems/file_error.hpp"

namespace nsds::problems {

namespace {

using hdf5::Hdf5Handle;
using hdf5::Hdf5Session;

// The file is opened where it lies in memory; nothing else is read from disk.
Hdf5Handle openImage(const std::string& bytes) {
  constexpr std::size_t increment = 65536;
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  // The library copies the image and does not write to it.
  void* image = const_cast<char*>(bytes.data());  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  if (!access || H5Pset_fapl_core(access.get(), increment, false) < 0 ||
      H5Pset_file_image(access.get(), image, bytes.size()) < 0)
    return {-1, H5Fclose};
  return {H5Fopen("image", H5F_ACC_RDONLY, access.get()), H5Fclose};
}

// The type in the file and that in memory are one and the same on little-endian machines.
template <class Number>
struct TypeOf;
template <>
struct TypeOf<std::int32_t> {
  static constexpr const char* name = "32-bit integers, little endian";
  static hid_t inFile() { return H5T_STD_I32LE; }
  static hid_t inMemory() { return H5T_NATIVE_INT32; }
};
template <>
struct TypeOf<double> {
  static constexpr const char* name = "64-bit numbers, little endian";
  static hid_t inFile() { return H5T_IEEE_F64LE; }
  static hid_t inMemory() { return H5T_NATIVE_DOUBLE; }
};

}  // namespace

// The file and what may still be taken from it.
class Hdf5Reader::Library {
 public:
  explicit Library(const std::string& bytes)
      : structure_(bytes), handle_(openImage(bytes)), size_(bytes.size()), budget_(4 * bytes.size()) {
    if (!handle_) throw Hdf5Damage("cannot be opened by the HDF5 library");
  }

  bool has(const std::string& path) {
    structure_.check(path);
    for (std::size_t end = path.find('/');; end = path.find('/', end + 1)) {
      const std::string part = path.substr(0, end);
      if (H5Lexists(handle_.get(), part.c_str(), H5P_DEFAULT) <= 0) return false;
      H5L_info_t info;
      if (H5Lget_info(handle_.get(), part.c_str(), &info, H5P_DEFAULT) < 0 || info.type != H5L_TYPE_HARD)
        throw Hdf5Damage("is a link, which is not followed");
      if (end == std::string::npos) return true;
    }
  }

  Hdf5Handle dataset(const std::string& path) {
    if (!has(path)) throw Hdf5Damage("is missing");
    Hdf5Handle found(H5Dopen2(handle_.get(), path.c_str(), H5P_DEFAULT), H5Dclose);
    if (!found) throw Hdf5Damage("is not a dataset");
    const Hdf5Handle properties(H5Dget_create_plist(found.get()), H5Pclose);
    const H5D_layout_t layout = properties ? H5Pget_layout(properties.get()) : H5D_LAYOUT_ERROR;
    if (layout != H5D_CONTIGUOUS && layout != H5D_COMPACT)
      throw Hdf5Damage("is stored in chunks; FCLIB's files are not");
    if (H5Pget_external_count(properties.get()) != 0)
      throw Hdf5Damage("keeps its values in another file, which is not followed");
    return found;
  }

  // Values that were never written take no room in the file: what is read of them is limited by its size,
  // too.
  std::size_t elementsOf(const Hdf5Handle& dataset) {
    const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose);
    const int rank = space ? H5Sget_simple_extent_ndims(space.get()) : -1;
    if (rank < 0 || rank > 1) throw Hdf5Damage("has more than one dimension");
    const hssize_t elements = H5Sget_simple_extent_npoints(space.get());
    if (elements < 0) throw Hdf5Damage("has no size");
    const auto count = static_cast<std::size_t>(elements);
    if (count > size_) throw Hdf5Damage("says it has more elements than the file has bytes");
    if (count > budget_) throw Hdf5Damage("makes the contents larger than the file can hold");
    budget_ -= count;
    return count;
  }

  std::size_t size() const { return size_; }

 private:
  Hdf5Session session_;
  Hdf5Structure structure_;
  Hdf5Handle handle_;
  std::size_t size_;    // of the file
  std::size_t budget_;  // of elements, for all datasets together
};

Hdf5Reader::Hdf5Reader(const std::string& bytes, std::string file) : file_(std::move(file)) {
  try {
    library_ = std::make_unique<Library>(bytes);
  } catch (const Hdf5Damage& damage) {
    throw FileError(file_, 0, damage.what());
  }
}

Hdf5Reader::~Hdf5Reader() = default;

bool Hdf5Reader::has(const std::string& path) {
  try {
    return library_->has(path);
  } catch (const Hdf5Damage& damage) {
    fail(path, damage.what());
  }
}

template <class Number>
std::vector<Number> Hdf5Reader::read(const std::string& path) {
  try {
    const Hdf5Handle dataset = library_->dataset(path);
    const Hdf5Handle type(H5Dget_type(dataset.get()), H5Tclose);
    if (!type || H5Tequal(type.get(), TypeOf<Number>::inFile()) <= 0)
      throw Hdf5Damage(std::string("holds no ") + TypeOf<Number>::name);
    std::vector<Number> values(library_->elementsOf(dataset));
    if (!values.empty() &&
        H5Dread(dataset.get(), TypeOf<Number>::inMemory(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
      throw Hdf5Damage("cannot be read by the HDF5 library");
    return values;
  } catch (const Hdf5Damage& damage) {
    fail(path, damage.what());
  }
}

std::vector<std::int32_t> Hdf5Reader::integers(const std::string& path) {
  return read<std::int32_t>(path);
}

std::int32_t Hdf5Reader::integer(const std::string& path, std::int32_t minimum, std::int32_t maximum) {
  const std::vector<std::int32_t> values = integers(path);
  if (values.size() != 1) fail(path, "expected one integer, found " + entriesText(values.size()));
  const std::int32_t value = values.front();
  if (value < minimum || value > maximum) {
    const bool open = maximum == std::numeric_limits<std::int32_t>::max();
    fail(path, "expected an integer " +
                   (open ? ">= " + std::to_string(minimum)
                         : "from " + std::to_string(minimum) + " to " + std::to_string(maximum)) +
                   ", found " + std::to_string(value));
  }
  return value;
}

std::vector<double> Hdf5Reader::numbers(const std::string& path) {
  std::vector<double> values = read<double>(path);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) fail(path, "entry " + std::to_string(i) + " is not a finite number");
  return values;
}

std::vector<double> Hdf5Reader::numbers(const std::string& path, std::size_t count) {
  std::vector<double> values = numbers(path);
  if (values.size() != count)
    fail(path, "expected " + entriesText(count) + ", found " + std::to_string(values.size()));
  return values;
}

std::optional<std::string> Hdf5Reader::text(const std::string& path) {
  try {
    const Hdf5Handle dataset = library_->dataset(path);
    const Hdf5Handle type(H5Dget_type(dataset.get()), H5Tclose);
    if (!type || H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0) return {};
    std::string value(H5Tget_size(type.get()), '\0');
    if (value.empty() || value.size() > library_->size() || library_->elementsOf(dataset) != 1 ||
        H5Dread(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data()) < 0)
      return {};
    value.resize(std::strlen(value.c_str()));
    return value;
  } catch (const Hdf5Damage&) {
    return {};
  }
}

void Hdf5Reader::fail(const std::string& path, const std::string& message) const {
  throw FileError(file_, 0, path + ": " + message);
}

std::string entriesText(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " entry" : " entries");
}

}  // namespace nsds::problems
