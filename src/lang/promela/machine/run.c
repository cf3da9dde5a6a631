#include "lang/promela/machine/state.h"

#include "base/progress.h"
#include "lang/promela/c/c_code.h"

#include <assert.h>

static int32_t divide(pml_machine *x, int32_t a, int32_t b, bool is_modulo) {
  if (base_unlikely(b == 0)) {
    pml_halt(x, "division by zero");
    return 0;
  }
  if (b == -1) /* the processor's own division overflows here */
    return is_modulo ? 0 : (int32_t)(0 - (uint32_t)a);
  return is_modulo ? a % b : a / b;
}

static int32_t shift_right(int32_t a, int32_t b) {
  uint32_t n = (uint32_t)b & 31;
  uint32_t kept = (uint32_t)a >> n;
  return (int32_t)(a < 0 && n ? kept | ~(UINT32_MAX >> n) : kept);
}

static bool is_alive(const pml_machine *x, int32_t pid) {
  return pid >= 0 && (uint32_t)pid < x->layout.processes;
}

static int32_t find_process(const pml_machine *x, uint32_t type) {
  for (uint32_t i = 0; i < x->layout.processes; i++)
    if (x->layout.type[i] == type)
      return (int32_t)i;
  return -1;
}

static bool is_at_point(const pml_machine *x, const uint32_t *w, int32_t pid) {
  assert(w[1] + (size_t)w[2] <= x->p->points_of_labels.count);
  if (!is_alive(x, pid))
    return false;
  uint32_t point = x->behaviours[x->layout.type[pid]].first_point +
                   pml_point_at(x, x->state, (uint32_t)pid);
  const uint32_t *points = x->p->points_of_labels.at + w[1];
  for (uint32_t i = 0; i < w[2]; i++)
    if (points[i] == point)
      return true;
  return false;
}

/* A process of another type has no such variable, and counts as none. */
static int32_t load_remote(const pml_machine *x, const uint32_t *w,
                           int32_t address, int32_t pid) {
  assert(w[3] < x->p->behaviours.count);
  if (!is_alive(x, pid) || x->layout.type[pid] != w[3] ||
      address == PML_OUTSIDE)
    return 0;
  uint32_t at = (uint32_t)address + w[1];
  uint32_t end = x->behaviours[w[3]].frame_bytes;
  if (at + 4 > end) {
    uint8_t window[4] = {0};
    for (uint32_t i = 0; i < 4 && at + i < end; i++)
      window[i] = x->state[x->layout.frame[pid] + at + i];
    return pml_load(window, w[2]);
  }
  return pml_load(x->state + x->layout.frame[pid] + at, w[2]);
}

/* A number that the walker has, too: it is about the text. */
static int32_t pc_value(const pml_machine *x, const uint8_t *bytes,
                        int32_t pid) {
  if (!is_alive(x, pid))
    return 0;
  const pml_point *point = pml_point_of(x, bytes, (uint32_t)pid);
  return (int32_t)pml_view_position(point->statement, point->is_join);
}

static int32_t priority_of(const pml_machine *x, int32_t pid) {
  return is_alive(x, pid) && x->p->has_priority
             ? x->state[x->layout.frame[pid] + 1]
             : 0;
}

static void set_priority(pml_machine *x, int32_t pid, int32_t value) {
  if (!is_alive(x, pid) || !x->p->has_priority)
    return;
  if (value < 1 || value > 255)
    pml_halt(x, "the priority %d is not 1..255", (int)value);
  else
    x->state[x->layout.frame[pid] + 1] = (uint8_t)value;
}

static int32_t ask_enabled(pml_machine *x, int32_t pid) {
  if (x->pid != PML_NONE && pid == (int32_t)x->pid) {
    pml_halt(x, "enabled(%d) asks for the process itself", (int)pid);
    return 0;
  }
  if (x->nested >= PML_NESTED) {
    pml_halt(x, "enabled() asks for itself in a circle");
    return 0;
  }
  return is_alive(x, pid) &&
         pml_is_enabled(x, x->state, x->size, (uint32_t)pid);
}

/* No process is at a progress label, and the system has not come to rest. */
static bool is_np(pml_machine *x) {
  for (uint32_t i = 0; i < x->layout.processes; i++)
    if (pml_point_of(x, x->state, i)->flags & PML_POINT_PROGRESS)
      return false;
  return pml_movers(x, x->state, x->size) != 0;
}

static int32_t start_process(pml_machine *x, const uint32_t *w,
                             const int32_t *arguments, int32_t priority) {
  assert(w[1] < x->p->behaviours.count);
  if (priority < 0 || priority > 255) {
    pml_halt(x, "the priority %d is not 1..255", (int)priority);
    return 0;
  }
  uint32_t pid = x->layout.processes;
  pml_create(x, w[1], priority ? (uint32_t)priority : 1, arguments, w[2]);
  return (int32_t)pid;
}

