/* Code is followed along all its jumps; what it touches is listed. */
#include "lang/promela/reduce/access.h"

#include <assert.h>

void pml_scan_init(pml_scan *scan, mem *m, const pml_lowered *lowered) {
  *scan = (pml_scan){.m = m, .p = lowered, .sure = PML_NONE};
  scan->stamps =
      mem_array(m, 2 * lowered->code.count + 2, sizeof *scan->stamps);
  scan->is_target = mem_alloc(m, lowered->code.count + 1);
  const uint32_t *code = lowered->code.at;
  for (uint32_t i = 0; i < pml_finished(lowered); i += pml_length_of(code[i]))
    if (code[i] == PML_OP_JUMP || code[i] == PML_OP_JUMP_ZERO ||
        code[i] == PML_OP_JUMP_TRUE)
      scan->is_target[code[i + 1]] = 1;
}

void pml_scan_free(pml_scan *scan) {
  vec_free(scan->m, &scan->list);
  vec_free(scan->m, &scan->arguments);
  vec_free(scan->m, &scan->starts);
  vec_free(scan->m, &scan->todo);
  mem_free(scan->m, scan->stamps);
  mem_free(scan->m, scan->is_target);
}

static void add(pml_scan *scan, pml_access_kind kind, uint32_t lo,
                uint32_t hi) {
  vec_push(scan->m, &scan->list,
           ((pml_access){.kind = (uint8_t)kind, .lo = lo, .hi = hi}));
}

/* The whole variable that a computed address is in. */
static void range_of(const pml_scan *scan, uint32_t process, uint32_t offset,
                     uint32_t *lo, uint32_t *hi) {
  const pml_syntax *syntax = scan->p->syntax;
  *lo = 0;
  *hi = UINT32_MAX;
  for (size_t i = 0; i < syntax->vars.count; i++) {
    const pml_lies *lies = &scan->p->lies.at[i];
    if (syntax->vars.at[i].process != process ||
        syntax->vars.at[i].record != PML_NONE || offset < lies->offset ||
        offset >= lies->offset + lies->stride * syntax->vars.at[i].count)
      continue;
    *lo = lies->offset;
    *hi = lies->offset + lies->stride * syntax->vars.at[i].count;
    return;
  }
}

static void add_global(pml_scan *scan, pml_access_kind kind, const uint32_t *w,
                       bool is_plain) {
  uint32_t lo = w[1], hi = w[1] + pml_bytes_of(w[2]);
  if (!is_plain)
    range_of(scan, PML_NONE, w[1], &lo, &hi);
  add(scan, kind, lo, hi < scan->p->global_bytes ? hi : scan->p->global_bytes);
}

/* Setting a variable to 0 is told apart: it gives a channel variable no new
 * channel. */
static void add_change(pml_scan *scan, const uint32_t *w,
                       const uint32_t *before, bool is_plain) {
  uint32_t lo = w[1], hi = w[1] + pml_bytes_of(w[2]);
  if (!is_plain)
    range_of(scan, scan->process, w[1], &lo, &hi);
  add(scan, PML_CHANGES, lo, hi);
  vec_last(&scan->list).is_reset =
      is_plain && before && before[0] == PML_OP_PUSH && before[1] == 0;
}

/* 'load': the instruction that loads the number of the channel. */
static void access_add_channel(pml_scan *scan, pml_access_kind kind,
                               const uint32_t *load, bool is_making) {
  pml_access access = {.kind = (uint8_t)kind, .place = PML_ANYWHERE};
  uint32_t op = load ? load[0] : PML_OP_DONE;
  bool is_local = op == PML_OP_LOCAL || op == PML_OP_LOCAL_AT;
  if (op == PML_OP_GLOBAL || op == PML_OP_GLOBAL_AT ||
      (is_local && !is_making && scan->process != PML_NONE)) {
    access.place = is_local ? PML_IN_FRAME : PML_IN_GLOBALS;
    access.lo = load[1];
    access.hi = load[1] + 1;
    if (op == PML_OP_GLOBAL_AT || op == PML_OP_LOCAL_AT)
      range_of(scan, is_local ? scan->process : PML_NONE, load[1], &access.lo,
               &access.hi);
    if (access.hi == UINT32_MAX)
      access.place = PML_ANYWHERE;
  }
  vec_push(scan->m, &scan->list, access);
}

