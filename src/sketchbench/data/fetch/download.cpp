#include <sketchbench/data/fetch/download.hpp>

#include <curl/curl.h>
#include <fmt/format.h>
#include <algorithm>
#include <exception>
#include <memory>
#include <system_error>

#include <sketchbench/core/sha256.hpp>
#include <sketchbench/core/system/descriptor.hpp>
#include <sketchbench/core/system/disk.hpp>
#include <sketchbench/core/system/move_aside.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/fetch/part_file.hpp>

namespace sketchbench {
namespace {

using Url = std::unique_ptr<CURLU, void (*)(CURLU*)>;

/// A part of the address, as libcurl will understand it; empty when there is none.
std::string part_of(const Url& url, CURLUPart part) {
  char* text = nullptr;
  if (curl_url_get(url.get(), part, &text, 0) != CURLUE_OK) return {};
  const std::unique_ptr<char, void (*)(void*)> owner(text, &curl_free);
  return text;
}

Url parse(const std::string& url) {
  Url parsed(curl_url(), &curl_url_cleanup);
  if (parsed != nullptr && curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK)
    parsed.reset();
  return parsed;
}

}  // namespace

std::string host_of(const std::string& url) {
  const Url parsed = parse(url);
  if (parsed == nullptr) return {};
  const std::string host = part_of(parsed, CURLUPART_HOST), port = part_of(parsed, CURLUPART_PORT);
  return port.empty() ? host : host + ":" + port;
}

bool is_allowed_address(const std::string& url) {
  const Url parsed = parse(url);
  if (parsed == nullptr) return false;
  const std::string scheme = part_of(parsed, CURLUPART_SCHEME), host = part_of(parsed, CURLUPART_HOST);
  if (scheme == "https") return true;
  return scheme == "http" && (host == "127.0.0.1" || host == "[::1]" || host == "localhost");
}

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

/// The most that a file may have.
struct SizeLimit {
  std::int64_t bytes;
  bool declared;  ///< by the manifest; otherwise the disk's
};

/// What arrived is of no use.
[[noreturn]] void fail_too_large(const std::string& url, const SizeLimit& limit, PartFile& part) {
  part.clear();
  const std::string most = readable_bytes(static_cast<double>(limit.bytes));
  if (limit.declared)
    throw InputError(
        fmt::format("{}: the file is larger than the {} bytes that are declared", url, limit.bytes));
  throw Error(fmt::format(
      "{}: the file, whose size is not declared, is larger than the {} for which there is room", url, most));
}

/// What libcurl's callbacks share. Exceptions must not cross C code: they wait in `failure`.
struct Transfer {
  CURL* handle;
  const std::string& url;
  PartFile& part;
  SizeLimit limit;
  const DownloadProgress& progress;
  std::int64_t resumed_at;  ///< the byte asked for first
  bool body_begun = false;
  std::size_t passed_over = 0;
  std::exception_ptr failure;

