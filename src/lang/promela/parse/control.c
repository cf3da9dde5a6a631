#include "lang/promela/parse/parts.h"

#include <assert.h>

/* for and select: what they stand for is built here, as SPIN builds it, since
 * every part of it is a step that counts. */

static pml_statement *control_statement_at(const pml_parser *p, uint32_t x) {
  return &p->s->statements.at[x];
}

static uint32_t make(pml_parser *p, pml_kind kind, uint32_t a, uint32_t b,
                     pml_place at) {
  uint32_t x = pml_add_statement(p, kind, at);
  pml_statement *s = control_statement_at(p, x);
  s->a = a;
  s->b = b;
  s->is_made = true;
  s->until = pml_end_of(p, &p->taken);
  return x;
}

static uint32_t make_test(pml_parser *p, pml_op op, uint32_t a, uint32_t b,
                          pml_place at) {
  return make(p, PML_TEST, pml_new_expr(p, op, a, b, at), PML_NONE, at);
}

static void add_option(pml_parser *p, uint32_t first, pml_place at) {
  vec_push(p->m, &p->s->options, ((pml_option){first, at}));
}

typedef struct for_head {
  uint32_t variable;
  uint32_t low, high; /* for (i : low .. high) */
  uint32_t channel;   /* for (m in c), or PML_NONE */
  pml_place at;
} for_head;

/* for (i : 1 .. 3 */
static bool read_range(pml_parser *p, for_head *h) {
  return pml_parse_value(p, &h->low, "a bound") &&
         pml_take(p, PML_T_DOTS, "'..'") &&
         pml_parse_value(p, &h->high, "a bound");
}

/* for (i in a : an array or a channel */
static bool read_in(pml_parser *p, for_head *h) {
  uint32_t e;
  pml_place at = p->token.at;
  p->takes_array = true;
  bool good = pml_parse_expression(p, PML_TARGET, &e, NULL);
  p->takes_array = false;
  if (!good)
    return false;
  if (p->facts.at[e] & PML_FACT_BAD || p->s->exprs.at[e].op != PML_NAME)
    return p->facts.at[e] & PML_FACT_BAD
               ? false
               : pml_wrong(p, at, "an array or a channel should be here");
  const pml_var *v = &p->s->vars.at[pml_referred(p, e)];
  uint32_t tail = e;
  while (p->s->exprs.at[tail].c != PML_NONE)
    tail = p->s->exprs.at[tail].c;
  if (v->is_array && p->s->exprs.at[tail].b == PML_NONE) {
    h->low = pml_number_expr(p, 0, at);
    h->high = pml_number_expr(p, (int32_t)v->count - 1, at);
  } else if (v->type == PML_CHAN) {
    h->channel = e;
  } else {
    return pml_wrong(p, at, "'%s' is neither an array nor a channel",
                     pml_name(p, v->name));
  }
  return true;
}

/* SPIN lets only plain variables count. */
static bool check_index(pml_parser *p, uint32_t e, bool has_range) {
  assert(e < p->s->exprs.count);
  const pml_expr *x = &p->s->exprs.at[e];
  if (p->facts.at[e] & PML_FACT_BAD)
    return true;
  if (x->op != PML_NAME || x->b != PML_NONE || x->c != PML_NONE)
    return pml_wrong(p, x->at,
                     "a plain variable should be here: no element of an array, "
                     "no field of a record");
  if (p->s->vars.at[x->a].type == PML_CHAN && has_range)
    return pml_wrong(p, x->at, "a channel cannot count through a range");
  return true;
}

/* Reads up to the '{'. */
static bool read_head(pml_parser *p, for_head *h) {
  p->in_for = true;
  pml_advance(p);
  bool good = pml_take(p, '(', "'('") &&
              pml_parse_expression(p, PML_TARGET, &h->variable, NULL);
  bool is_in = pml_at_word(p, PML_W_IN);
  p->in_for = false;
  if (!good || !check_index(p, h->variable, !is_in))
    return false;
  if (!is_in && !pml_at(p, ':'))
    return pml_misfit(p, "':' and a range, or 'in' and an array or channel,");
  pml_advance(p);
  if (!(is_in ? read_in(p, h) : read_range(p, h)) || !pml_take(p, ')', "')'"))
    return false;
  pml_skip_separators(p); /* a newline before the brace */
  if (!pml_at(p, '{'))
    return pml_misfit(p, "'{'");
  return true;
}

/* The counter of a loop over a channel: the user never sees it. The loops of
 * one block share it. */
