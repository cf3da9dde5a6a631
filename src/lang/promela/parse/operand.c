#include "lang/promela/parse/parts.h"

#include <assert.h>

/* What operators stand between: numbers, variables, references to other
 * processes, and the words that look like functions. */

uint32_t pml_add_expr(pml_parser *parser, pml_expr expr) {
  if (parser->s->exprs.count >= UINT32_MAX - 1)
    mem_raise(parser->m->budget, MEM_LIMIT);
  vec_push(parser->m, &parser->s->exprs, expr);
  vec_push(parser->m, &parser->facts, 0);
  vec_push(parser->m, &parser->depths, 1);
  return (uint32_t)parser->s->exprs.count - 1;
}

uint32_t pml_new_expr(pml_parser *parser, pml_op op, uint32_t a, uint32_t b,
                      pml_place at) {
  pml_expr expr = {
      .op = op, .a = a, .b = b, .c = PML_NONE, .d = PML_NONE, .at = at};
  return pml_add_expr(parser, expr);
}

/* Everything that traverses an expression relies on the limit. */
void pml_deepen(pml_parser *parser, uint32_t e, uint32_t part) {
  assert(part < parser->depths.count);
  if (parser->depths.at[part] >= PML_MOST_DEEP) {
    if (!(parser->facts.at[part] & PML_FACT_BAD))
      pml_wrong(parser, parser->s->exprs.at[part].at,
                "an expression is nested deeper than %d levels", PML_MOST_DEEP);
    parser->facts.at[e] |= PML_FACT_BAD;
  } else if (parser->depths.at[e] <= parser->depths.at[part]) {
    parser->depths.at[e] = (uint16_t)(parser->depths.at[part] + 1);
  }
}

uint32_t pml_number_expr(pml_parser *parser, int32_t value, pml_place at) {
  uint32_t e = pml_new_expr(parser, PML_CONST, PML_NONE, PML_NONE, at);
  parser->s->exprs.at[e].value = value;
  return e;
}

void pml_push_operand(pml_parser *parser, uint32_t e) {
  vec_push(parser->m, &parser->operands, e);
}

uint32_t pml_referred(const pml_parser *parser, uint32_t e) {
  assert(e < parser->s->exprs.count);
  while (parser->s->exprs.at[e].c != PML_NONE)
    e = parser->s->exprs.at[e].c;
  return parser->s->exprs.at[e].a;
}

/* Stands for what has been reported. */
static void push_bad(pml_parser *parser, pml_place at) {
  uint32_t e = pml_number_expr(parser, 0, at);
  parser->facts.at[e] |= PML_FACT_BAD;
  pml_push_operand(parser, e);
}

static bool read_member(pml_parser *parser, pml_pending *pending) {
  assert(pending->var < parser->s->vars.count);
  const pml_var *var = &parser->s->vars.at[pending->var];
  uint32_t name, field, e;
  pml_advance(parser);
  pml_place at = parser->token.at;
  if (!pml_take_name(parser, &name, "the name of a field"))
    return false;
  if (var->type != PML_RECORD)
    return pml_wrong(parser, at, "'%s' is no record: it has no field '%s'",
                     pml_name(parser, var->name), pml_name(parser, name));
  field = pml_find_field(parser, var->sub, name);
  if (field == PML_NONE)
    return pml_no_field(parser, var->sub, name, at);
  e = pml_new_expr(parser, PML_MEMBER, field, PML_NONE, at);
  parser->s->exprs.at[pending->tail].c = e;
  pending->tail = e;
  pending->var = field;
  return true;
}

static bool open_index(pml_parser *parser, pml_pending o) {
  assert(o.var < parser->s->vars.count);
  const pml_var *var = &parser->s->vars.at[o.var];
  if (!var->is_array || parser->s->exprs.at[o.tail].b != PML_NONE)
    return pml_wrong(parser, parser->token.at, "'%s' is not an array%s",
                     pml_name(parser, var->name),
                     var->is_array ? " of arrays; make it an array of records"
                                   : "");
  pml_pending *x = pml_push_pending(parser, PML_P_INDEX, 0, PML_NAME);
  o.kind = PML_P_INDEX;
  o.at = x->at;
  *x = o;
  pml_advance(parser);
  return true;
}

