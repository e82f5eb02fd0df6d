// How an instance is named: family:key=value:key=value, and many at once: family:key=value,value:key=value.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace nsds::bench {

class Parameters {
 public:
  // Throws std::invalid_argument where the text is not of that form or gives a key twice.
  explicit Parameters(const std::string& name);

  const std::string& family() const { return family_; }
  std::vector<std::string> keys() const;  // in alphabetical order
  // These throw std::invalid_argument where the key is missing or its value is not a number of that kind.
  const std::string& text(const std::string& key) const;
  double number(const std::string& key) const;  // finite and not negative
  int count(const std::string& key) const;      // 1 to 1e6
  unsigned seed(const std::string& key = "seed") const;

 private:
  std::string name_, family_;
  std::map<std::string, std::string> values_;
};

// All names of a pattern, the last key varying fastest.
std::vector<std::string> expand(const std::string& pattern);

}  // namespace nsds::bench
