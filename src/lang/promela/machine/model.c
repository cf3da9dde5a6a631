/* A lowered model as a model of src/model: what is prepared once, numbers for
 * evidence. */
#include "lang/promela/machine/state.h"

#include "base/kept.h"

#include <assert.h>

static pml_machine_model *model_own_of(const model *x) { return x->self; }

const pml_lowered *pml_lowered_of(const model *x) { return model_own_of(x)->p; }

/* The length, then the bytes, seven in a number. */
enum { BYTES_A_NUMBER = 7 };

static uint32_t number_count(const pml_machine_model *x) {
  return 1 + (x->most_bytes + BYTES_A_NUMBER - 1) / BYTES_A_NUMBER;
}

static void numbers(const model *x, const uint8_t *state, uint32_t size,
                    int64_t *out) {
  uint32_t count = number_count(model_own_of(x));
  memset(out, 0, count * sizeof *out);
  out[0] = size;
  for (uint32_t i = 0; i < size; i++)
    out[1 + i / BYTES_A_NUMBER] |= (int64_t)state[i]
                                   << 8 * (i % BYTES_A_NUMBER);
}

/* The bytes come from a file: nothing about them is sure. */
static bool from_numbers(const model *x, const int64_t *number, uint8_t *state,
                         uint32_t *size) {
  const pml_machine_model *own = model_own_of(x);
  uint32_t count = number_count(own);
  if (number[0] < 0 || number[0] > own->most_bytes)
    return false;
  *size = (uint32_t)number[0];
  for (uint32_t i = 1; i < count; i++) {
    uint32_t at = (i - 1) * BYTES_A_NUMBER;
    if (number[i] < 0 || number[i] >> 8 * BYTES_A_NUMBER)
      return false;
    for (uint32_t k = 0; k < BYTES_A_NUMBER; k++) {
      uint8_t byte = (uint8_t)(number[i] >> 8 * k);
      if (at + k < *size)
        state[at + k] = byte;
      else if (byte)
        return false;
    }
  }
  /* Only the layout is used. */
  pml_machine machine = {
      .x = own, .p = own->p, .behaviours = own->p->behaviours.at};
  return pml_is_state(&machine, state, *size);
}

/* Who could move, what was used. */

static uint64_t enabled(const model *x, void *scratch, const uint8_t *state,
                        uint32_t size) {
  pml_machine *machine = pml_machine_in(x, scratch, NULL);
  memcpy(machine->base, state, size);
  pml_decode(machine, machine->base, size);
  return pml_movers(machine, machine->base, size);
}

static const uint8_t *covered(const model *x, const void *scratch) {
  return pml_covered(x, scratch);
}

static uint32_t add_place(mem *m, model *x, pml_place at, uint32_t process,
                          const kept *text_of) {
  model_place place = {.file = at.file,
                       .line = at.line,
                       .column = at.column,
                       .process = process,
                       .at = x->place_text.count,
                       .length = text_of->bytes.count};
  vec_reserve(m, &x->place_text, place.length + 1);
  memcpy(x->place_text.at + place.at, text_of->bytes.at, place.length);
  x->place_text.at[place.at + place.length] = '\0';
  x->place_text.count += place.length + 1;
  vec_push(m, &x->places, place);
  return (uint32_t)x->places.count - 1;
}

static bool is_real(const pml_process *process) {
  return process->kind == PML_PROCTYPE || process->kind == PML_INIT;
}

/* The parser's own statements have places only inside a d_step. */
static bool is_known(const pml_syntax *syntax, uint32_t statement) {
  assert(statement < syntax->statements.count);
  uint32_t up = statement;
  if (!syntax->statements.at[statement].is_made)
    return true;
  while (up != PML_NONE && syntax->statements.at[up].kind != PML_DSTEP)
    up = syntax->statements.at[up].parent;
  return up != PML_NONE;
}

