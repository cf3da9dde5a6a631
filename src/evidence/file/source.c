#include "evidence/file/source.h"

#include <string.h>

static const char *const claims[] = {"reachable", "unreachable", "holds",
                                     "violated", "translation"};

static void put_quoted(text *out, const char *key, const char *s) {
  text_put(out, key);
  text_char(out, ' ');
  text_quoted(out, s, strlen(s));
}

static void put_texts(text *out, const char *key, char *const *at,
                      size_t count) {
  for (size_t i = 0; i < count; i++) {
    put_quoted(out, key, at[i]);
    text_char(out, '\n');
  }
}

void source_write(const evidence_source *source, const char *property,
                  const char *formula, evidence_claim claim, text *out) {
  text_put(out, "custos evidence 1\n");
  put_texts(out, "problem", source->files.at, source->files.count);
  if (source->language)
    put_texts(out, "language", &source->language, 1);
  vec_each (const define, d, &source->defines) {
    put_quoted(out, "define", d->name);
    text_char(out, ' ');
    text_number(out, d->value);
    text_char(out, '\n');
  }
  put_texts(out, "option", source->options.at, source->options.count);
  put_texts(out, "initial", source->sets[0].at, source->sets[0].count);
  put_texts(out, "final", source->sets[1].at, source->sets[1].count);
  if (property)
    put_quoted(out, "property", property);
  else if (formula)
    put_quoted(out, "formula", formula);
  if (property || formula)
    text_char(out, '\n');
  text_format(out, "claim %s\n", claims[claim]);
}

/* KEY and a text between quotes. */
static bool read_text(lines *v, char **out) {
  if (!lines_blank(v) || !lines_quoted(v))
    return lines_fail(v, "expected a text between double quotes");
  *out = mem_alloc(v->m, v->name.length + 1);
  memcpy(*out, v->name.text, v->name.length);
  return true;
}

typedef vec(char *) texts;

static bool read_texts(lines *v, const char *key, texts *out) {
  char *s;
  while (lines_word(v, key)) {
    if (!read_text(v, &s) || !lines_next(v))
      return false;
    vec_push(v->m, out, s);
  }
  return !v->failed;
}

static bool read_defines(lines *v, evidence_source *out) {
  char *name;
  int64_t value;
  while (lines_word(v, "define")) {
    if (!read_text(v, &name) || !lines_blank(v) || !lines_int64(v, &value) ||
        !lines_next(v))
      return lines_fail(v, "expected a name and a number");
    vec_each (const define, before, &out->defines)
      if (strcmp(before->name, name) == 0)
        return lines_fail(v, "a second value of a parameter");
    define d = {name, value};
    vec_push(v->m, &out->defines, d);
  }
  return !v->failed;
}

static bool read_claim(lines *v, evidence_top *out) {
  if (!lines_expect(v, "claim") || !lines_blank(v))
    return lines_fail(v, "expected a claim");
  for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
    if (lines_word(v, claims[i])) {
      out->claim = (evidence_claim)i;
      return lines_next(v);
    }
  return lines_fail(v, "expected 'reachable', 'unreachable', 'holds', "
                       "'violated' or 'translation'");
}

bool source_read(lines *v, evidence_top *out) {
  texts files = {0}, languages = {0}, initial = {0}, final = {0};
  texts options = {0};
  memset(out, 0, sizeof *out);
  if (!lines_expect(v, "custos evidence 1") || !lines_next(v) ||
      !read_texts(v, "problem", &files) ||
      !read_texts(v, "language", &languages) ||
      !read_defines(v, &out->source) || !read_texts(v, "option", &options) ||
      !read_texts(v, "initial", &initial) || !read_texts(v, "final", &final))
    return false;
  if (lines_word(v, "property")) {
    if (!read_text(v, &out->property) || !lines_next(v))
      return false;
  } else if (lines_word(v, "formula") &&
             (!read_text(v, &out->formula) || !lines_next(v))) {
    return false;
  }
  memcpy(&out->source.files, &files, sizeof files);
  out->source.language = languages.count ? languages.at[0] : NULL;
  memcpy(&out->source.options, &options, sizeof options);
  memcpy(&out->source.sets[0], &initial, sizeof initial);
  memcpy(&out->source.sets[1], &final, sizeof final);
  return read_claim(v, out);
}
