#include "cfa/text_tokens.h"

#include <stdio.h>

bool cfa_expected(cfa_reader *reader, const char *where, const char *format,
                  ...) {
  va_list arguments;
  va_start(arguments, format);
  report_add_list(reader->r, reader->file, reader->line,
                  (uint32_t)(where - reader->line_start) + 1, format,
                  arguments);
  va_end(arguments);
  return false;
}

bool cfa_at_line_end(const cfa_reader *reader) {
  return reader->at == reader->end || *reader->at == '\n';
}

bool cfa_take_line_end(cfa_reader *reader) {
  if (reader->at == reader->end)
    return cfa_expected(reader, reader->at,
                        "the last line is not ended by a newline");
  if (*reader->at != '\n')
    return cfa_expected(reader, reader->at, "the line should end here");
  reader->line_start = ++reader->at;
  reader->line++;
  return true;
}

/* Words are separated by one space. */
static bool take_space(cfa_reader *reader) {
  if (reader->at == reader->line_start)
    return true;
  if (cfa_at_line_end(reader))
    return cfa_expected(reader, reader->at, "the line ends too early");
  if (*reader->at != ' ')
    return cfa_expected(reader, reader->at, "one space should separate words");
  reader->at++;
  return true;
}

char cfa_next_char(const cfa_reader *reader) {
  const char *at =
      reader->at == reader->line_start ? reader->at : reader->at + 1;
  return reader->at == reader->end || *reader->at == '\n' ||
                 at == reader->end || *at == '\n'
             ? 0
             : *at;
}

bool cfa_take_word(cfa_reader *reader, const char **word, size_t *length) {
  if (!take_space(reader))
    return false;
  *word = reader->at;
  while (reader->at < reader->end && *reader->at != ' ' && *reader->at != '\n')
    reader->at++;
  *length = (size_t)(reader->at - *word);
  return *length ||
         cfa_expected(reader, reader->at,
                      "a word is missing (one space separates them)");
}

static bool tokens_is_word(const char *word, size_t length,
                           const char *literal) {
  return strlen(literal) == length && memcmp(word, literal, length) == 0;
}

bool cfa_take_literal(cfa_reader *reader, const char *literal) {
  const char *word;
  size_t length;
  return cfa_take_word(reader, &word, &length) &&
         (tokens_is_word(word, length, literal) ||
          cfa_expected(reader, word, "'%.*s' should be '%s'",
                       report_clip(length), word, literal));
}

bool cfa_take_choice(cfa_reader *reader, const char *const *words,
                     unsigned *which) {
  const char *word;
  size_t length;
  char all[200] = "";
  if (!cfa_take_word(reader, &word, &length))
    return false;
  for (*which = 0; words[*which]; ++*which)
    if (tokens_is_word(word, length, words[*which]))
      return true;
  for (size_t i = 0, used = 0; words[i] && used < sizeof all; i++)
    used += (size_t)snprintf(all + used, sizeof all - used, "%s%s",
                             i ? ", " : "", words[i]);
  return cfa_expected(reader, word, "'%.*s' is none of: %s",
                      report_clip(length), word, all);
}

static bool digits(const char *s, size_t length, uint64_t most, uint64_t *n) {
  *n = 0;
  if (length == 0 || length > 20)
    return false;
  for (size_t i = 0; i < length; i++) {
    if (s[i] < '0' || s[i] > '9' || base_mul_overflows(*n, 10, n) ||
        base_add_overflows(*n, (uint64_t)(s[i] - '0'), n))
      return false;
  }
  return *n <= most;
}

bool cfa_take_number(cfa_reader *reader, uint64_t most, uint64_t *n) {
  const char *word;
  size_t length;
  return cfa_take_word(reader, &word, &length) &&
         (digits(word, length, most, n) ||
          cfa_expected(reader, word, "'%.*s' should be a number from 0 to %llu",
                       report_clip(length), word, (unsigned long long)most));
}

bool cfa_take_size(cfa_reader *reader, uint64_t *n) {
  const char *word;
  size_t length;
  return cfa_take_word(reader, &word, &length) &&
         (digits(word + 1, length - 1, INT64_MAX, n) ||
          cfa_expected(reader, word,
                       "'%.*s' should be 'o' and a number of bytes",
                       report_clip(length), word));
}

bool cfa_take_u32(cfa_reader *reader, uint32_t *n) {
  uint64_t wide;
  if (!cfa_take_number(reader, UINT32_MAX - 1, &wide))
    return false;
  *n = (uint32_t)wide;
  return true;
}

bool cfa_take_signed(cfa_reader *reader, unsigned width, uint64_t *n) {
  const char *word;
  size_t length;
  if (!cfa_take_word(reader, &word, &length))
    return false;
  size_t sign = word[0] == '-';
  uint64_t most = bits_mask(width) / 2 + sign;
  if (!digits(word + sign, length - sign, most, n))
    return cfa_expected(reader, word, "'%.*s' should be a number of %u bits",
                        report_clip(length), word, width);
  *n = bits_cut(sign ? 0 - *n : *n, width);
  return true;
}

