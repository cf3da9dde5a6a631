/* A short run through a repeating head. First the least steps of summaries, and
 * of those through an accepting location (Knuth's (1977) generalisation of
 * Dijkstra's algorithm: facts in the order of their cost); then the nearest
 * repeating heads by Dijkstra's on the graph of heads; then the least loop of
 * some of these. All this up to a bound on the steps, which grows until there
 * is a lasso: most are short, and then little has to be looked at. Stem and
 * loop are least for the head chosen, the whole lasso need not be. */
#include "base/heap.h"
#include "engine/saturation/repeat_search.h"

#include <assert.h>
#include <string.h>

enum { MOST_CANDIDATES = 32, FIRST_BOUND = 2 };
#define FAR UINT64_MAX

static uint64_t add_cost(uint64_t a, uint64_t b) {
  return a >= FAR - b ? FAR - 1 : a + b;
}

/* Facts: summary 2n any way, 2n + 1 through an accepting location. */

typedef struct fact {
  uint64_t cost;
  uint32_t rule, premise[2];
  bool done;
} fact;

/* A push whose first symbol has been popped. */
typedef struct waiting {
  uint32_t next, rule, fact;
} waiting;

/* How a node of a search was reached: from 'node' by a rule and then, if it is
 * one, a fact; or, in the initial set, by edge 'rule'. */
typedef struct step {
  uint32_t node, rule, fact;
} step;

typedef struct finder {
  repeat_search *v;
  mem *m;
  fact *facts;
  uint32_t *owner, *callee;    /* of a rule: its head, and the one it enters */
  uint32_t *first_user, *user; /* by head: rules that enter it */
  uint32_t *first_waiting;     /* by head */
  vec(waiting) waitings;
  heap agenda; /* of facts */
  heap q;      /* of the search at hand */
  uint64_t bound;
  uint64_t work; /* nodes that were looked at for loops */
  /* A search: nodes are heads and then pairs; or head times two, plus one
   * when an accepting location has been passed. */
  uint64_t *distance;
  step *back;
} finder;

static bool accepts(const finder *f, uint32_t rule) {
  return f->v->x.heads.at[f->owner[rule]].accepting;
}

static void lasso_relax(finder *f, uint32_t rule, uint32_t to, bool bit,
                        uint64_t cost, uint32_t first, uint32_t second) {
  uint32_t n = map_find(&f->v->x.summary_numbers, map_pair(f->owner[rule], to));
  assert(n != MAP_NONE);
  fact *x = &f->facts[2 * (size_t)n + bit];
  if (x->done || x->cost <= cost)
    return;
  *x = (fact){cost, rule, {first, second}, false};
  heap_add(f->m, &f->agenda, cost, 2 * n + bit);
}

/* Both kinds that follow, where 'bit' says what the premises pass. */
static void conclude(finder *f, uint32_t rule, uint32_t to, bool bit,
                     uint64_t cost, uint32_t first, uint32_t second) {
  if (!bit)
    lasso_relax(f, rule, to, false, cost, first, second);
  if (bit || accepts(f, rule))
    lasso_relax(f, rule, to, true, cost, first, second);
}

static void combine(finder *f, uint32_t rule, uint32_t first, uint32_t second) {
  uint64_t cost =
      add_cost(add_cost(f->facts[first].cost, f->facts[second].cost), 1);
  uint32_t to = f->v->x.summaries.at[second / 2].to;
  conclude(f, rule, to, (first | second) & 1, cost, first, second);
}

static void wait_for_second(finder *f, uint32_t rule, uint32_t first) {
  const repeat_search *search = f->v;
  const heads_rule *r = &search->x.rules.at[rule];
  uint32_t to = search->x.summaries.at[first / 2].to;
  uint32_t h = heads_find(&search->x, to, r->push[1]);
  assert(h != MAP_NONE);
  vec_push(f->m, &f->waitings, ((waiting){f->first_waiting[h], rule, first}));
  f->first_waiting[h] = (uint32_t)f->waitings.count - 1;
  assert(h < search->x.heads.count);
  for (uint32_t x = search->x.heads.at[h].summaries; x != REPEAT_NONE;
       x = search->x.summaries.at[x].next)
    for (uint32_t bit = 0; bit < 2; bit++)
      if (f->facts[2 * (size_t)x + bit].done)
        combine(f, rule, first, 2 * x + bit);
}

