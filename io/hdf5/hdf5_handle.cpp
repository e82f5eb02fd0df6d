#include "hdf5_handle.hpp"

namespace nsds::hdf5 {

namespace {

std::mutex& libraryMutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

Hdf5Session::Hdf5Session() : lock_(libraryMutex()) {
  // The library's own end of a program closes what is still open, and crashes on a file whose disk was full. Handles close
  // all that is ours before.
  [[maybe_unused]] static const bool first = H5dont_atexit() >= 0;
  // A program that set its printing through the interface of HDF5 1.6 makes this fail, and prints.
  printed_ = H5Eget_auto2(H5E_DEFAULT, &print_, &printData_) >= 0;
  if (printed_) H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Hdf5Session::~Hdf5Session() {
  H5Eclear2(H5E_DEFAULT);
  if (printed_) H5Eset_auto2(H5E_DEFAULT, print_, printData_);
}

}  // namespace nsds::hdf5
