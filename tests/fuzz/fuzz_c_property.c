#include "tests/unit/desk.h"

#include "lang/c/c.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Whatever a property file of SV-COMP says: something to check, or a message
 * with a place in the file. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static report r;
  static char *kept;
  c_property p = {0};
  r.count = 0;
  bool is_read = c_read_property(
      "x.prp", desk_copy(&kept, (const char *)data, size), size, &r, &p);
  CHECK(is_read == (r.count == 0));
  CHECK(!is_read || p.error_calls || p.checks != 0);
  CHECK(is_read || r.entries[0].message[0] != '\0');
  if (check_failed)
    abort();
  return 0;
}