static void finish_fact(finder *f, uint32_t n) {
  const repeat_search *search = f->v;
  uint32_t head = search->x.summaries.at[n / 2].head;
  uint32_t to = search->x.summaries.at[n / 2].to;
  f->facts[n].done = true;
  for (uint32_t i = f->first_waiting[head]; i != REPEAT_NONE;
       i = f->waitings.at[i].next)
    combine(f, f->waitings.at[i].rule, f->waitings.at[i].fact, n);
  for (uint32_t k = f->first_user[head]; k < f->first_user[head + 1]; k++) {
    uint32_t rule = f->user[k];
    progress_tick(search->clock);
    if (search->x.rules.at[rule].length == 2)
      wait_for_second(f, rule, n);
    else
      conclude(f, rule, to, n & 1, add_cost(f->facts[n].cost, 1), n,
               REPEAT_NONE);
  }
}

static void index_users(finder *f) {
  const repeat_search *search = f->v;
  size_t heads = search->x.heads.count, rules = search->x.rules.count;
  f->owner = mem_array(f->m, rules + 1, sizeof *f->owner);
  f->first_user = mem_array(f->m, heads + 2, sizeof *f->first_user);
  f->user = mem_array(f->m, rules + 1, sizeof *f->user);
  uint32_t *callee = mem_array(f->m, rules + 1, sizeof *callee);
  f->callee = callee;
  for (uint32_t h = 0; h < heads; h++)
    for (uint32_t i = 0; i < search->x.heads.at[h].rules; i++)
      f->owner[search->x.heads.at[h].first_rule + i] = h;
  for (uint32_t i = 0; i < rules; i++) {
    const heads_rule *rule = &search->x.rules.at[i];
    callee[i] = REPEAT_NONE;
    if (rule->length == 0)
      continue;
    callee[i] = heads_find(&search->x, rule->to, rule->push[0]);
    f->first_user[callee[i] + 2]++;
  }
  for (size_t h = 0; h < heads; h++)
    f->first_user[h + 2] += f->first_user[h + 1];
  for (uint32_t i = 0; i < rules; i++)
    if (callee[i] != REPEAT_NONE)
      f->user[f->first_user[callee[i] + 1]++] = i;
}

static void begin_facts(finder *f) {
  const repeat_search *search = f->v;
  size_t facts = 2 * search->x.summaries.count;
  if (facts >= UINT32_MAX)
    mem_raise(f->m->budget, MEM_LIMIT);
  f->facts = mem_array(f->m, facts + 1, sizeof *f->facts);
  for (size_t i = 0; i < facts; i++)
    f->facts[i].cost = FAR;
  f->first_waiting =
      mem_array(f->m, search->x.heads.count + 1, sizeof *f->first_waiting);
  memset(f->first_waiting, 0xFF,
         search->x.heads.count * sizeof *f->first_waiting);
  for (uint32_t i = 0; i < search->x.rules.count; i++)
    if (search->x.rules.at[i].length == 0)
      conclude(f, i, search->x.rules.at[i].to, false, 1, REPEAT_NONE,
               REPEAT_NONE);
}

/* All facts that cost no more than the bound. */
static void find_facts(finder *f) {
  while (f->agenda.count && f->agenda.at[0].cost <= f->bound) {
    heap_entry entry = heap_take(&f->agenda);
    progress_tick(f->v->clock);
    if (!f->facts[entry.what].done)
      finish_fact(f, entry.what);
  }
}

typedef void visit(finder *f, step from, uint32_t to, uint64_t cost, bool bit);

