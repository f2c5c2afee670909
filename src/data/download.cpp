#include "data/download.hpp"

#include <curl/curl.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <memory>
#include <system_error>

#include "base/sha256.hpp"
#include "data/file_lock.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

struct CurlDeleter {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
using CurlHandle = std::unique_ptr<CURL, CurlDeleter>;

CurlHandle new_handle() {
  // Once for the process, before the first handle; C++ makes the initialisation of a local static
  // thread-safe.
  static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
  CurlHandle handle(initialised == CURLE_OK ? curl_easy_init() : nullptr);
  if (!handle) throw Error("libcurl cannot be initialised");
  return handle;
}

std::string host_of(const std::string& url) {
  const auto begin = url.find("://") + 3;
  return url.substr(begin, url.find('/', begin) - begin);
}

/// The file that grows: <target>.part.
class PartFile {
 public:
  explicit PartFile(fs::path path) : path_(std::move(path)) {
    descriptor_ = ::open(path_.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
    if (descriptor_ < 0) fail_system("write", path_, errno);
    const off_t end = ::lseek(descriptor_, 0, SEEK_END);
    if (end > 0) size_ = end;
  }
  ~PartFile() {
    ::close(descriptor_);
    if (size_ == 0) ::unlink(path_.c_str());  // nothing arrived: nothing to go on from
  }
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  std::int64_t size() const { return size_; }
  const fs::path& path() const { return path_; }

  void clear() {
    if (::ftruncate(descriptor_, 0) != 0 || ::lseek(descriptor_, 0, SEEK_SET) != 0)
      fail_system("write", path_, errno);
    size_ = 0;
  }
  void append(const char* data, std::size_t bytes) {
    while (bytes > 0) {
      const ssize_t written = ::write(descriptor_, data, bytes);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail_system("write", path_, errno);
      data += written;
      bytes -= static_cast<std::size_t>(written);
      size_ += written;
    }
  }

 private:
  fs::path path_;
  int descriptor_ = -1;
  std::int64_t size_ = 0;
};

/// What libcurl's callbacks share. Exceptions must not cross C code: they wait in `failure`.
struct Transfer {
  CURL* handle;
  PartFile& part;
  std::int64_t expected;
  const DownloadProgress& progress;
  std::int64_t resumed_at;  ///< the byte asked for first
  bool body_begun = false;
  std::exception_ptr failure;

  /// A server may ignore the range and send everything (200): then what was there gives way.
  void begin_body() {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    if (status != 206) part.clear();
    body_begun = true;
  }
};

std::size_t on_body(char* data, std::size_t size, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  try {
    if (!transfer.body_begun) transfer.begin_body();
    transfer.part.append(data, size * count);
    if (transfer.progress) transfer.progress(transfer.part.size(), transfer.expected);
    return size * count;
  } catch (...) {
    transfer.failure = std::current_exception();
    return 0;
  }
}

/// No answer, or one so slow that the next file from there would only wait as long.
bool host_is_dead(CURLcode code) {
  return code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY ||
         code == CURLE_COULDNT_CONNECT || code == CURLE_OPERATION_TIMEDOUT;
}

enum class Outcome { complete, cut_short, range_refused };

class Downloader {
 public:
  Downloader(const Download& what, const DownloadLimits& limits, DeadHosts& dead_hosts,
             const DownloadProgress& progress)
      : what_(what),
        limits_(limits),
        dead_hosts_(dead_hosts),
        progress_(progress),
        host_(host_of(what.url)) {}

  void run() {
    if (dead_hosts_.contains(host_))
      throw DownloadFailed(fmt::format("{}: this host was given up before", what_.url));
    fs::path part_path = what_.target;
    part_path += ".part";
    bool resumed = fetch_all(part_path);
    std::string found = sha256_file(part_path);
    if (found != what_.sha256 && resumed) {
      // The beginning may be of another version of the file, or of another file: once more, from nothing.
      remove(part_path);
      fetch_all(part_path);
      found = sha256_file(part_path);
    }
    if (found != what_.sha256) {
      remove(part_path);
      throw InputError(fmt::format("{}: the file from {} has the SHA-256 {}, expected {}",
                                   what_.target.filename().string(), what_.url, found, what_.sha256));
    }
    std::error_code error;
    fs::rename(part_path, what_.target, error);
    if (error) fail_system("write", what_.target, error.value());
  }

