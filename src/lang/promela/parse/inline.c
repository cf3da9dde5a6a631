#include "lang/promela/parse/parts.h"

#include <assert.h>

/* Inlines: the tokens of the body with those of the arguments in the place of
 * the parameters' names. No parentheses are added, as SPIN adds none. */

typedef vec(pml_token) token_list;

/* inline name(a, b) { body } ; the body is looked at when it is called. */
bool pml_parse_inline(pml_parser *parser) {
  pml_inline x = {.first_formal = (uint32_t)parser->formals.count};
  pml_source *source = &vec_last(&parser->sources);
  size_t depth = 1, i;
  uint32_t name;
  pml_advance(parser);
  x.at = parser->token.at;
  if (!pml_take_name(parser, &x.name, "the name of the inline") ||
      !pml_take(parser, '(', "'('"))
    return false;
  while (!pml_at(parser, ')')) {
    if (!pml_take_name(parser, &name, "the name of a parameter"))
      return false;
    vec_push(parser->m, &parser->formals, name);
    if (pml_at(parser, ','))
      pml_advance(parser);
    else if (!pml_at(parser, ')'))
      return pml_misfit(parser, "',' or ')'");
  }
  pml_advance(parser);
  x.formals = (uint32_t)parser->formals.count - x.first_formal;
  if (!pml_at(parser, '{'))
    return pml_misfit(parser, "'{'");
  x.body = source->next;
  for (i = source->next; i < source->count; i++) {
    depth += source->tokens[i].kind == '{';
    depth -= source->tokens[i].kind == '}';
    if (!depth || source->tokens[i].kind == PML_T_END)
      break;
  }
  if (depth)
    return pml_wrong(parser, x.at, "the '}' of this inline is missing");
  x.body_count = i - x.body;
  source->next = i;
  pml_advance(parser);
  pml_advance(parser);
  pml_declare(parser, x.name, PML_IS_INLINE, (uint32_t)parser->inlines.count,
              x.at);
  vec_push(parser->m, &parser->inlines, x);
  return true;
}

/* The arguments' tokens, one behind the other; ends.at[i] is the end of the
 * i-th. The ')' is to be looked at when it is done. */
static bool read_arguments(pml_parser *parser, token_list *out,
                           pml_token_ends *ends) {
  size_t depth = 0;
  pml_advance(parser);
  if (!pml_take(parser, '(', "'(' and arguments"))
    return false;
  while (depth || !pml_at(parser, ')')) {
    if (pml_at(parser, PML_T_END) || pml_at(parser, '{') || pml_at(parser, '}'))
      return pml_misfit(parser, "an argument or ')'");
    depth += pml_at(parser, '(') || pml_at(parser, '[');
    depth -= (pml_at(parser, ')') || pml_at(parser, ']')) && depth;
    if (pml_at(parser, ',') && !depth)
      vec_push(parser->m, ends, out->count);
    else
      vec_push(parser->m, out, parser->token);
    pml_advance(parser);
  }
  if (out->count)
    vec_push(parser->m, ends, out->count);
  return true;
}

/* Every argument must be an expression; what is made of it here is dropped. */
static bool check_argument(pml_parser *parser, token_list *one) {
  pml_syntax *syntax = parser->s;
  size_t exprs = syntax->exprs.count, lists = syntax->lists.count,
         runs = parser->runs.count;
  size_t remotes = parser->remotes.count;
  uint32_t parentheses = parser->parentheses, e;
  pml_token token = parser->token, taken = parser->taken;
  pml_token end = {.kind = PML_T_END, .at = token.at};
  vec_push(parser->m, one, end);
  pml_source source = {one->at, 0, one->count, NULL, PML_NONE};
  vec_push(parser->m, &parser->sources, source);
  parser->parentheses = 1; /* newlines mean nothing in it */
  pml_advance(parser);
  parser->takes_array = true;
  bool good = pml_parse_expression(parser, PML_PLAIN, &e, NULL);
  parser->takes_array = false;
  if (good && !pml_at(parser, PML_T_END))
    good = pml_misfit(parser, "an operator, ',' or ')'");
  parser->sources.count--;
  parser->token = token;
  parser->taken = taken;
  parser->parentheses = parentheses;
  syntax->exprs.count = parser->facts.count = parser->depths.count = exprs;
  syntax->lists.count = lists;
  parser->runs.count = runs;
  parser->remotes.count = remotes;
  return good;
}