/* The edges from a head, each with the rule and the fact it stands for. */
static void each_edge(finder *f, uint32_t head, uint32_t node, visit *see) {
  const repeat_search *search = f->v;
  const heads_head *h = &search->x.heads.at[head];
  for (uint32_t i = h->first_rule; i < h->first_rule + h->rules; i++) {
    const heads_rule *rule = &search->x.rules.at[i];
    if (rule->length == 0)
      continue;
    uint32_t callee = f->callee[i];
    see(f, (step){node, i, REPEAT_NONE}, callee, 1, h->accepting);
    if (rule->length == 1)
      continue;
    for (uint32_t x = search->x.heads.at[callee].summaries; x != REPEAT_NONE;
         x = search->x.summaries.at[x].next) {
      if (!f->facts[2 * (size_t)x].done)
        continue; /* then the other is not, either */
      uint32_t to =
          heads_find(&search->x, search->x.summaries.at[x].to, rule->push[1]);
      progress_tick(search->clock);
      for (uint32_t n = 2 * x; n <= 2 * x + 1; n++)
        if (f->facts[n].done)
          see(f, (step){node, i, n}, to, add_cost(f->facts[n].cost, 1),
              h->accepting || (n & 1));
    }
  }
}

static void reach(finder *f, step from, uint32_t node, uint64_t distance) {
  if (distance >= f->distance[node] || distance > f->bound)
    return;
  f->distance[node] = distance;
  f->back[node] = from;
  heap_add(f->m, &f->q, distance, node);
}

static void see_in_stem(finder *f, step from, uint32_t to, uint64_t cost,
                        bool bit) {
  (void)bit;
  reach(f, from, to, add_cost(f->distance[from.node], cost));
}

static void see_in_loop(finder *f, step from, uint32_t to, uint64_t cost,
                        bool bit) {
  const uint32_t *component = f->v->component;
  if (component[to] == component[from.node / 2])
    reach(f, from, 2 * to + (bit || (from.node & 1)),
          add_cost(f->distance[from.node], cost));
}

static void see_pair(finder *f, uint32_t pair, uint32_t node) {
  const repeat_search *search = f->v;
  uint64_t key = search->out->pairs.keys.at[pair];
  uint32_t state = (uint32_t)(key >> 32);
  for (uint32_t i = search->first_initial[state];
       i < search->first_initial[state + 1]; i++) {
    uint32_t edge = search->initial_order[i];
    const repeat_edge *e = &search->s->initial.at[edge];
    uint32_t h = heads_find(&search->x, (uint32_t)key, e->symbol);
    reach(f, (step){node, edge, REPEAT_NONE}, h, f->distance[node]);
    for (uint32_t x = search->x.heads.at[h].summaries; x != REPEAT_NONE;
         x = search->x.summaries.at[x].next) {
      uint32_t to = map_find(&search->out->pairs,
                             map_pair(e->to, search->x.summaries.at[x].to));
      reach(f, (step){node, edge, 2 * x}, (uint32_t)search->x.heads.count + to,
            add_cost(f->distance[node], f->facts[2 * (size_t)x].cost));
    }
  }
}

static void new_search(finder *f, size_t nodes) {
  f->q.count = 0;
  for (size_t i = 0; i < nodes; i++)
    f->distance[i] = FAR;
}

typedef struct candidate {
  uint32_t head;
  uint64_t distance;
} candidate;
typedef vec(candidate) candidates;

/* The nearest heads of components with an accepting edge. */
static void find_stems(finder *f, candidates *out) {
  const repeat_search *search = f->v;
  uint32_t heads = (uint32_t)search->x.heads.count;
  new_search(f, heads + search->out->pairs.keys.count);
  vec_each (const repeat_pair, pair, &search->s->starts)
    reach(f, (step){REPEAT_NONE, REPEAT_NONE, REPEAT_NONE},
          heads + map_find(&search->out->pairs,
                           map_pair(pair->state, pair->location)),
          0);
  while (f->q.count && out->count < MOST_CANDIDATES) {
    heap_entry entry = heap_take(&f->q);
    if (entry.cost > f->distance[entry.what])
      continue;
    if (entry.what >= heads) {
      see_pair(f, entry.what - heads, entry.what);
      continue;
    }
    if (search->good[search->component[entry.what]])
      vec_push(f->m, out, ((candidate){entry.what, entry.cost}));
    each_edge(f, entry.what, entry.what, see_in_stem);
  }
}

