#include "trajectory/trajectory_datasets.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>

#include "trajectory/demand.hpp"
#include "trajectory/file_mark.hpp"

namespace nsds::io {

using hdf5::Hdf5Handle;
using hdf5::Hdf5Session;

namespace {

constexpr const char* kLastPath = "frames/time";

/// The format of version 1.10: everything of its structure has a checksum.
Hdf5Handle accessProperties() {
  Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  demand(access && H5Pset_libver_bounds(access.get(), H5F_LIBVER_V110, H5F_LIBVER_V110) >= 0,
         "the HDF5 library does not offer the format of its version 1.10");
  return access;
}

}  // namespace

/// Calls within a session of the library, and says which file failed, and why as far as the system knows.
template <class Call>
void TrajectoryDatasets::guarded(const Call& call) const {
  const Hdf5Session session;
  errno = 0;
  try {
    call();
  } catch (const std::runtime_error& error) {
    const std::string reason = errno == 0 ? "" : fmt::format(" ({})", std::strerror(errno));
    throw TrajectoryError(fmt::format("{}: cannot be written: {}{}", name_.string(), error.what(), reason));
  }
}

TrajectoryDatasets::TrajectoryDatasets(std::filesystem::path file, const std::vector<DatasetPlan>& plans,
                                       const std::string& about)
    : name_(std::move(file)) {
  guarded([&] {
    lock_.emplace(name_);
    const Hdf5Handle access = accessProperties();
    open_.file = {H5Fcreate(name_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose};
    demand(static_cast<bool>(open_.file), "it cannot be made");
    const std::vector<std::pair<std::string, std::string>> none;
    GrowingDataset text(open_.file.get(), "about", {.type = H5T_NATIVE_UINT8}, none);
    text.append(about.data(), about.size());
    text.flush();
    for (const DatasetPlan& plan : plans) {
      open_.datasets.emplace(plan.path, std::make_unique<GrowingDataset>(open_.file.get(), plan.path,
                                                                         plan.form, plan.attributes));
    }
    startWriting();
  });
}

TrajectoryDatasets::TrajectoryDatasets(std::filesystem::path file, const std::vector<DatasetPlan>& plans,
                                       const std::map<std::string, std::size_t>& rows)
    : name_(std::move(file)) {
  guarded([&] {
    lock_.emplace(name_);
    const Hdf5Handle access = accessProperties();
    clearMark(name_);
    open_.file = {H5Fopen(name_.c_str(), H5F_ACC_RDWR, access.get()), H5Fclose};
    demand(static_cast<bool>(open_.file), "it cannot be opened as a trajectory");
    for (const DatasetPlan& plan : plans) {
      open_.datasets.emplace(plan.path,
                             std::make_unique<GrowingDataset>(open_.file.get(), plan.path, plan.form,
                                                              GrowingDataset::CutTo{rows.at(plan.path)}));
    }
    startWriting();
  });
}

TrajectoryDatasets::Open::~Open() {
  const Hdf5Session session;
  datasets.clear();
  file = {-1, H5Fclose};
}

/// From here on readers may look at the file at any time.
// NOLINTNEXTLINE(readability-make-member-function-const): it changes the file
void TrajectoryDatasets::startWriting() {
  demand(H5Fstart_swmr_write(open_.file.get()) >= 0,
         "HDF5's mode of one writer and many readers cannot be started");
}

void TrajectoryDatasets::append(const std::string& path, const void* row, std::size_t rows) {
  GrowingDataset& dataset = *open_.datasets.at(path);
  dataset.append(row, rows);
  // Whole chunks are written: what is compressed once need not be read and compressed again.
  if (dataset.isFull()) guarded([&] { dataset.writeWaiting(); });
}

void TrajectoryDatasets::widen(const std::string& path, std::size_t width) {
  guarded([&] { open_.datasets.at(path)->widen(width); });
}

void TrajectoryDatasets::flush() {
  guarded([&] {
    for (const auto& [path, dataset] : open_.datasets)
      if (path != kLastPath) dataset->flush();
    open_.datasets.at(kLastPath)->flush();
    demand(H5Fflush(open_.file.get(), H5F_SCOPE_LOCAL) >= 0,
           "the HDF5 library failed to renew the end of the file");
  });
}

std::map<std::string, std::size_t> TrajectoryDatasets::rows() const {
  std::map<std::string, std::size_t> rows;
  for (const auto& [path, dataset] : open_.datasets) rows[path] = dataset->rows();
  return rows;
}

}  // namespace nsds::io
