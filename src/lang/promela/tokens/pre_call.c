/* Calls of macros: their arguments, '#' and '##'. */
#include "lang/promela/tokens/pre.h"

#include <assert.h>

typedef struct argument {
  size_t first, count; /* in the call's tokens */
  pre_list expanded;
  bool is_expanded, is_missing; /* missing: nothing given for '...' */
} argument;

typedef struct call {
  pre_list tokens;
  vec(argument) arguments;
} call;

static void call_clear(pre *p, call *x) {
  vec_each (argument, a, &x->arguments)
    vec_free(p->m, &a->expanded);
  vec_free(p->m, &x->arguments);
  vec_free(p->m, &x->tokens);
}

/* Up to the ',' or ')' that ends it, which is in 'token' then. */
static void collect_one(pre *p, call *x, bool takes_rest, pre_token *token) {
  argument a = {.first = x->tokens.count};
  size_t parentheses = 0;
  for (;;) {
    pml_pre_next(p, token);
    if (token->kind == PRE_END)
      break;
    if (token->kind == PRE_PADDING && x->tokens.count == a.first)
      continue;
    if (pre_is(token, '('))
      parentheses++;
    else if (pre_is(token, ')') && parentheses-- == 0)
      break;
    else if (pre_is(token, ',') && parentheses == 0 && !takes_rest)
      break;
    vec_push(p->m, &x->tokens, *token);
  }
  while (x->tokens.count > a.first && vec_last(&x->tokens).kind == PRE_PADDING)
    x->tokens.count--;
  a.count = x->tokens.count - a.first;
  vec_push(p->m, &x->arguments, a);
}

static bool right_count(pre *p, call *x, const pre_macro *macro,
                        const pre_token *name) {
  size_t given = x->arguments.count, wanted = macro->parameters;
  argument *only = x->arguments.at;
  if (given == 1 && wanted == 0 && only->count == 0)
    return true;
  if (macro->is_variadic && (given + 1 == wanted ||
                             (given == 1 && wanted == 1 && only->count == 0))) {
    if (given < wanted)
      vec_push(p->m, &x->arguments, ((argument){.first = x->tokens.count}));
    vec_last(&x->arguments).is_missing = true;
    return true;
  }
  if (given == wanted)
    return true;
  pml_pre_wrong(p, name->flags & PRE_EXPANDED ? &p->use : &name->at,
                "macro '%.80s' takes %zu argument%s, not %zu",
                names_text(&p->out->names, name->text), wanted,
                wanted == 1 ? "" : "s", given);
  return false;
}

/* The parenthesis has been read. */
static bool collect(pre *p, const pre_macro *macro, const pre_token *name,
                    call *x) {
  pre_token token;
  do
    collect_one(
        p, x, macro->is_variadic && x->arguments.count + 1 == macro->parameters,
        &token);
  while (!pre_is(&token, ')') && token.kind != PRE_END);
  if (token.kind != PRE_END)
    return right_count(p, x, macro, name);
  if (p->contexts.count || p->in_directive)
    pml_pre_put_back(p, &token);
  if (!p->gave_up)
    pml_pre_wrong(p, name->flags & PRE_EXPANDED ? &p->use : &name->at,
                  "the arguments of macro '%.80s' have no end: ')' is missing",
                  names_text(&p->out->names, name->text));
  return false;
}

/* Whether a parenthesis follows; if not, all is as before. */
static bool opens(pre *p) {
  pre_token token, padding = {.kind = PRE_END};
  for (;;) {
    pml_pre_next(p, &token);
    if (token.kind != PRE_PADDING)
      break;
    if (padding.kind == PRE_END || padding.source == PRE_NOTHING ||
        (padding.source == PRE_CLOSE && token.source == PRE_NOTHING))
      padding = token;
  }
  if (pre_is(&token, '('))
    return true;
  /* The end of a text ends this look ahead only: it comes again. */
  if (token.kind != PRE_END || p->contexts.count || p->in_directive) {
    pml_pre_put_back(p, &token);
    if (padding.kind == PRE_PADDING) {
      pre_context context = {.macro = PML_NONE};
      context.owned = mem_alloc(p->m, sizeof *context.owned);
      *context.owned = padding;
      context.at = context.owned;
      context.end = context.owned + 1;
      pml_pre_push(p, &context);
    }
  }
  return false;
}

static void put(pre *p, char c) { vec_push(p->m, &p->scratch, c); }

