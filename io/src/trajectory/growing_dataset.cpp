#include "trajectory/growing_dataset.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <utility>

#include "trajectory/demand.hpp"

namespace nsds::io {

using hdf5::Hdf5Handle;

namespace {

/// A chunk is read and compressed as a whole: large enough to compress well, small enough to read one frame of it.
constexpr std::size_t kChunkBytes = 65536;
constexpr std::size_t kMostChunkRows = 4096;
/// Columns beyond these lie in chunks of their own.
constexpr std::size_t kMostChunkWidth = 4096;

std::string failureAt(const std::string& path) {
  return "the HDF5 library failed at " + path;
}

void writeAttribute(const Hdf5Handle& owner, const std::string& name, const std::string& text) {
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  demand(type && space && H5Tset_size(type.get(), text.size() + 1) >= 0, failureAt(name));
  const Hdf5Handle attribute(
      H5Acreate2(owner.get(), name.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  demand(attribute && H5Awrite(attribute.get(), type.get(), text.c_str()) >= 0, failureAt(name));
}

struct Extent {
  std::array<hsize_t, 2> sizes;
  int dimensions;
};

int dimensionsOf(const GrowingDataset::Form& form) {
  return form.width == 0 && !form.widens ? 1 : 2;
}

Extent extentOf(std::size_t rows, const GrowingDataset::Form& form) {
  return {{rows, form.width}, dimensionsOf(form)};
}

Hdf5Handle createDataset(hid_t file, const std::string& path, const GrowingDataset::Form& form,
                         std::size_t chunkRows) {
  const Extent now = extentOf(0, form);
  Extent most = now;
  most.sizes[0] = H5S_UNLIMITED;
  if (form.widens) most.sizes[1] = H5S_UNLIMITED;
  // Columns that come later lie in chunks as wide as the first ones.
  const Extent chunk{{chunkRows, std::clamp<std::size_t>(form.width, form.widens ? 8 : 1, kMostChunkWidth)},
                     now.dimensions};
  const Hdf5Handle space(H5Screate_simple(now.dimensions, now.sizes.data(), most.sizes.data()), H5Sclose);
  const Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  bool ready = space && links && creation && H5Pset_create_intermediate_group(links.get(), 1) >= 0 &&
               H5Pset_chunk(creation.get(), chunk.dimensions, chunk.sizes.data()) >= 0 &&
               H5Pset_obj_track_times(creation.get(), false) >= 0;
  if (form.type == H5T_NATIVE_DOUBLE) {
    const double fill = std::numeric_limits<double>::quiet_NaN();
    ready = ready && H5Pset_fill_value(creation.get(), form.type, &fill) >= 0;
  }
  if (form.compression > 0) {
    ready = ready && H5Pset_shuffle(creation.get()) >= 0 &&
            H5Pset_deflate(creation.get(), static_cast<unsigned>(form.compression)) >= 0;
  }
  // With a checksum of every chunk no damaged number is taken for one that was recorded.
  ready = ready && H5Pset_fletcher32(creation.get()) >= 0;
  demand(ready, failureAt(path));
  Hdf5Handle dataset(
      H5Dcreate2(file, path.c_str(), form.type, space.get(), links.get(), creation.get(), H5P_DEFAULT),
      H5Dclose);
  demand(static_cast<bool>(dataset), failureAt(path));
  return dataset;
}

std::size_t chunkRowsOf(const GrowingDataset::Form& form) {
  const std::size_t bytes = H5Tget_size(form.type) * std::max<std::size_t>(form.width, 1);
  return std::clamp<std::size_t>(kChunkBytes / bytes, 1, kMostChunkRows);
}

}  // namespace

GrowingDataset::GrowingDataset(hid_t file, const std::string& path, const Form& form,
                               const std::vector<std::pair<std::string, std::string>>& attributes)
    : path_(path),
      form_(form),
      elementBytes_(H5Tget_size(form.type)),
      dataset_(createDataset(file, path, form, chunkRowsOf(form))),
      chunkRows_(chunkRowsOf(form)) {
  for (const auto& [name, text] : attributes) writeAttribute(dataset_, name, text);
  makeIndex();
}

/// Has the library make its index of chunks, by a row that is taken back: in the mode of one writer and many readers a file
/// may say where an index is before the index is there.
void GrowingDataset::makeIndex() {
  Extent one = extentOf(1, form_);
  one.sizes[1] = std::max<hsize_t>(one.sizes[1], 1);
  const std::vector<std::byte> zeros(H5Tget_size(form_.type) * (one.dimensions == 1 ? 1 : one.sizes[1]));
  const Extent none = extentOf(0, form_);
  demand(H5Dset_extent(dataset_.get(), one.sizes.data()) >= 0 &&
             H5Dwrite(dataset_.get(), form_.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros.data()) >= 0 &&
             H5Dflush(dataset_.get()) >= 0 && H5Dset_extent(dataset_.get(), none.sizes.data()) >= 0,
         failureAt(path_));
}

GrowingDataset::GrowingDataset(hid_t file, const std::string& path, const Form& form, CutTo cut)
    : path_(path),
      form_(form),
      elementBytes_(H5Tget_size(form.type)),
      dataset_(H5Dopen2(file, path.c_str(), H5P_DEFAULT), H5Dclose),
      chunkRows_(chunkRowsOf(form)),
      written_(cut.rows) {
  demand(static_cast<bool>(dataset_), failureAt(path));
  const Hdf5Handle space(H5Dget_space(dataset_.get()), H5Sclose);
  Extent extent{};
  extent.dimensions = H5Sget_simple_extent_ndims(space.get());
  demand(extent.dimensions == dimensionsOf(form), failureAt(path));
  demand(H5Sget_simple_extent_dims(space.get(), extent.sizes.data(), nullptr) >= 0 &&
             extent.sizes[0] >= cut.rows,
         path + " has fewer rows than it had");
  // Columns of what came after the cut are not there any more.
  demand(extent.dimensions == 1 || extent.sizes[1] >= form.width, failureAt(path));
  extent.sizes[1] = form.width;
  extent.sizes[0] = cut.rows;
  demand(H5Dset_extent(dataset_.get(), extent.sizes.data()) >= 0, failureAt(path));
}

std::size_t GrowingDataset::rowBytes() const {
  return elementBytes_ * (dimensionsOf(form_) == 1 ? 1 : form_.width);
}

void GrowingDataset::append(const void* row, std::size_t rows) {
  const auto* bytes = static_cast<const std::byte*>(row);
  buffer_.insert(buffer_.end(), bytes, bytes + rows * rowBytes());
  waiting_ += rows;
}

void GrowingDataset::writeWaiting() {
  const std::size_t rows = waiting_;
  if (rows == 0) return;
  const Extent whole = extentOf(written_ + rows, form_);
  demand(H5Dset_extent(dataset_.get(), whole.sizes.data()) >= 0, failureAt(path_));
  const std::array<hsize_t, 2> start{written_, 0};
  const Extent part = extentOf(rows, form_);
  const Hdf5Handle inFile(H5Dget_space(dataset_.get()), H5Sclose);
  const Hdf5Handle inMemory(H5Screate_simple(part.dimensions, part.sizes.data(), nullptr), H5Sclose);
  const bool written =
      inFile && inMemory &&
      H5Sselect_hyperslab(inFile.get(), H5S_SELECT_SET, start.data(), nullptr, part.sizes.data(), nullptr) >=
          0 &&
      H5Dwrite(dataset_.get(), form_.type, inMemory.get(), inFile.get(), H5P_DEFAULT, buffer_.data()) >= 0;
  demand(written || buffer_.empty(), failureAt(path_));  // rows of no width have nothing to be written
  written_ += rows;
  waiting_ = 0;
  buffer_.clear();
}

void GrowingDataset::widen(std::size_t width) {
  writeWaiting();
  form_.width = width;
  const Extent whole = extentOf(written_, form_);
  demand(H5Dset_extent(dataset_.get(), whole.sizes.data()) >= 0, failureAt(path_));
}

void GrowingDataset::flush() {
  writeWaiting();
  demand(H5Dflush(dataset_.get()) >= 0, failureAt(path_));
}

}  // namespace nsds::io
