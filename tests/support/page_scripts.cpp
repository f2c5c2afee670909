#include "support/page_scripts.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <zlib.h>

#include <stdexcept>

namespace sketchbench::testing_support {

std::string unpacked(const std::string& text) {
  std::vector<unsigned char> bytes(text.size() / 4 * 3);
  EXPECT_EQ(EVP_DecodeBlock(bytes.data(), reinterpret_cast<const unsigned char*>(text.data()),
                            static_cast<int>(text.size())),
            static_cast<int>(bytes.size()));
  std::string plain(1u << 20, '\0');
  uLongf size = plain.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(plain.data()), &size, bytes.data(), bytes.size()), Z_OK);
  plain.resize(size);
  return plain;
}

std::string script_of(const std::string& page, const std::string& id) {
  const auto open = page.find("<script id=\"" + id + "\"");
  if (open == std::string::npos) throw std::out_of_range("no script " + id);
  const auto begin = page.find('>', open) + 1;
  return page.substr(begin, page.find("</script>", begin) - begin);
}

}  // namespace sketchbench::testing_support