static uint32_t make_counter(pml_parser *p, pml_place at) {
  char name[32] = "_for";
  size_t length = 4, block = p->opens.count - 1;
  while (p->opens.at[block].kind == PML_OPEN_OPTIONS)
    block--;
  assert(block < p->opens.count);
  if (p->opens.at[block].helper != PML_NONE)
    return pml_new_expr(p, PML_NAME, p->opens.at[block].helper, PML_NONE, at);
  uint32_t n = p->helpers++;
  do
    name[length++] = (char)('0' + n % 10);
  while ((n /= 10) != 0);
  pml_var v = {.name = names_insert(p->m, &p->s->tokens.names, name, length),
               .type = PML_INT,
               .sub = PML_NONE,
               .count = 1,
               .process = p->process,
               .record = PML_NONE,
               .is_helper = true,
               .init = PML_NONE,
               .channel = PML_NONE,
               .declared_by = PML_NONE,
               .at = at};
  p->opens.at[block].helper = pml_add_var(p, v);
  return pml_new_expr(p, PML_NAME, p->opens.at[block].helper, PML_NONE, at);
}

/* c?m; c!m : the message goes round. */
static bool make_rotation(pml_parser *p, const for_head *h) {
  for (int i = 0; i < 2; i++) {
    size_t arguments = p->arguments.count;
    uint32_t x =
        make(p, i ? PML_SEND : PML_RECEIVE, h->channel, PML_NONE, h->at);
    pml_push_operand(p, h->variable);
    if (!pml_take_argument(p, i == 0, false))
      return false;
    control_statement_at(p, x)->c = (uint32_t)(p->arguments.count - arguments);
    control_statement_at(p, x)->b = pml_push_list(p, arguments);
    pml_append(p, x);
  }
  return true;
}

/* low .. high : the loop is  i = low; do :: i <= high -> ...; i++ :: else ->
 * break od ; over a channel the counter runs below len(c). */
bool pml_parse_for(pml_parser *p) {
  for_head h = {.channel = PML_NONE, .at = p->token.at};
  uint32_t counter, loop, guard;
  if (!read_head(p, &h))
    return false;
  counter = h.variable;
  if (h.channel != PML_NONE) {
    if (!(p->facts.at[h.variable] & PML_FACT_RECORD))
      return pml_wrong(p, p->s->exprs.at[h.variable].at,
                       "to go over a channel, take a record, and a channel of "
                       "such records");
    counter = make_counter(p, h.at);
    h.low = pml_number_expr(p, 0, h.at);
    h.high = pml_new_expr(p, PML_LEN, h.channel, PML_NONE, h.at);
  } else if (p->facts.at[h.variable] & PML_FACT_RECORD) {
    return pml_wrong(p, p->s->exprs.at[h.variable].at,
                     "a record cannot count; take a variable of its own");
  }
  pml_append(p, make(p, PML_ASSIGN, counter, h.low, h.at));
  loop = make(p, PML_DO, PML_NONE, PML_NONE, h.at);
  pml_push_open(p, PML_OPEN_FOR, loop, h.at)->counter = counter;
  guard = make_test(p, h.channel == PML_NONE ? PML_AT_MOST : PML_LESS, counter,
                    h.high, h.at);
  pml_append(p, guard);
  if (h.channel != PML_NONE && !make_rotation(p, &h))
    return false;
  vec_last(&p->opens).head = vec_last(&p->opens).last;
  vec_last(&p->opens).is_separated = true;
  pml_advance(p);
  return true;
}

/* '}' is to be looked at. */
bool pml_close_for(pml_parser *p) {
  pml_open f = vec_last(&p->opens);
  uint32_t x, stop;
  if (f.main != PML_NONE)
    return pml_misfit(p, "the statement that 'unless' leads to");
  if (f.last == f.head && !f.has_declaration && p->s->labels.count == f.labels)
    return pml_misfit(p, "a statement");
  if (p->s->labels.count > f.labels &&
      !pml_finish_statement(p,
                            make(p, PML_SKIP, PML_NONE, PML_NONE, p->taken.at)))
    return false;
  pml_append(p, make(p, PML_INCREMENT, f.counter, PML_NONE, f.at));
  x = make(p, PML_ELSE, PML_NONE, PML_NONE, f.at);
  stop = make(p, PML_BREAK, PML_NONE, PML_NONE, f.at);
  control_statement_at(p, stop)->target = f.statement;
  control_statement_at(p, x)->next = stop;
  f.first = vec_last(&p->opens).first;
  if (p->s->processes.at[p->process].kind != PML_NEVER)
    pml_tidy_option(p, f.first);
  control_statement_at(p, f.statement)->a = (uint32_t)p->s->options.count;
  control_statement_at(p, f.statement)->c = 2;
  add_option(p, f.first, f.at);
  add_option(p, x, f.at);
  pml_scope_end(p, f.scope);
  p->opens.count--;
  control_statement_at(p, f.statement)->until = pml_end_of(p, &p->token);
  pml_advance(p);
  return pml_finish_statement(p, f.statement);
}

