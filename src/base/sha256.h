/* SHA-256 (FIPS 180-4): names the exact bytes of a file in evidence. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_HEX = 65 };

typedef struct sha256 {
  uint32_t h[8];
  uint64_t length; /* bytes so far */
  unsigned char block[64];
} sha256;

void sha256_init(sha256 *s);
void sha256_add(sha256 *s, const void *bytes, size_t length);
/* Ends it: 's' must be initialised anew before it is used again. */
void sha256_end(sha256 *s, unsigned char digest[SHA256_BYTES]);

/* All at once, as 64 lower-case digits and a NUL. */
void sha256_hex(const void *bytes, size_t length, char hex[SHA256_HEX]);

#endif