bool pml_continue_reference(pml_parser *parser, pml_pending pending,
                            bool *is_open) {
  *is_open = false;
  for (;;) {
    const pml_var *var = &parser->s->vars.at[pending.var];
    if (pml_at(parser, '[')) {
      *is_open = true;
      return open_index(parser, pending);
    }
    if (var->is_array && parser->s->exprs.at[pending.tail].b == PML_NONE &&
        (!parser->takes_array ||
         pml_at(parser, '.'))) { /* SPIN complains, takes [0] */
      uint32_t zero =
          pml_number_expr(parser, 0, parser->s->exprs.at[pending.tail].at);
      parser->s->exprs.at[pending.tail].b = zero;
    }
    if (!pml_at(parser, '.'))
      break;
    if (!read_member(parser, &pending))
      return false;
  }
  if (pending.process != PML_NONE) {
    uint32_t e = pml_new_expr(parser, PML_REMOTE_VAR, pending.process,
                              pending.pid, pending.at);
    parser->s->exprs.at[e].c = pending.root;
    pml_deepen(parser, e, pending.root);
    if (pending.pid != PML_NONE)
      pml_deepen(parser, e, pending.pid);
    parser->facts.at[e] |= PML_FACT_REMOTE;
    pml_push_operand(parser, e);
    return true;
  }
  if (parser->s->vars.at[pending.var].type == PML_RECORD)
    parser->facts.at[pending.root] |= PML_FACT_RECORD;
  pml_push_operand(parser, pending.root);
  return true;
}

static bool begin_reference(pml_parser *parser, uint32_t var, uint32_t process,
                            uint32_t pid, pml_place at, bool *is_open) {
  pml_pending pending = {.var = var, .process = process, .pid = pid, .at = at};
  pending.root = pending.tail =
      pml_new_expr(parser, PML_NAME, var, PML_NONE, parser->token.at);
  pml_advance(parser);
  return pml_continue_reference(parser, pending, is_open);
}

bool pml_finish_remote(pml_parser *parser, uint32_t process, uint32_t pid,
                       pml_place at, bool *is_open) {
  assert(process < parser->s->processes.count);
  const char *name = pml_name(parser, parser->s->processes.at[process].name);
  bool is_label = pml_at(parser, '@');
  *is_open = false;
  if (!is_label && !pml_at(parser, ':'))
    return pml_wrong(parser, parser->token.at,
                     "'%s' is a proctype: '@' and a label, or ':' and a "
                     "variable of it should follow",
                     name);
  pml_advance(parser);
  if (parser->token.kind != PML_T_NAME)
    return pml_misfit(parser, is_label ? "a label" : "a variable");
  if (is_label) {
    uint32_t e = pml_new_expr(parser, PML_REMOTE_LABEL, process, pid, at);
    parser->s->exprs.at[e].c = parser->token.name;
    if (pid != PML_NONE)
      pml_deepen(parser, e, pid);
    parser->facts.at[e] |= PML_FACT_REMOTE;
    vec_push(parser->m, &parser->remotes, ((pml_remote){e, parser->token.at}));
    pml_push_operand(parser, e);
    pml_advance(parser);
    return true;
  }
  uint32_t var = pml_find_local(parser, process, parser->token.name);
  if (var == PML_NONE)
    return pml_wrong(parser, parser->token.at, "'%s' has no variable '%s'",
                     name, pml_name(parser, parser->token.name));
  if (parser->s->vars.at[var].type == PML_RECORD)
    return pml_wrong(parser, parser->token.at,
                     "'%s' is a record: of another process one can only see "
                     "variables of basic types, and elements of arrays of them",
                     pml_name(parser, parser->token.name));
  return begin_reference(parser, var, process, pid, at, is_open);
}

static bool read_remote(pml_parser *parser, uint32_t process, bool *is_open) {
  pml_place at = parser->token.at;
  pml_advance(parser);
  if (!pml_at(parser, '['))
    return pml_finish_remote(parser, process, PML_NONE, at, is_open);
  pml_pending *pending =
      pml_push_pending(parser, PML_P_PID, 0, PML_REMOTE_LABEL);
  pending->process = process;
  pending->at = at;
  pml_advance(parser);
  *is_open = true;
  return true;
}

/* Something unknown, with what may hang on it. */
static bool read_unknown(pml_parser *parser) {
  pml_place at = parser->token.at;
  size_t depth = 0;
  pml_advance(parser);
  while (pml_at(parser, '[') || pml_at(parser, '.') || pml_at(parser, '@') ||
         depth) {
    if (pml_at(parser, PML_T_END) || pml_at(parser, '}') || pml_at(parser, ';'))
      return false;
    depth += pml_at(parser, '[');
    depth -= pml_at(parser, ']') && depth;
    bool has_name = pml_at(parser, '.') || pml_at(parser, '@');
    pml_advance(parser);
    if (has_name && parser->token.kind == PML_T_NAME)
      pml_advance(parser);
  }
  push_bad(parser, at);
  return true;
}

