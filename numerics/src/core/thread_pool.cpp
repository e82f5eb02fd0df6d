#include "core/thread_pool.hpp"

namespace nsds::numerics {
namespace {

// Waits until the value is another one: first awake, for the others are a few microseconds behind, then
// asleep.
void wait_for_change(const std::atomic<int>& value, int old) {
  constexpr int awake = 2000;
  for (int i = 0; i < awake; ++i)
    if (value.load(std::memory_order_acquire) != old) return;
  while (value.load(std::memory_order_acquire) == old) value.wait(old, std::memory_order_acquire);
}

}  // namespace

ThreadPool::ThreadPool(std::size_t threads) {
  others_.reserve(threads > 0 ? threads - 1 : 0);
  try {
    for (std::size_t k = 1; k < threads; ++k) others_.emplace_back([this, k] { wait_for_work(k); });
  } catch (...) {  // no more threads, or no memory for them: the work is done by as many as there are
  }
}

ThreadPool::~ThreadPool() {
  ends_ = true;
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
}

void ThreadPool::wait_for_work(std::size_t thread) {
  for (int round = 0;; ++round) {
    wait_for_change(round_, round);
    if (ends_) return;
    (*work_)(thread);
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

void ThreadPool::run(const std::function<void(std::size_t)>& work) {
  if (others_.empty()) {
    work(0);
    return;
  }
  work_ = &work;
  busy_.store(static_cast<int>(others_.size()), std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  work(0);
  for (int busy = busy_.load(std::memory_order_acquire); busy != 0;
       busy = busy_.load(std::memory_order_acquire))
    wait_for_change(busy_, busy);
}

void ThreadPool::meet() {
  if (others_.empty()) return;
  const int meeting = meeting_.load(std::memory_order_relaxed);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) == static_cast<int>(others_.size())) {
    arrived_.store(0, std::memory_order_relaxed);
    meeting_.fetch_add(1, std::memory_order_release);
    meeting_.notify_all();
  } else {
    wait_for_change(meeting_, meeting);
  }
}

}  // namespace nsds::numerics
