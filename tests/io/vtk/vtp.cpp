#include "vtp.hpp"

#include <zlib.h>

#include <boost/property_tree/xml_parser.hpp>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace nsds::test {

namespace {

using boost::property_tree::ptree;

void demand(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

ptree parsed(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  demand(static_cast<bool>(in), "cannot be opened");
  ptree tree;
  boost::property_tree::read_xml(in, tree);
  return tree;
}

unsigned valueOf(char letter) {
  if (letter >= 'A' && letter <= 'Z') return static_cast<unsigned>(letter - 'A');
  if (letter >= 'a' && letter <= 'z') return static_cast<unsigned>(letter - 'a') + 26U;
  if (letter >= '0' && letter <= '9') return static_cast<unsigned>(letter - '0') + 52U;
  if (letter == '+') return 62U;
  demand(letter == '/', "no letter of base64");
  return 63U;
}

/// The first bytes of what begins at a letter.
std::string decoded(const std::string& letters, std::size_t at, std::size_t bytes) {
  std::string plain;
  for (; plain.size() < bytes; at += 4) {
    unsigned group = 0;
    unsigned count = 0;
    demand(at + 4 <= letters.size(), "bytes end too early");
    for (std::size_t k = 0; k < 4; ++k) {
      const bool filling = letters[at + k] == '=';
      group = group << 6U | (filling ? 0U : valueOf(letters[at + k]));
      if (!filling) ++count;
    }
    for (unsigned k = 0; k + 1 < count && plain.size() < bytes; ++k)
      plain.push_back(static_cast<char>(group >> (16U - 8U * k) & 0xffU));
  }
  return plain;
}

template <class Number>
std::vector<Number> numbersIn(const std::string& bytes) {
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
  return numbers;
}

std::string inflated(const std::string& packed, std::size_t size) {
  std::string plain(size, '\0');
  uLongf length = size;
  demand(uncompress(reinterpret_cast<Bytef*>(plain.data()), &length,
                    reinterpret_cast<const Bytef*>(packed.data()), packed.size()) == Z_OK &&
             length == size,
         "bytes cannot be inflated");
  return plain;
}

template <class Number>
std::vector<double> asDoubles(const std::string& bytes) {
  const std::vector<Number> numbers = numbersIn<Number>(bytes);
  return {numbers.begin(), numbers.end()};
}

}  // namespace

Vtp::Vtp(const std::filesystem::path& file) {
  const ptree tree = parsed(file);
  const ptree& root = tree.get_child("VTKFile");
  demand(root.get<std::string>("<xmlattr>.type") == "PolyData" &&
             root.get<std::string>("<xmlattr>.header_type") == "UInt64" &&
             root.get<std::string>("<xmlattr>.compressor") == "vtkZLibDataCompressor" &&
             root.get<std::string>("AppendedData.<xmlattr>.encoding") == "base64",
         "another form");
  piece_ = root.get_child("PolyData.Piece");
  appended_ = root.get<std::string>("AppendedData");
  appended_.erase(0, appended_.find('_') + 1);
}

std::size_t Vtp::count(const std::string& what) const {
  return piece_.get<std::size_t>("<xmlattr>.NumberOf" + what);
}

const ptree* Vtp::find(const std::string& element, const std::string& name) const {
  for (const auto& [tag, child] : piece_.get_child(element))
    if (tag == "DataArray" && child.get<std::string>("<xmlattr>.Name") == name) return &child;
  return nullptr;
}

bool Vtp::has(const std::string& element, const std::string& name) const {
  return find(element, name) != nullptr;
}

std::vector<double> Vtp::numbers(const std::string& element, const std::string& name) const {
  const ptree* const array = find(element, name);
  demand(array != nullptr, "no such array");
  const auto at = array->get<std::size_t>("<xmlattr>.offset");
  const auto header = numbersIn<std::uint64_t>(decoded(appended_, at, 24));
  if (header[0] == 0) return {};
  demand(header[0] == 1 && header[2] == 0, "several blocks");
  const auto whole = numbersIn<std::uint64_t>(decoded(appended_, at, 32));
  // A header of 32 bytes is 44 letters.
  const std::string bytes = inflated(decoded(appended_, at + 44, whole[3]), whole[1]);
  const auto type = array->get<std::string>("<xmlattr>.type");
  if (type == "Float32") return asDoubles<float>(bytes);
  if (type == "Int32") return asDoubles<std::int32_t>(bytes);
  demand(type == "Int64", "another type");
  return asDoubles<std::int64_t>(bytes);
}

std::vector<std::size_t> Vtp::cell(const std::string& element, std::size_t k) const {
  const std::vector<double> points = numbers(element, "connectivity");
  const std::vector<double> ends = numbers(element, "offsets");
  const auto begin = static_cast<std::ptrdiff_t>(k == 0 ? 0.0 : ends.at(k - 1));
  const auto end = static_cast<std::ptrdiff_t>(ends.at(k));
  return {points.begin() + begin, points.begin() + end};
}

std::vector<Listed> readPvd(const std::filesystem::path& file) {
  const ptree tree = parsed(file);
  demand(tree.get<std::string>("VTKFile.<xmlattr>.type") == "Collection", "no collection");
  std::vector<Listed> all;
  for (const auto& [tag, child] : tree.get_child("VTKFile.Collection"))
    if (tag == "DataSet")
      all.push_back({child.get<double>("<xmlattr>.timestep"), child.get<std::string>("<xmlattr>.name"),
                     child.get<std::string>("<xmlattr>.file")});
  return all;
}

}  // namespace nsds::test
