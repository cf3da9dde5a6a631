#include "lang/promela/parse/parts.h"

#include <assert.h>

/* What operators stand between: numbers, variables, references to other
 * processes, and the words that look like functions. */

uint32_t pml_add_expr(pml_parser *p, pml_expr e) {
  if (p->s->exprs.count >= UINT32_MAX - 1)
    mem_raise(p->m->budget, MEM_LIMIT);
  vec_push(p->m, &p->s->exprs, e);
  vec_push(p->m, &p->facts, 0);
  vec_push(p->m, &p->depths, 1);
  return (uint32_t)p->s->exprs.count - 1;
}

uint32_t pml_new_expr(pml_parser *p, pml_op op, uint32_t a, uint32_t b,
                      pml_place at) {
  pml_expr e = {
      .op = op, .a = a, .b = b, .c = PML_NONE, .d = PML_NONE, .at = at};
  return pml_add_expr(p, e);
}

/* Everything that traverses an expression relies on the limit. */
void pml_deepen(pml_parser *p, uint32_t e, uint32_t part) {
  assert(part < p->depths.count);
  if (p->depths.at[part] >= PML_MOST_DEEP) {
    if (!(p->facts.at[part] & PML_FACT_BAD))
      pml_wrong(p, p->s->exprs.at[part].at,
                "an expression is nested deeper than %d levels", PML_MOST_DEEP);
    p->facts.at[e] |= PML_FACT_BAD;
  } else if (p->depths.at[e] <= p->depths.at[part]) {
    p->depths.at[e] = (uint16_t)(p->depths.at[part] + 1);
  }
}

uint32_t pml_number_expr(pml_parser *p, int32_t value, pml_place at) {
  uint32_t e = pml_new_expr(p, PML_CONST, PML_NONE, PML_NONE, at);
  p->s->exprs.at[e].value = value;
  return e;
}

void pml_push_operand(pml_parser *p, uint32_t e) {
  vec_push(p->m, &p->operands, e);
}

uint32_t pml_referred(const pml_parser *p, uint32_t e) {
  assert(e < p->s->exprs.count);
  while (p->s->exprs.at[e].c != PML_NONE)
    e = p->s->exprs.at[e].c;
  return p->s->exprs.at[e].a;
}

/* Stands for what has been reported. */
static void push_bad(pml_parser *p, pml_place at) {
  uint32_t e = pml_number_expr(p, 0, at);
  p->facts.at[e] |= PML_FACT_BAD;
  pml_push_operand(p, e);
}

static bool read_member(pml_parser *p, pml_pending *o) {
  assert(o->var < p->s->vars.count);
  const pml_var *v = &p->s->vars.at[o->var];
  uint32_t name, field, e;
  pml_advance(p);
  pml_place at = p->token.at;
  if (!pml_take_name(p, &name, "the name of a field"))
    return false;
  if (v->type != PML_RECORD)
    return pml_wrong(p, at, "'%s' is no record: it has no field '%s'",
                     pml_name(p, v->name), pml_name(p, name));
  field = pml_find_field(p, v->sub, name);
  if (field == PML_NONE)
    return pml_no_field(p, v->sub, name, at);
  e = pml_new_expr(p, PML_MEMBER, field, PML_NONE, at);
  p->s->exprs.at[o->tail].c = e;
  o->tail = e;
  o->var = field;
  return true;
}

static bool open_index(pml_parser *p, pml_pending o) {
  assert(o.var < p->s->vars.count);
  const pml_var *v = &p->s->vars.at[o.var];
  if (!v->is_array || p->s->exprs.at[o.tail].b != PML_NONE)
    return pml_wrong(
        p, p->token.at, "'%s' is not an array%s", pml_name(p, v->name),
        v->is_array ? " of arrays; make it an array of records" : "");
  pml_pending *x = pml_push_pending(p, PML_P_INDEX, 0, PML_NAME);
  o.kind = PML_P_INDEX;
  o.at = x->at;
  *x = o;
  pml_advance(p);
  return true;
}