static void later(pml_scan *scan, uint32_t pc, bool is_making) {
  if (pc != PML_NONE)
    vec_push(scan->m, &scan->todo, ((pml_scan_item){pc, is_making}));
}

/* The last instruction before the end of straight code. */
static const uint32_t *last_of(const pml_lowered *lowered, uint32_t pc) {
  const uint32_t *code = lowered->code.at, *last = NULL;
  for (; code[pc] != PML_OP_DONE; pc += pml_length_of(code[pc]))
    last = code + pc;
  return last;
}

static void add_talk(pml_scan *scan, uint32_t talk, pml_access_kind kind,
                     bool is_making) {
  assert(talk < scan->p->talks.count);
  const pml_talk *t = &scan->p->talks.at[talk];
  later(scan, t->channel, is_making);
  for (uint32_t i = 0; i < t->count; i++) {
    const pml_word *word = &scan->p->words.at[t->first + i];
    if (word->kind != PML_WORD_ANY)
      later(scan, word->code, is_making);
    if (word->kind != PML_WORD_TARGET)
      continue;
    uint32_t op[3] = {0, word->offset, pml_scalar_word(&word->scalar)};
    if (!word->is_local)
      add_global(scan, PML_WRITES, op, word->code == PML_NONE);
    else if (!is_making)
      add_change(scan, op, NULL, word->code == PML_NONE);
  }
  access_add_channel(scan, kind, last_of(scan->p, t->channel), is_making);
}

/* A frame's address that is computed may reach to its end. */
static void add_remote(pml_scan *scan, const uint32_t *w,
                       const uint32_t *before) {
  bool is_plain = before && before[0] == PML_OP_PUSH && before[1] == 0;
  add(scan, PML_COUNTS, 0, 0);
  add(scan, PML_SEES_LOCAL, w[1],
      is_plain ? w[1] + pml_bytes_of(w[2]) : UINT32_MAX);
}

/* A load of one scalar, as an argument. */
static pml_argument argument_of(const uint32_t *w, bool is_making) {
  pml_argument argument = {.place = PML_ANYWHERE, .offset = w[1]};
  if (w[0] == PML_OP_GLOBAL)
    argument.place = PML_IN_GLOBALS;
  else if (w[0] == PML_OP_LOCAL && !is_making)
    argument.place = PML_IN_FRAME;
  return argument;
}

/* What a 'run' is given lies before it, the priority last. As long as each is
 * loaded by one instruction it is known which is which. 'straight': code from
 * there on is run without jumps. */
static void add_creation(pml_scan *scan, uint32_t straight, const uint32_t *run,
                         bool is_making) {
  const uint32_t *code = scan->p->code.at;
  uint32_t count = run[2], first = (uint32_t)scan->arguments.count;
  add(scan, PML_CREATES, run[1], first);
  vec_last(&scan->list).arguments = count;
  scan->starts.count = 0;
  for (uint32_t pc = straight; code + pc != run; pc += pml_length_of(code[pc]))
    vec_push(scan->m, &scan->starts, pc);
  for (uint32_t i = 0; i < count; i++)
    vec_push(scan->m, &scan->arguments,
             ((pml_argument){.place = PML_ANYWHERE}));
  for (uint32_t i = 0; i <= count && i < scan->starts.count; i++) {
    const uint32_t *w = code + scan->starts.at[scan->starts.count - 1 - i];
    if (w[0] != PML_OP_PUSH && w[0] != PML_OP_LOCAL && w[0] != PML_OP_GLOBAL)
      break;
    if (i > 0)
      scan->arguments.at[first + count - i] = argument_of(w, is_making);
  }
}

