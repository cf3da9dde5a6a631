/* CRC and Adler sums of bytes that come from inputs. */
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned table[256];
static void prepare(void) {
  for (unsigned i = 0; i < 256; i++) {
    unsigned c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
}
int main(void) {
  unsigned char data[64];
  unsigned crc = ~0u, a = 1, b = 0;
  prepare();
  for (unsigned i = 0; i < sizeof data; i++)
    data[i] = __VERIFIER_nondet_uchar();
  for (const unsigned char *p = data; p < data + sizeof data; p++) {
    crc = table[(crc ^ *p) & 0xff] ^ crc >> 8;
    a = (a + *p) % 65521;
    b = (b + a) % 65521;
  }
  return (int)(~crc ^ (b << 16 | a));
}
