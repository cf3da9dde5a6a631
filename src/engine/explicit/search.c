#include "engine/explicit/search.h"

static bool keep_path(void *self, const dfs *d) {
  search *s = self;
  if (!s->is_wrong) {
    lasso_add_stack(&s->to_wrong, d, 0, d->stack.count);
    s->to_wrong.loop = s->to_wrong.steps.count;
  }
  s->is_wrong = true;
  return true;
}

void search_begin(search *s, dfs *d, const dfs_hooks *hooks, void *self) {
  dfs_init(d, s->m, s->clock, s->g, hooks, self);
  d->wrong = keep_path;
  d->wrong_self = s;
}

search_result search_end(search *s, dfs *d, bool done) {
  s->states += d->discovered;
  s->transitions += d->transitions;
  if (d->depth > s->depth)
    s->depth = d->depth;
  if (!done)
    return SEARCH_LASSO;
  if (!s->is_wrong)
    return SEARCH_EMPTY;
  lasso_free(s->m, &s->found);
  s->found = s->to_wrong;
  s->to_wrong = (lasso){0};
  return SEARCH_STUCK;
}

void search_free(search *s) {
  lasso_free(s->m, &s->found);
  lasso_free(s->m, &s->to_wrong);
}

void search_accepting(mem *m, progress *clock, const graph *g,
                      const components *c, search_flags *out) {
  uint64_t *marks = mem_array(m, (size_t)c->count + 1, sizeof *marks);
  graph_edges edges = {.m = m};
  vec_resize(m, out, (size_t)c->count + 1); /* first: has an edge inside */
  for (uint32_t v = 0; v < c->of.count; v++) {
    edges.list.count = 0;
    progress_tick(clock);
    if (!c->of.at[v])
      continue;
    g->next(g->self, v, &edges);
    vec_each (const graph_edge, edge, &edges.list)
      if (c->of.at[edge->to] == c->of.at[v]) {
        marks[c->of.at[v]] |= graph_marks(g, edge);
        out->at[c->of.at[v]] = 1;
      }
  }
  for (size_t i = 0; i <= c->count; i++)
    out->at[i] = out->at[i] && graph_has_all(g, marks[i]);
  vec_free(m, &edges.list);
  mem_free(m, marks);
}

/* By components of the whole graph. */

typedef struct offline {
  const components *c;
  const search_flags *accepting;
  uint32_t component; /* plus one */
} offline;

static bool search_is_inside(void *self, uint32_t state) {
  offline *v = self;
  return v->c->of.at[state] == v->component;
}
static bool at_source(void *self, uint32_t state) {
  offline *v = self;
  return v->accepting->at[v->c->of.at[state]];
}
static bool is_goal(void *self, const graph_edge *edge) {
  return at_source(self, edge->to);
}

/* Shortest to an accepting component, and round there. */
static bool find_lasso(search *s, offline *v, lasso *out) {
  graph_edges roots = {.m = s->m};
  lasso_target target = {.self = v, .at_source = at_source, .is_goal = is_goal};
  uint32_t end;
  bool found = s->g->roots(s->g->self, &roots) &&
               lasso_add_shortest(s->m, s->clock, s->g, roots.list.at,
                                  roots.list.count, &target, out, &end);
  if (found) {
    v->component = v->c->of.at[end];
    out->loop = out->steps.count;
    found = lasso_add_loop(s->m, s->clock, s->g, end, v, search_is_inside, out);
  }
  vec_free(s->m, &roots.list);
  return found;
}

static search_result search_offline(search *s, components_search *f) {
  components c;
  search_flags accepting = {0};
  lasso l = {0};
  search_result result = SEARCH_STUCK;
  if (f(s->m, s->clock, s->g, 0, &c)) {
    search_accepting(s->m, s->clock, s->g, &c, &accepting);
    offline v = {.c = &c, .accepting = &accepting};
    result = find_lasso(s, &v, &l) ? SEARCH_LASSO : SEARCH_EMPTY;
  }
  if (result == SEARCH_LASSO) {
    lasso_free(s->m, &s->found);
    s->found = l;
  }
  components_free(s->m, &c);
  vec_free(s->m, &accepting);
  return result;
}

search_result search_tarjan(search *s) {
  return search_offline(s, components_tarjan);
}

search_result search_gabow(search *s) {
  return search_offline(s, components_gabow);
}
