#include <sketchbench/data/fetch/address.hpp>

#include <curl/curl.h>

#include <memory>

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

}  // namespace sketchbench
