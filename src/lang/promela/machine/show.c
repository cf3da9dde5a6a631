/* A state in one line, for people. */
#include "lang/promela/machine/state.h"

#include <assert.h>

enum { MOST_DEPTH = 32, MOST_SHOWN = 64 };

/* Records are gone through with a stack of those that are open. */
typedef struct open_record {
  uint32_t variable; /* the record */
  uint32_t element;  /* of it */
  uint32_t field;    /* next of its fields */
  uint32_t offset;   /* where the element begins */
} open_record;

typedef struct show {
  const pml_machine *x;
  const uint8_t *bytes;
  text *out;
  open_record open[MOST_DEPTH];
  uint32_t depth;
  bool is_begun;
} show;

static const pml_syntax *show_syntax_of(const show *s) {
  return s->x->p->syntax;
}

static const char *show_name_of(const show *s, uint32_t name) {
  return names_text(&show_syntax_of(s)->tokens.names, name);
}

static void blank(show *s) {
  if (s->is_begun)
    text_char(s->out, ' ');
  s->is_begun = true;
}

/* "a[2].b", without the last part's own index. */
static void show_path(show *s, uint32_t variable) {
  blank(s);
  for (uint32_t i = 0; i < s->depth; i++) {
    const pml_var *var = &show_syntax_of(s)->vars.at[s->open[i].variable];
    text_put(s->out, show_name_of(s, var->name));
    if (var->is_array)
      text_format(s->out, "[%u]", (unsigned)s->open[i].element);
    text_char(s->out, '.');
  }
  text_put(s->out, show_name_of(s, show_syntax_of(s)->vars.at[variable].name));
  text_char(s->out, '=');
}

static void show_value(show *s, pml_type type, uint32_t sub, int32_t value) {
  const pml_syntax *syntax = show_syntax_of(s);
  for (uint32_t i = 0; type == PML_MTYPE && i < syntax->mtypes.count; i++)
    if (syntax->mtype_sets.at[i] == sub &&
        (int64_t)syntax->mtype_values.at[i] == value) {
      text_put(s->out, show_name_of(s, syntax->mtypes.at[i]));
      return;
    }
  text_number(s->out, value);
}

static void show_messages(show *s, uint32_t channel, uint32_t declared) {
  const pml_queue *queue = &s->x->p->queues.at[s->x->layout.queue[channel]];
  const pml_scalar *scalars = s->x->p->fields.at + queue->first_field;
  const pml_channel *c = &show_syntax_of(s)->channels.at[declared];
  const uint8_t *at = s->bytes + s->x->layout.contents[channel];
  uint32_t length = queue->capacity ? *at++ : 0;
  text_char(s->out, '[');
  for (uint32_t i = 0; i < length && i < MOST_SHOWN; i++) {
    text_put(s->out, i ? ";" : "");
    for (uint32_t k = 0; k < queue->fields; k++) {
      text_put(s->out, k ? "," : "");
      const pml_field *field = k < c->count
                                   ? &show_syntax_of(s)->fields.at[c->first + k]
                                   : &(pml_field){PML_INT, PML_NONE};
      show_value(s, field->type, field->sub,
                 pml_load(at, pml_scalar_word(&scalars[k])));
      at += scalars[k].bytes;
    }
  }
  text_char(s->out, ']');
}

/* A variable that owns a channel is shown as its contents while it still holds
 * it. */
static bool is_own_channel(const show *s, const pml_var *var, int32_t value) {
  return var->type == PML_CHAN && var->initial == PML_INITIAL_CHANNEL &&
         value > 0 && (uint32_t)value <= s->x->layout.channels &&
         s->x->layout.queue[value] == var->channel;
}

static void show_scalar(show *s, uint32_t variable, uint32_t offset) {
  assert(variable < s->x->p->lies.count);
  const pml_var *var = &show_syntax_of(s)->vars.at[variable];
  const pml_lies *lies = &s->x->p->lies.at[variable];
  show_path(s, variable);
  if (var->is_array)
    text_char(s->out, '(');
  for (uint32_t i = 0; i < var->count && i < MOST_SHOWN; i++) {
    int32_t value = pml_load(s->bytes + offset + i * lies->stride,
                             pml_scalar_word(&lies->scalar));
    text_put(s->out, i ? "," : "");
    if (is_own_channel(s, var, value))
      show_messages(s, (uint32_t)value, var->channel);
    else
      show_value(s, var->type, var->sub, value);
  }
  if (var->count > MOST_SHOWN)
    text_format(s->out, ",... %u elements", (unsigned)var->count);
  if (var->is_array)
    text_char(s->out, ')');
}

/* A variable whose first byte is at 'offset'. */
static void show_variable(show *s, uint32_t variable, uint32_t offset) {
  const pml_syntax *syntax = show_syntax_of(s);
  s->depth = 0;
  if (syntax->vars.at[variable].type != PML_RECORD) {
    show_scalar(s, variable, offset);
    return;
  }
  s->open[s->depth++] = (open_record){variable, 0, 0, offset};
  while (s->depth) {
    open_record *top = &s->open[s->depth - 1];
    const pml_var *var = &syntax->vars.at[top->variable];
    const pml_record *record = &syntax->records.at[var->sub];
    if (top->field == record->count) {
      top->field = 0;
      top->offset += s->x->p->lies.at[top->variable].stride;
      if (++top->element >= var->count || top->element >= MOST_SHOWN)
        s->depth--;
      continue;
    }
    uint32_t field = record->first + top->field++;
    uint32_t at = top->offset + s->x->p->lies.at[field].offset;
    if (syntax->vars.at[field].type != PML_RECORD)
      show_scalar(s, field, at);
    else if (s->depth < MOST_DEPTH)
      s->open[s->depth++] = (open_record){field, 0, 0, at};
  }
}

static void show_variables(show *s, uint32_t process, uint32_t frame) {
  const pml_syntax *syntax = show_syntax_of(s);
  for (uint32_t i = 0; i < syntax->vars.count; i++)
    if (syntax->vars.at[i].process == process &&
        syntax->vars.at[i].record == PML_NONE)
      show_variable(s, i, frame + s->x->p->lies.at[i].offset);
}

static void show_process(show *s, uint32_t pid) {
  const pml_syntax *syntax = show_syntax_of(s);
  uint32_t type = s->x->layout.type[pid];
  uint32_t statement = pml_point_of(s->x, s->bytes, pid)->statement;
  assert(type < syntax->processes.count);
  const pml_process *process = &syntax->processes.at[type];
  blank(s);
  text_put(s->out, show_name_of(s, process->name));
  text_format(s->out, "(%u)@%u", (unsigned)pid,
              statement < syntax->statements.count
                  ? (unsigned)syntax->statements.at[statement].at.line
                  : (unsigned)process->until.line);
  show_variables(s, type, s->x->layout.frame[pid]);
}

void pml_show(const model *m, const uint8_t *state, uint32_t size, text *out) {
  const pml_machine_model *own = m->self;
  pml_machine machine = {.x = own,
                         .p = own->p,
                         .points = own->p->points.at,
                         .behaviours = own->p->behaviours.at};
  show s = {.x = &machine, .bytes = state, .out = out};
  pml_decode(&machine, state, size);
  if (own->p->has_last) {
    blank(&s);
    text_format(out, "_last=%u", (unsigned)state[own->p->last_offset]);
  }
  show_variables(&s, PML_NONE, 0);
  for (uint32_t i = 0; i < machine.layout.processes; i++)
    show_process(&s, i);
}
