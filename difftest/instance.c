#include "instance.h"

#include <stdlib.h>
#include <string.h>

static void free_names(char ***names, uint32_t count) {
  if (*names)
    for (uint32_t i = 0; i < count; i++)
      free((*names)[i]);
  free(*names);
  *names = NULL;
}

void instance_forget_names(instance *in) {
  free_names(&in->state_names, in->states);
  free_names(&in->symbol_names, in->symbols);
}

void instance_reset(instance *in) {
  instance_forget_names(in);
  in->states = in->symbols = in->dimension = 0;
  in->vector = in->named = in->lists = false;
  in->rule_count = 0;
  for (int side = 0; side < 2; side++) {
    in->side[side].extra = 0;
    in->side[side].edge_count = in->side[side].accepting_count = 0;
  }
}

void instance_clear(instance *in) {
  instance_reset(in);
  free(in->rules);
  free(in->weights);
  for (int side = 0; side < 2; side++) {
    free(in->side[side].edges);
    free(in->side[side].accepting);
  }
  memset(in, 0, sizeof *in);
}

static const int64_t *weight_of(const instance *in, size_t index) {
  return in->dimension ? in->weights + index * in->dimension : NULL;
}

void instance_add_rule(instance *in, rule r, const int64_t *weight) {
  memory_room(in->rules, in->rule_count, in->rule_capacity);
  if (in->dimension) {
    size_t at = in->rule_count * in->dimension;
    if (at + in->dimension > in->weight_capacity) {
      in->weight_capacity = 2 * (at + in->dimension);
      in->weights =
          memory_resize(in->weights, in->weight_capacity, sizeof *in->weights);
    }
    memcpy(in->weights + at, weight, in->dimension * sizeof *weight);
  }
  in->rules[in->rule_count++] = r;
}

void instance_add_edge(instance *in, int side, edge e) {
  automaton *a = &in->side[side];
  memory_room(a->edges, a->edge_count, a->edge_capacity);
  a->edges[a->edge_count++] = e;
}

void instance_add_accepting(instance *in, int side, uint32_t state) {
  automaton *a = &in->side[side];
  memory_room(a->accepting, a->accepting_count, a->accepting_capacity);
  a->accepting[a->accepting_count++] = state;
}

static char **copy_names(char **names, uint32_t count) {
  if (!names)
    return NULL;
  char **copy = memory_new(count, sizeof *copy);
  for (uint32_t i = 0; i < count; i++)
    copy[i] = memory_copy(names[i]);
  return copy;
}

/* Everything but rules, edges and accepting states. */
static void copy_frame(instance *to, const instance *from) {
  instance_reset(to);
  to->states = from->states;
  to->symbols = from->symbols;
  to->dimension = from->dimension;
  memcpy(to->is_signed, from->is_signed, sizeof to->is_signed);
  to->vector = from->vector;
  to->named = from->named;
  to->lists = from->lists;
  to->state_names = copy_names(from->state_names, from->states);
  to->symbol_names = copy_names(from->symbol_names, from->symbols);
  to->side[0].extra = from->side[0].extra;
  to->side[1].extra = from->side[1].extra;
}

size_t instance_features(const instance *in) {
  return in->rule_count + in->side[0].edge_count + in->side[1].edge_count +
         in->side[0].accepting_count + in->side[1].accepting_count;
}

void instance_select(const instance *in, const bool *keep, instance *out) {
  copy_frame(out, in);
  for (size_t i = 0; i < in->rule_count; i++)
    if (!keep || *keep++)
      instance_add_rule(out, in->rules[i], weight_of(in, i));
  for (int side = 0; side < 2; side++) {
    const automaton *a = &in->side[side];
    for (size_t i = 0; i < a->edge_count; i++)
      if (!keep || *keep++)
        instance_add_edge(out, side, a->edges[i]);
    for (size_t i = 0; i < a->accepting_count; i++)
      if (!keep || *keep++)
        instance_add_accepting(out, side, a->accepting[i]);
  }
}

void instance_copy(instance *to, const instance *from) {
  instance_select(from, NULL, to);
}

/* New numbers; UINT32_MAX: not used. Extra states are numbered from 0. */
typedef struct renaming {
  uint32_t *state, *symbol, *extra[2];
} renaming;

static void renaming_init(renaming *r, const instance *in) {
  r->state = memory_new(in->states, sizeof *r->state);
  r->symbol = memory_new(in->symbols, sizeof *r->symbol);
  for (int side = 0; side < 2; side++)
    r->extra[side] = memory_new(in->side[side].extra, sizeof *r->extra[side]);
}

static void renaming_clear(renaming *r) {
  free(r->state);
  free(r->symbol);
  free(r->extra[0]);
  free(r->extra[1]);
}

static uint32_t new_symbol(const renaming *r, uint32_t symbol) {
  return symbol >= INSTANCE_ANY ? symbol : r->symbol[symbol];
}

static uint32_t new_state(const renaming *r, const instance *in,
                          uint32_t states, int side, uint32_t s) {
  return s < in->states ? r->state[s] : states + r->extra[side][s - in->states];
}

