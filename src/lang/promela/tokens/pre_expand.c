/* What comes out: the tokens of texts, with macros replaced. */
#include "lang/promela/tokens/pre.h"

#include <assert.h>
#include <stdio.h>

void pml_pre_push(pre *p, const pre_context *c) {
  vec_push(p->m, &p->contexts, *c);
}

void pml_pre_pop(pre *p) {
  pre_context c = vec_pop(&p->contexts);
  mem_free(p->m, c.owned);
  if (c.macro != PML_NONE)
    p->macros->list.at[c.macro].is_busy = false;
}

/* The token was the last that was read. */
void pml_pre_put_back(pre *p, const pre_token *t) {
  if (p->contexts.count == 0) {
    p->back = *t;
    p->has_back = true;
  } else if (t->kind != PRE_END) {
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

static void next_of_source(pre *p, pre_token *t) {
  for (;;) {
    if (p->has_back)
      *t = p->back, p->has_back = false;
    else
      pml_pre_lex(p, t);
    if (t->flags & PRE_FIRST) {
      if (pre_is_hash(t) && p->parsing != PRE_PEEKS && !p->is_plain) {
        pml_pre_directive(p, t);
        continue;
      }
      if (!p->skipping && t->kind != PRE_END && p->parsing == PRE_TEXT)
        pml_pre_change_line(p, t);
    }
    if (!p->skipping || p->in_directive || t->kind == PRE_END)
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
  pre_context c = {.macro = PML_NONE};
  pre_token *t = c.owned = mem_alloc(p->m, sizeof *t);
  char number[24];
  uint32_t value = 0;
  if (which == PRE_LINE)
    value = name->at.line;
  else if (which == PRE_LEVEL)
    value = (uint32_t)p->sources.count - 1;
  else if (which == PRE_COUNTER)
    value = p->macros->counter++;
  t->at = name->at;
  if (which == PRE_FILE || which == PRE_BASE_FILE) {
    t->kind = PRE_STRING;
    t->text = quoted_file(p, which == PRE_FILE ? name->at.file : 0);
  } else {
    int length = snprintf(number, sizeof number, "%u", (unsigned)value);
    t->kind = PRE_NUMBER;
    t->text = names_insert(p->m, &p->macros->spellings, number, (size_t)length);
  }
  c.at = t;
  c.end = t + 1;
  pml_pre_push(p, &c);
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
  pre_context c = {.at = x->body,
                   .end = x->count ? x->body + x->count : x->body,
                   .macro = macro,
                   .is_body = true,
                   .place = name->at};
  pml_pre_push(p, &c);
  p->macros->list.at[macro].is_busy = true;
  return true;
}

static void make_padding(pre_token *t, const pre_token *of) {
  uint8_t source = of == NULL              ? PRE_NOTHING
                   : of->flags & PRE_WHITE ? PRE_APART
                                           : PRE_CLOSE;
  *t = (pre_token){.kind = PRE_PADDING, .source = source};
}

typedef enum context_step { STEP_TOKEN, STEP_DONE, STEP_AGAIN } context_step;

static context_step next_of_context(pre *p, pre_token *t) {
  pre_context *c = &vec_last(&p->contexts);
  if (c->at == c->end) {
    if (c->is_argument) {
      *t = (pre_token){.kind = PRE_END};
      return STEP_DONE;
    }
    pml_pre_pop(p);
    make_padding(t, NULL);
    return p->in_directive ? STEP_AGAIN : STEP_DONE;
  }
  *t = *c->at++;
  if (c->is_body)
    t->at = c->place;
  t->flags |= PRE_EXPANDED;
  if (!pml_pre_spend(p, 1))
    return STEP_AGAIN;
  if (t->flags & PRE_PASTES) {
    pre_token left = *t;
    pml_pre_paste(p, t);
    make_padding(t, &left);
    return p->in_directive ? STEP_AGAIN : STEP_DONE;
  }
  return STEP_TOKEN;
}

void pml_pre_next(pre *p, pre_token *t) {
  for (;;) {
    if (p->gave_up) {
      *t = (pre_token){.kind = PRE_END};
      return;
    }
    bool is_outermost = p->contexts.count == 0;
    if (is_outermost) {
      next_of_source(p, t);
    } else {
      context_step step = next_of_context(p, t);
      if (step == STEP_AGAIN)
        continue;
      if (step == STEP_DONE)
        return;
    }
    if (t->kind != PRE_NAME || t->flags & PRE_PAINTED)
      return;
    uint32_t macro = pml_pre_macro(p, t->text);
    if (macro == PML_NONE)
      return;
    if (p->macros->list.at[macro].is_busy) {
      t->flags |= PRE_PAINTED;
      return;
    }
    if (p->prevent)
      return;
    if (is_outermost)
      p->use = t->at;
    if (!enter(p, macro, t))
      return;
    if (!p->in_directive) {
      pre_token name = *t;
      make_padding(t, &name);
      return;
    }
  }
}
