#pragma once
#include <unistd.h>

#include <filesystem>

namespace sketchbench::testing_support {

/// For as long as it lives, this process may do no more than a user without rights, although a test may be
/// root's: root reads what may not be read. The folder stays open to that user.
class AsNobody {
 public:
  explicit AsNobody(const std::filesystem::path& folder) {
    std::filesystem::permissions(folder, std::filesystem::perms(0777));
    if (::geteuid() == 0) is_changed_ = ::seteuid(nobody) == 0;
  }
  ~AsNobody() {
    if (is_changed_) static_cast<void>(!::seteuid(0));
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

 private:
  static constexpr uid_t nobody = 65534;
  bool is_changed_ = false;
};

}  // namespace sketchbench::testing_support
