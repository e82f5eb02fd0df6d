// What the memory of this machine gives to so many threads, measured beside what is said to use it.
#pragma once

namespace nsds::bench {

// Bytes a second of a_i = b_i + s c_i, 24 bytes a step as the STREAM benchmark counts them, best of
// `repetitions`; each thread has its part of three arrays of `megabytes` each, which it touches first.
double triad_bandwidth(int threads, int megabytes, int repetitions);

}  // namespace nsds::bench
