/* What comes out: the tokens of texts, with macros replaced. */
#include "lang/promela/tokens/pre.h"

#include <assert.h>
#include <stdio.h>

void pml_pre_push(pre *p, const pre_context *context) {
  vec_push(p->m, &p->contexts, *context);
}

void pml_pre_pop(pre *p) {
  pre_context context = vec_pop(&p->contexts);
  mem_free(p->m, context.owned);
  if (context.macro != PML_NONE)
    p->macros->list.at[context.macro].is_busy = false;
}

/* The token was the last that was read. */
void pml_pre_put_back(pre *p, const pre_token *token) {
  if (p->contexts.count == 0) {
    p->back = *token;
    p->has_back = true;
  } else if (token->kind != PRE_END) {
    vec_last(&p->contexts).at--;
  }
}

bool pml_pre_spend(pre *p, size_t tokens) {
  if (p->clock)
    progress_tick(p->clock);
  if (tokens <= PRE_MOST_EXPANDED - p->expanded) {
    p->expanded += (uint32_t)tokens;
    return true;
  }
  if (!p->gave_up)
    pml_pre_wrong(p, &p->use,
                  "macros stand for more than %d tokens: this one goes too far",
                  PRE_MOST_EXPANDED);
  p->gave_up = true;
  return false;
}

static void next_of_source(pre *p, pre_token *token) {
  for (;;) {
    if (p->has_back)
      *token = p->back, p->has_back = false;
    else
      pml_pre_lex(p, token);
    if (token->flags & PRE_FIRST) {
      if (pre_is_hash(token) && p->parsing != PRE_PEEKS && !p->is_plain) {
        pml_pre_directive(p, token);
        continue;
      }
      if (!p->skipping && token->kind != PRE_END && p->parsing == PRE_TEXT)
        pml_pre_change_line(p, token);
    }
    if (!p->skipping || p->in_directive || token->kind == PRE_END)
      return;
  }
}

static uint32_t quoted_file(pre *p, uint32_t file) {
  const char *name = names_text(&p->out->files, file);
  p->scratch.count = 0;
  vec_push(p->m, &p->scratch, '"');
  for (; *name; name++) {
    if (*name == '"' || *name == '\\')
      vec_push(p->m, &p->scratch, '\\');
    vec_push(p->m, &p->scratch, *name);
  }
  vec_push(p->m, &p->scratch, '"');
  return names_insert(p->m, &p->macros->spellings, p->scratch.at,
                      p->scratch.count);
}

static void enter_builtin(pre *p, uint8_t which, const pre_token *name) {
  pre_context context = {.macro = PML_NONE};
  pre_token *token = context.owned = mem_alloc(p->m, sizeof *token);
  char number[24];
  uint32_t value = 0;
  if (which == PRE_LINE)
    value = name->at.line;
  else if (which == PRE_LEVEL)
    value = (uint32_t)p->sources.count - 1;
  else if (which == PRE_COUNTER)
    value = p->macros->counter++;
  token->at = name->at;
  if (which == PRE_FILE || which == PRE_BASE_FILE) {
    token->kind = PRE_STRING;
    token->text = quoted_file(p, which == PRE_FILE ? name->at.file : 0);
  } else {
    int length = snprintf(number, sizeof number, "%u", (unsigned)value);
    token->kind = PRE_NUMBER;
    token->text =
        names_insert(p->m, &p->macros->spellings, number, (size_t)length);
  }
  context.at = token;
  context.end = token + 1;
  pml_pre_push(p, &context);
}

/* False: the name stands for itself. */
static bool enter(pre *p, uint32_t macro, const pre_token *name) {
  assert(macro < p->macros->list.count);
  const pre_macro *x = &p->macros->list.at[macro];
  if (x->builtin) {
    enter_builtin(p, x->builtin, name);
    return true;
  }
  if (x->has_parameters)
    return pml_pre_call(p, macro, name);
  pre_context context = {.at = x->body,
                         .end = x->count ? x->body + x->count : x->body,
                         .macro = macro,
                         .is_body = true,
                         .place = name->at};
  pml_pre_push(p, &context);
  p->macros->list.at[macro].is_busy = true;
  return true;
}

static void make_padding(pre_token *token, const pre_token *of) {
  uint8_t source = of == NULL              ? PRE_NOTHING
                   : of->flags & PRE_WHITE ? PRE_APART
                                           : PRE_CLOSE;
  *token = (pre_token){.kind = PRE_PADDING, .source = source};
}

typedef enum context_step { STEP_TOKEN, STEP_DONE, STEP_AGAIN } context_step;

static context_step next_of_context(pre *p, pre_token *token) {
  pre_context *context = &vec_last(&p->contexts);
  if (context->at == context->end) {
    if (context->is_argument) {
      *token = (pre_token){.kind = PRE_END};
      return STEP_DONE;
    }
    pml_pre_pop(p);
    make_padding(token, NULL);
    return p->in_directive ? STEP_AGAIN : STEP_DONE;
  }
  *token = *context->at++;
  if (context->is_body)
    token->at = context->place;
  token->flags |= PRE_EXPANDED;
  if (!pml_pre_spend(p, 1))
    return STEP_AGAIN;
  if (token->flags & PRE_PASTES) {
    pre_token left = *token;
    pml_pre_paste(p, token);
    make_padding(token, &left);
    return p->in_directive ? STEP_AGAIN : STEP_DONE;
  }
  return STEP_TOKEN;
}

void pml_pre_next(pre *p, pre_token *token) {
  for (;;) {
    if (p->gave_up) {
      *token = (pre_token){.kind = PRE_END};
      return;
    }
    bool is_outermost = p->contexts.count == 0;
    if (is_outermost) {
      next_of_source(p, token);
    } else {
      context_step step = next_of_context(p, token);
      if (step == STEP_AGAIN)
        continue;
      if (step == STEP_DONE)
        return;
    }
    if (token->kind != PRE_NAME || token->flags & PRE_PAINTED)
      return;
    uint32_t macro = pml_pre_macro(p, token->text);
    if (macro == PML_NONE)
      return;
    if (p->macros->list.at[macro].is_busy) {
      token->flags |= PRE_PAINTED;
      return;
    }
    if (p->prevent)
      return;
    if (is_outermost)
      p->use = token->at;
    if (!enter(p, macro, token))
      return;
    if (!p->in_directive) {
      pre_token name = *token;
      make_padding(token, &name);
      return;
    }
  }
}