static void quote_token(pre *p, const pre_token *token) {
  char mark[4];
  size_t length;
  const char *text = pml_pre_spell(p, token, &length, mark);
  bool is_literal = token->kind == PRE_STRING || token->kind == PRE_CHAR;
  for (size_t i = 0; i < length; i++) {
    if (is_literal && (text[i] == '"' || text[i] == '\\'))
      put(p, '\\');
    put(p, text[i]);
  }
}

static void make_string(pre *p, const call *x, const argument *a,
                        pre_token *out) {
  uint8_t source = PRE_NOTHING;
  size_t backslashes = 0;
  p->scratch.count = 0;
  put(p, '"');
  for (size_t i = a->first; i < a->first + a->count; i++) {
    const pre_token *token = &x->tokens.at[i];
    if (token->kind == PRE_PADDING) {
      if (source == PRE_NOTHING ||
          (source == PRE_CLOSE && token->source == PRE_NOTHING))
        source = token->source;
      continue;
    }
    if (source == PRE_NOTHING && token->flags & PRE_WHITE)
      source = PRE_APART;
    if (p->scratch.count > 1 && source == PRE_APART)
      put(p, ' ');
    source = PRE_NOTHING;
    quote_token(p, token);
    backslashes = pre_is(token, '\\') ? backslashes + 1 : 0;
  }
  if (backslashes & 1)
    p->scratch.count--;
  put(p, '"');
  out->kind = PRE_STRING;
  out->text = names_insert(p->m, &p->macros->spellings, p->scratch.at,
                           p->scratch.count);
}

static void put_token(pre *p, const pre_token *token) {
  char mark[4];
  size_t length;
  const char *text = pml_pre_spell(p, token, &length, mark);
  for (size_t i = 0; i < length; i++)
    put(p, text[i]);
}

static bool join(pre *p, pre_token *left, const pre_token *right) {
  pre_token token = *left;
  p->scratch.count = 0;
  put_token(p, left);
  size_t split = p->scratch.count;
  put_token(p, right);
  bool is_comment = pre_is(left, '/') &&
                    (pre_is(right, '/') ||
                     (right->kind == PRE_MARK && (right->text & 0xFF) == '*'));
  token.flags &= PRE_WHITE | PRE_EXPANDED;
  if (!is_comment &&
      pml_pre_lex_whole(p, p->scratch.at, p->scratch.count, &token)) {
    *left = token;
    return true;
  }
  pml_pre_wrong(
      p, &p->use, "'##' makes no token of '%.*s' and '%.*s'",
      (int)(split < 80 ? split : 80), p->scratch.at,
      (int)(p->scratch.count - split < 80 ? p->scratch.count - split : 80),
      p->scratch.at + split);
  return false;
}

/* 'left' is the last token that was read; what follows is in its context. What
 * they make is put in a context of its own. */
void pml_pre_paste(pre *p, pre_token *left) {
  pre_context *context = &vec_last(&p->contexts);
  pre_token right;
  do {
    if (context->at == context->end)
      break;
    right = *context->at++;
    if (right.kind == PRE_PADDING)
      break;
    if (!join(p, left, &right)) {
      context->at--;
      break;
    }
  } while (right.flags & PRE_PASTES);
  pre_context own = {.macro = PML_NONE};
  own.owned = mem_alloc(p->m, sizeof *own.owned);
  *own.owned = *left;
  own.owned->flags &= (uint8_t)~PRE_PASTES;
  own.at = own.owned;
  own.end = own.owned + 1;
  pml_pre_push(p, &own);
}

static void expand_argument(pre *p, const call *x, argument *a) {
  if (a->is_expanded)
    return;
  a->is_expanded = true;
  if (a->count == 0)
    return;
  if (p->depth == PRE_MOST_DEPTH) {
    if (!p->gave_up)
      pml_pre_wrong(p, &p->use, "calls of macros are nested more than %d deep",
                    PRE_MOST_DEPTH);
    p->gave_up = true;
    return;
  }
  p->depth++;
  pre_context context = {
      .at = x->tokens.at + a->first, .macro = PML_NONE, .is_argument = true};
  pre_token token;
  context.end = context.at + a->count;
  size_t level = p->contexts.count;
  pml_pre_push(p, &context);
  for (pml_pre_next(p, &token); token.kind != PRE_END; pml_pre_next(p, &token))
    vec_push(p->m, &a->expanded, token);
  while (p->contexts.count > level)
    pml_pre_pop(p);
  p->depth--;
}

