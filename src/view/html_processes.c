#include "view/html_processes.h"

#include "base/names.h"

#include <stdio.h>
#include <string.h>

/* What can be seen, by its name, and the values that it had last. */
typedef struct sight {
  mem *m;
  text *out;
  names keys, values;
  vec(uint32_t) last; /* by key: of 'values', or NAMES_NONE: it is not there */
  vec(uint32_t) seen; /* by key: the step that saw it, plus one */
  uint32_t step;
  bool began; /* the list of this step */
  vec(char) key;
} sight;

static void add_to_key(sight *s, const char *words) {
  size_t n = strlen(words);
  vec_reserve(s->m, &s->key, n + 1);
  memcpy(s->key.at + s->key.count, words, n + 1);
  s->key.count += n;
}

static void processes_tell(sight *s, uint32_t key, const char *value) {
  text_put(s->out, s->began ? ",[" : "[");
  s->began = true;
  text_number(s->out, key);
  if (value) {
    text_char(s->out, ',');
    html_put_string(s->out, value);
  }
  text_char(s->out, ']');
}

static void processes_see(void *self, const custos_seen *seen) {
  sight *s = self;
  s->key.count = 0;
  add_to_key(s, seen->process);
  add_to_key(s, seen->process[0] && seen->name[0] ? ":" : "");
  add_to_key(s, seen->name);
  uint32_t key = names_insert(s->m, &s->keys, s->key.at, s->key.count);
  uint32_t value =
      names_insert(s->m, &s->values, seen->value, strlen(seen->value));
  while (s->last.count <= key) {
    vec_push(s->m, &s->last, NAMES_NONE);
    vec_push(s->m, &s->seen, 0);
  }
  s->seen.at[key] = s->step + 1;
  if (s->last.at[key] == value)
    return;
  s->last.at[key] = value;
  processes_tell(s, key, seen->value[0] ? seen->value : "[]");
}

/* Values that are new, or gone. */
static void put_values(sight *s, const html_history *history) {
  s->began = false;
  text_put(s->out, ",\"set\":[");
  history->look(history, processes_see, s);
  for (uint32_t i = 0; i < s->last.count; i++)
    if (s->last.at[i] != NAMES_NONE && s->seen.at[i] != s->step + 1) {
      s->last.at[i] = NAMES_NONE;
      processes_tell(s, i, NULL);
    }
  text_char(s->out, ']');
}

static void put_given(text *out, const char *name, const char *value) {
  if (!value || !*value)
    return;
  html_put_field(out, name, value);
}

static void put_who(text *out, const char *name, const char *process,
                    uint32_t pid) {
  char who[80];
  if (!process)
    return;
  snprintf(who, sizeof who, "%.64s:%u", process, (unsigned)pid);
  put_given(out, name, who);
}

static void processes_put_step(text *out, const custos_step *step) {
  text_format(out, "{\"n\":%llu", (unsigned long long)step->number);
  put_who(out, "who", step->process, step->pid);
  if (step->process)
    html_put_place(out, "at", step);
  put_given(out, "do", step->statement);
  if (step->channel) {
    text_format(out, ",\"channel\":%u,\"sends\":%d,\"receives\":%d",
                (unsigned)step->channel_number, step->is_send,
                step->is_receive);
    put_given(out, "name", step->channel);
    put_given(out, "message", step->message);
  }
  put_who(out, "partner", step->partner, step->partner_pid);
  put_given(out, "output", step->output);
  put_given(out, "changes", step->changes);
  put_given(out, "fault", step->fault);
  put_given(out, "note", step->note);
  if (step->loop)
    text_put(out, ",\"loop\":1");
  if (step->alone)
    text_put(out, ",\"alone\":1");
}

static bool put_steps(const html_history *history, sight *s,
                      custos_step *step) {
  for (size_t i = 0; i <= history->steps && i <= HTML_MOST_STEPS; i++) {
    if (!history->go(history, i, step))
      return false;
    s->step = (uint32_t)i;
    text_put(s->out, i ? ",\n" : "");
    processes_put_step(s->out, step);
    put_values(s, history);
    text_char(s->out, '}');
  }
  return true;
}

bool html_processes(mem *m, const html_history *history, text *out) {
  sight s = {.m = m, .out = out};
  custos_step step = {0};
  const char *const *rest = html_put_piece(out, html_processes_page);
  text_put(out, "{\"steps\":[\n");
  if (!put_steps(history, &s, &step))
    return false;
  text_put(out, "],\n\"keys\":[");
  for (uint32_t i = 0; i < names_count(&s.keys); i++) {
    text_put(out, i ? "," : "");
    html_put_string(out, names_text(&s.keys, i));
  }
  text_format(out, "],\"complete\":%s,\"loop\":%lld,\"total\":%zu}\n",
              step.last ? "true" : "false",
              history->loop == SIZE_MAX ? -1LL : (long long)history->loop,
              history->steps);
  html_put_piece(out, rest);
  return true;
}
