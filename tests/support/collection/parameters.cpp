#include "support/collection/parameters.hpp"

#include <charconv>
#include <cmath>
#include <stdexcept>

namespace nsds::bench {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

}  // namespace

Parameters::Parameters(const std::string& name) : name_(name) {
  const std::vector<std::string> parts = split(name, ':');
  family_ = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    if (equals == std::string::npos || equals == 0 ||
        !values_.emplace(parts[i].substr(0, equals), parts[i].substr(equals + 1)).second)
      throw std::invalid_argument("'" + name + "' is not of the form family:key=value:key=value");
  }
}

std::vector<std::string> Parameters::keys() const {
  std::vector<std::string> all;
  for (const auto& [key, value] : values_) all.push_back(key);
  return all;
}

const std::string& Parameters::text(const std::string& key) const {
  const auto found = values_.find(key);
  if (found == values_.end()) throw std::invalid_argument("'" + name_ + "' lacks " + key + "=");
  return found->second;
}

double Parameters::number(const std::string& key) const {
  const std::string& value = text(key);
  double number = 0.0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc() || stop != end || !std::isfinite(number) || number < 0.0)
    throw std::invalid_argument("'" + name_ + "': " + key + " is not a number of at least 0");
  return number;
}

int Parameters::count(const std::string& key) const {
  const double value = number(key);
  if (value != std::floor(value) || value < 1.0 || value > 1e6)
    throw std::invalid_argument("'" + name_ + "': " + key + " is not a whole number from 1 to 1e6");
  return static_cast<int>(value);
}

unsigned Parameters::seed(const std::string& key) const {
  const double value = number(key);
  if (value != std::floor(value) || value > 1e9)
    throw std::invalid_argument("'" + name_ + "': " + key + " is not a whole number from 0 to 1e9");
  return static_cast<unsigned>(value);
}

std::vector<std::string> expand(const std::string& pattern) {
  const std::vector<std::string> parts = split(pattern, ':');
  std::vector<std::string> names = {parts[0]};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    std::vector<std::string> longer;
    for (const std::string& name : names)
      for (const std::string& value : split(parts[i].substr(equals + 1), ','))
        longer.push_back(std::string(name).append(":").append(parts[i], 0, equals + 1).append(value));
    names.swap(longer);
  }
  return names;
}

}  // namespace nsds::bench
