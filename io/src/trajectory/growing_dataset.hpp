// A dataset of HDF5 that rows are appended to, compressed in chunks. Rows wait in memory until a chunk of them is full.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <string>
#include <vector>

#include "hdf5_handle.hpp"

namespace nsds::io {

/// Every function but append(), isFull() and rows() is to be called within a Hdf5Session. They throw std::runtime_error where
/// the library fails.
class GrowingDataset {
 public:
  struct Form {
    hid_t type = H5T_NATIVE_DOUBLE;  ///< of the elements, in memory and, little endian, in the file
    std::size_t width = 0;           ///< elements of a row; 0 unless it widens: the dataset has one dimension
    bool widens = false;             ///< rows may get more elements; there may be none at first
    int compression = 0;             ///< 0 to 9
    bool held = false;               ///< nothing is written before flush()
  };

  /// path: "group/name"; the group is made if need be. attributes: text, name and value one after the other.
  GrowingDataset(hid_t file, const std::string& path, const Form& form,
                 const std::vector<std::pair<std::string, std::string>>& attributes);
  struct CutTo {
    std::size_t rows;
  };
  /// One that is there, cut back to so many rows.
  GrowingDataset(hid_t file, const std::string& path, const Form& form, CutTo cut);

  /// Keeps rows in memory. row: elements of the type, as many as a row has.
  void append(const void* row, std::size_t rows = 1);
  /// True if the rows in memory fill a chunk, and flush() need not be waited for.
  bool isFull() const { return !form_.held && waiting_ >= chunkRows_ - written_ % chunkRows_; }
  /// Hands the rows in memory to the library.
  void writeWaiting();
  /// Rows to come have so many elements, not fewer than before; those of before are filled up with NaN.
  void widen(std::size_t width);
  /// Hands all rows to the library and has it write them.
  void flush();
  /// The number of rows, those in memory included.
  std::size_t rows() const { return written_ + waiting_; }

 private:
  void makeIndex();
  std::size_t rowBytes() const;

  std::string path_;
  Form form_;
  std::size_t elementBytes_;
  hdf5::Hdf5Handle dataset_;
  std::size_t chunkRows_ = 1;
  std::size_t written_ = 0;
  std::size_t waiting_ = 0;  // rows in the buffer
  std::vector<std::byte> buffer_;
};

}  // namespace nsds::io
