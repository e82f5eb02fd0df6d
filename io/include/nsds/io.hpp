// Everything of nsds::io that works on simulations and trajectories: recording, checkpoints, files, pictures, progress,
// parameters of programs, scenes. Problem files are in nsds/problems.hpp.
#pragma once

#include "nsds/io/checkpoint.hpp"
#include "nsds/io/parameters.hpp"
#include "nsds/io/plot.hpp"
#include "nsds/io/progress.hpp"
#include "nsds/io/recorded_scene.hpp"
#include "nsds/io/recorder.hpp"
#include "nsds/io/run.hpp"
#include "nsds/io/scene.hpp"
#include "nsds/io/stop_signals.hpp"
#include "nsds/io/trajectory.hpp"
#include "nsds/io/trajectory_file.hpp"
#include "nsds/io/trajectory_writer.hpp"
#include "nsds/io/view.hpp"
#include "nsds/io/vtk.hpp"