/* Statements that are moves, or parts of a d_step that are known apart. */
static void mark_statements(const pml_machine_model *own, uint8_t *marks) {
  const pml_lowered *lowered = own->p;
  const pml_syntax *syntax = lowered->syntax;
  for (uint32_t i = 0; i < lowered->code.count;
       i += pml_length_of(lowered->code.at[i]))
    if (lowered->code.at[i] == PML_OP_GOES &&
        is_known(syntax, lowered->code.at[i + 1]))
      marks[lowered->code.at[i + 1]] = 2;
  vec_each (const pml_move, move, &lowered->moves)
    if (move->statement != PML_NONE && !move->is_join &&
        !marks[move->statement] &&
        !syntax->statements.at[move->statement].is_made)
      marks[move->statement] = 1;
  /* A d_step is its parts, if they are known. */
  for (uint32_t i = 0; i < syntax->statements.count; i++) {
    if (marks[i] != 2)
      continue;
    uint32_t k = syntax->statements.at[i].parent;
    while (k != PML_NONE && syntax->statements.at[k].kind != PML_DSTEP)
      k = syntax->statements.at[k].parent;
    if (k != PML_NONE)
      marks[k] = 3;
  }
}

static void add_places(mem *m, pml_machine_model *own, model *x) {
  const pml_syntax *syntax = own->p->syntax;
  uint8_t *marks = mem_alloc(m, syntax->statements.count + 1);
  kept k = {.m = m};
  text out;
  mark_statements(own, marks);
  vec_resize(m, &own->place_of_statement, syntax->statements.count);
  vec_resize(m, &own->place_of_end, syntax->processes.count);
  for (uint32_t i = 0; i < syntax->statements.count; i++)
    own->place_of_statement.at[i] = PML_NONE;
  for (uint32_t process = 0; process < syntax->processes.count; process++) {
    const pml_process *p = &syntax->processes.at[process];
    const char *name = names_text(&syntax->tokens.names, p->name);
    uint32_t n = names_insert(m, &x->process_names, name, strlen(name));
    own->place_of_end.at[process] = PML_NONE;
    if (!is_real(p))
      continue;
    for (uint32_t i = 0; i < syntax->statements.count; i++) {
      const pml_statement *statement = &syntax->statements.at[i];
      if (statement->process != process || !marks[i] || marks[i] == 3)
        continue;
      k.bytes.count = 0;
      text_init(&out, kept_add, &k);
      pml_print_statement(syntax, i, &out);
      text_end(&out);
      own->place_of_statement.at[i] = add_place(m, x, statement->at, n, &k);
    }
    k.bytes.count = 0;
    kept_add(&k, "-end-", 5);
    own->place_of_end.at[process] = add_place(m, x, p->until, n, &k);
  }
  own->places = (uint32_t)x->places.count;
  vec_free(m, &k.bytes);
  mem_free(m, marks);
}

/* Texts of what is asserted: a search may find very many that fail. */
static void keep_asserts(mem *m, pml_machine_model *own) {
  const pml_lowered *lowered = own->p;
  kept k = {.m = m};
  text out;
  vec_resize(m, &own->text_of_expr, lowered->syntax->exprs.count);
  for (uint32_t i = 0; i < lowered->syntax->exprs.count; i++)
    own->text_of_expr.at[i] = PML_NONE;
  for (uint32_t i = 0; i < lowered->code.count;
       i += pml_length_of(lowered->code.at[i])) {
    if (lowered->code.at[i] != PML_OP_ASSERT)
      continue;
    uint32_t expr = lowered->code.at[i + 1];
    own->text_of_expr.at[expr] = (uint32_t)k.bytes.count;
    text_init(&out, kept_add, &k);
    pml_print_expression(lowered->syntax, expr, &out);
    text_end(&out);
    vec_push(m, &k.bytes, '\0');
  }
  own->texts.at = k.bytes.at;
  own->texts.count = k.bytes.count;
  own->texts.capacity = k.bytes.capacity;
}

