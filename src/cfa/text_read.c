/* Reading: line by line, each number checked against what the header announces,
 * so that the rest may build on it; then the whole (cfa_validate). */
#include "cfa/text.h"

#include "cfa/text_items.h"
#include "cfa/validate.h"

/* Each item takes three bytes at least: nobody makes us ask for much memory
 * with few words. */
static bool read_counts(cfa_reader *c, size_t length) {
  for (int i = 0; i < CFA_PART_COUNT; i++)
    if (!cfa_take_literal(c, cfa_parts[i].many) ||
        !cfa_take_number(c, length < UINT32_MAX / 2 ? length : UINT32_MAX / 2,
                         &c->counts[i]))
      return false;
  return cfa_take_line_end(c);
}

static bool take_wraps(cfa_reader *c) {
  c->p->wraps = !cfa_at_line_end(c);
  return !c->p->wraps || cfa_take_literal(c, "wraps");
}

static bool read_header(cfa_reader *c, size_t length) {
  uint64_t version, bits;
  if (!cfa_take_literal(c, "custos-cfa") ||
      !cfa_take_number(c, UINT32_MAX, &version))
    return false;
  if (version != CFA_TEXT_VERSION)
    return cfa_expected(c, c->line_start,
                        "version %llu of the format is not known, only %d",
                        (unsigned long long)version, CFA_TEXT_VERSION);
  if (!cfa_take_literal(c, "pointer") || !cfa_take_number(c, 64, &bits))
    return false;
  if (bits != 32 && bits != 64)
    return cfa_expected(c, c->line_start, "pointers should have 32 or 64 bits");
  c->p->pointer_bits = (uint8_t)bits;
  return cfa_take_line_end(c) && read_counts(c, length) &&
         cfa_take_literal(c, "main") &&
         cfa_take_reference(c, CFA_PART_FUNCTIONS, false, &c->p->main) &&
         take_wraps(c) && cfa_take_line_end(c);
}

typedef bool read_item(cfa_reader *c);

static read_item *const readers[CFA_PART_COUNT] = {
    [CFA_PART_FILES] = cfa_read_file,
    [CFA_PART_TYPES] = cfa_read_type,
    [CFA_PART_FIELDS] = cfa_read_field,
    [CFA_PART_VARIABLES] = cfa_read_variable,
    [CFA_PART_FUNCTIONS] = cfa_read_function,
    [CFA_PART_LOCATIONS] = cfa_read_location,
    [CFA_PART_EXPRESSIONS] = cfa_read_expression,
    [CFA_PART_EDGES] = cfa_read_edge,
    [CFA_PART_POINTERS] = cfa_read_pointer,
    [CFA_PART_DATA] = cfa_read_data};

/* "x12", where 12 is what comes next. */
static bool read_item_number(cfa_reader *c, cfa_part part, uint64_t next) {
  const char *from = c->at;
  uint32_t n;
  if (c->at == c->end)
    return cfa_expected(c, from, "%s %llu is missing", cfa_parts[part].one,
                        (unsigned long long)next);
  return cfa_take_reference(c, part, false, &n) &&
         (n == next ||
          cfa_expected(c, from, "this should be '%c%llu'",
                       cfa_parts[part].letter, (unsigned long long)next));
}

static bool read_part(cfa_reader *c, cfa_part part) {
  c->first_line[part] = c->line;
  bool is_data = part == CFA_PART_DATA;
  for (uint64_t i = 0; i < c->counts[part];
       i = is_data ? c->p->data.count : i + 1)
    if (!read_item_number(c, part, i) || !readers[part](c) ||
        !cfa_take_line_end(c))
      return false;
  return true;
}

static bool read_all(cfa_reader *c, size_t length) {
  if (!read_header(c, length))
    return false;
  for (int i = 0; i < CFA_PART_COUNT; i++)
    if (!read_part(c, (cfa_part)i))
      return false;
  return c->at == c->end ||
         cfa_expected(c, c->at,
                      "the text should end here, after all that its "
                      "second line announces");
}

static bool check(cfa_reader *c) {
  cfa_checker checker = {.p = c->p};
  if (cfa_check_all(c->m, &checker))
    return true;
  uint64_t line = (uint64_t)c->first_line[checker.part] + checker.number;
  return report_add(c->r, c->file, (uint32_t)line, 1, "%s %zu: %s",
                    cfa_parts[checker.part].one, checker.number, checker.wrong);
}

bool cfa_read(mem *m, const char *file, const char *bytes, size_t length,
              report *r, cfa *p) {
  cfa_reader c = {.m = m,
                  .file = file,
                  .at = bytes,
                  .end = bytes + length,
                  .line_start = bytes,
                  .line = 1,
                  .r = r,
                  .p = p};
  if (length >= UINT32_MAX)
    return report_add(r, file, 0, 0, "the text has 4 GiB or more");
  bool right = read_all(&c, length);
  vec_free(m, &c.scratch);
  if (!right)
    return false;
  cfa_finish(m, p);
  return check(&c);
}