bool pml_continue_reference(pml_parser *p, pml_pending o, bool *is_open) {
  *is_open = false;
  for (;;) {
    const pml_var *v = &p->s->vars.at[o.var];
    if (pml_at(p, '[')) {
      *is_open = true;
      return open_index(p, o);
    }
    if (v->is_array && p->s->exprs.at[o.tail].b == PML_NONE &&
        (!p->takes_array || pml_at(p, '.'))) { /* SPIN complains, takes [0] */
      uint32_t zero = pml_number_expr(p, 0, p->s->exprs.at[o.tail].at);
      p->s->exprs.at[o.tail].b = zero;
    }
    if (!pml_at(p, '.'))
      break;
    if (!read_member(p, &o))
      return false;
  }
  if (o.process != PML_NONE) {
    uint32_t e = pml_new_expr(p, PML_REMOTE_VAR, o.process, o.pid, o.at);
    p->s->exprs.at[e].c = o.root;
    pml_deepen(p, e, o.root);
    if (o.pid != PML_NONE)
      pml_deepen(p, e, o.pid);
    p->facts.at[e] |= PML_FACT_REMOTE;
    pml_push_operand(p, e);
    return true;
  }
  if (p->s->vars.at[o.var].type == PML_RECORD)
    p->facts.at[o.root] |= PML_FACT_RECORD;
  pml_push_operand(p, o.root);
  return true;
}

static bool begin_reference(pml_parser *p, uint32_t var, uint32_t process,
                            uint32_t pid, pml_place at, bool *is_open) {
  pml_pending o = {.var = var, .process = process, .pid = pid, .at = at};
  o.root = o.tail = pml_new_expr(p, PML_NAME, var, PML_NONE, p->token.at);
  pml_advance(p);
  return pml_continue_reference(p, o, is_open);
}

bool pml_finish_remote(pml_parser *p, uint32_t process, uint32_t pid,
                       pml_place at, bool *is_open) {
  assert(process < p->s->processes.count);
  const char *name = pml_name(p, p->s->processes.at[process].name);
  bool is_label = pml_at(p, '@');
  *is_open = false;
  if (!is_label && !pml_at(p, ':'))
    return pml_wrong(p, p->token.at,
                     "'%s' is a proctype: '@' and a label, or ':' and a "
                     "variable of it should follow",
                     name);
  pml_advance(p);
  if (p->token.kind != PML_T_NAME)
    return pml_misfit(p, is_label ? "a label" : "a variable");
  if (is_label) {
    uint32_t e = pml_new_expr(p, PML_REMOTE_LABEL, process, pid, at);
    p->s->exprs.at[e].c = p->token.name;
    if (pid != PML_NONE)
      pml_deepen(p, e, pid);
    p->facts.at[e] |= PML_FACT_REMOTE;
    vec_push(p->m, &p->remotes, ((pml_remote){e, p->token.at}));
    pml_push_operand(p, e);
    pml_advance(p);
    return true;
  }
  uint32_t var = pml_find_local(p, process, p->token.name);
  if (var == PML_NONE)
    return pml_wrong(p, p->token.at, "'%s' has no variable '%s'", name,
                     pml_name(p, p->token.name));
  if (p->s->vars.at[var].type == PML_RECORD)
    return pml_wrong(p, p->token.at,
                     "'%s' is a record: of another process one can only see "
                     "variables of basic types, and elements of arrays of them",
                     pml_name(p, p->token.name));
  return begin_reference(p, var, process, pid, at, is_open);
}

static bool read_remote(pml_parser *p, uint32_t process, bool *is_open) {
  pml_place at = p->token.at;
  pml_advance(p);
  if (!pml_at(p, '['))
    return pml_finish_remote(p, process, PML_NONE, at, is_open);
  pml_pending *o = pml_push_pending(p, PML_P_PID, 0, PML_REMOTE_LABEL);
  o->process = process;
  o->at = at;
  pml_advance(p);
  *is_open = true;
  return true;
}

/* Something unknown, with what may hang on it. */
static bool read_unknown(pml_parser *p) {
  pml_place at = p->token.at;
  size_t depth = 0;
  pml_advance(p);
  while (pml_at(p, '[') || pml_at(p, '.') || pml_at(p, '@') || depth) {
    if (pml_at(p, PML_T_END) || pml_at(p, '}') || pml_at(p, ';'))
      return false;
    depth += pml_at(p, '[');
    depth -= pml_at(p, ']') && depth;
    bool has_name = pml_at(p, '.') || pml_at(p, '@');
    pml_advance(p);
    if (has_name && p->token.kind == PML_T_NAME)
      pml_advance(p);
  }
  push_bad(p, at);
  return true;
}

