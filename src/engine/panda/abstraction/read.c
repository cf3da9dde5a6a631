/* Expressions as terms over the state before an edge. */
#include "engine/panda/abstraction/inside.h"

#include <assert.h>

enum { KEY_VARIABLE = 1, KEY_ORDER = 3, KEY_TO_INTEGER, KEY_TO_POINTER };
enum { OWNER_FUNCTION = 7 };

static term apply1(abstraction *a, bits_op op, term x, term y) {
  return terms_apply(a->t, op, 1, x, y, TERM_NONE);
}

static term null_name(abstraction *a) { return terms_constant(a->t, 32, 0); }

static term or1(abstraction *a, term x, term y) {
  return terms_not(a->t,
                   terms_and(a->t, terms_not(a->t, x), terms_not(a->t, y)));
}

static abs_value free_variable(abstraction *a, uint32_t owner, uint32_t v) {
  assert(v < a->p->variables.count);
  const cfa_variable *variable = &a->p->variables.at[v];
  abs_value out = {0};
  out.word =
      abs_input(a, variable->width, &(abs_key){{KEY_VARIABLE, owner, v, 0}});
  if (variable->is_pointer)
    out.base = abs_input(a, 32, &(abs_key){{KEY_VARIABLE, owner, v, 1}});
  return out;
}

static abs_value first_value(abstraction *a, uint32_t v) {
  assert(v < a->p->variables.count);
  const cfa_variable *variable = &a->p->variables.at[v];
  if (variable->is_extern)
    return free_variable(a, ABS_HERE, v);
  if (variable->initial != CFA_NONE)
    return abs_read_here(a, variable->initial, false);
  abs_value out = {.word = terms_constant(a->t, variable->width, 0)};
  if (variable->is_pointer)
    out.base = null_name(a);
  return out;
}

static abs_value read_global(abstraction *a, const abs_reading *reading,
                             uint32_t v) {
  if (reading->is_initial)
    return first_value(a, v);
  bool has_changed = reading->is_past && a->written[v] > reading->since;
  return free_variable(a, has_changed ? ABS_BEFORE : ABS_HERE, v);
}

static abs_value read_variable(abstraction *a, const abs_reading *reading,
                               uint32_t v) {
  abs_value known;
  if (reading->is_replaced && reading->variable == v)
    return reading->by;
  if (reading->path && path_variable(a, reading->path, v, &known))
    return known;
  if (a->p->variables.at[v].function == CFA_NONE)
    return read_global(a, reading, v);
  if (reading->arguments) {
    uint32_t n = v - a->p->functions.at[reading->callee].first_variable;
    if (n < reading->argument_count && reading->arguments[n].word != TERM_NONE)
      return reading->arguments[n];
  }
  return free_variable(a, reading->locals, v);
}

static term object_name(abstraction *a, const abs_reading *reading,
                        uint32_t v) {
  assert(v < a->p->variables.count);
  bool is_global = a->p->variables.at[v].function == CFA_NONE;
  return abs_object(a, is_global ? ABS_HERE : reading->locals, v);
}

static term same_pointer(abstraction *a, abs_value x, abs_value y) {
  return terms_and(a->t, apply1(a, BITS_EQ, x.base, y.base),
                   apply1(a, BITS_EQ, x.word, y.word));
}

/* The program may find pointers into two objects equal: one of them may be
 * dead, or end where the other begins. Predicates mean identity. */
static term equal_pointers(abstraction *a, const abs_reading *reading,
                           abs_value x, abs_value y) {
  term same = same_pointer(a, x, y);
  if (!reading->is_run)
    return same;
  term are_null = or1(a, apply1(a, BITS_EQ, x.base, null_name(a)),
                      apply1(a, BITS_EQ, y.base, null_name(a)));
  term is_sure = or1(a, are_null, apply1(a, BITS_EQ, x.base, y.base));
  term luck = terms_and(a->t, terms_not(a->t, is_sure), abs_fresh(a, 1));
  return or1(a, same, luck);
}

static term ordered_pointers(abstraction *a, const abs_reading *reading,
                             bits_op op, abs_value x, abs_value y) {
  bits_op by_offset = op == BITS_ULT   ? BITS_SLT
                      : op == BITS_ULE ? BITS_SLE
                                       : op;
  abs_key key = {{KEY_ORDER, op, x.base, x.word, y.base, y.word}};
  term other = reading->is_run ? abs_fresh(a, 1) : abs_input(a, 1, &key);
  return terms_apply(a->t, BITS_ITE, 1, apply1(a, BITS_EQ, x.base, y.base),
                     apply1(a, by_offset, x.word, y.word), other);
}

