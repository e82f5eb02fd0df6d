// Writes and reads values as bytes, one behind the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

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
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void append(const void* from, std::size_t count) {
    const auto* bytes = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), bytes, bytes + count);
  }

  std::vector<std::byte> bytes_;
};

/// Reads what a ByteWriter wrote, in the same order.
class ByteReader {
 public:
  explicit ByteReader(const std::vector<std::byte>& bytes) : from_(bytes.data()) {}

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
    values.resize(static_cast<std::size_t>(read<std::uint64_t>()));
    extract(values.data(), values.size() * sizeof(T));
  }

 private:
  void extract(void* to, std::size_t count) {
    if (count == 0) return;  // `to` may be null
    std::memcpy(to, from_, count);
    from_ += count;
  }

  const std::byte* from_;
};

}  // namespace nsds
