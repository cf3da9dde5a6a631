/* What people see of states and steps. */
#include "lang/promela/walker/parts.h"

#include <assert.h>

static const char *name_text(const pml_walker *walker, uint32_t name) {
  return names_text(&walker->s->tokens.names, name);
}

const pml_var *walker_name_slot(pml_walker *walker, uint32_t var, uint32_t slot,
                                walker_text *out) {
  for (;;) {
    const pml_var *v = &walker->s->vars.at[var];
    uint32_t each = walker->span[var] / v->count;
    walker_say(walker, out, "%s", name_text(walker, v->name));
    if (v->is_array)
      walker_say(walker, out, "[%u]", (unsigned)(slot / each));
    if (v->type != PML_RECORD)
      return v;
    slot %= each;
    const pml_record *record = &walker->s->records.at[v->sub];
    var = record->first;
    while (slot >= walker->offset[var] + walker->span[var])
      var++;
    slot -= walker->offset[var];
    walker_say(walker, out, ".");
  }
}

void walker_show_value(pml_walker *walker, pml_type type, uint32_t sub,
                       int32_t value, walker_text *out) {
  for (size_t i = 0; type == PML_MTYPE && i < walker->s->mtypes.count; i++)
    if (walker->s->mtype_sets.at[i] == sub &&
        walker->s->mtype_values.at[i] == value) {
      walker_say(walker, out, "%s", name_text(walker, walker->s->mtypes.at[i]));
      return;
    }
  walker_say(walker, out, "%d", (int)value);
}

void walker_show_message(pml_walker *walker, uint32_t shape,
                         const int32_t *message, walker_text *out) {
  assert(shape < walker->s->channels.count);
  const pml_channel *channel = &walker->s->channels.at[shape];
  for (uint32_t i = 0; i < channel->count; i++) {
    const pml_field *field = &walker->s->fields.at[channel->first + i];
    if (i > 0)
      walker_say(walker, out, ",");
    walker_show_value(walker, field->type, field->sub, message[i], out);
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

void walker_show_expression(pml_walker *walker, uint32_t e, walker_text *out) {
  collector c = {.w = walker, .out = out};
  text t;
  text_init(&t, collect, &c);
  pml_print_expression(walker->s, e, &t);
  text_end(&t);
}

/* The set of mtypes that an expression speaks of. */
static uint32_t set_of(const pml_walker *walker, uint32_t e) {
  assert(e < walker->s->exprs.count);
  const pml_expr *expr = &walker->s->exprs.at[e];
  if (expr->op == PML_CONST && expr->a != PML_NONE) {
    for (size_t i = 0; i < walker->s->mtypes.count; i++)
      if (walker->s->mtypes.at[i] == expr->a)
        return walker->s->mtype_sets.at[i];
  }
  if (expr->op != PML_NAME)
    return PML_NONE;
  while (expr->c != PML_NONE)
    expr = &walker->s->exprs.at[expr->c];
  const pml_var *var = &walker->s->vars.at[expr->a];
  return var->type == PML_MTYPE ? var->sub : PML_NONE;
}

static void print_value(pml_walker *walker, char how, uint32_t e,
                        int32_t value) {
  switch (how) {
  case 'c':
    walker_say(walker, &walker->output, "%c", (char)value);
    break;
  case 'e':
    walker_show_value(walker, PML_MTYPE, set_of(walker, e), value,
                      &walker->output);
    break;
  case 'o':
    walker_say(walker, &walker->output, "%o", (unsigned)value);
    break;
  case 'u':
    walker_say(walker, &walker->output, "%u", (unsigned)value);
    break;
  case 'x':
    walker_say(walker, &walker->output, "%x", (unsigned)value);
    break;
  default:
    walker_say(walker, &walker->output, "%d", (int)value);
  }
}

static void print_escape(pml_walker *walker, char c) {
  switch (c) {
  case 'n':
    walker_say(walker, &walker->output, "\n");
    break;
  case 't':
    walker_say(walker, &walker->output, "\t");
    break;
  case 'r':
    walker_say(walker, &walker->output, "\r");
    break;
  case '\\':
  case '"':
  case '\'':
    walker_say(walker, &walker->output, "%c", c);
    break;
  default:
    walker_say(walker, &walker->output, "\\%c", c);
  }
}

static void print_format(pml_walker *walker, const pml_statement *statement) {
  uint32_t argument = 0;
  size_t length = names_length(&walker->s->tokens.names, statement->name);
  for (size_t i = 1; i + 1 < length && !walker->fatal; i++) {
    const char *format = name_text(walker, statement->name);
    char c = format[i];
    bool has_more = i + 2 < length;
    if (c == '\\' && has_more) {
      print_escape(walker, format[++i]);
    } else if (c == '%' && has_more && format[i + 1] == '%') {
      walker_say(walker, &walker->output, "%%");
      i++;
    } else if (c == '%' && has_more && argument < statement->c) {
      uint32_t e = walker->s->lists.at[statement->b + argument++];
      int32_t value = walker_eval(walker, e);
      print_value(walker, format[++i], e, value);
    } else {
      walker_say(walker, &walker->output, "%c", c);
    }
  }
  for (; argument < statement->c && !walker->fatal; argument++)
    walker_eval(walker, walker->s->lists.at[statement->b + argument]);
}

void walker_print(pml_walker *walker, const pml_statement *statement) {
  if (statement->kind == PML_PRINT)
    print_format(walker, statement);
  else
    print_value(walker, 'e', statement->a, walker_eval(walker, statement->a));
}

void walker_remember(pml_walker *walker) {
  walker->before.count = 0;
  for (size_t i = 0; i < walker->values.count; i++)
    vec_push(walker->m, &walker->before, walker->values.at[i]);
  walker->processes_before = (uint32_t)walker->processes.count;
}

static void compare(pml_walker *walker, uint32_t var, uint32_t base,
                    uint32_t pid) {
  for (uint32_t k = 0; k < walker->span[var]; k++) {
    size_t slot = base + walker->offset[var] + k;
    if (walker->values.at[slot] == walker->before.at[slot])
      continue;
    if (walker->changes.count > 0)
      walker_say(walker, &walker->changes, ", ");
    if (pid != PML_NONE)
      walker_say(walker, &walker->changes,
                 "%s(%u):", pml_walker_process(walker, pid), (unsigned)pid);
    const pml_var *leaf = walker_name_slot(walker, var, k, &walker->changes);
    walker_say(walker, &walker->changes, " = ");
    walker_show_value(walker, leaf->type, leaf->sub, walker->values.at[slot],
                      &walker->changes);
  }
}

/* Of what existed before the step and still does. */
void walker_show_changes(pml_walker *walker) {
  for (uint32_t i = 0; i < walker->s->vars.count; i++) {
    const pml_var *var = &walker->s->vars.at[i];
    if (var->process == PML_NONE && var->record == PML_NONE)
      compare(walker, i, 0, PML_NONE);
  }
  for (uint32_t pid = 0;
       pid < walker->processes.count && pid < walker->processes_before; pid++) {
    const walker_process *process = &walker->processes.at[pid];
    for (uint32_t i = walker->first_local[process->type];
         i < walker->first_local[process->type + 1]; i++)
      compare(walker, walker->locals[i], process->base, pid);
  }
}
