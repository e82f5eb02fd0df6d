// Reads files of VTK in XML without VTK.
#pragma once

#include <boost/property_tree/ptree.hpp>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace nsds::test {

/// Poly data whose arrays stand at the end of the file, deflated and in base64.
class Vtp {
 public:
  /// Errors: std::runtime_error, or those of the parser.
  explicit Vtp(const std::filesystem::path& file);

  /// what: Points, Verts, Lines, Polys.
  std::size_t count(const std::string& what) const;
  /// The array with this name in an element: Points, Polys, PointData, ... Throws where it is not there.
  std::vector<double> numbers(const std::string& element, const std::string& name) const;
  bool has(const std::string& element, const std::string& name) const;

  /// Points of the k-th cell of an element.
  std::vector<std::size_t> cell(const std::string& element, std::size_t k) const;

 private:
  const boost::property_tree::ptree* find(const std::string& element, const std::string& name) const;

  boost::property_tree::ptree piece_;
  std::string appended_;
};

/// What a .pvd lists: time and file, relative to its folder.
struct Listed {
  double time;
  std::string part;
  std::string file;
};
std::vector<Listed> readPvd(const std::filesystem::path& file);

}  // namespace nsds::test
