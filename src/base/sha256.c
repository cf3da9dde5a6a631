/* Names as in FIPS 180-4, section 6.2. Linear, about 200 MB a second. */
#include "base/sha256.h"

#include <assert.h>
#include <string.h>

/* The fraction parts of the cube roots of the first 64 primes. */
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotated(uint32_t x, unsigned n) {
  return x >> n | x << (32 - n);
}

static void schedule(const unsigned char block[64], uint32_t w[64]) {
  for (size_t t = 0; t < 16; t++)
    w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
           (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
  for (size_t t = 16; t < 64; t++) {
    uint32_t x = w[t - 15], y = w[t - 2];
    w[t] = w[t - 16] + w[t - 7] + (rotated(x, 7) ^ rotated(x, 18) ^ x >> 3) +
           (rotated(y, 17) ^ rotated(y, 19) ^ y >> 10);
  }
}

static void absorb(uint32_t h[8], const unsigned char block[64]) {
  uint32_t w[64], v[8]; /* v: a, b, ..., h */
  schedule(block, w);
  memcpy(v, h, sizeof v);
  for (size_t t = 0; t < 64; t++) {
    uint32_t a = v[0], e = v[4];
    uint32_t t1 = v[7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
                  ((e & v[5]) ^ (~e & v[6])) + K[t] + w[t];
    uint32_t t2 = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) +
                  ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += t1;
    v[0] = t1 + t2;
  }
  for (size_t i = 0; i < 8; i++)
    h[i] += v[i];
}

void sha256_init(sha256 *s) {
  static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                    0xa54ff53a, 0x510e527f, 0x9b05688c,
                                    0x1f83d9ab, 0x5be0cd19};
  memset(s, 0, sizeof *s);
  memcpy(s->h, first, sizeof first);
}

void sha256_add(sha256 *s, const void *bytes, size_t length) {
  const unsigned char *at = bytes;
  while (length) {
    size_t filled = s->length % 64, n = 64 - filled;
    if (n > length)
      n = length;
    memcpy(s->block + filled, at, n);
    s->length += n;
    at += n;
    length -= n;
    if (filled + n == 64)
      absorb(s->h, s->block);
  }
}

void sha256_end(sha256 *s, unsigned char digest[SHA256_BYTES]) {
  static const unsigned char padding[64] = {0x80};
  unsigned char tail[8];
  assert(s->length <= UINT64_MAX / 8);
  uint64_t bits = s->length * 8;
  size_t filled = s->length % 64;
  for (size_t i = 0; i < 8; i++)
    tail[i] = (unsigned char)(bits >> (56 - 8 * i));
  sha256_add(s, padding, filled < 56 ? 56 - filled : 120 - filled);
  sha256_add(s, tail, 8);
  assert(s->length % 64 == 0);
  for (size_t i = 0; i < SHA256_BYTES; i++)
    digest[i] = (unsigned char)(s->h[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256_hex(const void *bytes, size_t length, char hex[SHA256_HEX]) {
  static const char digits[] = "0123456789abcdef";
  unsigned char digest[SHA256_BYTES];
  sha256 s;
  sha256_init(&s);
  sha256_add(&s, bytes, length);
  sha256_end(&s, digest);
  for (size_t i = 0; i < SHA256_BYTES; i++) {
    hex[2 * i] = digits[digest[i] >> 4];
    hex[2 * i + 1] = digits[digest[i] & 15];
  }
  hex[2 * SHA256_BYTES] = '\0';
}