/* Division by 0 needs no care: the run ended, so that behind the edge, and on
 * either side of a branch, the divisor is another; terms that give it a value
 * only allow more. */
static term apply_words(abstraction *a, const abs_reading *reading,
                        const cfa_expression *expression,
                        const abs_value *value) {
  term result = terms_apply(a->t, expression->op, expression->width,
                            value[0].word, value[1].word, value[2].word);
  bool is_shift = expression->op == BITS_SHL || expression->op == BITS_LSHR ||
                  expression->op == BITS_ASHR;
  if (!is_shift || !reading->is_run ||
      abs_info_of(a, expression->b)->most < expression->width)
    return result;
  /* A word of one bit cannot say its own width: compare with the greatest. */
  term most = terms_constant(a->t, expression->width, expression->width - 1u);
  term fits = apply1(a, BITS_ULE, value[1].word, most);
  return terms_apply(a->t, BITS_ITE, expression->width, fits, result,
                     abs_fresh(a, expression->width));
}

static abs_value read_choose(abstraction *a, const cfa_expression *expression,
                             const abs_value *value) {
  abs_value out = {0};
  out.word = terms_apply(a->t, BITS_ITE, expression->width, value[0].word,
                         value[1].word, value[2].word);
  if (value[1].base != TERM_NONE)
    out.base = terms_apply(a->t, BITS_ITE, 32, value[0].word, value[1].base,
                           value[2].base);
  return out;
}

static abs_value apply(abstraction *a, const abs_reading *reading,
                       const cfa_expression *expression,
                       const abs_value *value) {
  if (expression->op == BITS_ITE)
    return read_choose(a, expression, value);
  if (value[0].base == TERM_NONE)
    return (abs_value){.word = apply_words(a, reading, expression, value)};
  if (expression->op == BITS_EQ)
    return (abs_value){.word = equal_pointers(a, reading, value[0], value[1])};
  return (abs_value){
      .word = ordered_pointers(a, reading, expression->op, value[0], value[1])};
}

static bool is_null_name(const abstraction *a, term base) {
  return terms_is_constant(a->t, base) && terms_at(a->t, base)->value == 0;
}

/* An address that is no object's is a word already. */
static abs_value to_integer(abstraction *a, const cfa_expression *expression,
                            abs_value value) {
  unsigned from = terms_width(a->t, value.word);
  if (!is_null_name(a, value.base)) {
    abs_key key = {{KEY_TO_INTEGER, value.base, value.word, expression->width}};
    return (abs_value){.word = abs_input(a, expression->width, &key)};
  }
  if (expression->width == from)
    return (abs_value){.word = value.word};
  bits_op op = expression->width > from ? BITS_ZEXT : BITS_TRUNC;
  return (abs_value){.word = terms_apply(a->t, op, expression->width,
                                         value.word, TERM_NONE, TERM_NONE)};
}

static abs_value to_pointer(abstraction *a, const cfa_expression *expression,
                            abs_value value) {
  if (terms_is_constant(a->t, value.word))
    return (abs_value){.word = value.word, .base = null_name(a)};
  return (abs_value){
      .word = abs_input(a, expression->width,
                        &(abs_key){{KEY_TO_POINTER, value.word, 0}}),
      .base = abs_input(a, 32, &(abs_key){{KEY_TO_POINTER, value.word, 1}})};
}

static abs_value evaluate(abstraction *a, const abs_reading *reading,
                          const cfa_expression *expression,
                          const abs_value *value) {
  abs_value out = {0};
  switch (expression->kind) {
  case CFA_CONSTANT:
    out.word = terms_constant(a->t, expression->width,
                              bits_cut(expression->value, expression->width));
    out.base = expression->is_pointer ? null_name(a) : TERM_NONE;
    return out;
  case CFA_VARIABLE:
    return read_variable(a, reading, expression->a);
  case CFA_ADDRESS:
    out.word = terms_constant(a->t, expression->width,
                              bits_cut(expression->value, expression->width));
    out.base = object_name(a, reading, expression->a);
    return out;
  case CFA_FUNCTION:
    out.word = terms_constant(a->t, expression->width, 0);
    out.base = abs_object(a, OWNER_FUNCTION, expression->a);
    return out;
  case CFA_LOAD:
    return abs_load(a, reading, expression, value[0]);
  case CFA_APPLY:
    return apply(a, reading, expression, value);
  case CFA_OFFSET:
    out.word = terms_apply(a->t, BITS_ADD, expression->width, value[0].word,
                           value[1].word, TERM_NONE);
    out.base = value[0].base;
    return out;
  case CFA_TO_INTEGER:
    return to_integer(a, expression, value[0]);
  case CFA_TO_POINTER:
    return to_pointer(a, expression, value[0]);
  case CFA_GHOST: /* no predicate has one */
    break;
  }
  return out;
}

