#pragma once
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace sketchbench {

struct HttpRequest {
  std::string path;
  std::optional<std::size_t> range_start;  ///< of "Range: bytes=N-"
};

/// What to send. `promised` is the Content-Length; sending less body is how a connection is cut short.
struct HttpReply {
  int status = 200;
  std::string body;
  std::optional<std::size_t> promised;
  std::string headers;  ///< further lines, each ending in \r\n
  bool says_length = true;
  std::size_t portions = 1;  ///< that the body is sent in
  bool reset = false;        ///< ends the connection as a crash does (RST), not as an orderly end
};

/// A server on 127.0.0.1 for the length of a test, one connection at a time.
class HttpServer {
 public:
  explicit HttpServer(std::function<HttpReply(const HttpRequest&)> answer);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::string url(const std::string& path) const;
  std::vector<HttpRequest> requests() const;

 private:
  void serve();
  void answer_connection(int connection);

  std::function<HttpReply(const HttpRequest&)> answer_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stop_{false};
  mutable std::mutex mutex_;
  std::vector<HttpRequest> requests_;
  std::thread thread_;
};

/// The whole content, or its end when a range is asked for.
HttpReply reply_with_ranges(const std::string& content, const HttpRequest& request);

/// A port on 127.0.0.1 that nobody listens on (it was free a moment ago).
int closed_port();

}  // namespace sketchbench