  long status() const {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
  }
  /// A server may ignore the range and send everything (200): then what was there gives way.
  void begin_body() {
    if (status() != 206) part.clear();
    body_begun = true;
  }
  /// What comes with a redirection is for people. libcurl tells where to only when it has come to its end.
  std::size_t pass_over(std::size_t bytes) {
    constexpr std::size_t most = std::size_t{1} << 20;
    passed_over += bytes;
    return passed_over > most ? 0 : bytes;
  }
};

std::size_t on_body(char* data, std::size_t size, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  try {
    const std::size_t bytes = size * count;
    if (transfer.status() / 100 != 2) return transfer.pass_over(bytes);
    if (!transfer.body_begun) transfer.begin_body();
    if (static_cast<std::int64_t>(bytes) > transfer.limit.bytes - transfer.part.size())
      fail_too_large(transfer.url, transfer.limit, transfer.part);
    transfer.part.append(data, bytes);
    if (transfer.progress)
      transfer.progress(transfer.part.size(), transfer.limit.declared ? transfer.limit.bytes : 0);
    return bytes;
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

constexpr int most_redirections = 5;

enum class Outcome { complete, cut_short, range_refused };

class Downloader {
 public:
  Downloader(const Download& what, const DownloadLimits& limits, DeadHosts& dead_hosts,
             const DownloadProgress& progress)
      : what_(what), limits_(limits), dead_hosts_(dead_hosts), progress_(progress) {}

  void run() {
    if (!is_allowed_address(what_.url))
      throw InputError(fmt::format("{}: expected {}", what_.url, expected_address));
    if (dead_hosts_.contains(host_of(what_.url)))
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
    put_into_place(part_path);
  }

 private:
  /// In this order a power cut leaves the part or the whole file, and never a name without its bytes.
  void put_into_place(const fs::path& part_path) const {
    synchronise(open_for_reading(part_path), part_path);
    std::error_code error;
    if (!what_.aside.empty() && fs::exists(what_.target, error)) move_aside(what_.target, what_.aside);
    fs::rename(part_path, what_.target, error);
    if (error) fail_system("write", what_.target, error.value());
    synchronise_folder(what_.target.parent_path());
  }

  /// Until the file is complete; true when its beginning is from an earlier attempt.
  bool fetch_all(const fs::path& part_path) {
    PartFile part(part_path);
    if (what_.bytes > 0 && part.size() > what_.bytes) part.clear();
    if (what_.bytes > 0 && part.size() == what_.bytes) return true;
    const SizeLimit limit = size_limit(part);
    const bool resumed = part.size() > 0;
    for (int attempt = 0;; ++attempt) {
      const Outcome outcome = fetch_once(part, limit);
      if (outcome == Outcome::complete && part.size() == 0)
        throw DownloadFailed(fmt::format("{}: the server sent an empty file", what_.url));
      if (outcome == Outcome::complete) return resumed;
      if (outcome == Outcome::range_refused) part.clear();
      if (attempt == limits_.resumptions)
        throw DownloadFailed(
            fmt::format("{}: the connection was cut short {} times, the last time after {} bytes", what_.url,
                        attempt + 1, part.size()));
    }
  }

  /// Throws Error, with the numbers, when there is no room for the file.
  SizeLimit size_limit(const PartFile& part) const {
    const fs::path folder = what_.target.parent_path();
    const auto missing = static_cast<double>(what_.bytes > 0 ? what_.bytes - part.size() : 1);
    require_disk_space(missing + limits_.disk_kept_free, folder,
                       fmt::format("fetching {} (and {} to be left free)", what_.target.filename().string(),
                                   readable_bytes(limits_.disk_kept_free)));
    if (what_.bytes > 0) return {what_.bytes, true};
    const double room = static_cast<double>(part.size()) + free_disk_space(folder) - limits_.disk_kept_free;
    constexpr double most = 1e18;  // fits the type
    const auto bytes = static_cast<std::int64_t>(std::clamp(room, 0.0, most));
    return {std::min(bytes, limits_.most_undeclared_bytes), false};
  }

  Outcome fetch_once(PartFile& part, const SizeLimit& limit) {
    std::string url = what_.url;
    for (int redirections = 0; redirections <= most_redirections; ++redirections) {
      const Answer answer = transfer_once(url, part, limit);
      if (answer.moved_to.empty()) return answer.outcome;
      // Every address is looked at, not the first alone: libcurl would follow https to http.
      if (!is_allowed_address(answer.moved_to))
        throw DownloadFailed(fmt::format("{}: the server redirects to {}, expected {}", url, answer.moved_to,
                                         expected_address));
      url = answer.moved_to;
    }
    throw DownloadFailed(
        fmt::format("{}: the server redirects more than {} times", what_.url, most_redirections));
  }

  struct Answer {
    Outcome outcome = Outcome::complete;
    std::string moved_to;  ///< another address to ask
  };

  Answer transfer_once(const std::string& url, PartFile& part, const SizeLimit& limit) {
    const CurlHandle handle = new_handle();
    Transfer transfer{handle.get(), url, part, limit, progress_, part.size(), false, 0, nullptr};
    configure(handle.get(), transfer);
    const CURLcode code = curl_easy_perform(handle.get());
    if (transfer.failure) std::rethrow_exception(transfer.failure);
    const long status = transfer.status();
    char* elsewhere = nullptr;
    curl_easy_getinfo(handle.get(), CURLINFO_REDIRECT_URL, &elsewhere);
    if (status / 100 == 3 && elsewhere != nullptr) return {Outcome::complete, elsewhere};
    if (code == CURLE_OK && status / 100 == 2)
      return {what_.bytes > 0 && part.size() < what_.bytes ? Outcome::cut_short : Outcome::complete, {}};

    if (code == CURLE_FILESIZE_EXCEEDED) fail_too_large(url, limit, part);
    if (status == 416 && transfer.resumed_at > 0) return {Outcome::range_refused, {}};
    if (code == CURLE_PARTIAL_FILE || code == CURLE_RECV_ERROR) return {Outcome::cut_short, {}};
    if (host_is_dead(code)) dead_hosts_.insert(host_of(url));
    const bool answered = code == CURLE_OK || code == CURLE_HTTP_RETURNED_ERROR || code == CURLE_WRITE_ERROR;
    throw DownloadFailed(answered ? fmt::format("{}: the server answers with status {}", url, status)
                                  : fmt::format("{}: {}", url, curl_easy_strerror(code)));
  }

  void configure(CURL* handle, Transfer& transfer) const {
    curl_easy_setopt(handle, CURLOPT_URL, transfer.url.c_str());
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR,
                     "http,https");  // http: is_allowed_address() has been asked
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(handle, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);  // timeouts without SIGALRM: safe in threads
    curl_easy_setopt(handle, CURLOPT_USERAGENT, "sketchbench");
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, static_cast<long>(limits_.connect_timeout.count()));
    curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, limits_.slow_bytes_per_second);
    curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, static_cast<long>(limits_.slow_for.count()));
    // Refuses by what the server promises; on_body() counts what it sends.
    curl_easy_setopt(handle, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(transfer.limit.bytes));
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