static void look_at_points(mem *m, pml_machine_model *own) {
  const pml_lowered *lowered = own->p;
  vec_resize(m, &own->receives, lowered->points.count);
  for (uint32_t i = 0; i < lowered->points.count; i++)
    for (uint32_t k = 0; k < lowered->points.at[i].count; k++) {
      const pml_move *move =
          &lowered->moves.at[lowered->points.at[i].first + k];
      own->has_quirk |= move->ignores_offers;
      own->receives.at[i] |=
          move->kind == PML_MOVE_RECEIVE || move->ignores_offers;
    }
  own->watch_end = PML_NONE;
  if (lowered->watch.process == PML_NONE)
    return;
  const pml_behaviour *behaviour =
      &lowered->behaviours.at[lowered->watch.process];
  for (uint32_t i = 0; i < behaviour->points; i++) {
    const pml_point *point = &lowered->points.at[behaviour->first_point + i];
    if (point->count && lowered->moves.at[point->first].kind == PML_MOVE_END)
      own->watch_end = i;
  }
}

/* How much one piece of code may need while another waits: a process that
 * runs processes when it is made can be followed by 254 of its kind. */
static void measure_stack(pml_machine_model *own) {
  const pml_lowered *lowered = own->p;
  enum { FEW_VALUES = 64, SHALLOW = 4 * PML_NESTED };
  own->depth = SHALLOW;
  vec_each (const pml_behaviour, behaviour, &lowered->behaviours) {
    uint32_t i = behaviour->make;
    for (; i != PML_NONE && lowered->code.at[i] != PML_OP_DONE;
         i += pml_length_of(lowered->code.at[i]))
      if (lowered->code.at[i] == PML_OP_RUN)
        own->depth = SHALLOW + PML_MOST_PROCESSES;
  }
  own->most_values = lowered->stack < FEW_VALUES ? FEW_VALUES : lowered->stack;
}

static void list_parameters(mem *m, pml_machine_model *own) {
  pml_parts scalars = {0};
  vec_each (const pml_process, process, &own->p->syntax->processes) {
    vec_push(m, &own->first_parameter, (uint32_t)own->parameters.count);
    scalars.count = 0;
    for (uint32_t i = 0; i < process->parameters; i++) {
      uint32_t v = process->first_parameter + i;
      pml_list_scalars(m, own->p, v, own->p->lies.at[v].offset, &scalars);
    }
    vec_each (const pml_part, part, &scalars)
      vec_push(m, &own->parameters,
               ((pml_parameter){
                   part->offset,
                   pml_scalar_word(&own->p->lies.at[part->variable].scalar),
                   part->variable}));
  }
  vec_push(m, &own->first_parameter, (uint32_t)own->parameters.count);
  vec_free(m, &scalars);
}

static void measure_messages(pml_machine_model *own) {
  const pml_lowered *lowered = own->p;
  own->widest = 1;
  vec_each (const pml_queue, queue, &lowered->queues)
    if (queue->fields > own->widest)
      own->widest = queue->fields;
  vec_each (const pml_talk, talk, &lowered->talks)
    if (talk->count > own->widest)
      own->widest = talk->count;
}

void pml_make_model(mem *m, const pml_lowered *lowered, model *x) {
  static const model_ops ops = {.initial = pml_first,
                                .next = pml_next,
                                .letter = pml_letter,
                                .show = pml_show,
                                .numbers = numbers,
                                .from_numbers = from_numbers,
                                .enabled = enabled,
                                .covered = covered,
                                .formula = pml_formula_text,
                                .bind = pml_bind_atoms};
  pml_machine_model *own = mem_alloc(m, sizeof *own);
  /* Atoms of formulas are added to it later. */
  own->p = (pml_lowered *)(uintptr_t)lowered;
  own->m = own->tree = m;
  own->code_words = (uint32_t)lowered->code.count;
  own->words = (uint32_t)lowered->words.count;
  own->most_bytes = lowered->most_bytes < PML_MOST_BYTES ? lowered->most_bytes
                                                         : PML_MOST_BYTES;
  pml_copy_code(m, own);
  look_at_points(m, own);
  list_parameters(m, own);
  measure_stack(own);
  measure_messages(own);
  keep_asserts(m, own);
  add_places(m, own, x);
  x->ops = &ops;
  x->self = own;
  x->language = "promela";
  x->most_bytes = own->most_bytes;
  x->scratch_bytes = pml_scratch_bytes(own);
  x->number_count = number_count(own);
  x->drops_zeros = true;
  x->may_fault = true;
}
