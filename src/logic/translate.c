#include "logic/translate.h"

#include "logic/normalise.h"
#include "logic/tableau.h"

/* Subsets that the deterministic way may need, and pairs to check it with. */
enum { MOST_SUBSETS = 3000, MOST_PAIRS = 200000 };

static bool too_many_promises(report *r) {
  report_add(r, "", 0, 0,
             "the formula has too many eventualities for the translation; at "
             "most %d",
             OMEGA_MOST_SETS);
  return false;
}

/* The plain tableau and a plain counter. */
static bool naive(rewriter *w, uint32_t f, bool generalised, report *r,
                  tgba *out) {
  tableau_options options = {0};
  if (tableau_build(w, f, &options, out) != TABLEAU_DONE)
    return too_many_promises(r);
  if (!generalised)
    tgba_degeneralise_plain(out);
  tgba_trim(out);
  return true;
}

/* Is there a weak deterministic automaton for f, the formula of tableau
 * 'automaton', with at most 'most' states? */
static bool deterministic(rewriter *w, uint32_t f, const tgba *automaton,
                          uint32_t most, tgba *out) {
  if (!tgba_weak_deterministic(automaton, MOST_SUBSETS, out))
    return false;
  bool same = out->states <= most;
  /* It accepts what f does; for some formulas also no more than that, and if
   * the operators do not show it, the automaton of the negation does. */
  if (same && !(w->t->nodes.at[f].classes & NNF_OBLIGATION)) {
    tableau_options options = {.tricks = true, .most = MOST_SUBSETS};
    tgba other;
    same = tableau_build(w, rewrite_negate(w, f), &options, &other) ==
           TABLEAU_DONE;
    if (same) {
      tgba_filter(&other);
      same = other.sets < OMEGA_MOST_SETS &&
             tgba_disjoint(out, &other, MOST_PAIRS);
      tgba_free(&other);
    }
  }
  if (!same)
    tgba_free(out);
  return same;
}

static void copy_of(const tgba *automaton, tgba *out) {
  tgba_init(out, automaton->m, automaton->clock, automaton->alphabet);
  out->sets = automaton->sets;
  out->initial = automaton->initial;
  for (uint32_t q = 0; q < automaton->states; q++) {
    tgba_state(out);
    tgba_each(edge, automaton, q) {
      tgba_edge_add(out, edge->to, edge->label, edge->marks);
    }
  }
  tgba_end(out);
}

static bool reduced(rewriter *w, uint32_t f, bool generalised, report *r,
                    tgba *out) {
  bool rewritten = w->mode != REWRITE_NOT;
  tableau_options options = {
      .tricks = true,
      .one_set =
          rewritten && (w->t->nodes.at[f].classes & NNF_PERSISTENCE) != 0};
  tgba base, weak;
  if (tableau_build(w, f, &options, &base) != TABLEAU_DONE)
    return too_many_promises(r);
  tgba_filter(&base);
  copy_of(&base, out);
  tgba_simulate(out);
  tgba_filter(out);
  if (!generalised) {
    tgba_degeneralise(out);
    tgba_trim(out);
    tgba_simulate(out);
    tgba_trim(out);
  }
  if (deterministic(w, f, &base, out->states, &weak)) {
    tgba_free(out);
    *out = weak;
  }
  tgba_free(&base);
  return true;
}

static void export_cubes(alphabet *a, mem *m, const tgba *from, omega *out) {
  uint32_t labels = sequences_count(&a->l.sets);
  uint32_t *first = mem_array(m, labels, sizeof *first);
  uint32_t *count = mem_array(m, labels, sizeof *count);
  letters_cubes cubes = {0};
  for (uint32_t q = 0; q < from->states; q++)
    tgba_each(e, from, q) {
      if (count[e->label] == 0) {
        cubes.count = 0;
        alphabet_to_cubes(a, e->label, &cubes);
        first[e->label] = (uint32_t)out->cubes.count;
        count[e->label] = (uint32_t)cubes.count;
        vec_each (const omega_cube, cube, &cubes)
          vec_push(m, &out->cubes, *cube);
      }
      omega_edge edge = {.from = q,
                         .to = e->to,
                         .first_cube = first[e->label],
                         .cubes = count[e->label],
                         .marks = e->marks};
      vec_push(m, &out->edges, edge);
    }
  vec_free(m, &cubes);
  mem_free(m, first);
  mem_free(m, count);
}

static void export(alphabet *a, const ltl *t, tgba *from, omega *out) {
  mem *m = a->l.m;
  *out = (omega){.states = from->states,
                 .initial = from->initial,
                 .sets = from->sets,
                 .state_based = tgba_state_based(from)};
  for (uint32_t i = 0; i < names_count(&t->atoms); i++)
    names_insert(m, &out->atoms, names_text(&t->atoms, i),
                 names_length(&t->atoms, i));
  export_cubes(a, m, from, out);
  omega_index(m, out);
}

bool translate(mem *m, progress *clock, const ltl *t, uint32_t f,
               const translate_options *options, report *r, omega *out) {
  alphabet a;
  nnf table;
  rewriter w;
  tgba result;
  if (!alphabet_init(m, clock, t, f, r, &a))
    return false;
  nnf_init(&table, &a.l);
  rewriter_init(&w, &table,
                options->effort == TRANSLATE_FULL ? REWRITE_CONTAINED
                                                  : REWRITE_NOT);
  uint32_t g = normalise(&a, t, f, &w);
  if (options->effort == TRANSLATE_FULL)
    g = rewrite_again(&w, g);
  bool done = options->effort == TRANSLATE_NAIVE
                  ? naive(&w, g, options->generalised, r, &result)
                  : reduced(&w, g, options->generalised, r, &result);
  if (done) {
    export(&a, t, &result, out);
    tgba_free(&result);
  }
  rewriter_free(&w);
  nnf_free(&table);
  alphabet_free(&a);
  return done;
}

uint32_t translate_simplify(mem *m, progress *clock, ltl *t, uint32_t f) {
  report ignored = {.count = 0};
  alphabet a;
  nnf table;
  rewriter w;
  if (!alphabet_init(m, clock, t, f, &ignored, &a))
    return f;
  nnf_init(&table, &a.l);
  rewriter_init(&w, &table, REWRITE_CONTAINED);
  uint32_t g = rewrite_again(&w, normalise(&a, t, f, &w));
  f = normalise_back(&a, t, g, &table);
  rewriter_free(&w);
  nnf_free(&table);
  alphabet_free(&a);
  return f;
}
