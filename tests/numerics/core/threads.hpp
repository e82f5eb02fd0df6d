// The same work done by threads side by side, and by one after the other.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <barrier>
#include <thread>
#include <vector>

namespace nsds::test {

// work(thread): vectors, for the threads 0 to 7. They are the same, bit by bit, when the eight work at once.
template <class Work>
void expect_bits_of_one(const Work& work) {
  constexpr int threads = 8;
  std::vector<std::vector<Eigen::VectorXd>> results(threads);
  {
    std::barrier start(threads);
    std::vector<std::jthread> pool;
    pool.reserve(threads);
    for (int t = 0; t < threads; ++t)
      pool.emplace_back([&, t] {
        start.arrive_and_wait();
        results[static_cast<std::size_t>(t)] = work(t);
      });
  }
  for (int t = 0; t < threads; ++t) {
    const std::vector<Eigen::VectorXd> alone = work(t);
    const std::vector<Eigen::VectorXd>& beside = results[static_cast<std::size_t>(t)];
    ASSERT_FALSE(alone.empty());
    ASSERT_EQ(beside.size(), alone.size());
    for (std::size_t k = 0; k < alone.size(); ++k)
      EXPECT_EQ(beside[k], alone[k]) << "thread " << t << ", problem " << k;
  }
}

}  // namespace nsds::test
