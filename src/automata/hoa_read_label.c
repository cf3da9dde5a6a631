/* Labels: expressions over atoms, read by operator precedence, and their
 * disjunctive form. Neither recurses. */
#include "automata/hoa_read.h"

/* The steps are those of a whole file: what aliases abbreviate can be
 * exponentially long. */
enum { MOST_CUBES = 100000, MOST_STEPS = 100000000 };

typedef struct stacks {
  vec(char) marks; /* ! & | ( that wait for an operand */
  vec(uint32_t) operands;
} stacks;

static uint32_t add(hoa_reader *reader, hoa_label_op op, uint32_t left,
                    uint32_t right) {
  vec_push(reader->m, &reader->parts, ((hoa_label){op, left, right}));
  return (uint32_t)reader->parts.count - 1;
}

static int strength(char mark) {
  return mark == '!' ? 3 : mark == '&' ? 2 : mark == '|' ? 1 : 0;
}

static void complete(hoa_reader *reader, stacks *s, int least) {
  while (s->marks.count && strength(vec_last(&s->marks)) >= least) {
    char mark = vec_pop(&s->marks);
    uint32_t right = vec_pop(&s->operands), left = right;
    if (mark != '!')
      left = vec_pop(&s->operands);
    hoa_label_op op = mark == '!' ? HOA_NOT : mark == '&' ? HOA_AND : HOA_OR;
    vec_push(reader->m, &s->operands, add(reader, op, left, right));
  }
}

static bool read_operand(hoa_reader *reader, stacks *s) {
  uint32_t part;
  if (reader->in.token.kind == HOA_NUMBER) {
    if (reader->number >= names_count(&reader->out->atoms))
      return hoa_wrong_token(reader, "there is no atomic proposition %s");
    part = add(reader, HOA_ATOM, reader->number, 0);
  } else if (hoa_is_word(reader, "t") || hoa_is_word(reader, "f")) {
    part =
        add(reader, *reader->in.token.text == 't' ? HOA_TRUE : HOA_FALSE, 0, 0);
  } else if (reader->in.token.kind == HOA_ALIAS) {
    uint32_t n = names_find(&reader->aliases, reader->in.token.text,
                            reader->in.token.length);
    if (n == NAMES_NONE)
      return hoa_wrong_token(reader, "the alias %s is not defined above");
    part = reader->alias_parts.at[n];
  } else {
    return hoa_wrong(reader, "a label should go on here with a proposition's "
                             "number, t, f, an alias, '!' or '('");
  }
  vec_push(reader->m, &s->operands, part);
  return hoa_next(reader);
}

static bool read_expression(hoa_reader *reader, stacks *s) {
  for (;;) {
    while (hoa_is_mark(reader, '!') || hoa_is_mark(reader, '(')) {
      vec_push(reader->m, &s->marks, (char)reader->in.token.kind);
      if (!hoa_next(reader))
        return false;
    }
    if (!read_operand(reader, s))
      return false;
    while (hoa_is_mark(reader, ')')) {
      complete(reader, s, 1);
      if (!s->marks.count)
        return true; /* belongs to somebody else */
      s->marks.count--;
      if (!hoa_next(reader))
        return false;
    }
    if (!hoa_is_mark(reader, '&') && !hoa_is_mark(reader, '|'))
      break;
    complete(reader, s, strength((char)reader->in.token.kind));
    vec_push(reader->m, &s->marks, (char)reader->in.token.kind);
    if (!hoa_next(reader))
      return false;
  }
  complete(reader, s, 1);
  return !s->marks.count || hoa_wrong(reader, "')' is missing here");
}

bool hoa_read_label(hoa_reader *reader, uint32_t *out) {
  stacks s = {.marks = {0}};
  bool good = read_expression(reader, &s);
  if (good)
    *out = s.operands.at[0];
  vec_free(reader->m, &s.marks);
  vec_free(reader->m, &s.operands);
  return good;
}

/* The cubes of operands lie on a stack, one list behind the other; 'starts'
 * says where each begins. So a disjunction costs nothing. */