/* SPIN looks at the text: a plain name and two numbers, on one line, outside
 * inlines. Only then it is a choice between assignments. */
static bool is_literal(const pml_parser *p) {
  const pml_source *x = &vec_last(&p->sources);
  const pml_token *t = x->tokens + x->next;
  static const int kinds[] = {'(',        PML_T_NAME,   ':', PML_T_NUMBER,
                              PML_T_DOTS, PML_T_NUMBER, ')'};
  if (p->sources.count > 1 || x->count - x->next < 7)
    return false;
  for (size_t i = 0; i < 7; i++)
    if (t[i].kind != kinds[i] || t[i].new_line)
      return false;
  return !memchr(pml_name(p, t[1].name), '_',
                 names_length(&p->s->tokens.names, t[1].name));
}

static bool make_choice(pml_parser *p, const for_head *h, int32_t low,
                        int32_t high) {
  uint32_t x = make(p, PML_IF, PML_NONE, PML_NONE, h->at);
  uint32_t first = PML_NONE, last = PML_NONE;
  for (int32_t i = low; i <= high; i++) {
    last =
        make(p, PML_ASSIGN, h->variable, pml_number_expr(p, i, h->at), h->at);
    if (first == PML_NONE)
      first = last;
    control_statement_at(p, last)->parent = x;
  }
  control_statement_at(p, x)->a = (uint32_t)p->s->options.count;
  control_statement_at(p, x)->c = last - first + 1;
  for (uint32_t i = first; i <= last; i++)
    add_option(p, i, h->at);
  return pml_finish_statement(p, x);
}

/* i = low; do :: i < high -> i++ :: break od , or with the options the other
 * way round. */
static bool make_search(pml_parser *p, const for_head *h, bool stops_last) {
  uint32_t begin = make(p, PML_ASSIGN, h->variable, h->low, h->at);
  uint32_t loop = make(p, PML_DO, PML_NONE, PML_NONE, h->at);
  uint32_t guard = make_test(p, PML_LESS, h->variable, h->high, h->at);
  uint32_t more = make(p, PML_INCREMENT, h->variable, PML_NONE, h->at);
  uint32_t stop = make(p, PML_BREAK, PML_NONE, PML_NONE, h->at);
  control_statement_at(p, guard)->next = more;
  control_statement_at(p, guard)->parent = loop;
  control_statement_at(p, more)->parent = loop;
  control_statement_at(p, stop)->parent = loop;
  control_statement_at(p, stop)->target = loop;
  control_statement_at(p, loop)->a = (uint32_t)p->s->options.count;
  control_statement_at(p, loop)->c = 2;
  add_option(p, stops_last ? guard : stop, h->at);
  add_option(p, stops_last ? stop : guard, h->at);
  if (stops_last) /* as if it stood in the text */
    pml_attach_labels(p, begin);
  pml_append(p, begin);
  return pml_finish_statement(p, loop);
}

bool pml_parse_select(pml_parser *p) {
  for_head h = {.at = p->token.at};
  bool literal = is_literal(p);
  pml_advance(p);
  if (!pml_take(p, '(', "'('") ||
      !pml_parse_expression(p, PML_TARGET, &h.variable, NULL) ||
      !pml_take(p, ':', "':'") || !read_range(p, &h) ||
      !pml_take(p, ')', "')'"))
    return false;
  if (!check_index(p, h.variable, true))
    return false;
  if (p->facts.at[h.variable] & PML_FACT_RECORD)
    return pml_wrong(p, p->s->exprs.at[h.variable].at,
                     "a record cannot count; take a variable of its own");
  if (literal) {
    int32_t low = p->s->exprs.at[h.low].value;
    int32_t high = p->s->exprs.at[h.high].value;
    if (high < low)
      return pml_wrong(p, h.at, "the range %d .. %d is empty", low, high);
    if ((int64_t)high - low <= 32)
      return make_choice(p, &h, low, high);
  }
  return make_search(p, &h, literal);
}
