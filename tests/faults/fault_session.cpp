#include "faults/fault_session.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <new>
#include <stdexcept>

namespace sketchbench::faults {
namespace {

constexpr const char* plan_name = "plan";

template <std::size_t size>
void copy_path(char (&to)[size], const std::filesystem::path& path) {
  const std::string text = path.string();
  if (text.size() >= size) throw std::runtime_error("too long for the fault plan: " + text);
  std::memcpy(to, text.c_str(), text.size() + 1);
}

}  // namespace

FaultSession::FaultSession(const std::filesystem::path& folder, const Strike& strike) {
  const int file = ::open((folder_ / plan_name).c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0 || ::ftruncate(file, sizeof(FaultPlan)) != 0)
    throw std::runtime_error("the fault plan cannot be written");
  void* address = ::mmap(nullptr, sizeof(FaultPlan), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (address == MAP_FAILED) throw std::runtime_error("the fault plan cannot be mapped");
  plan_ = new (address) FaultPlan{};
  copy_path(plan_->folder, std::filesystem::canonical(folder));
  copy_path(plan_->journal, folder_.write("journal", ""));
  plan_->test = ::getpid();
  plan_->kinds = strike.kinds;
  plan_->action = strike.action;
  plan_->error = strike.error;
  plan_->first = strike.first;
  plan_->hits = strike.hits;
  plan_->least_bytes = strike.least_bytes;
  plan_->delay_us = strike.delay_us;
}

FaultSession::~FaultSession() { ::munmap(plan_, sizeof(FaultPlan)); }

std::map<std::string, std::optional<std::string>> FaultSession::environment() const {
  return {{"LD_PRELOAD", FAULTS_PRELOAD_LIBRARY}, {plan_variable, (folder_ / plan_name).string()}};
}

const char* name_of(CallKind kind) {
  constexpr std::array<const char*, call_kinds> names = {
      "create", "open",  "write", "synchronise", "rename",  "make_folder", "truncate", "change_mode", "lock",
      "remove", "close", "read",  "map",         "message", "link",        "touch",    "allocate"};
  return names.at(static_cast<std::size_t>(kind));
}

std::string description(const FaultSession& session) {
  return session.struck()
             ? fmt::format("{} of {}", name_of(session.struck_kind()), session.struck_path().string())
             : "nothing";
}

}  // namespace sketchbench::faults