/* The least loop of 'head' through an accepting location, if it has fewer
 * than 'most' steps. 'back' of the first node is never looked at. */
static uint64_t find_loop(finder *f, uint32_t head, uint64_t most) {
  uint64_t bound = f->bound;
  if (most <= bound)
    f->bound = most - 1;
  new_search(f, 2 * f->v->x.heads.count);
  f->distance[2 * (size_t)head] = 0;
  heap_add(f->m, &f->q, 0, 2 * head);
  while (f->q.count) {
    heap_entry entry = heap_take(&f->q);
    if (entry.cost > f->distance[entry.what])
      continue;
    if (entry.what == 2 * head + 1)
      break;
    each_edge(f, entry.what / 2, entry.what, see_in_loop);
    f->work++;
  }
  f->bound = bound;
  return f->distance[2 * (size_t)head + 1];
}

typedef vec(uint32_t) numbers;

/* Appends the steps of a fact. */
static void unfold(finder *f, uint32_t n, numbers *out) {
  numbers todo = {0};
  vec_push(f->m, &todo, n);
  while (todo.count) {
    const fact *x = &f->facts[vec_pop(&todo)];
    vec_push(f->m, out, f->v->x.rules.at[x->rule].source);
    for (unsigned i = 2; i-- > 0;)
      if (x->premise[i] != REPEAT_NONE)
        vec_push(f->m, &todo, x->premise[i]);
  }
  vec_free(f->m, &todo);
}

static void unfold_step(finder *f, const step *s, numbers *out) {
  assert(s->rule < f->v->x.rules.count);
  vec_push(f->m, out, f->v->x.rules.at[s->rule].source);
  if (s->fact != REPEAT_NONE)
    unfold(f, s->fact, out);
}

static void write_loop(finder *f, uint32_t head, numbers *out) {
  vec(step) path = {0};
  for (uint32_t n = 2 * head + 1; n != 2 * head; n = f->back[n].node)
    vec_push(f->m, &path, f->back[n]);
  while (path.count)
    unfold_step(f, &vec_pop(&path), out);
  vec_free(f->m, &path);
}

/* The rest of a stack from a state of the initial set. */
static void write_rest(finder *f, uint32_t state, numbers *stack) {
  const repeat_system *system = f->v->s;
  uint32_t *next =
      mem_array(f->m, (size_t)system->initial_states + 1, sizeof *next);
  uint32_t *first =
      mem_array(f->m, (size_t)system->initial_states + 1, sizeof *next);
  uint32_t *into = mem_array(f->m, system->initial.count + 1, sizeof *into);
  numbers queue = {0};
  memset(next, 0xFF, system->initial_states * sizeof *next);
  memset(first, 0xFF, system->initial_states * sizeof *first);
  for (uint32_t i = 0; i < system->initial.count; i++) {
    into[i] = first[system->initial.at[i].to];
    first[system->initial.at[i].to] = i;
  }
  vec_push(f->m, &queue, system->final);
  for (size_t k = 0; k < queue.count; k++)
    for (uint32_t i = first[queue.at[k]]; i != REPEAT_NONE; i = into[i]) {
      uint32_t from = system->initial.at[i].from;
      if (from == system->final || next[from] != REPEAT_NONE)
        continue;
      next[from] = i;
      vec_push(f->m, &queue, from);
    }
  for (; state != system->final; state = system->initial.at[next[state]].to)
    vec_push(f->m, stack, system->initial.at[next[state]].symbol);
  mem_free(f->m, next);
  mem_free(f->m, first);
  mem_free(f->m, into);
  vec_free(f->m, &queue);
}

