// Everything of nsds::io that works on trajectories: recording, files, pictures, progress, example
// parameters. Problem files are in nsds/problems.hpp.
#pragma once

#include "nsds/io/parameters.hpp"
#include "nsds/io/plot.hpp"
#include "nsds/io/progress.hpp"
#include "nsds/io/recorder.hpp"
#include "nsds/io/trajectory.hpp"
#include "nsds/io/view.hpp"