static bool read_name(pml_parser *parser, bool *is_open) {
  const uint32_t name = parser->token.name;
  pml_symbol symbol = pml_find(parser, name);
  pml_place at = parser->token.at;
  uint32_t e;
  switch (symbol.kind) {
  case PML_IS_VAR:
    return begin_reference(parser, symbol.number, PML_NONE, PML_NONE, at,
                           is_open);
  case PML_IS_CONSTANT:
    e = pml_number_expr(parser, parser->s->mtype_values.at[symbol.number], at);
    parser->s->exprs.at[e].a = name;
    pml_push_operand(parser, e);
    pml_advance(parser);
    return true;
  case PML_IS_PROCESS:
    return read_remote(parser, symbol.number, is_open);
  case PML_IS_INLINE:
    return pml_wrong(parser, at,
                     "'%s' is an inline: it is called as a statement",
                     pml_name(parser, name));
  case PML_IS_RECORD:
    return pml_wrong(parser, at, "'%s' is a type; a value should be here",
                     pml_name(parser, name));
  case PML_IS_NOTHING:
    pml_undeclared(parser, name, at,
                   pml_peek(parser) == '@'
                       ? "its proctype must stand before"
                       : "declare it before, as in 'byte x'");
    break;
  case PML_IS_UNKNOWN:
    parser->failed = true;
    break;
  }
  return read_unknown(parser);
}

static void push_simple(pml_parser *parser, pml_op op) {
  pml_push_operand(
      parser, pml_new_expr(parser, op, PML_NONE, PML_NONE, parser->token.at));
  pml_advance(parser);
}

static void push_number(pml_parser *parser, int32_t value) {
  uint32_t e = pml_number_expr(parser, value, parser->token.at);
  if (parser->token.kind == PML_T_NAME)
    parser->s->exprs.at[e].d = parser->token.name;
  pml_push_operand(parser, e);
  pml_advance(parser);
}

static bool open_call(pml_parser *parser, int kind, pml_op op, bool *is_open) {
  const char *word = pml_name(parser, parser->token.name);
  pml_push_pending(parser, kind, 0, op);
  pml_advance(parser);
  if (!pml_at(parser, '('))
    return pml_wrong(parser, parser->token.at, "'(' should follow '%s'", word);
  pml_advance(parser);
  *is_open = true;
  return true;
}

/* run P( ; what it is called with is an argument list as any other. */
static bool open_run(pml_parser *parser, bool *is_open) {
  pml_pending *pending = pml_push_pending(parser, PML_P_RUN, 0, PML_RUN);
  uint32_t name;
  pending->arguments = parser->arguments.count;
  if (parser->process == PML_NONE)
    return pml_wrong(parser, parser->token.at, "'run' is for processes only");
  pml_advance(parser);
  if (!pml_take_name(parser, &name, "the name of a proctype"))
    return false;
  vec_last(&parser->pending).var = name;
  if (!pml_take(parser, '(', "'('"))
    return false;
  *is_open = true;
  return true;
}

static bool read_channel_word(pml_parser *parser, pml_word w, bool *is_open) {
  switch (w) {
  case PML_W_LEN:
    return open_call(parser, PML_P_CALL, PML_LEN, is_open);
  case PML_W_EMPTY:
    return open_call(parser, PML_P_CALL, PML_EMPTY, is_open);
  case PML_W_NEMPTY:
    return open_call(parser, PML_P_CALL, PML_NEMPTY, is_open);
  case PML_W_FULL:
    return open_call(parser, PML_P_CALL, PML_FULL, is_open);
  case PML_W_NFULL:
    return open_call(parser, PML_P_CALL, PML_NFULL, is_open);
  case PML_W_ENABLED:
    parser->s->uses_enabled = true;
    return open_call(parser, PML_P_CALL, PML_ENABLED, is_open);
  case PML_W_PC_VALUE:
    return open_call(parser, PML_P_CALL, PML_PC_VALUE, is_open);
  case PML_W_GET_PRIORITY:
    parser->s->uses_priority = true;
    return open_call(parser, PML_P_CALL, PML_GET_PRIORITY, is_open);
  case PML_W_EVAL:
    return open_call(parser, PML_P_EVAL, PML_EVAL, is_open);
  case PML_W_RUN:
    return open_run(parser, is_open);
  case PML_W_C_EXPR:
    return pml_read_c_expr(parser);
  default:
    return pml_misfit(parser, "an expression");
  }
}