bool cfa_take_reference(cfa_reader *reader, cfa_part part, bool may_be_none,
                        uint32_t *n) {
  const char *word, *what = cfa_parts[part].one;
  size_t length;
  uint64_t wide, count = reader->counts[part];
  char letter = cfa_parts[part].letter;
  if (!cfa_take_word(reader, &word, &length))
    return false;
  *n = CFA_NONE;
  if (may_be_none && length == 1 && word[0] == '-')
    return true;
  if (word[0] != letter || !digits(word + 1, length - 1, UINT64_MAX, &wide))
    return cfa_expected(reader, word, "'%.*s' should be a %s, like '%c0'%s",
                        report_clip(length), word, what, letter,
                        may_be_none ? ", or '-'" : "");
  if (wide >= count)
    return cfa_expected(reader, word, "there is no %s %llu, only %llu of them",
                        what, (unsigned long long)wide,
                        (unsigned long long)count);
  *n = (uint32_t)wide;
  return true;
}

static int tokens_hex(char x) {
  return x >= '0' && x <= '9'   ? x - '0'
         : x >= 'a' && x <= 'f' ? x - 'a' + 10
                                : -1;
}

static bool text_tokens_take_escape(cfa_reader *reader) {
  int high = reader->end - reader->at > 2 ? tokens_hex(reader->at[1]) : -1;
  int low = high >= 0 ? tokens_hex(reader->at[2]) : -1;
  if (low < 0 || high + low == 0)
    return cfa_expected(reader, reader->at,
                        "after '\\' two hexadecimal digits (0-9, a-f), not 00, "
                        "should stand");
  vec_push(reader->m, &reader->scratch, (char)(high * 16 + low));
  reader->at += 3;
  return true;
}

static bool take_quoted(cfa_reader *reader) {
  reader->scratch.count = 0;
  for (reader->at++; !cfa_at_line_end(reader) && *reader->at != '"';) {
    unsigned char x = (unsigned char)*reader->at;
    if (x == '\\') {
      if (!text_tokens_take_escape(reader))
        return false;
    } else if (x < 32 || x > 126) {
      return cfa_expected(reader, reader->at,
                          "a byte that is not plain should be written as "
                          "'\\%02x'",
                          x);
    } else {
      vec_push(reader->m, &reader->scratch, *reader->at++);
    }
  }
  if (cfa_at_line_end(reader))
    return cfa_expected(reader, reader->at, "the name has no closing '\"'");
  reader->at++;
  return true;
}

bool cfa_take_name(cfa_reader *reader, bool may_be_none, uint32_t *name) {
  if (!take_space(reader))
    return false;
  *name = CFA_NONE;
  if (may_be_none && reader->at < reader->end && *reader->at == '-') {
    reader->at++;
    return true;
  }
  if (reader->at == reader->end || *reader->at != '"')
    return cfa_expected(reader, reader->at,
                        "a name between '\"' should stand here%s",
                        may_be_none ? ", or '-'" : "");
  if (!take_quoted(reader))
    return false;
  *name = names_insert(reader->m, &reader->p->names, reader->scratch.at,
                       reader->scratch.count);
  return true;
}

/* One of the numbers of "@file:line:column"; they end with 'after' (0: with the
 * word). */
static bool part_of_place(const char **at, const char *end, char after,
                          uint32_t *n) {
  const char *from = *at;
  uint64_t wide;
  while (*at < end && **at >= '0' && **at <= '9')
    ++*at;
  if (!digits(from, (size_t)(*at - from), UINT32_MAX - 1, &wide))
    return false;
  *n = (uint32_t)wide;
  if (!after)
    return *at == end;
  return *at < end && *(*at)++ == after;
}

bool cfa_take_place(cfa_reader *reader, cfa_place *place) {
  const char *word;
  size_t length;
  if (!cfa_take_word(reader, &word, &length))
    return false;
  *place = (cfa_place){CFA_NONE, 0, 0};
  if (length == 1 && word[0] == '-')
    return true;
  const char *at = word + 1, *end = word + length;
  if (word[0] != '@' || !part_of_place(&at, end, ':', &place->file) ||
      !part_of_place(&at, end, ':', &place->line) ||
      !part_of_place(&at, end, 0, &place->column))
    return cfa_expected(reader, word,
                        "'%.*s' should be a place '@file:line:column' in "
                        "numbers, or '-'",
                        report_clip(length), word);
  if (place->file >= reader->counts[CFA_PART_FILES])
    return cfa_expected(reader, word, "there is no file %u, only %llu of them",
                        place->file,
                        (unsigned long long)reader->counts[CFA_PART_FILES]);
  return true;
}

bool cfa_take_shape(cfa_reader *reader, cfa_shape *shape) {
  const char *word;
  size_t length;
  uint64_t width;
  if (!cfa_take_word(reader, &word, &length))
    return false;
  *shape =
      (cfa_shape){.is_pointer = word[0] == 'p', .is_signed = word[0] == 's'};
  if ((!shape->is_pointer && !shape->is_signed && word[0] != 'u') ||
      !digits(word + 1, length - 1, BITS_MOST, &width) || width == 0)
    return cfa_expected(reader, word,
                        "'%.*s' should be 's' (a word with a sign), 'u' (one "
                        "without) or 'p' (a pointer) and a width from 1 to 64",
                        report_clip(length), word);
  shape->width = (uint8_t)width;
  return !shape->is_pointer || width == reader->p->pointer_bits ||
         cfa_expected(reader, word, "a pointer has %u bits here",
                      reader->p->pointer_bits);
}
