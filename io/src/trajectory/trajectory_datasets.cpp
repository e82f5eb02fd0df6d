#include "trajectory/trajectory_datasets.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "trajectory/demand.hpp"
#include "trajectory/file_mark.hpp"
#include "trajectory/writer_lock.hpp"

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
    lock();
    const Hdf5Handle access = accessProperties();
    file_ = {H5Fcreate(name_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose};
    demand(static_cast<bool>(file_), "it cannot be made");
    const std::vector<std::pair<std::string, std::string>> none;
    GrowingDataset text(file_.get(), "about", {.type = H5T_NATIVE_UINT8}, none);
    text.append(about.data(), about.size());
    text.flush();
    for (const DatasetPlan& plan : plans) {
      datasets_.emplace(plan.path,
                        std::make_unique<GrowingDataset>(file_.get(), plan.path, plan.form, plan.attributes));
    }
    startWriting();
  });
}

TrajectoryDatasets::TrajectoryDatasets(std::filesystem::path file, const std::vector<DatasetPlan>& plans,
                                       const std::map<std::string, std::size_t>& rows)
    : name_(std::move(file)) {
  guarded([&] {
    lock();
    const Hdf5Handle access = accessProperties();
    clearMark(name_);
    file_ = {H5Fopen(name_.c_str(), H5F_ACC_RDWR, access.get()), H5Fclose};
    demand(static_cast<bool>(file_), "it cannot be opened as a trajectory");
    for (const DatasetPlan& plan : plans) {
      datasets_.emplace(plan.path,
                        std::make_unique<GrowingDataset>(file_.get(), plan.path, plan.form,
                                                         GrowingDataset::CutTo{rows.at(plan.path)}));
    }
    startWriting();
  });
}

TrajectoryDatasets::~TrajectoryDatasets() {
  {
    const Hdf5Session session;
    datasets_.clear();
    file_ = {-1, H5Fclose};
  }
  if (lock_ >= 0) close(lock_);
}

/// Two writers would destroy the file.
void TrajectoryDatasets::lock() {
  lock_ = lockForWriting(name_);
  demand(lock_ >= 0, "it cannot be opened, or another program is writing it");
}

/// From here on readers may look at the file at any time.
void TrajectoryDatasets::startWriting() {
  demand(H5Fstart_swmr_write(file_.get()) >= 0,
         "HDF5's mode of one writer and many readers cannot be started");
}

void TrajectoryDatasets::append(const std::string& path, const void* row, std::size_t rows) {
  GrowingDataset& dataset = *datasets_.at(path);
  dataset.append(row, rows);
  // Whole chunks are written: what is compressed once need not be read and compressed again.
  if (dataset.isFull()) guarded([&] { dataset.writeWaiting(); });
}

void TrajectoryDatasets::widen(const std::string& path, std::size_t width) {
  guarded([&] { datasets_.at(path)->widen(width); });
}

void TrajectoryDatasets::flush() {
  guarded([&] {
    for (const auto& [path, dataset] : datasets_)
      if (path != kLastPath) dataset->flush();
    datasets_.at(kLastPath)->flush();
    demand(H5Fflush(file_.get(), H5F_SCOPE_LOCAL) >= 0,
           "the HDF5 library failed to renew the end of the file");
  });
}

std::map<std::string, std::size_t> TrajectoryDatasets::rows() const {
  std::map<std::string, std::size_t> rows;
  for (const auto& [path, dataset] : datasets_) rows[path] = dataset->rows();
  return rows;
}

}  // namespace nsds::io
