#include "lang/promela/machine/state.h"

#include "base/progress.h"
#include "lang/promela/c/c_code.h"

#include <assert.h>

static int32_t divide(pml_machine *machine, int32_t a, int32_t b,
                      bool is_modulo) {
  if (base_unlikely(b == 0)) {
    pml_halt(machine, "division by zero");
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

static bool is_alive(const pml_machine *machine, int32_t pid) {
  return pid >= 0 && (uint32_t)pid < machine->layout.processes;
}

static int32_t find_process(const pml_machine *machine, uint32_t type) {
  for (uint32_t i = 0; i < machine->layout.processes; i++)
    if (machine->layout.type[i] == type)
      return (int32_t)i;
  return -1;
}

static bool is_at_point(const pml_machine *machine, const uint32_t *w,
                        int32_t pid) {
  assert(w[1] + (size_t)w[2] <= machine->p->points_of_labels.count);
  if (!is_alive(machine, pid))
    return false;
  uint32_t point = machine->behaviours[machine->layout.type[pid]].first_point +
                   pml_point_at(machine, machine->state, (uint32_t)pid);
  const uint32_t *points = machine->p->points_of_labels.at + w[1];
  for (uint32_t i = 0; i < w[2]; i++)
    if (points[i] == point)
      return true;
  return false;
}

/* A process of another type has no such variable, and counts as none. */
static int32_t load_remote(const pml_machine *machine, const uint32_t *w,
                           int32_t address, int32_t pid) {
  assert(w[3] < machine->p->behaviours.count);
  if (!is_alive(machine, pid) || machine->layout.type[pid] != w[3] ||
      address == PML_OUTSIDE)
    return 0;
  uint32_t at = (uint32_t)address + w[1];
  uint32_t end = machine->behaviours[w[3]].frame_bytes;
  if (at + 4 > end) {
    uint8_t window[4] = {0};
    for (uint32_t i = 0; i < 4 && at + i < end; i++)
      window[i] = machine->state[machine->layout.frame[pid] + at + i];
    return pml_load(window, w[2]);
  }
  return pml_load(machine->state + machine->layout.frame[pid] + at, w[2]);
}

/* A number that the walker has, too: it is about the text. */
static int32_t pc_value(const pml_machine *machine, const uint8_t *bytes,
                        int32_t pid) {
  if (!is_alive(machine, pid))
    return 0;
  const pml_point *point = pml_point_of(machine, bytes, (uint32_t)pid);
  return (int32_t)pml_view_position(point->statement, point->is_join);
}

static int32_t priority_of(const pml_machine *machine, int32_t pid) {
  return is_alive(machine, pid) && machine->p->has_priority
             ? machine->state[machine->layout.frame[pid] + 1]
             : 0;
}

static void set_priority(pml_machine *machine, int32_t pid, int32_t value) {
  if (!is_alive(machine, pid) || !machine->p->has_priority)
    return;
  if (value < 1 || value > 255)
    pml_halt(machine, "the priority %d is not 1..255", (int)value);
  else
    machine->state[machine->layout.frame[pid] + 1] = (uint8_t)value;
}

static int32_t ask_enabled(pml_machine *machine, int32_t pid) {
  if (machine->pid != PML_NONE && pid == (int32_t)machine->pid) {
    pml_halt(machine, "enabled(%d) asks for the process itself", (int)pid);
    return 0;
  }
  if (machine->nested >= PML_NESTED) {
    pml_halt(machine, "enabled() asks for itself in a circle");
    return 0;
  }
  return is_alive(machine, pid) &&
         pml_is_enabled(machine, machine->state, machine->size, (uint32_t)pid);
}

/* No process is at a progress label, and the system has not come to rest. */
static bool is_np(pml_machine *machine) {
  for (uint32_t i = 0; i < machine->layout.processes; i++)
    if (pml_point_of(machine, machine->state, i)->flags & PML_POINT_PROGRESS)
      return false;
  return pml_movers(machine, machine->state, machine->size) != 0;
}

static int32_t start_process(pml_machine *machine, const uint32_t *w,
                             const int32_t *arguments, int32_t priority) {
  assert(w[1] < machine->p->behaviours.count);
  if (priority < 0 || priority > 255) {
    pml_halt(machine, "the priority %d is not 1..255", (int)priority);
    return 0;
  }
  uint32_t pid = machine->layout.processes;
  pml_create(machine, w[1], priority ? (uint32_t)priority : 1, arguments, w[2]);
  return (int32_t)pid;
}

static uint32_t own_channel(const pml_machine *machine, uint32_t k) {
  assert(machine->pid == PML_NONE || machine->pid < machine->layout.processes);
  return machine->pid == PML_NONE
             ? k + 1
             : machine->layout.first_channel[machine->pid] + k;
}

static void send_here(pml_machine *machine, const pml_talk *talk) {
  int32_t channel = pml_talk_channel(machine, talk);
  uint32_t q = pml_channel_queue(machine, channel);
  if (q != PML_NONE && machine->p->queues.at[q].capacity == 0) {
    pml_halt(machine, "a rendezvous inside a d_step");
    return;
  }
  if (!pml_can_send(machine, channel)) {
    pml_halt(machine, "a d_step cannot go on: the channel is full");
    return;
  }
  if (pml_is_lost(machine, channel))
    return;
  pml_evaluate_words(machine, talk);
  pml_send(machine, talk, channel);
}

static bool can_send_here(pml_machine *machine, const pml_talk *talk) {
  int32_t channel = pml_talk_channel(machine, talk);
  uint32_t q = pml_channel_queue(machine, channel);
  if (q != PML_NONE && machine->p->queues.at[q].capacity == 0)
    return true; /* the send itself tells what is wrong */
  return pml_can_send(machine, channel);
}

static bool can_receive_here(pml_machine *machine, const pml_talk *talk) {
  return pml_find_message(machine, talk, pml_talk_channel(machine, talk)) !=
         PML_NONE;
}

static void receive_here(pml_machine *machine, const pml_talk *talk) {
  int32_t channel = pml_talk_channel(machine, talk);
  uint32_t slot = pml_find_message(machine, talk, channel);
  if (machine->halted)
    return;
  if (slot == PML_NONE) {
    pml_halt(machine, "a d_step cannot go on: there is no such message");
    return;
  }
  pml_take_message(machine, talk, channel, slot);
}

static void goes(pml_machine *machine, uint32_t statement) {
  assert(statement < machine->x->place_of_statement.count);
  uint32_t place = machine->x->place_of_statement.at[statement];
  machine->statement = statement;
  if (place != PML_NONE && !machine->quiet)
    machine->covered[place >> 3] |= (uint8_t)(1 << (place & 7));
}

/* A loop inside a d_step may never end. */
static void count_round(pml_machine *machine) {
  mem_budget *budget =
      machine->out && machine->out->m ? machine->out->m->budget : NULL;
  if (++machine->jumps > PML_MOST_SINGLE && budget)
    mem_raise(budget, MEM_ENDLESS);
  if (budget)
    progress_tick_inside(budget, machine->jumps);
}

static void store(pml_machine *machine, const uint32_t *w, uint8_t *at,
                  int32_t value) {
  assert(w >= machine->code && w < machine->code + machine->x->quick.count);
  int32_t kept = pml_cut(value, w[2]);
  pml_put(at, w[2], kept);
  if (base_unlikely(kept != value))
    pml_note_cut(machine, (uint32_t)(w - machine->code), value, w[3]);
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
int32_t pml_run(pml_machine *machine, uint32_t pc) {
  assert(pc < machine->x->quick.count);
  const uint32_t *words = machine->code, *w = words + pc;
  const pml_talk *talks = machine->p->talks.at;
  uint8_t *state = machine->state, *frame = state + machine->frame;
  int32_t *bottom = machine->stack, *top = bottom; /* behind the last value */
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
        pml_fault_index(machine, top[-1], w[3]);
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
      store(machine, w, state + w[1], *--top);
      w += 4;
      break;
    case PML_OP_STORE_LOCAL:
      store(machine, w, frame + w[1], *--top);
      w += 4;
      break;
    case PML_OP_STORE_GLOBAL_AT:
      top -= 2;
      if (top[0] != PML_OUTSIDE)
        store(machine, w, state + w[1] + top[0], top[1]);
      w += 4;
      break;
    case PML_OP_STORE_LOCAL_AT:
      top -= 2;
      if (top[0] != PML_OUTSIDE)
        store(machine, w, frame + w[1] + top[0], top[1]);
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
      top[-1] = divide(machine, top[-1], top[0], w[0] == PML_OP_MODULO);
      if (base_unlikely(machine->halted))
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
        count_round(machine);
      w = words + w[1];
      break;
    case PML_OP_JUMP_ZERO:
      w = *--top ? w + 2 : words + w[1];
      break;
    case PML_OP_JUMP_TRUE:
      w = *--top ? words + w[1] : w + 2;
      break;
    case PML_OP_LEN:
      top[-1] = pml_length(machine, top[-1], false);
      w++;
      break;
    case PML_OP_EMPTY:
      top[-1] = pml_length(machine, top[-1], false) == 0;
      w++;
      break;
    case PML_OP_NEMPTY:
      top[-1] = pml_length(machine, top[-1], false) != 0;
      w++;
      break;
    case PML_OP_FULL:
    case PML_OP_NFULL:
      top[-1] = pml_length(machine, top[-1], true) == (w[0] == PML_OP_FULL);
      if (base_unlikely(machine->halted))
        return 0;
      w++;
      break;
    case PML_OP_SELF:
      *top++ = (int32_t)machine->pid;
      w++;
      break;
    case PML_OP_COUNT:
      *top++ = (int32_t)machine->layout.processes;
      w++;
      break;
    case PML_OP_LAST:
      *top++ = state[machine->p->last_offset];
      w++;
      break;
    case PML_OP_TIMEOUT:
      *top++ = machine->timeout;
      w++;
      break;
    case PML_OP_FIND:
      *top++ = find_process(machine, w[1]);
      w += 2;
      break;
    case PML_OP_PC_VALUE:
      top[-1] = pc_value(machine, state, top[-1]);
      w++;
      break;
    case PML_OP_GET_PRIORITY:
      top[-1] = priority_of(machine, top[-1]);
      w++;
      break;
    case PML_OP_SET_PRIORITY:
      top -= 2;
      set_priority(machine, top[0], top[1]);
      if (base_unlikely(machine->halted))
        return 0;
      w++;
      break;
    case PML_OP_AT_POINT:
      top[-1] = is_at_point(machine, w, top[-1]);
      w += 3;
      break;
    case PML_OP_REMOTE:
      top--;
      top[-1] = load_remote(machine, w, top[0], top[-1]);
      w += 4;
      break;
    case PML_OP_OWN_CHANNEL:
      *top++ = (int32_t)own_channel(machine, w[1]);
      w += 2;
      break;
    case PML_OP_ASSERT:
      if (!*--top)
        pml_fault_assert(machine, w[1]);
      w += 2;
      break;
    case PML_OP_GOES:
      goes(machine, w[1]);
      w += 2;
      break;
    case PML_OP_C_TEST:
      *top++ = pml_c_on_machine(machine, w[1], false);
      w += 2;
      break;
    case PML_OP_C_DO:
      pml_c_on_machine(machine, w[1], true);
      w += 2;
      break;
    case PML_OP_DONE:
      machine->stack = bottom;
      return top > bottom ? top[-1] : 0;
    case PML_OP_BLOCKED:
      if (w[1] < machine->p->syntax->statements.count)
        machine->statement = w[1];
      pml_halt(machine, "a d_step cannot go on");
      return 0;
    default:
      /* All that may run other code, or halt. */
      if (base_unlikely(machine->level >= machine->x->depth)) {
        pml_halt(machine, "expressions look into each other too deeply");
        return 0;
      }
      machine->stack = top;
      machine->level++;
      switch (w[0]) {
      case PML_OP_POLL:
        *top++ = pml_poll(machine, &talks[w[1]]);
        break;
      case PML_OP_RUN:
        top -= w[2] + 1;
        value = start_process(machine, w, top, top[w[2]]);
        *top++ = value;
        break;
      case PML_OP_NP:
        *top++ = is_np(machine);
        break;
      case PML_OP_ENABLED:
        top[-1] = ask_enabled(machine, top[-1]);
        break;
      case PML_OP_SEND:
        send_here(machine, &talks[w[1]]);
        break;
      case PML_OP_RECEIVE:
        receive_here(machine, &talks[w[1]]);
        break;
      case PML_OP_CAN_SEND:
        *top++ = can_send_here(machine, &talks[w[1]]);
        break;
      default:
        assert(w[0] == PML_OP_CAN_RECEIVE);
        *top++ = can_receive_here(machine, &talks[w[1]]);
        break;
      }
      machine->stack = bottom;
      machine->level--;
      if (base_unlikely(machine->halted))
        return 0;
      w += pml_length_of(w[0]);
      break;
    }
}
