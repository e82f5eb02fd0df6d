// Handles of the C library of HDF5 that close themselves, and the state in which it is called. Private to readers and
// writers.
#pragma once

#include <hdf5.h>

#include <mutex>
#include <utility>

#include "nsds/problems/export.hpp"

namespace nsds::hdf5 {

class Hdf5Handle {
 public:
  /// id: negative where the call that made it failed.
  Hdf5Handle(hid_t id, herr_t (*closing)(hid_t)) : id_(id), close_(closing) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  Hdf5Handle(const Hdf5Handle&) = delete;
  Hdf5Handle& operator=(const Hdf5Handle&) = delete;
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }

  hid_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// While it lives the library prints nothing and is called by this thread alone: builds without its option
/// for threads, the usual ones, keep their state in globals. There is one lock: nsds::formats uses that of nsds::io.
class NSDS_PROBLEMS_API Hdf5Session {
 public:
  Hdf5Session();
  Hdf5Session(const Hdf5Session&) = delete;
  Hdf5Session& operator=(const Hdf5Session&) = delete;
  ~Hdf5Session();

 private:
  std::unique_lock<std::mutex> lock_;
  bool printed_ = false;  // and how is kept below
  H5E_auto2_t print_ = nullptr;
  void* printData_ = nullptr;
};

}  // namespace nsds::hdf5