static bool check_arguments(pml_parser *parser, const token_list *arguments,
                            const pml_token_ends *ends) {
  token_list one = {0};
  bool good = true;
  for (size_t i = 0; good && i < ends->count; i++) {
    one.count = 0;
    for (size_t j = i ? ends->at[i - 1] : 0; j < ends->at[i]; j++)
      vec_push(parser->m, &one, arguments->at[j]);
    good = check_argument(parser, &one);
  }
  vec_free(parser->m, &one);
  return good;
}

static uint32_t formal_of(const pml_parser *parser, const pml_inline *x,
                          const pml_token *token) {
  if (token->kind == PML_T_NAME)
    for (uint32_t i = 0; i < x->formals; i++)
      if (parser->formals.at[x->first_formal + i] == token->name)
        return i;
  return PML_NONE;
}

static bool make_body(pml_parser *parser, const pml_inline *x,
                      const token_list *arguments, const pml_token_ends *ends,
                      token_list *out) {
  const pml_token *body = parser->s->tokens.list.at + x->body;
  pml_token brace = {.kind = '{', .at = parser->token.at};
  vec_push(parser->m, out, brace);
  for (size_t i = 0; i < x->body_count; i++) {
    if (parser->clock)
      progress_tick(parser->clock);
    uint32_t n = formal_of(parser, x, &body[i]);
    if (n == PML_NONE) {
      vec_push(parser->m, out, body[i]);
    } else {
      size_t first = n ? ends->at[n - 1] : 0;
      uint32_t other = ends->at[n] == first + 1
                           ? formal_of(parser, x, &arguments->at[first])
                           : PML_NONE;
      if (other != PML_NONE && other != n)
        return pml_wrong(parser, arguments->at[first].at,
                         "'%s' is also the name of another parameter of '%s'; "
                         "rename one of them",
                         pml_name(parser, arguments->at[first].name),
                         pml_name(parser, x->name));
      for (size_t j = first; j < ends->at[n]; j++) {
        pml_token token = arguments->at[j];
        token.new_line = j == first && body[i].new_line;
        vec_push(parser->m, out, token);
      }
    }
    if (parser->expanded + out->count > PML_MOST_EXPANDED)
      return pml_wrong(parser, parser->token.at,
                       "inlines make more than %d words of text",
                       PML_MOST_EXPANDED);
  }
  parser->expanded += out->count;
  brace.kind = '}';
  vec_push(parser->m, out, brace);
  return true;
}

static bool check_call(pml_parser *parser, const pml_inline *x, size_t count,
                       pml_place at) {
  if (x->is_open)
    return pml_wrong(parser, at, "'%s' calls itself: an inline cannot",
                     pml_name(parser, x->name));
  if (count != x->formals)
    return pml_wrong(parser, at, "'%s' takes %u argument%s, not %zu",
                     pml_name(parser, x->name), x->formals,
                     x->formals == 1 ? "" : "s", count);
  if (parser->sources.count > PML_MOST_CALLS)
    return pml_wrong(parser, at, "inlines are called deeper than %d levels",
                     PML_MOST_CALLS);
  return true;
}

/* Its name is to be looked at. */
bool pml_call_inline(pml_parser *parser, uint32_t number, uint32_t result) {
  assert(number < parser->inlines.count);
  token_list arguments = {0}, made = {0};
  pml_token_ends ends = {0};
  pml_place at = parser->token.at;
  const pml_inline *x = &parser->inlines.at[number];
  bool good = read_arguments(parser, &arguments, &ends) &&
              check_call(parser, x, ends.count, at) &&
              check_arguments(parser, &arguments, &ends) &&
              make_body(parser, x, &arguments, &ends, &made);
  vec_free(parser->m, &arguments);
  vec_free(parser->m, &ends);
  if (!good)
    return false;
  pml_place until = pml_end_of(parser, &parser->token);
  pml_source source = {made.at, 0, made.count, made.at, number};
  vec_push(parser->m, &parser->sources, source);
  parser->inlines.at[number].is_open = true;
  uint32_t block = pml_add_statement(parser, PML_BLOCK, at);
  parser->s->statements.at[block].is_inline = true;
  parser->s->statements.at[block].name = parser->inlines.at[number].name;
  pml_open *f = pml_push_open(parser, PML_OPEN_INLINE, block, at);
  f->call = ++parser->calls;
  f->result = result;
  f->until = until;
  pml_advance(parser); /* to '{' */
  pml_advance(parser);
  return true;
}
