// Writes and reads values as bytes, one behind the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "modeling/checks.hpp"

namespace nsds {

class ByteWriter {
 public:
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void write(const T& value) { append(&value, sizeof(T)); }
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void write(const std::vector<T>& values) {
    write(static_cast<std::uint64_t>(values.size()));
    append(values.data(), values.size() * sizeof(T));
  }
  void write(const std::string& text) {
    write(static_cast<std::uint64_t>(text.size()));
    append(text.data(), text.size());
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void append(const void* from, std::size_t count) {
    const auto* bytes = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), bytes, bytes + count);
  }

  std::vector<std::byte> bytes_;
};

/// Reads what a ByteWriter wrote, in the same order. Errors: InvalidArgument where the bytes end before.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void read(T& value) { extract(&value, sizeof(T)); }
  template <class T>
  T read() {
    T value{};
    read(value);
    return value;
  }
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void read(std::vector<T>& values) {
    values.resize(count(sizeof(T)));
    extract(values.data(), values.size() * sizeof(T));
  }
  void read(std::string& text) {
    text.resize(count(1));
    extract(text.data(), text.size());
  }
  /// What has not been read yet.
  std::span<const std::byte> rest() const { return rest_; }

 private:
  /// The number of elements that follow, which the bytes have to hold.
  std::size_t count(std::size_t elementSize) {
    const auto count = read<std::uint64_t>();
    demand(count <= rest_.size() / elementSize);
    return static_cast<std::size_t>(count);
  }
  void extract(void* to, std::size_t count) {
    demand(count <= rest_.size());
    if (count == 0) return;  // `to` may be null
    std::memcpy(to, rest_.data(), count);
    rest_ = rest_.subspan(count);
  }
  static void demand(bool enough) { check::that(enough, "the bytes of a saved state end too early"); }

  std::span<const std::byte> rest_;
};

}  // namespace nsds