/* Instructions that look further than the variables. */
static void scan_rest(pml_scan *scan, const uint32_t *w, const uint32_t *before,
                      bool is_making) {
  switch (w[0]) {
  case PML_OP_LEN:
  case PML_OP_EMPTY:
  case PML_OP_NEMPTY:
  case PML_OP_FULL:
  case PML_OP_NFULL:
    access_add_channel(scan, PML_LOOKS, before, is_making);
    break;
  case PML_OP_POLL:
  case PML_OP_CAN_SEND:
  case PML_OP_CAN_RECEIVE:
    add_talk(scan, w[1], PML_LOOKS, is_making);
    break;
  case PML_OP_SEND:
  case PML_OP_RECEIVE:
    add_talk(scan, w[1], w[0] == PML_OP_SEND ? PML_SENDS : PML_RECEIVES,
             is_making);
    add_talk(scan, w[1], PML_LOOKS, is_making);
    break;
  case PML_OP_RUN:
    later(scan, scan->p->behaviours.at[w[1]].make, true);
    break;
  case PML_OP_COUNT:
  case PML_OP_FIND:
    add(scan, PML_COUNTS, 0, 0);
    break;
  case PML_OP_AT_POINT:
    add(scan, PML_COUNTS, 0, 0);
    add(scan, PML_SEES_POINT, w[1], w[2]);
    break;
  case PML_OP_REMOTE:
    add_remote(scan, w, before);
    break;
  case PML_OP_LAST:
    scan->why = "_last is used";
    break;
  case PML_OP_NP:
    if (scan->process == PML_NONE)
      add(scan, PML_SEES_MARK, PML_POINT_PROGRESS, 0);
    else
      scan->why = "np_ is used";
    break;
  case PML_OP_ENABLED:
    scan->why = "enabled() is used";
    break;
  case PML_OP_PC_VALUE:
    scan->why = "pc_value() is used";
    break;
  case PML_OP_GET_PRIORITY:
  case PML_OP_SET_PRIORITY:
    scan->why = "priorities are used";
    break;
  default:
    if (w[0] > PML_OP_GOES)
      scan->why = "there is code of another kind";
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

static void scan_straight(pml_scan *scan, uint32_t pc, bool is_making) {
  const uint32_t *code = scan->p->code.at, *before = NULL;
  const uint32_t *last[3] = {0};
  bool is_sure = pc == scan->sure && !is_making;
  uint32_t straight = pc;
  for (;;) {
    const uint32_t *w = code + pc;
    uint32_t *stamp = &scan->stamps[2 * pc + is_making];
    if (*stamp == scan->round)
      return;
    *stamp = scan->round;
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
      later(scan, w[1], is_making);
      is_sure = false;
      break;
    case PML_OP_GLOBAL:
    case PML_OP_GLOBAL_AT:
      add_global(scan, PML_READS, w, w[0] == PML_OP_GLOBAL);
      break;
    case PML_OP_STORE_GLOBAL:
    case PML_OP_STORE_GLOBAL_AT:
      add_global(scan, PML_WRITES, w, w[0] == PML_OP_STORE_GLOBAL);
      break;
    case PML_OP_STORE_LOCAL:
    case PML_OP_STORE_LOCAL_AT:
      if (!is_making) {
        add_change(scan, w, before, w[0] == PML_OP_STORE_LOCAL);
        if (is_sure)
          vec_last(&scan->list).by = step_of(w, last);
      }
      break;
    default:
      if (w[0] == PML_OP_RUN)
        add_creation(scan, straight, w, is_making);
      scan_rest(scan, w, before, is_making);
      break;
    }
    pc += pml_length_of(w[0]);
    if (scan->is_target[pc])
      straight = pc;
    before = scan->is_target[pc] ? NULL : w;
    last[2] = before ? last[1] : NULL;
    last[1] = before ? last[0] : NULL;
    last[0] = before;
    is_sure &= before != NULL;
  }
}

static void work(pml_scan *scan) {
  scan->round++;
  while (scan->todo.count) {
    pml_scan_item scan_item = vec_pop(&scan->todo);
    scan_straight(scan, scan_item.pc, scan_item.is_making);
  }
}

void pml_scan_code(pml_scan *scan, uint32_t process, uint32_t pc) {
  scan->process = process;
  later(scan, pc, false);
  work(scan);
}

void pml_scan_talk(pml_scan *scan, uint32_t process, uint32_t talk,
                   pml_access_kind kind) {
  scan->process = process;
  add_talk(scan, talk, kind, false);
  work(scan);
}

void pml_scan_move(pml_scan *scan, uint32_t process, const pml_move *move) {
  scan->process = process;
  scan->sure = move->effect;
  later(scan, move->guard, false);
  later(scan, move->effect, false);
  if (move->kind == PML_MOVE_SEND || move->kind == PML_MOVE_RECEIVE) {
    add_talk(scan, move->talk,
             move->kind == PML_MOVE_SEND ? PML_SENDS : PML_RECEIVES, false);
    vec_last(&scan->list).is_first = true;
  }
  work(scan);
}
