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

static uint32_t add(hoa_reader *v, hoa_label_op op, uint32_t left,
                    uint32_t right) {
  vec_push(v->m, &v->parts, ((hoa_label){op, left, right}));
  return (uint32_t)v->parts.count - 1;
}

static int strength(char mark) {
  return mark == '!' ? 3 : mark == '&' ? 2 : mark == '|' ? 1 : 0;
}

static void complete(hoa_reader *v, stacks *s, int least) {
  while (s->marks.count && strength(vec_last(&s->marks)) >= least) {
    char mark = vec_pop(&s->marks);
    uint32_t right = vec_pop(&s->operands), left = right;
    if (mark != '!')
      left = vec_pop(&s->operands);
    hoa_label_op op = mark == '!' ? HOA_NOT : mark == '&' ? HOA_AND : HOA_OR;
    vec_push(v->m, &s->operands, add(v, op, left, right));
  }
}

static bool read_operand(hoa_reader *v, stacks *s) {
  uint32_t part;
  if (v->in.token.kind == HOA_NUMBER) {
    if (v->number >= names_count(&v->out->atoms))
      return hoa_wrong_token(v, "there is no atomic proposition %s");
    part = add(v, HOA_ATOM, v->number, 0);
  } else if (hoa_is_word(v, "t") || hoa_is_word(v, "f")) {
    part = add(v, *v->in.token.text == 't' ? HOA_TRUE : HOA_FALSE, 0, 0);
  } else if (v->in.token.kind == HOA_ALIAS) {
    uint32_t n = names_find(&v->aliases, v->in.token.text, v->in.token.length);
    if (n == NAMES_NONE)
      return hoa_wrong_token(v, "the alias %s is not defined above");
    part = v->alias_parts.at[n];
  } else {
    return hoa_wrong(v, "a label should go on here with a proposition's "
                        "number, t, f, an alias, '!' or '('");
  }
  vec_push(v->m, &s->operands, part);
  return hoa_next(v);
}

static bool read_expression(hoa_reader *v, stacks *s) {
  for (;;) {
    while (hoa_is_mark(v, '!') || hoa_is_mark(v, '(')) {
      vec_push(v->m, &s->marks, (char)v->in.token.kind);
      if (!hoa_next(v))
        return false;
    }
    if (!read_operand(v, s))
      return false;
    while (hoa_is_mark(v, ')')) {
      complete(v, s, 1);
      if (!s->marks.count)
        return true; /* belongs to somebody else */
      s->marks.count--;
      if (!hoa_next(v))
        return false;
    }
    if (!hoa_is_mark(v, '&') && !hoa_is_mark(v, '|'))
      break;
    complete(v, s, strength((char)v->in.token.kind));
    vec_push(v->m, &s->marks, (char)v->in.token.kind);
    if (!hoa_next(v))
      return false;
  }
  complete(v, s, 1);
  return !s->marks.count || hoa_wrong(v, "')' is missing here");
}

bool hoa_read_label(hoa_reader *v, uint32_t *out) {
  stacks s = {.marks = {0}};
  bool good = read_expression(v, &s);
  if (good)
    *out = s.operands.at[0];
  vec_free(v->m, &s.marks);
  vec_free(v->m, &s.operands);
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

static void push_operand(hoa_reader *v, starts_of *starts, const hoa_label *p,
                         bool negated) {
  vec_push(v->m, starts, v->cubes.count);
  if (p->op == HOA_ATOM) {
    uint64_t bit = UINT64_C(1) << p->left;
    vec_push(v->m, &v->cubes, ((omega_cube){bit, negated ? 0 : bit}));
  } else if ((p->op == HOA_TRUE) != negated) {
    vec_push(v->m, &v->cubes, ((omega_cube){0, 0}));
  }
}

static bool contains(omega_cube a, omega_cube b) {
  return !(a.mask & ~b.mask) && (b.value & a.mask) == a.value;
}

/* Adds a cube to those from 'first' on, unless one of them has its letters;
 * long lists are not searched. */
static void add_product(hoa_reader *v, size_t first, omega_cube c) {
  enum { LONG = 256 };
  size_t kept = first;
  if (v->cubes.count - first < LONG) {
    for (size_t i = first; i < v->cubes.count; i++)
      if (contains(v->cubes.at[i], c))
        return;
    for (size_t i = first; i < v->cubes.count; i++)
      if (!contains(c, v->cubes.at[i]))
        v->cubes.at[kept++] = v->cubes.at[i];
    v->cubes.count = kept;
  }
  vec_push(v->m, &v->cubes, c);
}

/* The two last lists become their product. */
static bool label_multiply(hoa_reader *v, size_t first, size_t second) {
  size_t end = v->cubes.count;
  v->steps += (second - first) * (end - second);
  if (v->steps > MOST_STEPS)
    return false;
  for (size_t i = first; i < second; i++)
    for (size_t k = second; k < end; k++) {
      omega_cube a = v->cubes.at[i], b = v->cubes.at[k];
      if ((a.value ^ b.value) & a.mask & b.mask)
        continue;
      add_product(v, end, (omega_cube){a.mask | b.mask, a.value | b.value});
      if (v->cubes.count - end > MOST_CUBES)
        return false;
    }
  size_t count = v->cubes.count - end;
  if (count)
    memmove(v->cubes.at + first, v->cubes.at + end,
            count * sizeof *v->cubes.at);
  v->cubes.count = first + count;
  return true;
}

typedef vec(task) tasks_of;

static bool evaluate(hoa_reader *v, tasks_of *tasks, starts_of *starts) {
  while (tasks->count) {
    task x = vec_pop(tasks);
    const hoa_label *p = &v->parts.at[x.part];
    if (++v->steps > MOST_STEPS || v->cubes.count > MOST_CUBES)
      return false;
    if (p->op <= HOA_ATOM) {
      push_operand(v, starts, p, x.negated);
    } else if (p->op == HOA_NOT) {
      vec_push(v->m, tasks, ((task){p->left, !x.negated, false}));
    } else if (!x.combine) {
      vec_push(v->m, tasks, ((task){x.part, x.negated, true}));
      vec_push(v->m, tasks, ((task){p->right, x.negated, false}));
      vec_push(v->m, tasks, ((task){p->left, x.negated, false}));
    } else {
      size_t second = vec_pop(starts), first = vec_last(starts);
      if ((p->op == HOA_AND) != x.negated && !label_multiply(v, first, second))
        return false;
    }
  }
  return true;
}

bool hoa_label_cubes(hoa_reader *v, uint32_t part) {
  tasks_of tasks = {0};
  starts_of starts = {0};
  v->cubes.count = 0;
  vec_push(v->m, &tasks, ((task){part, false, false}));
  bool good = evaluate(v, &tasks, &starts);
  vec_free(v->m, &tasks);
  vec_free(v->m, &starts);
  return good || hoa_wrong(v, "the label before this has too many parts: more "
                              "than 100000 conjunctions of literals");
}
