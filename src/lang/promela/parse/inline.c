#include "lang/promela/parse/parts.h"

#include <assert.h>

/* Inlines: the tokens of the body with those of the arguments in the place of
 * the parameters' names. No parentheses are added, as SPIN adds none. */

typedef vec(pml_token) token_list;

/* inline name(a, b) { body } ; the body is looked at when it is called. */
bool pml_parse_inline(pml_parser *p) {
  pml_inline x = {.first_formal = (uint32_t)p->formals.count};
  pml_source *source = &vec_last(&p->sources);
  size_t depth = 1, i;
  uint32_t name;
  pml_advance(p);
  x.at = p->token.at;
  if (!pml_take_name(p, &x.name, "the name of the inline") ||
      !pml_take(p, '(', "'('"))
    return false;
  while (!pml_at(p, ')')) {
    if (!pml_take_name(p, &name, "the name of a parameter"))
      return false;
    vec_push(p->m, &p->formals, name);
    if (pml_at(p, ','))
      pml_advance(p);
    else if (!pml_at(p, ')'))
      return pml_misfit(p, "',' or ')'");
  }
  pml_advance(p);
  x.formals = (uint32_t)p->formals.count - x.first_formal;
  if (!pml_at(p, '{'))
    return pml_misfit(p, "'{'");
  x.body = source->next;
  for (i = source->next; i < source->count; i++) {
    depth += source->tokens[i].kind == '{';
    depth -= source->tokens[i].kind == '}';
    if (!depth || source->tokens[i].kind == PML_T_END)
      break;
  }
  if (depth)
    return pml_wrong(p, x.at, "the '}' of this inline is missing");
  x.body_count = i - x.body;
  source->next = i;
  pml_advance(p);
  pml_advance(p);
  pml_declare(p, x.name, PML_IS_INLINE, (uint32_t)p->inlines.count, x.at);
  vec_push(p->m, &p->inlines, x);
  return true;
}

/* The arguments' tokens, one behind the other; ends.at[i] is the end of the
 * i-th. The ')' is to be looked at when it is done. */
static bool read_arguments(pml_parser *p, token_list *out,
                           pml_token_ends *ends) {
  size_t depth = 0;
  pml_advance(p);
  if (!pml_take(p, '(', "'(' and arguments"))
    return false;
  while (depth || !pml_at(p, ')')) {
    if (pml_at(p, PML_T_END) || pml_at(p, '{') || pml_at(p, '}'))
      return pml_misfit(p, "an argument or ')'");
    depth += pml_at(p, '(') || pml_at(p, '[');
    depth -= (pml_at(p, ')') || pml_at(p, ']')) && depth;
    if (pml_at(p, ',') && !depth)
      vec_push(p->m, ends, out->count);
    else
      vec_push(p->m, out, p->token);
    pml_advance(p);
  }
  if (out->count)
    vec_push(p->m, ends, out->count);
  return true;
}

/* Every argument must be an expression; what is made of it here is dropped. */
static bool check_argument(pml_parser *p, token_list *one) {
  pml_syntax *s = p->s;
  size_t exprs = s->exprs.count, lists = s->lists.count, runs = p->runs.count;
  size_t remotes = p->remotes.count;
  uint32_t parentheses = p->parentheses, e;
  pml_token token = p->token, taken = p->taken;
  pml_token end = {.kind = PML_T_END, .at = token.at};
  vec_push(p->m, one, end);
  pml_source source = {one->at, 0, one->count, NULL, PML_NONE};
  vec_push(p->m, &p->sources, source);
  p->parentheses = 1; /* newlines mean nothing in it */
  pml_advance(p);
  p->takes_array = true;
  bool good = pml_parse_expression(p, PML_PLAIN, &e, NULL);
  p->takes_array = false;
  if (good && !pml_at(p, PML_T_END))
    good = pml_misfit(p, "an operator, ',' or ')'");
  p->sources.count--;
  p->token = token;
  p->taken = taken;
  p->parentheses = parentheses;
  s->exprs.count = p->facts.count = p->depths.count = exprs;
  s->lists.count = lists;
  p->runs.count = runs;
  p->remotes.count = remotes;
  return good;
}