/* 'out' has its frame; the numbers of states and symbols may have shrunk. */
static void rename_parts(const instance *in, const renaming *r, instance *out) {
  for (size_t i = 0; i < in->rule_count; i++) {
    rule x = in->rules[i];
    x.from = r->state[x.from];
    x.to = r->state[x.to];
    x.top = new_symbol(r, x.top);
    if (x.operation != RULE_POP)
      x.symbol = new_symbol(r, x.symbol);
    instance_add_rule(out, x, weight_of(in, i));
  }
  for (int side = 0; side < 2; side++) {
    const automaton *a = &in->side[side];
    for (size_t i = 0; i < a->edge_count; i++) {
      edge e = a->edges[i];
      e.from = new_state(r, in, out->states, side, e.from);
      e.to = new_state(r, in, out->states, side, e.to);
      e.symbol = new_symbol(r, e.symbol);
      instance_add_edge(out, side, e);
    }
    for (size_t i = 0; i < a->accepting_count; i++)
      instance_add_accepting(
          out, side, new_state(r, in, out->states, side, a->accepting[i]));
  }
}

static void mark_state(const renaming *r, const instance *in, int side,
                       uint32_t s) {
  if (s < in->states)
    r->state[s] = 1;
  else
    r->extra[side][s - in->states] = 1;
}

static void mark_symbol(const renaming *r, uint32_t symbol) {
  if (symbol < INSTANCE_ANY)
    r->symbol[symbol] = 1;
}

static void mark_used(const renaming *r, const instance *in) {
  for (size_t i = 0; i < in->rule_count; i++) {
    const rule *x = &in->rules[i];
    r->state[x->from] = r->state[x->to] = 1;
    mark_symbol(r, x->top);
    if (x->operation != RULE_POP)
      mark_symbol(r, x->symbol);
  }
  for (int side = 0; side < 2; side++) {
    const automaton *a = &in->side[side];
    for (size_t i = 0; i < a->edge_count; i++) {
      mark_state(r, in, side, a->edges[i].from);
      mark_state(r, in, side, a->edges[i].to);
      mark_symbol(r, a->edges[i].symbol);
    }
    for (size_t i = 0; i < a->accepting_count; i++)
      mark_state(r, in, side, a->accepting[i]);
  }
}

/* Marks become numbers; names move along. Returns how many are used. */
static uint32_t number_used(uint32_t *marks, uint32_t count, char **names) {
  uint32_t used = 0;
  for (uint32_t i = 0; i < count; i++) {
    bool is_used = marks[i] != 0;
    marks[i] = is_used ? used : UINT32_MAX;
    if (names && is_used) {
      char *name = names[i];
      names[i] = NULL;
      names[used] = name;
    } else if (names) {
      free(names[i]);
      names[i] = NULL;
    }
    used += is_used;
  }
  return used;
}

bool instance_compact(const instance *in, instance *out) {
  renaming r;
  renaming_init(&r, in);
  mark_used(&r, in);
  copy_frame(out, in);
  out->states = number_used(r.state, in->states, out->state_names);
  out->symbols = number_used(r.symbol, in->symbols, out->symbol_names);
  for (int side = 0; side < 2; side++)
    out->side[side].extra =
        number_used(r.extra[side], in->side[side].extra, NULL);
  bool smaller = out->states < in->states || out->symbols < in->symbols ||
                 out->side[0].extra < in->side[0].extra ||
                 out->side[1].extra < in->side[1].extra;
  rename_parts(in, &r, out);
  renaming_clear(&r);
  return smaller;
}

uint32_t instance_part_size(const instance *in, int part) {
  return part == 0   ? in->states
         : part == 1 ? in->symbols
                     : in->side[part - 2].extra;
}

static void renaming_identity(const renaming *r, const instance *in) {
  uint32_t *part[INSTANCE_PARTS] = {r->state, r->symbol, r->extra[0],
                                    r->extra[1]};
  for (int i = 0; i < INSTANCE_PARTS; i++)
    for (uint32_t k = 0; k < instance_part_size(in, i); k++)
      part[i][k] = k;
}

static bool is_repeated_rule(const instance *in, size_t index) {
  size_t size = in->dimension * sizeof *in->weights;
  for (size_t i = 0; i < index; i++)
    if (memcmp(&in->rules[i], &in->rules[index], sizeof in->rules[0]) == 0 &&
        (!size || memcmp(weight_of(in, i), weight_of(in, index), size) == 0))
      return true;
  return false;
}

static bool is_repeated(const void *list, size_t index, size_t size) {
  const char *bytes = list;
  for (size_t i = 0; i < index; i++)
    if (memcmp(bytes + i * size, bytes + index * size, size) == 0)
      return true;
  return false;
}