 private:
  /// Until the file is complete; true when its beginning is from an earlier attempt.
  bool fetch_all(const fs::path& part_path) {
    PartFile part(part_path);
    if (what_.bytes > 0 && part.size() > what_.bytes) part.clear();
    if (what_.bytes > 0 && part.size() == what_.bytes) return true;
    const bool resumed = part.size() > 0;
    for (int attempt = 0;; ++attempt) {
      const Outcome outcome = transfer_once(part);
      if (outcome == Outcome::complete) return resumed;
      if (outcome == Outcome::range_refused) part.clear();
      if (attempt == limits_.resumptions)
        throw DownloadFailed(
            fmt::format("{}: the connection was cut short {} times, the last time after {} bytes", what_.url,
                        attempt + 1, part.size()));
    }
  }

  Outcome transfer_once(PartFile& part) {
    const CurlHandle handle = new_handle();
    Transfer transfer{handle.get(), part, what_.bytes, progress_, part.size(), false, nullptr};
    configure(handle.get(), transfer);
    const CURLcode code = curl_easy_perform(handle.get());
    if (transfer.failure) std::rethrow_exception(transfer.failure);
    if (code == CURLE_OK)
      return what_.bytes > 0 && part.size() < what_.bytes ? Outcome::cut_short : Outcome::complete;

    long status = 0;
    curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
    if (code == CURLE_HTTP_RETURNED_ERROR && status == 416 && transfer.resumed_at > 0)
      return Outcome::range_refused;
    if (code == CURLE_PARTIAL_FILE || code == CURLE_RECV_ERROR) return Outcome::cut_short;
    if (host_is_dead(code)) dead_hosts_.insert(host_);
    throw DownloadFailed(code == CURLE_HTTP_RETURNED_ERROR
                             ? fmt::format("{}: the server answers with status {}", what_.url, status)
                             : fmt::format("{}: {}", what_.url, curl_easy_strerror(code)));
  }

  void configure(CURL* handle, Transfer& transfer) const {
    curl_easy_setopt(handle, CURLOPT_URL, what_.url.c_str());
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(handle, CURLOPT_MAXREDIRS, 5L);
    curl_easy_setopt(handle, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);  // timeouts without SIGALRM: safe in threads
    curl_easy_setopt(handle, CURLOPT_USERAGENT, "sketchbench");
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, static_cast<long>(limits_.connect_timeout.count()));
    curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, limits_.slow_bytes_per_second);
    curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, static_cast<long>(limits_.slow_for.count()));
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
    // RANGE rather than RESUME_FROM: the latter turns a server that ignores ranges into an error.
    if (transfer.resumed_at > 0)
      curl_easy_setopt(handle, CURLOPT_RANGE, fmt::format("{}-", transfer.resumed_at).c_str());
  }

  static void remove(const fs::path& file) {
    std::error_code error;
    fs::remove(file, error);
    if (error) fail_system("delete", file, error.value());
  }

  const Download& what_;
  const DownloadLimits& limits_;
  DeadHosts& dead_hosts_;
  const DownloadProgress& progress_;
  std::string host_;
};

}  // namespace

bool DeadHosts::contains(const std::string& host) const {
  const std::lock_guard lock(mutex_);
  return hosts_.contains(host);
}

void DeadHosts::insert(const std::string& host) {
  const std::lock_guard lock(mutex_);
  hosts_.insert(host);
}

void download(const Download& what, const DownloadLimits& limits, DeadHosts& dead_hosts,
              const DownloadProgress& progress) {
  Downloader(what, limits, dead_hosts, progress).run();
}

}  // namespace sketchbench
