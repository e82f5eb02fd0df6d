#include "trajectory/file_mark.hpp"

#include <hdf5.h>

#include "hdf5_handle.hpp"

namespace nsds::io {

using hdf5::Hdf5Handle;

bool clearMark(const std::filesystem::path& file) {
  // The property by which the tool h5clear of HDF5 does this.
  const hbool_t clear = true;
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  if (!access || H5Pset(access.get(), "clear_status_flags", &clear) < 0 ||
      H5Pset(access.get(), "skip_eof_check", &clear) < 0)
    return false;
  const Hdf5Handle opened(H5Fopen(file.c_str(), H5F_ACC_RDWR, access.get()), H5Fclose);
  // The end that the file says it has is older than what was written last, which closing it would cut off.
  return opened && H5Fincrement_filesize(opened.get(), 0) >= 0;
}

}  // namespace nsds::io