static bool read_np(pml_parser *parser) {
  if (parser->process != PML_NONE &&
      parser->s->processes.at[parser->process].kind != PML_NEVER)
    pml_wrong(parser, parser->token.at,
              "'np_' is for never claims and formulas only");
  parser->s->uses_np = true;
  push_simple(parser, PML_NP);
  return true;
}

static bool read_word(pml_parser *parser, pml_word w, bool *is_open) {
  switch (w) {
  case PML_W_TRUE:
  case PML_W_SKIP:
    push_number(parser, 1);
    return true;
  case PML_W_FALSE:
    push_number(parser, 0);
    return true;
  case PML_W_TIMEOUT:
    parser->s->uses_timeout = true;
    push_simple(parser, PML_TIMEOUT);
    return true;
  case PML_W_NP:
    return read_np(parser);
  case PML_W_MY_PID:
    if (parser->process == PML_NONE && !parser->in_formula)
      return pml_wrong(parser, parser->token.at,
                       "'_pid' is for processes only");
    push_simple(parser, PML_SELF);
    return true;
  case PML_W_NR_PR:
    push_simple(parser, PML_COUNT);
    return true;
  case PML_W_MY_LAST:
    parser->s->uses_last = true;
    push_simple(parser, PML_LAST);
    return true;
  case PML_W_MY_PRIORITY:
    parser->s->uses_priority = true;
    push_simple(parser, PML_PRIORITY);
    return true;
  case PML_W_ANY:
    push_simple(parser, PML_ANY);
    return true;
  default:
    return read_channel_word(parser, w, is_open);
  }
}

static bool open_operator(pml_parser *parser, pml_op op, bool *is_open) {
  pml_push_pending(parser, 0, PML_LEVEL_UNARY, op);
  pml_advance(parser);
  *is_open = true;
  return true;
}

/* '(' among the arguments of a receive groups them, and nothing else. */
static bool open_parenthesis(pml_parser *parser, bool *is_open) {
  const pml_pending *top =
      parser->pending.count ? &vec_last(&parser->pending) : NULL;
  bool is_received =
      top && (top->kind == PML_P_POLL || top->kind == PML_P_RECEIVED ||
              (top->kind == PML_P_NESTED && top->random));
  size_t arguments = is_received ? top->arguments : 0;
  pml_pending *pending = pml_push_pending(
      parser, is_received ? PML_P_NESTED : PML_P_PAREN, 0, PML_CONST);
  pending->random = is_received;
  pending->arguments = arguments;
  pml_advance(parser);
  *is_open = true;
  return true;
}

static bool read_temporal(pml_parser *parser, bool *is_open) {
  pml_word w = pml_word_of(parser, &parser->token);
  if (pml_at(parser, PML_T_BOX) || w == PML_W_ALWAYS || w == PML_W_G)
    return open_operator(parser, PML_ALWAYS, is_open);
  if (pml_at(parser, PML_T_DIAMOND) || w == PML_W_EVENTUALLY || w == PML_W_F)
    return open_operator(parser, PML_EVENTUALLY, is_open);
  if (w == PML_W_X || w == PML_W_NEXT)
    return open_operator(parser, PML_NEXT, is_open);
  return false;
}

bool pml_read_operand(pml_parser *parser, bool *is_open) {
  pml_word w = pml_word_of(parser, &parser->token);
  *is_open = false;
  if (parser->in_formula && read_temporal(parser, is_open))
    return true;
  switch (parser->token.kind) {
  case PML_T_NUMBER: /* read as long, cut to int */
    push_number(parser, (int32_t)(uint32_t)(uint64_t)parser->token.value);
    return true;
  case PML_T_NAME:
    return w == PML_W_NONE ? read_name(parser, is_open)
                           : read_word(parser, w, is_open);
  case '!':
    return open_operator(parser, PML_NOT, is_open);
  case '-':
    return open_operator(parser, PML_NEGATE, is_open);
  case '~':
    return open_operator(parser, PML_COMPLEMENT, is_open);
  case '(':
    return open_parenthesis(parser, is_open);
  default:
    return pml_misfit(parser, "an expression");
  }
}
