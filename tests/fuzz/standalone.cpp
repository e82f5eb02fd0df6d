// The engine of builds without libFuzzer: random inputs from fixed seeds, and files that are given.
//
//   fuzz TARGET --runs N | --seconds S  [--first SEED] [SEEDS...]   inputs of the seeds FIRST, FIRST + 1, ...
//   fuzz TARGET FILE...                                             these inputs, as they are
//
// SEEDS are folders of inputs: every input is then one of theirs with a few changes, else bytes. An input
// that breaks the contract is named by its seed, with which --runs 1 --first SEED repeats it.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "targets.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): a handler reaches nothing but globals
std::uint64_t current_seed = 0;

void name_seed(int) {
  std::fprintf(stderr, "the input has the seed %llu\n", static_cast<unsigned long long>(current_seed));
  std::signal(SIGABRT, SIG_DFL);
  std::abort();
}

Bytes read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "%s: cannot be opened\n", file.c_str());
    std::exit(2);
  }
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

class Generator {
 public:
  Generator(const std::vector<Bytes>& seeds, std::uint64_t seed) : seeds_(seeds), engine_(seed) {}

  Bytes input() {
    constexpr std::size_t longest = 700;
    if (seeds_.empty()) {
      Bytes bytes(below(longest));
      for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(below(256));
      return bytes;
    }
    Bytes bytes = seeds_[below(seeds_.size())];
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(bytes);
    return bytes;
  }

 private:
  std::size_t below(std::size_t bound) { return engine_() % bound; }

  // A byte, a piece that is cut, doubled or moved, or a word from this list in the place of a word.
  void change(Bytes& bytes) {
    if (bytes.empty()) return;
    const std::size_t at = below(bytes.size());
    const std::size_t length = std::min(bytes.size() - at, 1 + below(12));
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = begin + static_cast<std::ptrdiff_t>(length);
    switch (below(5)) {
      case 0:
        *begin = static_cast<std::uint8_t>(below(256));
        return;
      case 1:
        bytes.erase(begin, end);
        return;
      case 2: {
        const Bytes piece(begin, end);
        const auto to = static_cast<std::ptrdiff_t>(below(bytes.size()));
        bytes.insert(bytes.begin() + to, piece.begin(), piece.end());
        return;
      }
      default:
        replace_word(bytes, at);
    }
  }

  void replace_word(Bytes& bytes, std::size_t at) {
    constexpr const char* words[] = {"0",      "1",          "2",           "-1",
                                     "3",      "2147483647", "-2147483648", "4294967296",
                                     "1e308",  "nan",        "-inf",        "inf",
                                     "1e-320", "1e999",      "0x1p3",       ":",
                                     "",       "4",          "1e308 1e308", "99999999999999999999"};
    const auto is_space = [](std::uint8_t c) { return c == ' ' || c == '\n'; };
    const auto middle = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = std::find_if(middle, bytes.end(), is_space);
    auto begin = middle;
    while (begin != bytes.begin() && !is_space(*(begin - 1))) --begin;
    const char* word = words[below(std::size(words))];
    const auto place = bytes.erase(begin, std::max(begin, end));
    bytes.insert(place, word, word + std::strlen(word));
  }

  const std::vector<Bytes>& seeds_;
  std::mt19937_64 engine_;
};

struct Arguments {
  std::uint64_t runs = 0;
  double seconds = 0.0;
  std::uint64_t first = 1;
  std::vector<Bytes> seeds;
  std::vector<Bytes> files;
};

Arguments parse(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t k = 0; k < words.size(); ++k) {
    const bool more = k + 1 < words.size();
    if (words[k] == "--runs" && more) {
      arguments.runs = std::stoull(words[++k]);
    } else if (words[k] == "--seconds" && more) {
      arguments.seconds = std::stod(words[++k]);
    } else if (words[k] == "--first" && more) {
      arguments.first = std::stoull(words[++k]);
    } else if (std::filesystem::is_directory(words[k])) {
      std::vector<std::filesystem::path> files;
      for (const auto& entry : std::filesystem::directory_iterator(words[k])) files.push_back(entry.path());
      std::sort(files.begin(), files.end());
      for (const auto& file : files) arguments.seeds.push_back(read(file));
    } else {
      arguments.files.push_back(read(words[k]));
    }
  }
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  const auto target = std::find_if(std::begin(nsds::fuzz::targets), std::end(nsds::fuzz::targets),
                                   [&](const nsds::fuzz::Target& one) { return name == one.name; });
  if (target == std::end(nsds::fuzz::targets)) {
    std::fprintf(stderr, "fuzz: \"%s\" is none of the targets\n", name.c_str());
    for (const nsds::fuzz::Target& one : nsds::fuzz::targets) std::fprintf(stderr, "  %s\n", one.name);
    return 2;
  }
  const Arguments arguments = parse({argv + 2, argv + argc});
  for (const Bytes& bytes : arguments.files) target->test(bytes);
  for (const Bytes& bytes : arguments.seeds) target->test(bytes);
  std::signal(SIGABRT, name_seed);
  const auto begin = std::chrono::steady_clock::now();
  std::uint64_t done = 0;
  const auto goes_on = [&] {
    if (done < arguments.runs) return true;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() <
           arguments.seconds;
  };
  for (; goes_on(); ++done) {
    current_seed = arguments.first + done;
    target->test(Generator(arguments.seeds, current_seed).input());
  }
  std::printf("%llu random inputs, %zu given ones: the contract holds\n",
              static_cast<unsigned long long>(done), arguments.files.size() + arguments.seeds.size());
  return 0;
}