static bool read_name(pml_parser *p, bool *is_open) {
  const uint32_t name = p->token.name;
  pml_symbol x = pml_find(p, name);
  pml_place at = p->token.at;
  uint32_t e;
  switch (x.kind) {
  case PML_IS_VAR:
    return begin_reference(p, x.number, PML_NONE, PML_NONE, at, is_open);
  case PML_IS_CONSTANT:
    e = pml_number_expr(p, p->s->mtype_values.at[x.number], at);
    p->s->exprs.at[e].a = name;
    pml_push_operand(p, e);
    pml_advance(p);
    return true;
  case PML_IS_PROCESS:
    return read_remote(p, x.number, is_open);
  case PML_IS_INLINE:
    return pml_wrong(p, at, "'%s' is an inline: it is called as a statement",
                     pml_name(p, name));
  case PML_IS_RECORD:
    return pml_wrong(p, at, "'%s' is a type; a value should be here",
                     pml_name(p, name));
  case PML_IS_NOTHING:
    pml_undeclared(p, name, at,
                   pml_peek(p) == '@' ? "its proctype must stand before"
                                      : "declare it before, as in 'byte x'");
    break;
  case PML_IS_UNKNOWN:
    p->failed = true;
    break;
  }
  return read_unknown(p);
}

static void push_simple(pml_parser *p, pml_op op) {
  pml_push_operand(p, pml_new_expr(p, op, PML_NONE, PML_NONE, p->token.at));
  pml_advance(p);
}

static void push_number(pml_parser *p, int32_t value) {
  uint32_t e = pml_number_expr(p, value, p->token.at);
  if (p->token.kind == PML_T_NAME)
    p->s->exprs.at[e].d = p->token.name;
  pml_push_operand(p, e);
  pml_advance(p);
}

static bool open_call(pml_parser *p, int kind, pml_op op, bool *is_open) {
  const char *word = pml_name(p, p->token.name);
  pml_push_pending(p, kind, 0, op);
  pml_advance(p);
  if (!pml_at(p, '('))
    return pml_wrong(p, p->token.at, "'(' should follow '%s'", word);
  pml_advance(p);
  *is_open = true;
  return true;
}

/* run P( ; what it is called with is an argument list as any other. */
static bool open_run(pml_parser *p, bool *is_open) {
  pml_pending *o = pml_push_pending(p, PML_P_RUN, 0, PML_RUN);
  uint32_t name;
  o->arguments = p->arguments.count;
  if (p->process == PML_NONE)
    return pml_wrong(p, p->token.at, "'run' is for processes only");
  pml_advance(p);
  if (!pml_take_name(p, &name, "the name of a proctype"))
    return false;
  vec_last(&p->pending).var = name;
  if (!pml_take(p, '(', "'('"))
    return false;
  *is_open = true;
  return true;
}

static bool read_channel_word(pml_parser *p, pml_word w, bool *is_open) {
  switch (w) {
  case PML_W_LEN:
    return open_call(p, PML_P_CALL, PML_LEN, is_open);
  case PML_W_EMPTY:
    return open_call(p, PML_P_CALL, PML_EMPTY, is_open);
  case PML_W_NEMPTY:
    return open_call(p, PML_P_CALL, PML_NEMPTY, is_open);
  case PML_W_FULL:
    return open_call(p, PML_P_CALL, PML_FULL, is_open);
  case PML_W_NFULL:
    return open_call(p, PML_P_CALL, PML_NFULL, is_open);
  case PML_W_ENABLED:
    p->s->uses_enabled = true;
    return open_call(p, PML_P_CALL, PML_ENABLED, is_open);
  case PML_W_PC_VALUE:
    return open_call(p, PML_P_CALL, PML_PC_VALUE, is_open);
  case PML_W_GET_PRIORITY:
    p->s->uses_priority = true;
    return open_call(p, PML_P_CALL, PML_GET_PRIORITY, is_open);
  case PML_W_EVAL:
    return open_call(p, PML_P_EVAL, PML_EVAL, is_open);
  case PML_W_RUN:
    return open_run(p, is_open);
  case PML_W_C_EXPR:
    return pml_read_c_expr(p);
  default:
    return pml_misfit(p, "an expression");
  }
}

