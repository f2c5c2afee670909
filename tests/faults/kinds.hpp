#pragma once
#include "faults/preload/fault_plan.hpp"

namespace sketchbench::faults {

inline constexpr std::uint32_t making = bit(CallKind::create) | bit(CallKind::make_folder);
/// What a full disk can refuse.
inline constexpr std::uint32_t filling = making | bit(CallKind::write) | bit(CallKind::synchronise) |
                                         bit(CallKind::rename) | bit(CallKind::truncate);
/// What a broken disk can refuse on the way to it.
inline constexpr std::uint32_t storing = bit(CallKind::write) | bit(CallKind::synchronise) |
                                         bit(CallKind::rename) | bit(CallKind::truncate) |
                                         bit(CallKind::close);
inline constexpr std::uint32_t naming = making | bit(CallKind::rename);
inline constexpr std::uint32_t opening = bit(CallKind::create) | bit(CallKind::open);
inline constexpr std::uint32_t reading = bit(CallKind::open) | bit(CallKind::read) | bit(CallKind::map);
/// All that files and pipes have a part in.
inline constexpr std::uint32_t every_kind = ((1u << call_kinds) - 1) & ~bit(CallKind::allocate);
inline constexpr std::uint64_t from_there_on = UINT64_MAX;

}  // namespace sketchbench::faults