static bool find(const abstraction *a, uint32_t epoch, uint32_t expression,
                 abs_value *out) {
  if (epoch == 0) {
    *out = a->plain.at[expression];
    return out->word != TERM_NONE;
  }
  *out = a->memo.at[expression].value;
  return a->memo.at[expression].epoch == epoch;
}

static void keep(abstraction *a, uint32_t epoch, uint32_t expression,
                 abs_value value) {
  if (epoch == 0)
    a->plain.at[expression] = value;
  else
    a->memo.at[expression] = (abs_memo){value, epoch};
}

/* Operands that have no value yet are put on 'work'. */
static bool has_operands(abstraction *a, uint32_t epoch,
                         const cfa_expression *expression, abs_value value[3]) {
  uint32_t operands[3];
  size_t count = cfa_operands(expression, operands);
  bool all = true;
  for (size_t i = count; i-- > 0;)
    if (!find(a, epoch, operands[i], &value[i])) {
      vec_push(a->m, &a->work, operands[i]);
      all = false;
    }
  return all;
}

/* Epoch 0 is that of values in the same state, which are kept for good. */
static abs_value read_in(abstraction *a, const abs_reading *reading,
                         uint32_t epoch, uint32_t expression) {
  abs_value out;
  size_t bottom = a->work.count;
  abs_info_of(a, expression);
  if (a->plain.count <= expression)
    vec_resize(a->m, &a->plain, a->p->expressions.count);
  if (a->memo.count <= expression)
    vec_resize(a->m, &a->memo, a->p->expressions.count);
  vec_push(a->m, &a->work, expression);
  while (a->work.count > bottom) {
    uint32_t e = vec_last(&a->work);
    cfa_expression x = a->p->expressions.at[e];
    abs_value value[3] = {{0}, {0}, {0}};
    if (!find(a, epoch, e, &out)) {
      if (!has_operands(a, epoch, &x, value))
        continue;
      out = evaluate(a, reading, &x, value);
      assert(out.word != TERM_NONE);
      keep(a, epoch, e, out);
    }
    a->work.count--;
  }
  return out;
}

bool abs_is_plain(abstraction *a, const abs_reading *reading,
                  uint32_t expression) {
  const abs_info *info = abs_info_of(a, expression);
  return reading->locals == ABS_HERE && !reading->is_past &&
         !reading->is_initial && !reading->arguments && !reading->path &&
         !(reading->is_run && info->makes_input) &&
         !(reading->is_replaced &&
           info->mentions & abs_bit(reading->variable)) &&
         (reading->effect.kind == CFA_SKIP || !info->has_load);
}

void abs_reading_begin(abstraction *a, abs_reading *reading) {
  if (++a->epoch == 0) { /* after 4 billion: none of the old ones may count */
    vec_each (abs_memo, memo, &a->memo)
      memo->epoch = 0;
    vec_each (abs_memo, memo, &a->stated)
      memo->epoch = 0;
    a->epoch = 1;
  }
  reading->epoch = a->epoch;
}

abs_value abs_read(abstraction *a, const abs_reading *reading,
                   uint32_t expression) {
  static const abs_reading same = {0};
  if (abs_is_plain(a, reading, expression))
    return read_in(a, &same, 0, expression);
  assert(reading->epoch);
  return read_in(a, reading, reading->epoch, expression);
}

abs_value abs_read_here(abstraction *a, uint32_t expression, bool is_run) {
  abs_reading reading = {.is_run = is_run};
  if (is_run && abs_info_of(a, expression)->makes_input)
    abs_reading_begin(a, &reading);
  return abs_read(a, &reading, expression);
}

term abs_read_predicate(abstraction *a, const abs_reading *reading,
                        uint32_t predicate) {
  assert(predicate < a->predicates.count);
  const abs_predicate *p = &a->predicates.at[predicate];
  bool is_flipped = p->is_flipped;
  term x = abs_read(a, reading, p->condition).word;
  return is_flipped ? terms_not(a->t, x) : x;
}
