// How a generated problem is named: family:size[:third number].
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <vector>

namespace nsds::test {

struct Spec {
  std::string family;
  int size = 0;                 // at least 1
  std::optional<double> third;  // in [0, 1e15]: a seed or a parameter of the family
};

namespace detail {

template <class Number>
bool read_number(const std::string& text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end;
}

inline std::vector<std::string> fields_of(const std::string& text) {
  std::vector<std::string> fields(1);
  for (const char c : text) {
    if (c == ':') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace detail

// Nothing where the text is not of that form.
inline std::optional<Spec> read_spec(const std::string& text) {
  const std::vector<std::string> fields = detail::fields_of(text);
  if (fields.size() < 2 || fields.size() > 3) return std::nullopt;
  Spec spec{fields[0], 0, std::nullopt};
  if (!detail::read_number(fields[1], spec.size) || spec.size < 1) return std::nullopt;
  if (fields.size() == 2) return spec;
  double third = 0.0;
  if (!detail::read_number(fields[2], third) || !(third >= 0.0) || third > 1e15) return std::nullopt;
  spec.third = third;
  return spec;
}

}  // namespace nsds::test
