/* SHA-256: the examples of FIPS 180, lengths around the block, and pieces that
 * give what the whole gives. */
#include "base/sha256.h"

#include "tests/unit/check.h"

#include <string.h>

static int gives(const char *text, const char *expected) {
  char hex[SHA256_HEX];
  sha256_hex(text, strlen(text), hex);
  return strcmp(hex, expected) == 0;
}

static void test_examples(void) {
  CHECK(gives("", "e3b0c44298fc1c149afbf4c8996fb924"
                  "27ae41e4649b934ca495991b7852b855"));
  CHECK(gives("abc", "ba7816bf8f01cfea414140de5dae2223"
                     "b00361a396177a9cb410ff61f20015ad"));
  CHECK(gives("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
              "248d6a61d20638b8e5c026930c3e6039"
              "a33ce45964ff2167f6ecedd419db06c1"));
  CHECK(gives("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
              "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
              "cf5b16a778af8380036ce59e7b049237"
              "0b249b11e8f07a51afac45037afee9d1"));
}

/* A million times 'a', in pieces of changing length. */
static void test_long(void) {
  static const unsigned char expected[4] = {0xcd, 0xc7, 0x6e, 0x5c};
  unsigned char digest[SHA256_BYTES];
  char piece[997];
  sha256 s;
  memset(piece, 'a', sizeof piece);
  sha256_init(&s);
  for (size_t left = 1000000, n = 1; left; left -= n) {
    n = (n * 7 + 3) % sizeof piece + 1;
    n = n < left ? n : left;
    sha256_add(&s, piece, n);
  }
  sha256_end(&s, digest);
  CHECK(memcmp(digest, expected, sizeof expected) == 0);
}

static void test_pieces(void) {
  unsigned char bytes[200], whole[SHA256_BYTES], parts[SHA256_BYTES];
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (unsigned char)(i * i + 5);
  for (size_t length = 0; length <= sizeof bytes; length++) {
    sha256 a, b;
    sha256_init(&a);
    sha256_init(&b);
    sha256_add(&a, bytes, length);
    sha256_add(&b, bytes, length / 3);
    sha256_add(&b, bytes + length / 3, length - length / 3);
    sha256_end(&a, whole);
    sha256_end(&b, parts);
    CHECK(memcmp(whole, parts, sizeof whole) == 0);
  }
}

int main(void) {
  test_examples();
  test_long();
  test_pieces();
  return check_end();
}
