/* Reading: line by line, each number checked against what the header announces,
 * so that the rest may build on it; then the whole (cfa_validate). */
#include "cfa/text.h"

#include "cfa/text_items.h"
#include "cfa/validate.h"

/* Each item takes three bytes at least: nobody makes us ask for much memory
 * with few words. */
static bool read_counts(cfa_reader *reader, size_t length) {
  for (int i = 0; i < CFA_PART_COUNT; i++)
    if (!cfa_take_literal(reader, cfa_parts[i].many) ||
        !cfa_take_number(reader,
                         length < UINT32_MAX / 2 ? length : UINT32_MAX / 2,
                         &reader->counts[i]))
      return false;
  return cfa_take_line_end(reader);
}

static bool take_wraps(cfa_reader *reader) {
  reader->p->wraps = !cfa_at_line_end(reader);
  return !reader->p->wraps || cfa_take_literal(reader, "wraps");
}

static bool read_header(cfa_reader *reader, size_t length) {
  uint64_t version, bits;
  if (!cfa_take_literal(reader, "custos-cfa") ||
      !cfa_take_number(reader, UINT32_MAX, &version))
    return false;
  if (version != CFA_TEXT_VERSION)
    return cfa_expected(reader, reader->line_start,
                        "version %llu of the format is not known, only %d",
                        (unsigned long long)version, CFA_TEXT_VERSION);
  if (!cfa_take_literal(reader, "pointer") ||
      !cfa_take_number(reader, 64, &bits))
    return false;
  if (bits != 32 && bits != 64)
    return cfa_expected(reader, reader->line_start,
                        "pointers should have 32 or 64 bits");
  reader->p->pointer_bits = (uint8_t)bits;
  return cfa_take_line_end(reader) && read_counts(reader, length) &&
         cfa_take_literal(reader, "main") &&
         cfa_take_reference(reader, CFA_PART_FUNCTIONS, false,
                            &reader->p->main) &&
         take_wraps(reader) && cfa_take_line_end(reader);
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
static bool read_item_number(cfa_reader *reader, cfa_part part, uint64_t next) {
  const char *from = reader->at;
  uint32_t n;
  if (reader->at == reader->end)
    return cfa_expected(reader, from, "%s %llu is missing", cfa_parts[part].one,
                        (unsigned long long)next);
  return cfa_take_reference(reader, part, false, &n) &&
         (n == next ||
          cfa_expected(reader, from, "this should be '%c%llu'",
                       cfa_parts[part].letter, (unsigned long long)next));
}

static bool read_part(cfa_reader *reader, cfa_part part) {
  reader->first_line[part] = reader->line;
  bool is_data = part == CFA_PART_DATA;
  for (uint64_t i = 0; i < reader->counts[part];
       i = is_data ? reader->p->data.count : i + 1)
    if (!read_item_number(reader, part, i) || !readers[part](reader) ||
        !cfa_take_line_end(reader))
      return false;
  return true;
}

static bool read_all(cfa_reader *reader, size_t length) {
  if (!read_header(reader, length))
    return false;
  for (int i = 0; i < CFA_PART_COUNT; i++)
    if (!read_part(reader, (cfa_part)i))
      return false;
  return reader->at == reader->end ||
         cfa_expected(reader, reader->at,
                      "the text should end here, after all that its "
                      "second line announces");
}

static bool check(cfa_reader *reader) {
  cfa_checker checker = {.p = reader->p};
  if (cfa_check_all(reader->m, &checker))
    return true;
  uint64_t line = (uint64_t)reader->first_line[checker.part] + checker.number;
  return report_add(reader->r, reader->file, (uint32_t)line, 1, "%s %zu: %s",
                    cfa_parts[checker.part].one, checker.number, checker.wrong);
}

bool cfa_read(mem *m, const char *file, const char *bytes, size_t length,
              report *r, cfa *automaton) {
  cfa_reader reader = {.m = m,
                       .file = file,
                       .at = bytes,
                       .end = bytes + length,
                       .line_start = bytes,
                       .line = 1,
                       .r = r,
                       .p = automaton};
  if (length >= UINT32_MAX)
    return report_add(r, file, 0, 0, "the text has 4 GiB or more");
  bool right = read_all(&reader, length);
  vec_free(m, &reader.scratch);
  if (!right)
    return false;
  cfa_finish(m, automaton);
  return check(&reader);
}
