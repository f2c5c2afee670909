#pragma once
#include <vector>

#include <sketchbench/report/document/document.hpp>
#include "experiments/construction_time/times.hpp"

namespace sketchbench {

/// How the times were taken, and which map is faster where.
std::vector<NoteSection> construction_time_notes(const ConstructionTimes& times);

/// The longest wall-clock median as a multiple of the CPU time; 0 without records.
double longest_wait(const ConstructionTimes& times);
/// One thread that has a processor to itself waits for nothing: its two clocks agree within a few per cent.
/// Above this, other programs were running.
inline constexpr double shared_processor_wait = 1.2;

}  // namespace sketchbench
