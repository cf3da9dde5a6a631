/* The table of what answers about C programs presume is the one of
 * docs/c-semantics.md, row by row and word by word. Run from the project's
 * folder. */
#include "problem/c/c_parts.h"
#include "tests/unit/check.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 1 << 16 };
static char page[MOST];

static void write_row(const c_presumption *x, char *out, size_t size) {
  if (*x->option)
    snprintf(out, size, "| `%s` | %s | `%s` |\n", x->name, x->sentence,
             x->option);
  else
    snprintf(out, size, "| `%s` | %s | |\n", x->name, x->sentence);
}

static void test_rows(void) {
  const char *at = strstr(page, "| name | words | taken away by |\n");
  char row[400];
  size_t i = 0;
  CHECK(at != NULL);
  at = at ? strstr(at, "\n| `") : NULL;
  for (; at && c_presumption_at(i); i++) {
    const c_presumption *x = c_presumption_at(i);
    write_row(x, row, sizeof row);
    CHECK(strncmp(at + 1, row, strlen(row)) == 0);
    CHECK(!strchr(x->sentence, ',')); /* it stands between them */
    at += strlen(row);
  }
  CHECK(i > 0 && !c_presumption_at(i));
  CHECK(at && at[1] == '\n'); /* the table ends there */
}

int main(void) {
  FILE *f = fopen("docs/c-semantics.md", "r");
  CHECK(f != NULL);
  if (f) {
    page[fread(page, 1, MOST - 1, f)] = '\0';
    (void)fclose(f);
    test_rows();
  }
  return check_end();
}
