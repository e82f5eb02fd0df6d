// The datasets of a trajectory file, by their names.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "nsds/io/trajectory_writer.hpp"
#include "trajectory/growing_dataset.hpp"
#include "trajectory/writer_lock.hpp"

namespace nsds::io {

/// A dataset to be made: its path, form and attributes.
struct DatasetPlan {
  std::string path;
  GrowingDataset::Form form;
  std::vector<std::pair<std::string, std::string>> attributes;
};

/// A file that is written, in HDF5's mode of one writer and many readers. Functions throw TrajectoryError.
class TrajectoryDatasets {
 public:
  /// Makes a file, with the text `about`.
  TrajectoryDatasets(std::filesystem::path file, const std::vector<DatasetPlan>& plans,
                     const std::string& about);
  /// Opens one that is there, of which it is known that it has these datasets, and cuts each back to so many rows.
  TrajectoryDatasets(std::filesystem::path file, const std::vector<DatasetPlan>& plans,
                     const std::map<std::string, std::size_t>& rows);
  TrajectoryDatasets(const TrajectoryDatasets&) = delete;
  TrajectoryDatasets& operator=(const TrajectoryDatasets&) = delete;

  void append(const std::string& path, const void* row, std::size_t rows = 1);
  void widen(const std::string& path, std::size_t width);
  /// All but frames/time first: a reader who sees an instant finds the rest of its frame.
  void flush();
  std::map<std::string, std::size_t> rows() const;
  std::size_t rowsOf(const std::string& path) const { return open_.datasets.at(path)->rows(); }

 private:
  void startWriting();
  template <class Call>
  void guarded(const Call& call) const;

  /// Members of HDF5, which are to be closed within a session also where a constructor throws.
  struct Open {
    Open() = default;
    ~Open();
    Open(const Open&) = delete;
    Open& operator=(const Open&) = delete;
    hdf5::Hdf5Handle file{-1, H5Fclose};
    std::map<std::string, std::unique_ptr<GrowingDataset>> datasets;
  };

  std::filesystem::path name_;
  std::optional<WriterLock> lock_;  // is given back when all is closed
  Open open_;
};

}  // namespace nsds::io