static bool check_arguments(pml_parser *p, const token_list *arguments,
                            const pml_token_ends *ends) {
  token_list one = {0};
  bool good = true;
  for (size_t i = 0; good && i < ends->count; i++) {
    one.count = 0;
    for (size_t j = i ? ends->at[i - 1] : 0; j < ends->at[i]; j++)
      vec_push(p->m, &one, arguments->at[j]);
    good = check_argument(p, &one);
  }
  vec_free(p->m, &one);
  return good;
}

static uint32_t formal_of(const pml_parser *p, const pml_inline *x,
                          const pml_token *t) {
  if (t->kind == PML_T_NAME)
    for (uint32_t i = 0; i < x->formals; i++)
      if (p->formals.at[x->first_formal + i] == t->name)
        return i;
  return PML_NONE;
}

static bool make_body(pml_parser *p, const pml_inline *x,
                      const token_list *arguments, const pml_token_ends *ends,
                      token_list *out) {
  const pml_token *body = p->s->tokens.list.at + x->body;
  pml_token brace = {.kind = '{', .at = p->token.at};
  vec_push(p->m, out, brace);
  for (size_t i = 0; i < x->body_count; i++) {
    if (p->clock)
      progress_tick(p->clock);
    uint32_t n = formal_of(p, x, &body[i]);
    if (n == PML_NONE) {
      vec_push(p->m, out, body[i]);
    } else {
      size_t first = n ? ends->at[n - 1] : 0;
      uint32_t other = ends->at[n] == first + 1
                           ? formal_of(p, x, &arguments->at[first])
                           : PML_NONE;
      if (other != PML_NONE && other != n)
        return pml_wrong(p, arguments->at[first].at,
                         "'%s' is also the name of another parameter of '%s'; "
                         "rename one of them",
                         pml_name(p, arguments->at[first].name),
                         pml_name(p, x->name));
      for (size_t j = first; j < ends->at[n]; j++) {
        pml_token t = arguments->at[j];
        t.new_line = j == first && body[i].new_line;
        vec_push(p->m, out, t);
      }
    }
    if (p->expanded + out->count > PML_MOST_EXPANDED)
      return pml_wrong(p, p->token.at,
                       "inlines make more than %d words of text",
                       PML_MOST_EXPANDED);
  }
  p->expanded += out->count;
  brace.kind = '}';
  vec_push(p->m, out, brace);
  return true;
}

static bool check_call(pml_parser *p, const pml_inline *x, size_t count,
                       pml_place at) {
  if (x->is_open)
    return pml_wrong(p, at, "'%s' calls itself: an inline cannot",
                     pml_name(p, x->name));
  if (count != x->formals)
    return pml_wrong(p, at, "'%s' takes %u argument%s, not %zu",
                     pml_name(p, x->name), x->formals,
                     x->formals == 1 ? "" : "s", count);
  if (p->sources.count > PML_MOST_CALLS)
    return pml_wrong(p, at, "inlines are called deeper than %d levels",
                     PML_MOST_CALLS);
  return true;
}

/* Its name is to be looked at. */
bool pml_call_inline(pml_parser *p, uint32_t number, uint32_t result) {
  assert(number < p->inlines.count);
  token_list arguments = {0}, made = {0};
  pml_token_ends ends = {0};
  pml_place at = p->token.at;
  const pml_inline *x = &p->inlines.at[number];
  bool good = read_arguments(p, &arguments, &ends) &&
              check_call(p, x, ends.count, at) &&
              check_arguments(p, &arguments, &ends) &&
              make_body(p, x, &arguments, &ends, &made);
  vec_free(p->m, &arguments);
  vec_free(p->m, &ends);
  if (!good)
    return false;
  pml_place until = pml_end_of(p, &p->token);
  pml_source source = {made.at, 0, made.count, made.at, number};
  vec_push(p->m, &p->sources, source);
  p->inlines.at[number].is_open = true;
  uint32_t block = pml_add_statement(p, PML_BLOCK, at);
  p->s->statements.at[block].is_inline = true;
  p->s->statements.at[block].name = p->inlines.at[number].name;
  pml_open *f = pml_push_open(p, PML_OPEN_INLINE, block, at);
  f->call = ++p->calls;
  f->result = result;
  f->until = until;
  pml_advance(p); /* to '{' */
  pml_advance(p);
  return true;
}
