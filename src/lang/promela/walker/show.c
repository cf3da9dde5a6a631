/* What people see of states and steps. */
#include "lang/promela/walker/parts.h"

#include <assert.h>

static const char *name_text(const pml_walker *w, uint32_t name) {
  return names_text(&w->s->tokens.names, name);
}

const pml_var *walker_name_slot(pml_walker *w, uint32_t var, uint32_t slot,
                                walker_text *out) {
  for (;;) {
    const pml_var *v = &w->s->vars.at[var];
    uint32_t each = w->span[var] / v->count;
    walker_say(w, out, "%s", name_text(w, v->name));
    if (v->is_array)
      walker_say(w, out, "[%u]", (unsigned)(slot / each));
    if (v->type != PML_RECORD)
      return v;
    slot %= each;
    const pml_record *r = &w->s->records.at[v->sub];
    var = r->first;
    while (slot >= w->offset[var] + w->span[var])
      var++;
    slot -= w->offset[var];
    walker_say(w, out, ".");
  }
}

void walker_show_value(pml_walker *w, pml_type type, uint32_t sub,
                       int32_t value, walker_text *out) {
  for (size_t i = 0; type == PML_MTYPE && i < w->s->mtypes.count; i++)
    if (w->s->mtype_sets.at[i] == sub && w->s->mtype_values.at[i] == value) {
      walker_say(w, out, "%s", name_text(w, w->s->mtypes.at[i]));
      return;
    }
  walker_say(w, out, "%d", (int)value);
}

void walker_show_message(pml_walker *w, uint32_t shape, const int32_t *message,
                         walker_text *out) {
  assert(shape < w->s->channels.count);
  const pml_channel *c = &w->s->channels.at[shape];
  for (uint32_t i = 0; i < c->count; i++) {
    const pml_field *f = &w->s->fields.at[c->first + i];
    if (i > 0)
      walker_say(w, out, ",");
    walker_show_value(w, f->type, f->sub, message[i], out);
  }
}

typedef struct collector {
  pml_walker *w;
  walker_text *out;
} collector;

static int collect(void *self, const char *piece, size_t length) {
  collector *c = self;
  vec_reserve(c->w->m, c->out, length + 1);
  memcpy(c->out->at + c->out->count, piece, length);
  c->out->count += length;
  return 0;
}

void walker_show_expression(pml_walker *w, uint32_t e, walker_text *out) {
  collector c = {.w = w, .out = out};
  text t;
  text_init(&t, collect, &c);
  pml_print_expression(w->s, e, &t);
  text_end(&t);
}

/* The set of mtypes that an expression speaks of. */
static uint32_t set_of(const pml_walker *w, uint32_t e) {
  assert(e < w->s->exprs.count);
  const pml_expr *x = &w->s->exprs.at[e];
  if (x->op == PML_CONST && x->a != PML_NONE) {
    for (size_t i = 0; i < w->s->mtypes.count; i++)
      if (w->s->mtypes.at[i] == x->a)
        return w->s->mtype_sets.at[i];
  }
  if (x->op != PML_NAME)
    return PML_NONE;
  while (x->c != PML_NONE)
    x = &w->s->exprs.at[x->c];
  const pml_var *v = &w->s->vars.at[x->a];
  return v->type == PML_MTYPE ? v->sub : PML_NONE;
}

static void print_value(pml_walker *w, char how, uint32_t e, int32_t value) {
  switch (how) {
  case 'c':
    walker_say(w, &w->output, "%c", (char)value);
    break;
  case 'e':
    walker_show_value(w, PML_MTYPE, set_of(w, e), value, &w->output);
    break;
  case 'o':
    walker_say(w, &w->output, "%o", (unsigned)value);
    break;
  case 'u':
    walker_say(w, &w->output, "%u", (unsigned)value);
    break;
  case 'x':
    walker_say(w, &w->output, "%x", (unsigned)value);
    break;
  default:
    walker_say(w, &w->output, "%d", (int)value);
  }
}

static void print_escape(pml_walker *w, char c) {
  switch (c) {
  case 'n':
    walker_say(w, &w->output, "\n");
    break;
  case 't':
    walker_say(w, &w->output, "\t");
    break;
  case 'r':
    walker_say(w, &w->output, "\r");
    break;
  case '\\':
  case '"':
  case '\'':
    walker_say(w, &w->output, "%c", c);
    break;
  default:
    walker_say(w, &w->output, "\\%c", c);
  }
}

static void print_format(pml_walker *w, const pml_statement *x) {
  uint32_t argument = 0;
  size_t length = names_length(&w->s->tokens.names, x->name);
  for (size_t i = 1; i + 1 < length && !w->fatal; i++) {
    const char *format = name_text(w, x->name);
    char c = format[i];
    bool has_more = i + 2 < length;
    if (c == '\\' && has_more) {
      print_escape(w, format[++i]);
    } else if (c == '%' && has_more && format[i + 1] == '%') {
      walker_say(w, &w->output, "%%");
      i++;
    } else if (c == '%' && has_more && argument < x->c) {
      uint32_t e = w->s->lists.at[x->b + argument++];
      int32_t value = walker_eval(w, e);
      print_value(w, format[++i], e, value);
    } else {
      walker_say(w, &w->output, "%c", c);
    }
  }
  for (; argument < x->c && !w->fatal; argument++)
    walker_eval(w, w->s->lists.at[x->b + argument]);
}

void walker_print(pml_walker *w, const pml_statement *x) {
  if (x->kind == PML_PRINT)
    print_format(w, x);
  else
    print_value(w, 'e', x->a, walker_eval(w, x->a));
}

void walker_remember(pml_walker *w) {
  w->before.count = 0;
  for (size_t i = 0; i < w->values.count; i++)
    vec_push(w->m, &w->before, w->values.at[i]);
  w->processes_before = (uint32_t)w->processes.count;
}

static void compare(pml_walker *w, uint32_t var, uint32_t base, uint32_t pid) {
  for (uint32_t k = 0; k < w->span[var]; k++) {
    size_t slot = base + w->offset[var] + k;
    if (w->values.at[slot] == w->before.at[slot])
      continue;
    if (w->changes.count > 0)
      walker_say(w, &w->changes, ", ");
    if (pid != PML_NONE)
      walker_say(w, &w->changes, "%s(%u):", pml_walker_process(w, pid),
                 (unsigned)pid);
    const pml_var *leaf = walker_name_slot(w, var, k, &w->changes);
    walker_say(w, &w->changes, " = ");
    walker_show_value(w, leaf->type, leaf->sub, w->values.at[slot],
                      &w->changes);
  }
}

/* Of what existed before the step and still does. */
void walker_show_changes(pml_walker *w) {
  for (uint32_t i = 0; i < w->s->vars.count; i++) {
    const pml_var *v = &w->s->vars.at[i];
    if (v->process == PML_NONE && v->record == PML_NONE)
      compare(w, i, 0, PML_NONE);
  }
  for (uint32_t pid = 0; pid < w->processes.count && pid < w->processes_before;
       pid++) {
    const walker_process *p = &w->processes.at[pid];
    for (uint32_t i = w->first_local[p->type]; i < w->first_local[p->type + 1];
         i++)
      compare(w, w->locals[i], p->base, pid);
  }
}