/* What is there twice stays once. */
static void drop_repeated(const instance *in, instance *out) {
  bool *keep = memory_new(instance_features(in), sizeof *keep), *at = keep;
  for (size_t i = 0; i < in->rule_count; i++)
    *at++ = !is_repeated_rule(in, i);
  for (int side = 0; side < 2; side++) {
    const automaton *a = &in->side[side];
    for (size_t i = 0; i < a->edge_count; i++)
      *at++ = !is_repeated(a->edges, i, sizeof *a->edges);
    for (size_t i = 0; i < a->accepting_count; i++)
      *at++ = !is_repeated(a->accepting, i, sizeof *a->accepting);
  }
  instance_select(in, keep, out);
  free(keep);
}

void instance_merge(const instance *in, int part, uint32_t i, uint32_t j,
                    instance *out) {
  instance merged = {0};
  renaming r;
  renaming_init(&r, in);
  renaming_identity(&r, in);
  uint32_t *parts[INSTANCE_PARTS] = {r.state, r.symbol, r.extra[0], r.extra[1]};
  parts[part][j] = i;
  copy_frame(&merged, in);
  rename_parts(in, &r, &merged);
  drop_repeated(&merged, out);
  renaming_clear(&r);
  instance_clear(&merged);
}

/* Equality up to renaming. */

static int compare_lines(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The lines of the printed form, sorted, without names. */
static void sorted_text(const instance *in, buffer *out) {
  buffer text = {0};
  char **lines = NULL;
  size_t count = 0, capacity = 0;
  for (size_t i = 0; i < in->rule_count; i++) {
    const rule *x = &in->rules[i];
    buffer_printf(&text, "r %u %u %u %u %u", x->from, x->top, x->to,
                  (unsigned)x->operation,
                  x->operation == RULE_POP ? 0 : x->symbol);
    for (uint32_t k = 0; k < in->dimension; k++)
      buffer_printf(&text, " %lld",
                    (long long)in->weights[i * in->dimension + k]);
    buffer_putc(&text, '\n');
  }
  for (int side = 0; side < 2; side++) {
    const automaton *a = &in->side[side];
    for (size_t i = 0; i < a->edge_count; i++)
      buffer_printf(&text, "e %d %u %u %u\n", side, a->edges[i].from,
                    a->edges[i].symbol, a->edges[i].to);
    for (size_t i = 0; i < a->accepting_count; i++)
      buffer_printf(&text, "f %d %u\n", side, a->accepting[i]);
  }
  for (char *line = text.text ? strtok(text.text, "\n") : NULL; line;
       line = strtok(NULL, "\n")) {
    memory_room(lines, count, capacity);
    lines[count++] = line;
  }
  if (count)
    qsort(lines, count, sizeof *lines, compare_lines);
  buffer_printf(out, "%u %u %u\n", in->states, in->symbols, in->dimension);
  for (size_t i = 0; i < count; i++)
    buffer_printf(out, "%s\n", lines[i]);
  free(lines);
  buffer_clear(&text);
}

/* The next permutation in lexicographic order; false: back at the first. */
static bool permute(uint32_t *p, uint32_t n) {
  uint32_t i = n, j = n;
  while (i >= 2 && p[i - 2] > p[i - 1])
    i--;
  if (i < 2) {
    for (uint32_t k = 0; k < n; k++)
      p[k] = k;
    return false;
  }
  while (p[j - 1] < p[i - 2])
    j--;
  uint32_t x = p[i - 2];
  p[i - 2] = p[j - 1];
  p[j - 1] = x;
  for (uint32_t a = i - 1, b = n - 1; a < b; a++, b--) {
    x = p[a];
    p[a] = p[b];
    p[b] = x;
  }
  return true;
}

static double factorial(uint32_t n) {
  double f = 1;
  for (; n > 1; n--)
    f *= n;
  return f;
}

static void keep_least(buffer *least, const buffer *text) {
  if (least->count && strcmp(least->text, text->text) <= 0)
    return;
  buffer_reset(least);
  buffer_add(least, text->text, text->count);
}

void instance_key(const instance *in, buffer *out) {
  enum { MOST_RENAMINGS = 20000 };
  instance renamed = {0};
  buffer text = {0}, least = {0};
  renaming r;
  renaming_init(&r, in);
  renaming_identity(&r, in);
  uint32_t *part[INSTANCE_PARTS] = {r.state, r.symbol, r.extra[0], r.extra[1]};
  double renamings = 1;
  for (int i = 0; i < INSTANCE_PARTS; i++)
    renamings *= factorial(instance_part_size(in, i));
  bool all = renamings <= MOST_RENAMINGS;
  for (bool more = true; more;) {
    copy_frame(&renamed, in);
    rename_parts(in, &r, &renamed);
    buffer_reset(&text);
    sorted_text(&renamed, &text);
    keep_least(&least, &text);
    more = false;
    for (int i = 0; i < INSTANCE_PARTS && all && !more; i++)
      more = permute(part[i], instance_part_size(in, i));
  }
  buffer_add(out, least.text, least.count);
  renaming_clear(&r);
  instance_clear(&renamed);
  buffer_clear(&text);
  buffer_clear(&least);
}
