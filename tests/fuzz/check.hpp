// What a target says when the contract is broken: a sentence on stderr, then abort, which every engine
// reports together with the input.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace nsds::fuzz {

[[noreturn]] inline void broken(const char* file, int line, const char* sentence) {
  std::fprintf(stderr, "%s:%d: the contract is broken: %s\n", file, line, sentence);
  std::abort();
}

}  // namespace nsds::fuzz

#define NSDS_FUZZ_CHECK(condition, sentence) \
  ((condition) ? void() : ::nsds::fuzz::broken(__FILE__, __LINE__, sentence))