static bool read_np(pml_parser *p) {
  if (p->process != PML_NONE &&
      p->s->processes.at[p->process].kind != PML_NEVER)
    pml_wrong(p, p->token.at, "'np_' is for never claims and formulas only");
  p->s->uses_np = true;
  push_simple(p, PML_NP);
  return true;
}

static bool read_word(pml_parser *p, pml_word w, bool *is_open) {
  switch (w) {
  case PML_W_TRUE:
  case PML_W_SKIP:
    push_number(p, 1);
    return true;
  case PML_W_FALSE:
    push_number(p, 0);
    return true;
  case PML_W_TIMEOUT:
    p->s->uses_timeout = true;
    push_simple(p, PML_TIMEOUT);
    return true;
  case PML_W_NP:
    return read_np(p);
  case PML_W_MY_PID:
    if (p->process == PML_NONE && !p->in_formula)
      return pml_wrong(p, p->token.at, "'_pid' is for processes only");
    push_simple(p, PML_SELF);
    return true;
  case PML_W_NR_PR:
    push_simple(p, PML_COUNT);
    return true;
  case PML_W_MY_LAST:
    p->s->uses_last = true;
    push_simple(p, PML_LAST);
    return true;
  case PML_W_MY_PRIORITY:
    p->s->uses_priority = true;
    push_simple(p, PML_PRIORITY);
    return true;
  case PML_W_ANY:
    push_simple(p, PML_ANY);
    return true;
  default:
    return read_channel_word(p, w, is_open);
  }
}

static bool open_operator(pml_parser *p, pml_op op, bool *is_open) {
  pml_push_pending(p, 0, PML_LEVEL_UNARY, op);
  pml_advance(p);
  *is_open = true;
  return true;
}

/* '(' among the arguments of a receive groups them, and nothing else. */
static bool open_parenthesis(pml_parser *p, bool *is_open) {
  const pml_pending *top = p->pending.count ? &vec_last(&p->pending) : NULL;
  bool is_received =
      top && (top->kind == PML_P_POLL || top->kind == PML_P_RECEIVED ||
              (top->kind == PML_P_NESTED && top->random));
  size_t arguments = is_received ? top->arguments : 0;
  pml_pending *o = pml_push_pending(p, is_received ? PML_P_NESTED : PML_P_PAREN,
                                    0, PML_CONST);
  o->random = is_received;
  o->arguments = arguments;
  pml_advance(p);
  *is_open = true;
  return true;
}

static bool read_temporal(pml_parser *p, bool *is_open) {
  pml_word w = pml_word_of(p, &p->token);
  if (pml_at(p, PML_T_BOX) || w == PML_W_ALWAYS)
    return open_operator(p, PML_ALWAYS, is_open);
  if (pml_at(p, PML_T_DIAMOND) || w == PML_W_EVENTUALLY)
    return open_operator(p, PML_EVENTUALLY, is_open);
  if (w == PML_W_X || w == PML_W_NEXT)
    return open_operator(p, PML_NEXT, is_open);
  return false;
}

bool pml_read_operand(pml_parser *p, bool *is_open) {
  pml_word w = pml_word_of(p, &p->token);
  *is_open = false;
  if (p->in_formula && read_temporal(p, is_open))
    return true;
  switch (p->token.kind) {
  case PML_T_NUMBER: /* read as long, cut to int */
    push_number(p, (int32_t)(uint32_t)(uint64_t)p->token.value);
    return true;
  case PML_T_NAME:
    return w == PML_W_NONE ? read_name(p, is_open) : read_word(p, w, is_open);
  case '!':
    return open_operator(p, PML_NOT, is_open);
  case '-':
    return open_operator(p, PML_NEGATE, is_open);
  case '~':
    return open_operator(p, PML_COMPLEMENT, is_open);
  case '(':
    return open_parenthesis(p, is_open);
  default:
    return pml_misfit(p, "an expression");
  }
}
