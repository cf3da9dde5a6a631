/* Sessions of extended CTL for tests: read, told as text, written again. */
#ifndef UNIT_ECTL_TEXT_H
#define UNIT_ECTL_TEXT_H

#include "tests/unit/desk.h"

#include "lang/ectl/ectl_text.h"

typedef struct ectl_bench {
  mem_budget budget;
  mem mem;
  progress clock;
  report report;
  ectl formulas;
  ectl_items items;
  char *input;
  desk_text text;
  text out;
} ectl_bench;

static inline ectl_bench *bench_new(void) {
  ectl_bench *x = calloc(1, sizeof *x);
  if (!x)
    abort();
  desk_open(&x->budget, &x->mem, &x->clock);
  return x;
}

static inline void bench_delete(ectl_bench *x) {
  desk_close(&x->mem);
  free(x->input);
  free(x->text.at);
  free(x);
}

static inline bool bench_read_bytes(ectl_bench *x, const char *input,
                                    size_t length) {
  desk_copy(&x->input, input, length);
  bool good = ectl_read(&x->mem, "f.ectl", x->input, length, &x->report,
                        &x->clock, &x->formulas, &x->items);
  CHECK(good == (x->report.count == 0));
  return good;
}

static inline bool bench_read(ectl_bench *x, const char *input) {
  return bench_read_bytes(x, input, strlen(input));
}

/* The whole message, other than desk_says. */
static inline bool bench_says(const ectl_bench *x, size_t i, uint32_t line,
                              uint32_t column, const char *message) {
  const report_entry *e = &x->report.entries[i];
  return desk_says(&x->report, i, line, column, message) &&
         strlen(e->message) == strlen(message) &&
         strcmp(e->file, "f.ectl") == 0;
}

/* With one message. */
static inline bool bench_refuses(const char *input, uint32_t line,
                                 uint32_t column, const char *message) {
  ectl_bench *x = bench_new();
  bool right = !bench_read(x, input) &&
               bench_says(x, 0, line, column, message) && x->report.count == 1;
  if (!right)
    printf("%u messages, in: %s\n", (unsigned)x->report.count, input);
  bench_delete(x);
  return right;
}

/* As text. */

static inline text *bench_begin_text(ectl_bench *x) {
  desk_empty(&x->text);
  text_init(&x->out, desk_add, &x->text);
  return &x->out;
}

static inline const char *bench_end_text(ectl_bench *x) {
  CHECK(text_end(&x->out));
  return x->text.at;
}

static inline const char *bench_print(ectl_bench *x, uint32_t node) {
  ectl_print(&x->mem, &x->formulas, node, bench_begin_text(x));
  return bench_end_text(x);
}

static inline void bench_write_argument(const ectl_argument *a, text *out) {
  if (a->kind == ECTL_STRING)
    text_char(out, '"');
  for (const char *c = a->text; *c; c++) {
    if (a->kind == ECTL_STRING && (*c == '"' || *c == '\\'))
      text_char(out, '\\');
    text_char(out, *c);
  }
  if (a->kind == ECTL_STRING)
    text_char(out, '"');
  if (a->kind != ECTL_STACKED)
    return;
  text_char(out, '[');
  for (size_t i = 0; i < a->stack.count; i++) {
    text_put(out, i ? " " : "");
    text_put(out, a->stack.at[i]);
  }
  text_char(out, ']');
}

static inline void bench_write_item(ectl_bench *x, const ectl_item *item) {
  text *out = &x->out;
  switch (item->kind) {
  case ECTL_MACHINE:
    ectl_write_machine(&x->mem, item->name, &item->machine, out);
    break;
  case ECTL_REGULAR:
    ectl_write_regular(&x->mem, item->name, &item->regular, out);
    break;
  case ECTL_GRAMMAR:
    ectl_write_grammar(&x->mem, item->name, &item->grammar, out);
    break;
  case ECTL_FORMULA:
    ectl_write_formula(&x->mem, item->name, &x->formulas, item->node, out);
    break;
  case ECTL_COMMAND:
    text_format(out, ":%s(", item->name);
    for (size_t i = 0; i < item->arguments.count; i++) {
      text_put(out, i ? ", " : "");
      bench_write_argument(&item->arguments.at[i], out);
    }
    text_put(out, ")\n");
    break;
  }
}

/* All definitions by the writers, and the commands. */
static inline const char *bench_write(ectl_bench *x) {
  bench_begin_text(x);
  vec_each (const ectl_item, item, &x->items)
    bench_write_item(x, item);
  return bench_end_text(x);
}

/* Told, unlike the language. */