static uint32_t own_channel(const pml_machine *x, uint32_t k) {
  assert(x->pid == PML_NONE || x->pid < x->layout.processes);
  return x->pid == PML_NONE ? k + 1 : x->layout.first_channel[x->pid] + k;
}

static void send_here(pml_machine *x, const pml_talk *t) {
  int32_t channel = pml_talk_channel(x, t);
  uint32_t q = pml_channel_queue(x, channel);
  if (q != PML_NONE && x->p->queues.at[q].capacity == 0) {
    pml_halt(x, "a rendezvous inside a d_step");
    return;
  }
  if (!pml_can_send(x, channel)) {
    pml_halt(x, "a d_step cannot go on: the channel is full");
    return;
  }
  if (pml_is_lost(x, channel))
    return;
  pml_evaluate_words(x, t);
  pml_send(x, t, channel);
}

static bool can_send_here(pml_machine *x, const pml_talk *t) {
  int32_t channel = pml_talk_channel(x, t);
  uint32_t q = pml_channel_queue(x, channel);
  if (q != PML_NONE && x->p->queues.at[q].capacity == 0)
    return true; /* the send itself tells what is wrong */
  return pml_can_send(x, channel);
}

static bool can_receive_here(pml_machine *x, const pml_talk *t) {
  return pml_find_message(x, t, pml_talk_channel(x, t)) != PML_NONE;
}

static void receive_here(pml_machine *x, const pml_talk *t) {
  int32_t channel = pml_talk_channel(x, t);
  uint32_t slot = pml_find_message(x, t, channel);
  if (x->halted)
    return;
  if (slot == PML_NONE) {
    pml_halt(x, "a d_step cannot go on: there is no such message");
    return;
  }
  pml_take_message(x, t, channel, slot);
}

static void goes(pml_machine *x, uint32_t statement) {
  assert(statement < x->x->place_of_statement.count);
  uint32_t place = x->x->place_of_statement.at[statement];
  x->statement = statement;
  if (place != PML_NONE && !x->quiet)
    x->covered[place >> 3] |= (uint8_t)(1 << (place & 7));
}

/* A loop inside a d_step may never end. */
static void count_round(pml_machine *x) {
  mem_budget *budget = x->out && x->out->m ? x->out->m->budget : NULL;
  if (++x->jumps > PML_MOST_SINGLE && budget)
    mem_raise(budget, MEM_ENDLESS);
  if (budget)
    progress_tick_inside(budget, x->jumps);
}

static void store(pml_machine *x, const uint32_t *w, uint8_t *at,
                  int32_t value) {
  assert(w >= x->code && w < x->code + x->x->quick.count);
  int32_t kept = pml_cut(value, w[2]);
  pml_put(at, w[2], kept);
  if (base_unlikely(kept != value))
    pml_note_cut(x, (uint32_t)(w - x->code), value, w[3]);
}

/* A byte and a constant: the value stays, is the result, or decides. */
#define COMPARE(kind, operator)                                                \
  case PML_QUICK_COMPARE + 2 * (kind):                                         \
    *top++ = state[w[1]] operator(int32_t) w[4];                               \
    w += 6;                                                                    \
    break;                                                                     \
  case PML_QUICK_COMPARE + 2 * (kind) + 1:                                     \
    *top++ = frame[w[1]] operator(int32_t) w[4];                               \
    w += 6;                                                                    \
    break;                                                                     \
  case PML_QUICK_TEST + 2 * (kind):                                            \
    return state[w[1]] operator(int32_t) w[4];                                 \
  case PML_QUICK_TEST + 2 * (kind) + 1:                                        \
    return frame[w[1]] operator(int32_t) w[4];                                 \
  case PML_QUICK_BRANCH + 2 * (kind):                                          \
    w = state[w[1]] operator(int32_t) w[4] ? w + 8 : words + w[7];             \
    break;                                                                     \
  case PML_QUICK_BRANCH + 2 * (kind) + 1:                                      \
    w = frame[w[1]] operator(int32_t) w[4] ? w + 8 : words + w[7];             \
    break
#define BINARY(name, result)                                                   \
  case name:                                                                   \
    top--;                                                                     \
    top[-1] = (int32_t)(result);                                               \
    w++;                                                                       \
    break
#define A ((uint32_t)top[-1])
#define B ((uint32_t)top[0])

/* Longer than other functions: it is one loop over the operations. Whatever
 * may run code of its own finds the free part of the stack at x->stack. */
