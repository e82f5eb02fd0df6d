#include "trajectory/dataset_input.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "trajectory/demand.hpp"
#include "trajectory/file_mark.hpp"
#include "trajectory/writer_lock.hpp"

namespace nsds::io {

using hdf5::Hdf5Handle;
using hdf5::Hdf5Session;

namespace {

constexpr int kAttempts = 100;
/// More numbers at a time fit no memory.
constexpr std::size_t kMostElements = std::size_t{1} << 40;

/// The library trusts the structure of files of older formats and crashes on some that are damaged. From superblock
/// version 2 on every part of the structure has a checksum; trajectories have version 3.
void requireFormat(const std::filesystem::path& file) {
  constexpr std::array<char, 9> begin{'\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n', '\x03'};
  std::ifstream in(file, std::ios::binary);
  demand(static_cast<bool>(in), std::string("cannot be opened: ") + std::strerror(errno));
  std::array<char, 9> found{};
  in.read(found.data(), found.size());
  demand(in && found == begin, "is no trajectory");
}

/// Opens a complete file, or one that is being written. A mark is taken away of files of ours alone.
Hdf5Handle openFile(const std::filesystem::path& file, bool beingWritten) {
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  // The library reads what fails its checksum again, a hundred times with longer and longer waits: only a writer at work
  // would make it right.
  if (!beingWritten)
    demand(access && H5Pset_metadata_read_attempts(access.get(), 1) >= 0, "cannot be opened");
  const auto opened = [&](unsigned flags) {
    return Hdf5Handle(H5Fopen(file.c_str(), flags, access.get()), H5Fclose);
  };
  if (!beingWritten) {
    if (Hdf5Handle complete = opened(H5F_ACC_RDONLY)) return complete;
  }
  Hdf5Handle marked = opened(H5F_ACC_RDONLY | H5F_ACC_SWMR_READ);
  if (!marked || beingWritten || H5Lexists(marked.get(), "about", H5P_DEFAULT) <= 0) return marked;
  marked = {-1, H5Fclose};
  if (clearMark(file)) {
    if (Hdf5Handle complete = opened(H5F_ACC_RDONLY)) return complete;
  }
  return opened(H5F_ACC_RDONLY | H5F_ACC_SWMR_READ);
}

}  // namespace

DatasetInput::DatasetInput(const std::filesystem::path& file) : beingWritten_(isBeingWritten(file)) {
  requireFormat(file);
  const Hdf5Session session;
  file_ = openFile(file, beingWritten_);
  demand(static_cast<bool>(file_), "is damaged: the HDF5 library does not open it");
}

DatasetInput::~DatasetInput() {
  const Hdf5Session session;
  file_ = {-1, H5Fclose};
}

DatasetInput::Size DatasetInput::sizeOf(const Hdf5Handle& dataset, const std::string& path) const {
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose);
  std::array<hsize_t, 2> sizes{0, 1};
  const int dimensions = space ? H5Sget_simple_extent_ndims(space.get()) : -1;
  demand(dimensions == 1 || dimensions == 2, path + " is damaged");
  demand(H5Sget_simple_extent_dims(space.get(), sizes.data(), nullptr) >= 0, path + " is damaged");
  return {sizes[0], dimensions == 1 ? 1 : sizes[1]};
}

DatasetInput::Size DatasetInput::size(const std::string& path) const {
  if (!has(path)) return {};
  const Hdf5Session session;
  const Hdf5Handle dataset(H5Dopen2(file_.get(), path.c_str(), H5P_DEFAULT), H5Dclose);
  demand(static_cast<bool>(dataset), path + " is damaged");
  return sizeOf(dataset, path);
}

bool DatasetInput::has(const std::string& path) const {
  const Hdf5Session session;
  // A link that is there and leads nowhere belongs to what is damaged, not to what is absent.
  for (std::size_t end = path.find('/');; end = path.find('/', end + 1)) {
    const htri_t exists = H5Lexists(file_.get(), path.substr(0, end).c_str(), H5P_DEFAULT);
    demand(exists >= 0, path + " is damaged");
    if (exists == 0) return false;
    if (end == std::string::npos) return true;
  }
}

void DatasetInput::read(const std::string& path, hid_t type, std::size_t elementSize, std::size_t first,
                        std::size_t count, std::vector<std::byte>& bytes) const {
  const Hdf5Session session;
  const Hdf5Handle dataset(H5Dopen2(file_.get(), path.c_str(), H5P_DEFAULT), H5Dclose);
  demand(static_cast<bool>(dataset), "has no " + path);
  H5Drefresh(dataset.get());
  const Size size = sizeOf(dataset, path);
  demand(first <= size.rows && count <= size.rows - first, path + " ends too early");
  demand(size.columns == 0 || count <= kMostElements / size.columns,
         path + " is damaged: it says that it is huge");
  const std::size_t elements = count * size.columns;
  bytes.resize(elements * elementSize);
  if (elements == 0) return;
  const std::array<hsize_t, 2> start{first, 0};
  const std::array<hsize_t, 2> part{count, size.columns};
  const Hdf5Handle inFile(H5Dget_space(dataset.get()), H5Sclose);
  const Hdf5Handle inMemory(H5Screate_simple(2, part.data(), nullptr), H5Sclose);
  demand(
      inFile && inMemory &&
          H5Sselect_hyperslab(inFile.get(), H5S_SELECT_SET, start.data(), nullptr, part.data(), nullptr) >= 0,
      path + " is damaged");
  // A chunk that its writer is just writing fails its checksum; a moment later it is whole.
  for (int attempt = 0;
       H5Dread(dataset.get(), type, inMemory.get(), inFile.get(), H5P_DEFAULT, bytes.data()) < 0; ++attempt) {
    demand(beingWritten_ && attempt < kAttempts, path + " is damaged");
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    H5Drefresh(dataset.get());
  }
}

namespace {

template <class T>
std::vector<T> valuesOf(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

}  // namespace

std::vector<double> DatasetInput::numbers(const std::string& path, std::size_t first,
                                          std::size_t count) const {
  std::vector<std::byte> bytes;
  read(path, H5T_NATIVE_DOUBLE, sizeof(double), first, count, bytes);
  return valuesOf<double>(bytes);
}

std::vector<std::uint64_t> DatasetInput::counts(const std::string& path, std::size_t first,
                                                std::size_t count) const {
  std::vector<std::byte> bytes;
  read(path, H5T_NATIVE_UINT64, sizeof(std::uint64_t), first, count, bytes);
  return valuesOf<std::uint64_t>(bytes);
}

std::string DatasetInput::text(const std::string& path) const {
  std::vector<std::byte> bytes;
  read(path, H5T_NATIVE_UINT8, 1, 0, size(path).rows, bytes);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace nsds::io
