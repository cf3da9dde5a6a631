/* Code is followed along all its jumps; what it touches is listed. */
#include "lang/promela/reduce/access.h"

#include <assert.h>

void pml_scan_init(pml_scan *s, mem *m, const pml_lowered *p) {
  *s = (pml_scan){.m = m, .p = p, .sure = PML_NONE};
  s->stamps = mem_array(m, 2 * p->code.count + 2, sizeof *s->stamps);
  s->is_target = mem_alloc(m, p->code.count + 1);
  const uint32_t *code = p->code.at;
  for (uint32_t i = 0; i < pml_finished(p); i += pml_length_of(code[i]))
    if (code[i] == PML_OP_JUMP || code[i] == PML_OP_JUMP_ZERO ||
        code[i] == PML_OP_JUMP_TRUE)
      s->is_target[code[i + 1]] = 1;
}

void pml_scan_free(pml_scan *s) {
  vec_free(s->m, &s->list);
  vec_free(s->m, &s->arguments);
  vec_free(s->m, &s->starts);
  vec_free(s->m, &s->todo);
  mem_free(s->m, s->stamps);
  mem_free(s->m, s->is_target);
}

static void add(pml_scan *s, pml_access_kind kind, uint32_t lo, uint32_t hi) {
  vec_push(s->m, &s->list,
           ((pml_access){.kind = (uint8_t)kind, .lo = lo, .hi = hi}));
}

/* The whole variable that a computed address is in. */
static void range_of(const pml_scan *s, uint32_t process, uint32_t offset,
                     uint32_t *lo, uint32_t *hi) {
  const pml_syntax *t = s->p->syntax;
  *lo = 0;
  *hi = UINT32_MAX;
  for (size_t i = 0; i < t->vars.count; i++) {
    const pml_lies *l = &s->p->lies.at[i];
    if (t->vars.at[i].process != process || t->vars.at[i].record != PML_NONE ||
        offset < l->offset ||
        offset >= l->offset + l->stride * t->vars.at[i].count)
      continue;
    *lo = l->offset;
    *hi = l->offset + l->stride * t->vars.at[i].count;
    return;
  }
}

static void add_global(pml_scan *s, pml_access_kind kind, const uint32_t *w,
                       bool is_plain) {
  uint32_t lo = w[1], hi = w[1] + pml_bytes_of(w[2]);
  if (!is_plain)
    range_of(s, PML_NONE, w[1], &lo, &hi);
  add(s, kind, lo, hi < s->p->global_bytes ? hi : s->p->global_bytes);
}

/* Setting a variable to 0 is told apart: it gives a channel variable no new
 * channel. */
static void add_change(pml_scan *s, const uint32_t *w, const uint32_t *before,
                       bool is_plain) {
  uint32_t lo = w[1], hi = w[1] + pml_bytes_of(w[2]);
  if (!is_plain)
    range_of(s, s->process, w[1], &lo, &hi);
  add(s, PML_CHANGES, lo, hi);
  vec_last(&s->list).is_reset =
      is_plain && before && before[0] == PML_OP_PUSH && before[1] == 0;
}

/* 'load': the instruction that loads the number of the channel. */
static void access_add_channel(pml_scan *s, pml_access_kind kind,
                               const uint32_t *load, bool is_making) {
  pml_access a = {.kind = (uint8_t)kind, .place = PML_ANYWHERE};
  uint32_t op = load ? load[0] : PML_OP_DONE;
  bool is_local = op == PML_OP_LOCAL || op == PML_OP_LOCAL_AT;
  if (op == PML_OP_GLOBAL || op == PML_OP_GLOBAL_AT ||
      (is_local && !is_making && s->process != PML_NONE)) {
    a.place = is_local ? PML_IN_FRAME : PML_IN_GLOBALS;
    a.lo = load[1];
    a.hi = load[1] + 1;
    if (op == PML_OP_GLOBAL_AT || op == PML_OP_LOCAL_AT)
      range_of(s, is_local ? s->process : PML_NONE, load[1], &a.lo, &a.hi);
    if (a.hi == UINT32_MAX)
      a.place = PML_ANYWHERE;
  }
  vec_push(s->m, &s->list, a);
}

static void later(pml_scan *s, uint32_t pc, bool is_making) {
  if (pc != PML_NONE)
    vec_push(s->m, &s->todo, ((pml_scan_item){pc, is_making}));
}

/* The last instruction before the end of straight code. */
static const uint32_t *last_of(const pml_lowered *p, uint32_t pc) {
  const uint32_t *code = p->code.at, *last = NULL;
  for (; code[pc] != PML_OP_DONE; pc += pml_length_of(code[pc]))
    last = code + pc;
  return last;
}