typedef struct task {
  uint32_t part;
  bool negated;
  bool combine; /* the operands are done */
} task;

typedef vec(size_t) starts_of;

static void push_operand(hoa_reader *reader, starts_of *starts,
                         const hoa_label *label, bool negated) {
  vec_push(reader->m, starts, reader->cubes.count);
  if (label->op == HOA_ATOM) {
    uint64_t bit = UINT64_C(1) << label->left;
    vec_push(reader->m, &reader->cubes, ((omega_cube){bit, negated ? 0 : bit}));
  } else if ((label->op == HOA_TRUE) != negated) {
    vec_push(reader->m, &reader->cubes, ((omega_cube){0, 0}));
  }
}

static bool contains(omega_cube a, omega_cube b) {
  return !(a.mask & ~b.mask) && (b.value & a.mask) == a.value;
}

/* Adds a cube to those from 'first' on, unless one of them has its letters;
 * long lists are not searched. */
static void add_product(hoa_reader *reader, size_t first, omega_cube cube) {
  enum { LONG = 256 };
  size_t kept = first;
  if (reader->cubes.count - first < LONG) {
    for (size_t i = first; i < reader->cubes.count; i++)
      if (contains(reader->cubes.at[i], cube))
        return;
    for (size_t i = first; i < reader->cubes.count; i++)
      if (!contains(cube, reader->cubes.at[i]))
        reader->cubes.at[kept++] = reader->cubes.at[i];
    reader->cubes.count = kept;
  }
  vec_push(reader->m, &reader->cubes, cube);
}

/* The two last lists become their product. */
static bool label_multiply(hoa_reader *reader, size_t first, size_t second) {
  size_t end = reader->cubes.count;
  reader->steps += (second - first) * (end - second);
  if (reader->steps > MOST_STEPS)
    return false;
  for (size_t i = first; i < second; i++)
    for (size_t k = second; k < end; k++) {
      omega_cube a = reader->cubes.at[i], b = reader->cubes.at[k];
      if ((a.value ^ b.value) & a.mask & b.mask)
        continue;
      add_product(reader, end,
                  (omega_cube){a.mask | b.mask, a.value | b.value});
      if (reader->cubes.count - end > MOST_CUBES)
        return false;
    }
  size_t count = reader->cubes.count - end;
  if (count)
    memmove(reader->cubes.at + first, reader->cubes.at + end,
            count * sizeof *reader->cubes.at);
  reader->cubes.count = first + count;
  return true;
}

typedef vec(task) tasks_of;

static bool evaluate(hoa_reader *reader, tasks_of *tasks, starts_of *starts) {
  while (tasks->count) {
    task x = vec_pop(tasks);
    const hoa_label *label = &reader->parts.at[x.part];
    if (++reader->steps > MOST_STEPS || reader->cubes.count > MOST_CUBES)
      return false;
    if (label->op <= HOA_ATOM) {
      push_operand(reader, starts, label, x.negated);
    } else if (label->op == HOA_NOT) {
      vec_push(reader->m, tasks, ((task){label->left, !x.negated, false}));
    } else if (!x.combine) {
      vec_push(reader->m, tasks, ((task){x.part, x.negated, true}));
      vec_push(reader->m, tasks, ((task){label->right, x.negated, false}));
      vec_push(reader->m, tasks, ((task){label->left, x.negated, false}));
    } else {
      size_t second = vec_pop(starts), first = vec_last(starts);
      if ((label->op == HOA_AND) != x.negated &&
          !label_multiply(reader, first, second))
        return false;
    }
  }
  return true;
}

bool hoa_label_cubes(hoa_reader *reader, uint32_t part) {
  tasks_of tasks = {0};
  starts_of starts = {0};
  reader->cubes.count = 0;
  vec_push(reader->m, &tasks, ((task){part, false, false}));
  bool good = evaluate(reader, &tasks, &starts);
  vec_free(reader->m, &tasks);
  vec_free(reader->m, &starts);
  return good ||
         hoa_wrong(reader, "the label before this has too many parts: more "
                           "than 100000 conjunctions of literals");
}