int32_t pml_run(pml_machine *x, uint32_t pc) {
  assert(pc < x->x->quick.count);
  const uint32_t *words = x->code, *w = words + pc;
  const pml_talk *talks = x->p->talks.at;
  uint8_t *state = x->state, *frame = state + x->frame;
  int32_t *bottom = x->stack, *top = bottom; /* behind the last value */
  int32_t value;
  for (;;)
    switch (w[0]) {
    case PML_QUICK_GLOBAL8:
      *top++ = state[w[1]];
      w += 3;
      break;
    case PML_QUICK_LOCAL8:
      *top++ = frame[w[1]];
      w += 3;
      break;
    case PML_QUICK_GLOBAL32:
      memcpy(top++, state + w[1], sizeof *top);
      w += 3;
      break;
    case PML_QUICK_LOCAL32:
      memcpy(top++, frame + w[1], sizeof *top);
      w += 3;
      break;
    case PML_QUICK_CONSTANT:
      return (int32_t)w[1];
    case PML_QUICK_SET_GLOBAL:
      state[w[3]] = (uint8_t)w[1];
      w += 6;
      break;
    case PML_QUICK_SET_LOCAL:
      frame[w[3]] = (uint8_t)w[1];
      w += 6;
      break;
      COMPARE(0, ==);
      COMPARE(1, !=);
      COMPARE(2, <);
      COMPARE(3, <=);
      COMPARE(4, >);
      COMPARE(5, >=);
    case PML_OP_PUSH:
      *top++ = (int32_t)w[1];
      w += 2;
      break;
    case PML_OP_GLOBAL:
      *top++ = pml_load(state + w[1], w[2]);
      w += 3;
      break;
    case PML_OP_LOCAL:
      *top++ = pml_load(frame + w[1], w[2]);
      w += 3;
      break;
    case PML_OP_INDEX:
      if (base_unlikely((uint32_t)top[-1] >= w[1])) {
        pml_fault_index(x, top[-1], w[3]);
        top[-1] = PML_OUTSIDE;
      } else
        top[-1] = (int32_t)((uint32_t)top[-1] * w[2]);
      w += 4;
      break;
    case PML_OP_OFFSET:
      top--;
      top[-1] = top[-1] == PML_OUTSIDE || top[0] == PML_OUTSIDE
                    ? PML_OUTSIDE
                    : top[-1] + top[0];
      w++;
      break;
    case PML_OP_GLOBAL_AT:
      top[-1] = base_unlikely(top[-1] == PML_OUTSIDE)
                    ? 0
                    : pml_load(state + w[1] + top[-1], w[2]);
      w += 3;
      break;
    case PML_OP_LOCAL_AT:
      top[-1] = base_unlikely(top[-1] == PML_OUTSIDE)
                    ? 0
                    : pml_load(frame + w[1] + top[-1], w[2]);
      w += 3;
      break;
    case PML_OP_STORE_GLOBAL:
      store(x, w, state + w[1], *--top);
      w += 4;
      break;
    case PML_OP_STORE_LOCAL:
      store(x, w, frame + w[1], *--top);
      w += 4;
      break;
    case PML_OP_STORE_GLOBAL_AT:
      top -= 2;
      if (top[0] != PML_OUTSIDE)
        store(x, w, state + w[1] + top[0], top[1]);
      w += 4;
      break;
    case PML_OP_STORE_LOCAL_AT:
      top -= 2;
      if (top[0] != PML_OUTSIDE)
        store(x, w, frame + w[1] + top[0], top[1]);
      w += 4;
      break;
    case PML_OP_NOT:
      top[-1] = !top[-1];
      w++;
      break;
    case PML_OP_NEGATE:
      top[-1] = (int32_t)(0 - A);
      w++;
      break;
    case PML_OP_COMPLEMENT:
      top[-1] = ~top[-1];
      w++;
      break;
      BINARY(PML_OP_ADD, A + B);
      BINARY(PML_OP_SUBTRACT, A - B);
      BINARY(PML_OP_MULTIPLY, A * B);
      BINARY(PML_OP_AND_BITS, A & B);
      BINARY(PML_OP_XOR_BITS, A ^ B);
      BINARY(PML_OP_OR_BITS, A | B);
      BINARY(PML_OP_SHIFT_LEFT, A << (B & 31));
      BINARY(PML_OP_SHIFT_RIGHT, shift_right(top[-1], top[0]));
      BINARY(PML_OP_EQUAL, top[-1] == top[0]);
      BINARY(PML_OP_UNEQUAL, top[-1] != top[0]);
      BINARY(PML_OP_LESS, top[-1] < top[0]);
      BINARY(PML_OP_AT_MOST, top[-1] <= top[0]);
      BINARY(PML_OP_GREATER, top[-1] > top[0]);
      BINARY(PML_OP_AT_LEAST, top[-1] >= top[0]);
    case PML_OP_DIVIDE:
    case PML_OP_MODULO:
      top--;
      top[-1] = divide(x, top[-1], top[0], w[0] == PML_OP_MODULO);
      if (base_unlikely(x->halted))
        return 0;
      w++;
      break;
    case PML_OP_BOOLEAN:
      top[-1] = top[-1] != 0;
      w++;
      break;
    case PML_OP_POP:
      top--;
      w++;
      break;
    case PML_OP_JUMP:
      if (words + w[1] <= w)
        count_round(x);
      w = words + w[1];
      break;
    case PML_OP_JUMP_ZERO:
      w = *--top ? w + 2 : words + w[1];
      break;
    case PML_OP_JUMP_TRUE:
      w = *--top ? words + w[1] : w + 2;
      break;
    case PML_OP_LEN:
      top[-1] = pml_length(x, top[-1], false);
      w++;
      break;
    case PML_OP_EMPTY:
      top[-1] = pml_length(x, top[-1], false) == 0;
      w++;
      break;
    case PML_OP_NEMPTY:
      top[-1] = pml_length(x, top[-1], false) != 0;
      w++;
      break;
    case PML_OP_FULL:
    case PML_OP_NFULL:
      top[-1] = pml_length(x, top[-1], true) == (w[0] == PML_OP_FULL);
      if (base_unlikely(x->halted))
        return 0;
      w++;
      break;
    case PML_OP_SELF:
      *top++ = (int32_t)x->pid;
      w++;
      break;
    case PML_OP_COUNT:
      *top++ = (int32_t)x->layout.processes;
      w++;
      break;
    case PML_OP_LAST:
      *top++ = state[x->p->last_offset];
      w++;
      break;
    case PML_OP_TIMEOUT:
      *top++ = x->timeout;
      w++;
      break;
    case PML_OP_FIND:
      *top++ = find_process(x, w[1]);
      w += 2;
      break;
    case PML_OP_PC_VALUE:
      top[-1] = pc_value(x, state, top[-1]);
      w++;
      break;
    case PML_OP_GET_PRIORITY:
      top[-1] = priority_of(x, top[-1]);
      w++;
      break;
    case PML_OP_SET_PRIORITY:
      top -= 2;
      set_priority(x, top[0], top[1]);
      if (base_unlikely(x->halted))
        return 0;
      w++;
      break;
    case PML_OP_AT_POINT:
      top[-1] = is_at_point(x, w, top[-1]);
      w += 3;
      break;
    case PML_OP_REMOTE:
      top--;
      top[-1] = load_remote(x, w, top[0], top[-1]);
      w += 4;
      break;
    case PML_OP_OWN_CHANNEL:
      *top++ = (int32_t)own_channel(x, w[1]);
      w += 2;
      break;
    case PML_OP_ASSERT:
      if (!*--top)
        pml_fault_assert(x, w[1]);
      w += 2;
      break;
    case PML_OP_GOES:
      goes(x, w[1]);
      w += 2;
      break;
    case PML_OP_C_TEST:
      *top++ = pml_c_on_machine(x, w[1], false);
      w += 2;
      break;
    case PML_OP_C_DO:
      pml_c_on_machine(x, w[1], true);
      w += 2;
      break;
    case PML_OP_DONE:
      x->stack = bottom;
      return top > bottom ? top[-1] : 0;
    case PML_OP_BLOCKED:
      if (w[1] < x->p->syntax->statements.count)
        x->statement = w[1];
      pml_halt(x, "a d_step cannot go on");
      return 0;
    default:
      /* All that may run other code, or halt. */
      if (base_unlikely(x->level >= x->x->depth)) {
        pml_halt(x, "expressions look into each other too deeply");
        return 0;
      }
      x->stack = top;
      x->level++;
      switch (w[0]) {
      case PML_OP_POLL:
        *top++ = pml_poll(x, &talks[w[1]]);
        break;
      case PML_OP_RUN:
        top -= w[2] + 1;
        value = start_process(x, w, top, top[w[2]]);
        *top++ = value;
        break;
      case PML_OP_NP:
        *top++ = is_np(x);
        break;
      case PML_OP_ENABLED:
        top[-1] = ask_enabled(x, top[-1]);
        break;
      case PML_OP_SEND:
        send_here(x, &talks[w[1]]);
        break;
      case PML_OP_RECEIVE:
        receive_here(x, &talks[w[1]]);
        break;
      case PML_OP_CAN_SEND:
        *top++ = can_send_here(x, &talks[w[1]]);
        break;
      default:
        assert(w[0] == PML_OP_CAN_RECEIVE);
        *top++ = can_receive_here(x, &talks[w[1]]);
        break;
      }
      x->stack = bottom;
      x->level--;
      if (base_unlikely(x->halted))
        return 0;
      w += pml_length_of(w[0]);
      break;
    }
}