static void put_padding(pre *p, pre_list *out, uint8_t source) {
  vec_push(p->m, out, ((pre_token){.kind = PRE_PADDING, .source = source}));
}

/* A parameter beside '##' is replaced by the argument as it was written, any
 * other by what the argument stands for. */
static void replace_one(pre *p, call *x, const pre_macro *macro,
                        const pre_token *token, bool is_pasted, pre_list *out) {
  assert(token->text < x->arguments.count);
  argument *a = &x->arguments.at[token->text];
  bool is_rest = macro->is_variadic && token->text + 1 == macro->parameters;
  const pre_token *from = NULL;
  size_t count = a->count;
  pre_token quoted;
  if (token->flags & PRE_IN_QUOTES) {
    quoted = (pre_token){.flags = token->flags & PRE_WHITE, .at = token->at};
    make_string(p, x, a, &quoted);
    quoted.flags |= token->flags & PRE_PASTES;
    from = &quoted;
    count = 1;
  } else if (token->flags & PRE_PASTES || is_pasted) {
    from = count ? x->tokens.at + a->first : NULL;
    if (is_pasted && out->count) {
      /* ", ## rest" is no paste: the comma goes if there is no rest. */
      if (pre_is(&vec_last(out), ',') && is_rest && a->is_missing)
        out->count--;
      else if ((pre_is(&vec_last(out), ',') && is_rest) || count == 0)
        vec_last(out).flags &= (uint8_t)~PRE_PASTES;
    }
  } else {
    from = a->expanded.at;
    count = a->expanded.count;
  }
  if (!p->in_directive && !is_pasted && token != macro->body)
    put_padding(p, out, token->flags & PRE_WHITE ? PRE_APART : PRE_CLOSE);
  if (pml_pre_spend(p, count) && count) {
    vec_reserve(p->m, out, count);
    memcpy(out->at + out->count, from, count * sizeof *from);
    out->count += count;
    if (token->flags & PRE_PASTES)
      vec_last(out).flags |= PRE_PASTES;
  } else if (count == 0 && is_pasted && token->flags & PRE_PASTES &&
             out->count && vec_last(out).kind != PRE_PADDING) {
    /* a ## (nothing) ## b: the left one goes on. */
    vec_last(out).flags |= PRE_PASTES;
  }
  if (!p->in_directive && !(token->flags & PRE_PASTES))
    put_padding(p, out, PRE_NOTHING);
}

static void replace(pre *p, uint32_t number, call *x, const pre_token *name) {
  assert(number < p->macros->list.count);
  pre_macro macro = p->macros->list.at[number];
  pre_list out = {0};
  for (uint32_t i = 0; i < macro.count; i++) {
    const pre_token *token = &macro.body[i];
    bool is_pasted = i && macro.body[i - 1].flags & PRE_PASTES;
    if (token->kind == PRE_PARAMETER && !is_pasted &&
        !(token->flags & (PRE_PASTES | PRE_IN_QUOTES)))
      expand_argument(p, x, &x->arguments.at[token->text]);
  }
  for (uint32_t i = 0; i < macro.count && !p->gave_up; i++) {
    const pre_token *token = &macro.body[i];
    if (token->kind == PRE_PARAMETER) {
      replace_one(p, x, &macro, token,
                  i && macro.body[i - 1].flags & PRE_PASTES, &out);
    } else {
      vec_push(p->m, &out, *token);
      vec_last(&out).at = name->at;
    }
  }
  pre_context context = {.owned = out.at, .at = out.at, .macro = number};
  context.end = out.count ? out.at + out.count : out.at;
  pml_pre_push(p, &context);
}

bool pml_pre_call(pre *p, uint32_t number, const pre_token *name) {
  assert(number < p->macros->list.count);
  pre_macro macro = p->macros->list.at[number];
  pre_parsing was_parsing = p->parsing;
  call x = {0};
  p->prevent++;
  p->parsing = PRE_PEEKS;
  bool is_call = opens(p);
  p->parsing = PRE_ARGUMENTS;
  is_call = is_call && collect(p, &macro, name, &x);
  p->parsing = was_parsing;
  p->prevent--;
  if (is_call) {
    replace(p, number, &x, name);
    p->macros->list.at[number].is_busy = true;
  }
  call_clear(p, &x);
  return is_call;
}