static inline void tell_names(const names *t, text *out) {
  for (uint32_t n = 0; n < names_count(t); n++) {
    text_put(out, " ");
    text_put(out, names_text(t, n));
  }
  text_put(out, ";");
}

static inline void tell_machine(const machine *x, text *out) {
  text_format(out, " kind %d", (int)x->kind);
  tell_names(&x->states, out);
  tell_names(&x->symbols, out);
  tell_names(&x->actions, out);
  tell_names(&x->props, out);
  vec_each (const uint8_t, accepts, &x->accepting)
    text_put(out, *accepts ? " *" : " -");
  vec_each (const machine_head, h, &x->heads)
    text_format(out, " %u[%u]", h->state, h->symbol);
  vec_each (const machine_fact, f, &x->facts)
    text_format(out, " %u[%u]:%u", f->at.state, f->at.symbol, f->prop);
  vec_each (const machine_rule, r, &x->rules)
    text_format(out, " %u,%u[%u]>%u,%d,%u", r->action, r->from, r->top, r->to,
                (int)r->operation, r->symbol);
}

static inline void tell_regular(const ectl_regular *x, text *out) {
  tell_names(&x->actions, out);
  for (size_t i = 0; i <= x->root; i++) {
    const regex_node *n = &x->tree.nodes.at[i];
    bool has_right = n->op == REGEX_SEQUENCE || n->op == REGEX_CHOICE;
    text_format(out, " %d(%u,%u)", (int)n->op,
                n->op == REGEX_EMPTY ? 0 : n->left, has_right ? n->right : 0);
  }
}

static inline void tell_grammar(const grammar *x, text *out) {
  tell_names(&x->nonterminals, out);
  tell_names(&x->actions, out);
  vec_each (const grammar_production, a, &x->productions) {
    text_format(out, " %u:", a->left);
    for (uint32_t i = a->first; i < a->first + a->count; i++)
      text_format(out, "%s%u ", x->items.at[i].is_action ? "" : "N",
                  x->items.at[i].name);
  }
}

/* Prefix notation; children of what the table has once are told again and
 * again: for small formulas only. */
static inline void tell_formula(const ectl *t, uint32_t node, text *out) {
  const ectl_node *x = &t->nodes.at[node];
  text_format(out, " %d", (int)x->op);
  if (x->op == ECTL_PROP)
    text_put(out, names_text(&t->props, x->name));
  else if (x->name != ECTL_EVERY_WORD)
    text_put(out, names_text(&t->automata, x->name));
  if (x->left != ECTL_NONE)
    tell_formula(t, x->left, out);
  if (x->right != ECTL_NONE)
    tell_formula(t, x->right, out);
}

static inline void tell_arguments(const ectl_bench *x, const ectl_item *item,
                                  text *out) {
  vec_each (const ectl_argument, a, &item->arguments) {
    text_format(out, " %d", (int)a->kind);
    if (a->kind == ECTL_INLINE)
      tell_formula(&x->formulas, a->node, out);
    else
      bench_write_argument(a, out);
  }
}

static inline const char *bench_tell(ectl_bench *x) {
  text *out = bench_begin_text(x);
  vec_each (const ectl_item, item, &x->items) {
    text_format(out, "%d %s", (int)item->kind, item->name);
    switch (item->kind) {
    case ECTL_MACHINE:
      tell_machine(&item->machine, out);
      break;
    case ECTL_REGULAR:
      tell_regular(&item->regular, out);
      break;
    case ECTL_GRAMMAR:
      tell_grammar(&item->grammar, out);
      break;
    case ECTL_FORMULA:
      tell_formula(&x->formulas, item->node, out);
      break;
    case ECTL_COMMAND:
      tell_arguments(x, item, out);
      break;
    }
    text_char(out, '\n');
  }
  return bench_end_text(x);
}

/* A copy of what the other functions return, which the next call takes back. */
static inline const char *bench_keep(ectl_bench *x, const char *s) {
  return mem_text(&x->mem, s, strlen(s));
}

/* What was read is the same when it is written and read again. Only numbers
 * of a PDS may differ, if not all its heads were declared first: *is_exact says
 * whether they do. */
static inline bool bench_survives(ectl_bench *x, bool *is_exact) {
  ectl_bench *y = bench_new();
  const char *once = bench_keep(x, bench_write(x));
  bool same = bench_read(y, once) && strcmp(bench_write(y), once) == 0 &&
              !ectl_is_open(once, strlen(once));
  *is_exact = strcmp(bench_tell(y), bench_keep(y, bench_tell(x))) == 0;
  bench_delete(y);
  return same;
}

#endif