static void add_talk(pml_scan *s, uint32_t talk, pml_access_kind kind,
                     bool is_making) {
  assert(talk < s->p->talks.count);
  const pml_talk *t = &s->p->talks.at[talk];
  later(s, t->channel, is_making);
  for (uint32_t i = 0; i < t->count; i++) {
    const pml_word *w = &s->p->words.at[t->first + i];
    if (w->kind != PML_WORD_ANY)
      later(s, w->code, is_making);
    if (w->kind != PML_WORD_TARGET)
      continue;
    uint32_t op[3] = {0, w->offset, pml_scalar_word(&w->scalar)};
    if (!w->is_local)
      add_global(s, PML_WRITES, op, w->code == PML_NONE);
    else if (!is_making)
      add_change(s, op, NULL, w->code == PML_NONE);
  }
  access_add_channel(s, kind, last_of(s->p, t->channel), is_making);
}

/* A frame's address that is computed may reach to its end. */
static void add_remote(pml_scan *s, const uint32_t *w, const uint32_t *before) {
  bool is_plain = before && before[0] == PML_OP_PUSH && before[1] == 0;
  add(s, PML_COUNTS, 0, 0);
  add(s, PML_SEES_LOCAL, w[1],
      is_plain ? w[1] + pml_bytes_of(w[2]) : UINT32_MAX);
}

/* A load of one scalar, as an argument. */
static pml_argument argument_of(const uint32_t *w, bool is_making) {
  pml_argument a = {.place = PML_ANYWHERE, .offset = w[1]};
  if (w[0] == PML_OP_GLOBAL)
    a.place = PML_IN_GLOBALS;
  else if (w[0] == PML_OP_LOCAL && !is_making)
    a.place = PML_IN_FRAME;
  return a;
}

/* What a 'run' is given lies before it, the priority last. As long as each is
 * loaded by one instruction it is known which is which. 'straight': code from
 * there on is run without jumps. */
static void add_creation(pml_scan *s, uint32_t straight, const uint32_t *run,
                         bool is_making) {
  const uint32_t *code = s->p->code.at;
  uint32_t count = run[2], first = (uint32_t)s->arguments.count;
  add(s, PML_CREATES, run[1], first);
  vec_last(&s->list).arguments = count;
  s->starts.count = 0;
  for (uint32_t pc = straight; code + pc != run; pc += pml_length_of(code[pc]))
    vec_push(s->m, &s->starts, pc);
  for (uint32_t i = 0; i < count; i++)
    vec_push(s->m, &s->arguments, ((pml_argument){.place = PML_ANYWHERE}));
  for (uint32_t i = 0; i <= count && i < s->starts.count; i++) {
    const uint32_t *w = code + s->starts.at[s->starts.count - 1 - i];
    if (w[0] != PML_OP_PUSH && w[0] != PML_OP_LOCAL && w[0] != PML_OP_GLOBAL)
      break;
    if (i > 0)
      s->arguments.at[first + count - i] = argument_of(w, is_making);
  }
}

/* Instructions that look further than the variables. */
static void scan_rest(pml_scan *s, const uint32_t *w, const uint32_t *before,
                      bool is_making) {
  switch (w[0]) {
  case PML_OP_LEN:
  case PML_OP_EMPTY:
  case PML_OP_NEMPTY:
  case PML_OP_FULL:
  case PML_OP_NFULL:
    access_add_channel(s, PML_LOOKS, before, is_making);
    break;
  case PML_OP_POLL:
  case PML_OP_CAN_SEND:
  case PML_OP_CAN_RECEIVE:
    add_talk(s, w[1], PML_LOOKS, is_making);
    break;
  case PML_OP_SEND:
  case PML_OP_RECEIVE:
    add_talk(s, w[1], w[0] == PML_OP_SEND ? PML_SENDS : PML_RECEIVES,
             is_making);
    add_talk(s, w[1], PML_LOOKS, is_making);
    break;
  case PML_OP_RUN:
    later(s, s->p->behaviours.at[w[1]].make, true);
    break;
  case PML_OP_COUNT:
  case PML_OP_FIND:
    add(s, PML_COUNTS, 0, 0);
    break;
  case PML_OP_AT_POINT:
    add(s, PML_COUNTS, 0, 0);
    add(s, PML_SEES_POINT, w[1], w[2]);
    break;
  case PML_OP_REMOTE:
    add_remote(s, w, before);
    break;
  case PML_OP_LAST:
    s->why = "_last is used";
    break;
  case PML_OP_NP:
    if (s->process == PML_NONE)
      add(s, PML_SEES_MARK, PML_POINT_PROGRESS, 0);
    else
      s->why = "np_ is used";
    break;
  case PML_OP_ENABLED:
    s->why = "enabled() is used";
    break;
  case PML_OP_PC_VALUE:
    s->why = "pc_value() is used";
    break;
  case PML_OP_GET_PRIORITY:
  case PML_OP_SET_PRIORITY:
    s->why = "priorities are used";
    break;
  default:
    if (w[0] > PML_OP_GOES)
      s->why = "there is code of another kind";
    break;
  }
}

