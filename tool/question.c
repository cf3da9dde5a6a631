#include "question.h"

#include "options.h"
#include "output.h"
#include "watch.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char reachability[] = "unreachable";

question question_of(const custos_property *property) {
  bool is_given = strcmp(property->kind, "ltl") == 0 && !property->file[0] &&
                  !property->on_request;
  bool is_reachability = strcmp(property->kind, reachability) == 0;
  return is_given ? (question){.formula = property->text}
                  : (question){.property = property->name,
                               .is_reachability = is_reachability};
}

question question_reachability(void) {
  return (question){.property = reachability, .is_reachability = true};
}

question question_given(const options *o) {
  question q = {0};
  if (o->property_count)
    q.property = o->properties[o->property_count - 1];
  for (size_t i = 0; i < o->asked_count; i++)
    q.formula = o->asked[i].text;
  return q;
}

bool question_is_given(const question *q) { return q->property || q->formula; }

char *question_argument(const question *q) {
  assert(!q->property || !q->formula);
  if (!question_is_given(q))
    return NULL;
  return output_join(q->formula ? "--ltl=" : "--property=",
                     q->formula ? q->formula : q->property, "", "");
}

/* As the kernel writes them. */

typedef struct words {
  char *at;
  size_t count;
} words;

/* Each byte becomes six at most. */
static words words_for(const char *text) {
  words w = {malloc(6 * strlen(text) + 3), 0};
  if (!w.at)
    watch_no_memory();
  w.at[0] = 0;
  return w;
}

static void put(words *w, char c) {
  w->at[w->count++] = c;
  w->at[w->count] = 0;
}

/* Control characters are shown as JSON escapes them. The length of the
 * character. */
static size_t put_visible(words *w, const char *text) {
  const unsigned char *s = (const unsigned char *)text;
  bool is_long = s[0] == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0;
  if (is_long || s[0] < ' ' || s[0] == 0x7f)
    w->count += (size_t)snprintf(w->at + w->count, 7, "\\u%04x", s[is_long]);
  else
    put(w, *text);
  return is_long ? 2 : 1;
}

static bool is_plain(const char *name) {
  size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                          "0123456789_-");
  return n > 0 && !name[n];
}

static words show_name(const char *name) {
  words w = words_for(name);
  bool quoted = !is_plain(name);
  if (quoted)
    put(&w, '"');
  while (*name)
    if (*name == '"' || *name == '\\') {
      put(&w, '\\');
      put(&w, *name++);
    } else {
      name += put_visible(&w, name);
    }
  if (quoted)
    put(&w, '"');
  return w;
}

/* What is between its tokens is one blank. */
static words show_formula(const char *text) {
  words w = words_for(text);
  bool in_string = false;
  while (*text) {
    bool is_space = (unsigned char)*text <= ' ' || *text == 0x7f;
    if (is_space && !in_string) {
      if (w.count > 0 && w.at[w.count - 1] != ' ')
        put(&w, ' ');
      text++;
    } else if (in_string && *text == '\\' && text[1]) {
      put(&w, *text++);
      text += put_visible(&w, text);
    } else {
      in_string = in_string != (*text == '"');
      text += put_visible(&w, text);
    }
  }
  while (w.count > 0 && w.at[w.count - 1] == ' ')
    w.at[--w.count] = 0;
  return w;
}

/* Behind 'begin'; NULL: the line begins otherwise. */
static const char *behind(const char *line, const char *begin) {
  size_t n = strlen(begin);
  return line && strncmp(line, begin, n) == 0 ? line + n : NULL;
}

static const char *behind_verdict(const char *line, const char *word) {
  const char *rest = behind(behind(line, "accepted: "), word);
  return behind(rest, ": ");
}

/* The question as the kernel repeats it, and something behind it. */
static bool is_repeated(const question *q, const char *rest) {
  words shown = q->formula ? show_formula(q->formula) : show_name(q->property);
  rest = behind(rest, shown.at);
  free(shown.at);
  return behind(rest, " (") || (!q->formula && behind(rest, ": "));
}

bool question_is_answered(const question *q, custos_verdict v,
                          const char *line) {
  bool violated = v == CUSTOS_VIOLATED;
  const char *of_sets =
      behind_verdict(line, violated ? "reachable" : "unreachable");
  const char *rest = behind_verdict(line, violated ? "violated" : "holds");
  if (!question_is_given(q))
    return rest || of_sets;
  return q->is_reachability ? of_sets != NULL : is_repeated(q, rest);
}

bool question_is_translated(const question *q, const char *line) {
  return q->formula && is_repeated(q, behind_verdict(line, "translation"));
}