static void write_stem(finder *f, uint32_t head, numbers *stack,
                       numbers *stem) {
  repeat_answer *out = f->v->out;
  uint32_t heads = (uint32_t)f->v->x.heads.count, rest = 0;
  vec(uint32_t) path = {0};
  for (uint32_t n = head; n != REPEAT_NONE; n = f->back[n].node)
    vec_push(f->m, &path, n);
  uint32_t first = vec_pop(&path);
  out->start = (uint32_t)out->pairs.keys.at[first - heads];
  while (path.count) {
    const step *s = &f->back[vec_pop(&path)];
    if (s->node < heads) {
      unfold_step(f, s, stem);
      continue;
    }
    /* in the initial set: a symbol that is popped, or the one that stays */
    vec_push(f->m, stack, f->v->s->initial.at[s->rule].symbol);
    rest = f->v->s->initial.at[s->rule].to;
    if (s->fact != REPEAT_NONE)
      unfold(f, s->fact, stem);
  }
  write_rest(f, rest, stack);
  vec_free(f->m, &path);
}

static void write_lasso(finder *f, uint32_t head) {
  repeat_answer *out = f->v->out;
  numbers stack = {0}, stem = {0}, loop = {0};
  candidates again = {0};
  find_loop(f, head, FAR);
  write_loop(f, head, &loop);
  find_stems(f, &again);
  write_stem(f, head, &stack, &stem);
  memcpy(&out->stack, &stack, sizeof stack);
  memcpy(&out->stem, &stem, sizeof stem);
  memcpy(&out->loop, &loop, sizeof loop);
  out->has_lasso = true;
  vec_free(f->m, &again);
  assert(out->steps == out->stem.count + out->loop.count);
}

/* The best lasso of the nearest heads within the bound; REPEAT_NONE. */
static uint32_t choose_head(finder *f) {
  uint64_t *steps = &f->v->out->steps;
  uint32_t chosen = REPEAT_NONE;
  candidates near = {0};
  find_stems(f, &near);
  *steps = FAR;
  f->work = 0;
  vec_each (const candidate, c, &near) {
    /* more than a few searches only where they are cheap */
    if (chosen != REPEAT_NONE &&
        (c->distance >= *steps || f->work > 2 * f->v->x.heads.count))
      break;
    uint64_t loop = find_loop(f, c->head, *steps - c->distance);
    if (loop >= *steps - c->distance)
      continue;
    *steps = c->distance + loop;
    chosen = c->head;
  }
  vec_free(f->m, &near);
  return chosen;
}

void repeat_find_lasso(repeat_search *search, uint64_t most_steps) {
  finder f = {.v = search, .m = search->m, .bound = FIRST_BOUND};
  size_t nodes = 2 * search->x.heads.count + search->out->pairs.keys.count;
  search->clock->phase = "lasso";
  index_users(&f);
  begin_facts(&f);
  f.distance = mem_array(f.m, nodes + 1, sizeof *f.distance);
  f.back = mem_array(f.m, nodes + 1, sizeof *f.back);
  for (;;) {
    find_facts(&f);
    uint32_t head = choose_head(&f);
    if (head != REPEAT_NONE && search->out->steps <= most_steps)
      write_lasso(&f, head);
    if (head != REPEAT_NONE || f.bound > most_steps)
      break;
    f.bound *= 2;
  }
  mem_free(f.m, f.facts);
  mem_free(f.m, f.owner);
  mem_free(f.m, f.callee);
  mem_free(f.m, f.first_user);
  mem_free(f.m, f.user);
  mem_free(f.m, f.first_waiting);
  mem_free(f.m, f.distance);
  mem_free(f.m, f.back);
  vec_free(f.m, &f.waitings);
  vec_free(f.m, &f.agenda);
  vec_free(f.m, &f.q);
}
