#include "data/http_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>

namespace sketchbench {
namespace {

struct Listener {
  int descriptor;
  int port;
};

Listener listen_anywhere() {
  const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (descriptor < 0 || ::bind(descriptor, generic, size) != 0 || ::listen(descriptor, 8) != 0 ||
      ::getsockname(descriptor, generic, &size) != 0)
    throw std::runtime_error("cannot listen on 127.0.0.1");
  return {descriptor, ntohs(address.sin_port)};
}

std::string read_head(int connection) {
  std::string head;
  char buffer[4096];
  while (head.find("\r\n\r\n") == std::string::npos) {
    const ssize_t got = ::recv(connection, buffer, sizeof buffer, 0);
    if (got <= 0) break;
    head.append(buffer, static_cast<std::size_t>(got));
  }
  return head;
}

HttpRequest parse(const std::string& head) {
  HttpRequest request;
  const auto begin = head.find(' ') + 1;
  request.path = head.substr(begin, head.find(' ', begin) - begin);
  const std::string range = "\r\nRange: bytes=";
  if (const auto at = head.find(range); at != std::string::npos)
    request.range_start = std::stoull(head.substr(at + range.size()));
  return request;
}

void send_all(int connection, const std::string& text) {
  std::size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t count = ::send(connection, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return;  // the client has gone, which some tests want
    sent += static_cast<std::size_t>(count);
  }
}

/// With pauses that let each arrive by itself.
void send_in_portions(int connection, const std::string& text, std::size_t portions) {
  for (std::size_t portion = 0; portion < portions; ++portion) {
    const std::size_t begin = text.size() * portion / portions;
    const std::size_t end = text.size() * (portion + 1) / portions;
    if (portion > 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    send_all(connection, text.substr(begin, end - begin));
  }
}

}  // namespace

HttpServer::HttpServer(std::function<HttpReply(const HttpRequest&)> answer) : answer_(std::move(answer)) {
  const Listener listener = listen_anywhere();
  listener_ = listener.descriptor;
  port_ = listener.port;
  thread_ = std::thread([this] { serve(); });
}

HttpServer::~HttpServer() {
  stop_ = true;
  thread_.join();
  ::close(listener_);
}

std::string HttpServer::url(const std::string& path) const {
  return fmt::format("http://127.0.0.1:{}{}", port_, path);
}

std::vector<HttpRequest> HttpServer::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

void HttpServer::serve() {
  while (!stop_) {
    pollfd waiting{listener_, POLLIN, 0};
    if (::poll(&waiting, 1, 20) <= 0) continue;
    const int connection = ::accept(listener_, nullptr, nullptr);
    if (connection < 0) continue;
    answer_connection(connection);
    ::close(connection);
  }
}

void HttpServer::answer_connection(int connection) {
  const HttpRequest request = parse(read_head(connection));
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request);
  }
  const HttpReply reply = answer_(request);
  const std::string length =
      reply.says_length ? fmt::format("Content-Length: {}\r\n", reply.promised.value_or(reply.body.size()))
                        : "";
  send_all(connection, fmt::format("HTTP/1.1 {} Status\r\n{}Connection: close\r\n{}\r\n", reply.status,
                                   length, reply.headers));
  send_in_portions(connection, reply.body, reply.portions);
  if (reply.reset) {
    // What is on its way is to arrive first.
    int unsent = 1;
    for (int wait = 0; wait < 100 && unsent > 0; ++wait) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (::ioctl(connection, SIOCOUTQ, &unsent) != 0) break;
    }
    const linger at_once{1, 0};
    ::setsockopt(connection, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  }
}

HttpReply reply_with_ranges(const std::string& content, const HttpRequest& request) {
  if (!request.range_start) return {200, content, {}, ""};
  const std::size_t start = *request.range_start;
  if (start >= content.size()) return {416, "", {}, ""};
  return {206,
          content.substr(start),
          {},
          fmt::format("Content-Range: bytes {}-{}/{}\r\n", start, content.size() - 1, content.size())};
}

int closed_port() {
  const Listener listener = listen_anywhere();
  ::close(listener.descriptor);
  return listener.port;
}

}  // namespace sketchbench
