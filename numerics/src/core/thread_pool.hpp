// Threads that do the parts of one piece of work at the same time. What is computed must not depend on who
// does which part; sums are taken over parts that the data alone divide.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace nsds::numerics {

class ThreadPool {
 public:
  // With the thread that calls. Fewer where the system gives no more: the work gets done all the same.
  explicit ThreadPool(std::size_t threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  std::size_t threads() const { return others_.size() + 1; }

  // work(thread) on every thread at once, 0 being the caller's; returns when all have ended. work does not
  // throw.
  void run(const std::function<void(std::size_t)>& work);
  // Within a run, by all its threads: nobody goes on before all have come here. Nothing for one thread.
  void meet();

 private:
  void wait_for_work(std::size_t thread);

  std::atomic<int> round_ = 0;  // every change is a new run, or the end
  std::atomic<int> busy_ = 0;   // threads that have not ended the run
  bool ends_ = false;
  const std::function<void(std::size_t)>* work_ = nullptr;
  std::atomic<int> arrived_ = 0, meeting_ = 0;
  std::vector<std::jthread> others_;
};

// Numbers 0, 1, ..., each handed out once, to whoever asks first.
class Dispenser {
 public:
  void reset() { next_.store(0, std::memory_order_relaxed); }
  std::size_t take() { return next_.fetch_add(1, std::memory_order_relaxed); }

 private:
  std::atomic<std::size_t> next_ = 0;
};

}  // namespace nsds::numerics
