#include "logic/certificate.h"

#include <assert.h>

void certificate_free(mem *m, certificate *c) {
  ltl_free(m, &c->core);
  vec_free(m, &c->entries);
  vec_free(m, &c->formulas);
  vec_free(m, &c->promises);
  memset(c, 0, sizeof *c);
}

enum { PLAIN, NEGATED };

/* In which of the two forms is each part needed, and then what it became. */
typedef struct forms {
  bool needed[2];
  uint32_t made[2];
} forms;

static void need_both(forms *x) {
  x->needed[PLAIN] = x->needed[NEGATED] = true;
}

static void need_parts(const ltl_node *node, const forms *own, forms *all) {
  bool has_right = node->right != LTL_NONE;
  switch (node->op) {
  case LTL_TRUE:
  case LTL_FALSE:
  case LTL_ATOM:
    return;
  case LTL_EQUIV:
  case LTL_XOR:
    need_both(&all[node->left]);
    need_both(&all[node->right]);
    return;
  default:
    break;
  }
  bool flips = node->op == LTL_NOT || node->op == LTL_IMPLIES;
  for (int form = PLAIN; form <= NEGATED; form++)
    if (own->needed[form]) {
      all[node->left].needed[flips ? !form : form] = true;
      if (has_right)
        all[node->right].needed[form] = true;
    }
}

typedef struct maker {
  mem *m;
  ltl *core;
} maker;

static uint32_t certificate_make(maker *k, ltl_op op, uint32_t a, uint32_t b) {
  return ltl_make(k->m, k->core, op, a, b);
}

static uint32_t certificate_constant(maker *k, bool value) {
  return certificate_make(k, value ? LTL_TRUE : LTL_FALSE, LTL_NONE, LTL_NONE);
}

/* Conjunction; or, of a negated formula, disjunction. */
static uint32_t certificate_both(maker *k, bool negated, uint32_t a,
                                 uint32_t b) {
  return certificate_make(k, negated ? LTL_OR : LTL_AND, a, b);
}

/* (a and b) or (not a and not b), where 'b' and 'not_b' may be exchanged. */
static uint32_t agree(maker *k, const forms *a, uint32_t b, uint32_t not_b) {
  uint32_t first = certificate_make(k, LTL_AND, a->made[PLAIN], b);
  uint32_t second = certificate_make(k, LTL_AND, a->made[NEGATED], not_b);
  return certificate_make(k, LTL_OR, first, second);
}

/* The node in the form 'negated' from its parts. The kernel's abbreviations:
 * F a = true U a, G a = false R a, a W b = b R (a | b), a M b = b U (a & b). */
static uint32_t form_of(maker *k, const ltl_node *node, bool negated,
                        const forms *all) {
  const forms *x = node->op > LTL_ATOM ? &all[node->left] : NULL;
  const forms *y = node->right != LTL_NONE ? &all[node->right] : NULL;
  uint32_t a = x ? x->made[negated] : 0, b = y ? y->made[negated] : 0;
  ltl_op until = negated ? LTL_RELEASE : LTL_UNTIL;
  ltl_op release = negated ? LTL_UNTIL : LTL_RELEASE;
  switch (node->op) {
  case LTL_TRUE:
  case LTL_FALSE:
    return certificate_constant(k, (node->op == LTL_TRUE) != negated);
  case LTL_ATOM:
    a = certificate_make(k, LTL_ATOM, node->left, LTL_NONE);
    return negated ? certificate_make(k, LTL_NOT, a, LTL_NONE) : a;
  case LTL_NOT:
    return x->made[!negated];
  case LTL_AND:
    return certificate_both(k, negated, a, b);
  case LTL_OR:
    return certificate_both(k, !negated, a, b);
  case LTL_IMPLIES:
    return certificate_both(k, !negated, x->made[!negated], b);
  case LTL_EQUIV:
  case LTL_XOR:
    negated = negated != (node->op == LTL_XOR);
    return agree(k, x, y->made[negated], y->made[!negated]);
  case LTL_NEXT:
    return certificate_make(k, LTL_NEXT, a, LTL_NONE);
  case LTL_FINALLY:
    return certificate_make(k, until, certificate_constant(k, !negated), a);
  case LTL_GLOBALLY:
    return certificate_make(k, release, certificate_constant(k, negated), a);
  case LTL_UNTIL:
    return certificate_make(k, until, a, b);
  case LTL_RELEASE:
    return certificate_make(k, release, a, b);
  case LTL_WEAK:
    return certificate_make(k, release, b, certificate_both(k, !negated, a, b));
  case LTL_STRONG:
    return certificate_make(k, until, b, certificate_both(k, negated, a, b));
  }
  return LTL_NONE;
}

uint32_t certificate_core(mem *m, const ltl *t, uint32_t f, bool negated,
                          ltl *core) {
  assert(f < t->nodes.count);
  for (uint32_t i = names_count(&core->atoms); i < names_count(&t->atoms); i++)
    names_insert(m, &core->atoms, names_text(&t->atoms, i),
                 names_length(&t->atoms, i));
  maker k = {m, core};
  forms *all = mem_array(m, (size_t)f + 1, sizeof *all);
  all[f].needed[negated] = true;
  for (uint32_t n = f + 1; n-- > 0;)
    if (all[n].needed[PLAIN] || all[n].needed[NEGATED])
      need_parts(&t->nodes.at[n], &all[n], all);
  for (uint32_t n = 0; n <= f; n++)
    for (int form = PLAIN; form <= NEGATED; form++)
      if (all[n].needed[form])
        all[n].made[form] = form_of(&k, &t->nodes.at[n], form, all);
  uint32_t root = all[f].made[negated];
  mem_free(m, all);
  return root;
}