/* Adds 1 to a variable, or takes it away: the three instructions before the
 * store, the last first. */
static int8_t step_of(const uint32_t *w, const uint32_t *const last[3]) {
  if (w[0] != PML_OP_STORE_LOCAL || !last[0] || !last[1] || !last[2] ||
      last[1][0] != PML_OP_PUSH || last[1][1] != 1 ||
      last[2][0] != PML_OP_LOCAL || last[2][1] != w[1] || last[2][2] != w[2])
    return 0;
  return last[0][0] == PML_OP_ADD ? 1 : last[0][0] == PML_OP_SUBTRACT ? -1 : 0;
}

static void scan_straight(pml_scan *s, uint32_t pc, bool is_making) {
  const uint32_t *code = s->p->code.at, *before = NULL;
  const uint32_t *last[3] = {0};
  bool is_sure = pc == s->sure && !is_making;
  uint32_t straight = pc;
  for (;;) {
    const uint32_t *w = code + pc;
    uint32_t *stamp = &s->stamps[2 * pc + is_making];
    if (*stamp == s->round)
      return;
    *stamp = s->round;
    switch (w[0]) {
    case PML_OP_DONE:
    case PML_OP_BLOCKED:
      return;
    case PML_OP_JUMP:
      pc = straight = w[1];
      before = last[0] = last[1] = last[2] = NULL;
      is_sure = false;
      continue;
    case PML_OP_JUMP_ZERO:
    case PML_OP_JUMP_TRUE:
      later(s, w[1], is_making);
      is_sure = false;
      break;
    case PML_OP_GLOBAL:
    case PML_OP_GLOBAL_AT:
      add_global(s, PML_READS, w, w[0] == PML_OP_GLOBAL);
      break;
    case PML_OP_STORE_GLOBAL:
    case PML_OP_STORE_GLOBAL_AT:
      add_global(s, PML_WRITES, w, w[0] == PML_OP_STORE_GLOBAL);
      break;
    case PML_OP_STORE_LOCAL:
    case PML_OP_STORE_LOCAL_AT:
      if (!is_making) {
        add_change(s, w, before, w[0] == PML_OP_STORE_LOCAL);
        if (is_sure)
          vec_last(&s->list).by = step_of(w, last);
      }
      break;
    default:
      if (w[0] == PML_OP_RUN)
        add_creation(s, straight, w, is_making);
      scan_rest(s, w, before, is_making);
      break;
    }
    pc += pml_length_of(w[0]);
    if (s->is_target[pc])
      straight = pc;
    before = s->is_target[pc] ? NULL : w;
    last[2] = before ? last[1] : NULL;
    last[1] = before ? last[0] : NULL;
    last[0] = before;
    is_sure &= before != NULL;
  }
}

static void work(pml_scan *s) {
  s->round++;
  while (s->todo.count) {
    pml_scan_item i = vec_pop(&s->todo);
    scan_straight(s, i.pc, i.is_making);
  }
}

void pml_scan_code(pml_scan *s, uint32_t process, uint32_t pc) {
  s->process = process;
  later(s, pc, false);
  work(s);
}

void pml_scan_talk(pml_scan *s, uint32_t process, uint32_t talk,
                   pml_access_kind kind) {
  s->process = process;
  add_talk(s, talk, kind, false);
  work(s);
}

void pml_scan_move(pml_scan *s, uint32_t process, const pml_move *move) {
  s->process = process;
  s->sure = move->effect;
  later(s, move->guard, false);
  later(s, move->effect, false);
  if (move->kind == PML_MOVE_SEND || move->kind == PML_MOVE_RECEIVE) {
    add_talk(s, move->talk,
             move->kind == PML_MOVE_SEND ? PML_SENDS : PML_RECEIVES, false);
    vec_last(&s->list).is_first = true;
  }
  work(s);
}
