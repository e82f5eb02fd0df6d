#include "hdf5_handle.hpp"

namespace nsds::hdf5 {

namespace {

std::mutex& libraryMutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

Hdf5Session::Hdf5Session() : lock_(libraryMutex()) {
  // A program that set its printing through the interface of HDF5 1.6 makes this fail, and prints.
  printed_ = H5Eget_auto2(H5E_DEFAULT, &print_, &printData_) >= 0;
  if (printed_) H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Hdf5Session::~Hdf5Session() {
  H5Eclear2(H5E_DEFAULT);
  if (printed_) H5Eset_auto2(H5E_DEFAULT, print_, printData_);
}

}  // namespace nsds::hdf5
