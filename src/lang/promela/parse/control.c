#include "lang/promela/parse/parts.h"

#include <assert.h>

/* for and select: what they stand for is built here, as SPIN builds it, since
 * every part of it is a step that counts. */

static pml_statement *control_statement_at(const pml_parser *parser,
                                           uint32_t x) {
  return &parser->s->statements.at[x];
}

static uint32_t make(pml_parser *parser, pml_kind kind, uint32_t a, uint32_t b,
                     pml_place at) {
  uint32_t x = pml_add_statement(parser, kind, at);
  pml_statement *statement = control_statement_at(parser, x);
  statement->a = a;
  statement->b = b;
  statement->is_made = true;
  statement->until = pml_end_of(parser, &parser->taken);
  return x;
}

static uint32_t make_test(pml_parser *parser, pml_op op, uint32_t a, uint32_t b,
                          pml_place at) {
  return make(parser, PML_TEST, pml_new_expr(parser, op, a, b, at), PML_NONE,
              at);
}

static void add_option(pml_parser *parser, uint32_t first, pml_place at) {
  vec_push(parser->m, &parser->s->options, ((pml_option){first, at}));
}

typedef struct for_head {
  uint32_t variable;
  uint32_t low, high; /* for (i : low .. high) */
  uint32_t channel;   /* for (m in c), or PML_NONE */
  pml_place at;
} for_head;

/* for (i : 1 .. 3 */
static bool read_range(pml_parser *parser, for_head *head) {
  return pml_parse_value(parser, &head->low, "a bound") &&
         pml_take(parser, PML_T_DOTS, "'..'") &&
         pml_parse_value(parser, &head->high, "a bound");
}

/* for (i in a : an array or a channel */
static bool read_in(pml_parser *parser, for_head *head) {
  uint32_t e;
  pml_place at = parser->token.at;
  parser->takes_array = true;
  bool good = pml_parse_expression(parser, PML_TARGET, &e, NULL);
  parser->takes_array = false;
  if (!good)
    return false;
  if (parser->facts.at[e] & PML_FACT_BAD ||
      parser->s->exprs.at[e].op != PML_NAME)
    return parser->facts.at[e] & PML_FACT_BAD
               ? false
               : pml_wrong(parser, at, "an array or a channel should be here");
  const pml_var *var = &parser->s->vars.at[pml_referred(parser, e)];
  uint32_t tail = e;
  while (parser->s->exprs.at[tail].c != PML_NONE)
    tail = parser->s->exprs.at[tail].c;
  if (var->is_array && parser->s->exprs.at[tail].b == PML_NONE) {
    head->low = pml_number_expr(parser, 0, at);
    head->high = pml_number_expr(parser, (int32_t)var->count - 1, at);
  } else if (var->type == PML_CHAN) {
    head->channel = e;
  } else {
    return pml_wrong(parser, at, "'%s' is neither an array nor a channel",
                     pml_name(parser, var->name));
  }
  return true;
}

/* SPIN lets only plain variables count. */
static bool check_index(pml_parser *parser, uint32_t e, bool has_range) {
  assert(e < parser->s->exprs.count);
  const pml_expr *expr = &parser->s->exprs.at[e];
  if (parser->facts.at[e] & PML_FACT_BAD)
    return true;
  if (expr->op != PML_NAME || expr->b != PML_NONE || expr->c != PML_NONE)
    return pml_wrong(parser, expr->at,
                     "a plain variable should be here: no element of an array, "
                     "no field of a record");
  if (parser->s->vars.at[expr->a].type == PML_CHAN && has_range)
    return pml_wrong(parser, expr->at,
                     "a channel cannot count through a range");
  return true;
}

/* Reads up to the '{'. */
static bool read_head(pml_parser *parser, for_head *head) {
  parser->in_for = true;
  pml_advance(parser);
  bool good = pml_take(parser, '(', "'('") &&
              pml_parse_expression(parser, PML_TARGET, &head->variable, NULL);
  bool is_in = pml_at_word(parser, PML_W_IN);
  parser->in_for = false;
  if (!good || !check_index(parser, head->variable, !is_in))
    return false;
  if (!is_in && !pml_at(parser, ':'))
    return pml_misfit(parser,
                      "':' and a range, or 'in' and an array or channel,");
  pml_advance(parser);
  if (!(is_in ? read_in(parser, head) : read_range(parser, head)) ||
      !pml_take(parser, ')', "')'"))
    return false;
  pml_skip_separators(parser); /* a newline before the brace */
  if (!pml_at(parser, '{'))
    return pml_misfit(parser, "'{'");
  return true;
}

/* The counter of a loop over a channel: the user never sees it. The loops of
 * one block share it. */
static uint32_t make_counter(pml_parser *parser, pml_place at) {
  char name[32] = "_for";
  size_t length = 4, block = parser->opens.count - 1;
  while (parser->opens.at[block].kind == PML_OPEN_OPTIONS)
    block--;
  assert(block < parser->opens.count);
  if (parser->opens.at[block].helper != PML_NONE)
    return pml_new_expr(parser, PML_NAME, parser->opens.at[block].helper,
                        PML_NONE, at);
  uint32_t n = parser->helpers++;
  do
    name[length++] = (char)('0' + n % 10);
  while ((n /= 10) != 0);
  pml_var var = {
      .name = names_insert(parser->m, &parser->s->tokens.names, name, length),
      .type = PML_INT,
      .sub = PML_NONE,
      .count = 1,
      .process = parser->process,
      .record = PML_NONE,
      .is_helper = true,
      .init = PML_NONE,
      .channel = PML_NONE,
      .declared_by = PML_NONE,
      .at = at};
  parser->opens.at[block].helper = pml_add_var(parser, var);
  return pml_new_expr(parser, PML_NAME, parser->opens.at[block].helper,
                      PML_NONE, at);
}

/* c?m; c!m : the message goes round. */
static bool make_rotation(pml_parser *parser, const for_head *head) {
  for (int i = 0; i < 2; i++) {
    size_t arguments = parser->arguments.count;
    uint32_t x = make(parser, i ? PML_SEND : PML_RECEIVE, head->channel,
                      PML_NONE, head->at);
    pml_push_operand(parser, head->variable);
    if (!pml_take_argument(parser, i == 0, false))
      return false;
    control_statement_at(parser, x)->c =
        (uint32_t)(parser->arguments.count - arguments);
    control_statement_at(parser, x)->b = pml_push_list(parser, arguments);
    pml_append(parser, x);
  }
  return true;
}

/* low .. high : the loop is  i = low; do :: i <= high -> ...; i++ :: else ->
 * break od ; over a channel the counter runs below len(c). */
bool pml_parse_for(pml_parser *parser) {
  for_head head = {.channel = PML_NONE, .at = parser->token.at};
  uint32_t counter, loop, guard;
  if (!read_head(parser, &head))
    return false;
  counter = head.variable;
  if (head.channel != PML_NONE) {
    if (!(parser->facts.at[head.variable] & PML_FACT_RECORD))
      return pml_wrong(parser, parser->s->exprs.at[head.variable].at,
                       "to go over a channel, take a record, and a channel of "
                       "such records");
    counter = make_counter(parser, head.at);
    head.low = pml_number_expr(parser, 0, head.at);
    head.high = pml_new_expr(parser, PML_LEN, head.channel, PML_NONE, head.at);
  } else if (parser->facts.at[head.variable] & PML_FACT_RECORD) {
    return pml_wrong(parser, parser->s->exprs.at[head.variable].at,
                     "a record cannot count; take a variable of its own");
  }
  pml_append(parser, make(parser, PML_ASSIGN, counter, head.low, head.at));
  loop = make(parser, PML_DO, PML_NONE, PML_NONE, head.at);
  pml_push_open(parser, PML_OPEN_FOR, loop, head.at)->counter = counter;
  guard = make_test(parser, head.channel == PML_NONE ? PML_AT_MOST : PML_LESS,
                    counter, head.high, head.at);
  pml_append(parser, guard);
  if (head.channel != PML_NONE && !make_rotation(parser, &head))
    return false;
  vec_last(&parser->opens).head = vec_last(&parser->opens).last;
  vec_last(&parser->opens).is_separated = true;
  pml_advance(parser);
  return true;
}

/* '}' is to be looked at. */
bool pml_close_for(pml_parser *parser) {
  pml_open f = vec_last(&parser->opens);
  uint32_t x, stop;
  if (f.main != PML_NONE)
    return pml_misfit(parser, "the statement that 'unless' leads to");
  if (f.last == f.head && !f.has_declaration &&
      parser->s->labels.count == f.labels)
    return pml_misfit(parser, "a statement");
  if (parser->s->labels.count > f.labels &&
      !pml_finish_statement(
          parser, make(parser, PML_SKIP, PML_NONE, PML_NONE, parser->taken.at)))
    return false;
  pml_append(parser, make(parser, PML_INCREMENT, f.counter, PML_NONE, f.at));
  x = make(parser, PML_ELSE, PML_NONE, PML_NONE, f.at);
  stop = make(parser, PML_BREAK, PML_NONE, PML_NONE, f.at);
  control_statement_at(parser, stop)->target = f.statement;
  control_statement_at(parser, x)->next = stop;
  f.first = vec_last(&parser->opens).first;
  if (parser->s->processes.at[parser->process].kind != PML_NEVER)
    pml_tidy_option(parser, f.first);
  control_statement_at(parser, f.statement)->a =
      (uint32_t)parser->s->options.count;
  control_statement_at(parser, f.statement)->c = 2;
  add_option(parser, f.first, f.at);
  add_option(parser, x, f.at);
  pml_scope_end(parser, f.scope);
  parser->opens.count--;
  control_statement_at(parser, f.statement)->until =
      pml_end_of(parser, &parser->token);
  pml_advance(parser);
  return pml_finish_statement(parser, f.statement);
}

/* SPIN looks at the text: a plain name and two numbers, on one line, outside
 * inlines. Only then it is a choice between assignments. */
static bool is_literal(const pml_parser *parser) {
  const pml_source *source = &vec_last(&parser->sources);
  const pml_token *token = source->tokens + source->next;
  static const int kinds[] = {'(',        PML_T_NAME,   ':', PML_T_NUMBER,
                              PML_T_DOTS, PML_T_NUMBER, ')'};
  if (parser->sources.count > 1 || source->count - source->next < 7)
    return false;
  for (size_t i = 0; i < 7; i++)
    if (token[i].kind != kinds[i] || token[i].new_line)
      return false;
  return !memchr(pml_name(parser, token[1].name), '_',
                 names_length(&parser->s->tokens.names, token[1].name));
}

static bool make_choice(pml_parser *parser, const for_head *head, int32_t low,
                        int32_t high) {
  uint32_t x = make(parser, PML_IF, PML_NONE, PML_NONE, head->at);
  uint32_t first = PML_NONE, last = PML_NONE;
  for (int32_t i = low; i <= high; i++) {
    last = make(parser, PML_ASSIGN, head->variable,
                pml_number_expr(parser, i, head->at), head->at);
    if (first == PML_NONE)
      first = last;
    control_statement_at(parser, last)->parent = x;
  }
  control_statement_at(parser, x)->a = (uint32_t)parser->s->options.count;
  control_statement_at(parser, x)->c = last - first + 1;
  for (uint32_t i = first; i <= last; i++)
    add_option(parser, i, head->at);
  return pml_finish_statement(parser, x);
}

/* i = low; do :: i < high -> i++ :: break od , or with the options the other
 * way round. */
static bool make_search(pml_parser *parser, const for_head *head,
                        bool stops_last) {
  uint32_t begin =
      make(parser, PML_ASSIGN, head->variable, head->low, head->at);
  uint32_t loop = make(parser, PML_DO, PML_NONE, PML_NONE, head->at);
  uint32_t guard =
      make_test(parser, PML_LESS, head->variable, head->high, head->at);
  uint32_t more =
      make(parser, PML_INCREMENT, head->variable, PML_NONE, head->at);
  uint32_t stop = make(parser, PML_BREAK, PML_NONE, PML_NONE, head->at);
  control_statement_at(parser, guard)->next = more;
  control_statement_at(parser, guard)->parent = loop;
  control_statement_at(parser, more)->parent = loop;
  control_statement_at(parser, stop)->parent = loop;
  control_statement_at(parser, stop)->target = loop;
  control_statement_at(parser, loop)->a = (uint32_t)parser->s->options.count;
  control_statement_at(parser, loop)->c = 2;
  add_option(parser, stops_last ? guard : stop, head->at);
  add_option(parser, stops_last ? stop : guard, head->at);
  if (stops_last) /* as if it stood in the text */
    pml_attach_labels(parser, begin);
  pml_append(parser, begin);
  return pml_finish_statement(parser, loop);
}

bool pml_parse_select(pml_parser *parser) {
  for_head head = {.at = parser->token.at};
  bool literal = is_literal(parser);
  pml_advance(parser);
  if (!pml_take(parser, '(', "'('") ||
      !pml_parse_expression(parser, PML_TARGET, &head.variable, NULL) ||
      !pml_take(parser, ':', "':'") || !read_range(parser, &head) ||
      !pml_take(parser, ')', "')'"))
    return false;
  if (!check_index(parser, head.variable, true))
    return false;
  if (parser->facts.at[head.variable] & PML_FACT_RECORD)
    return pml_wrong(parser, parser->s->exprs.at[head.variable].at,
                     "a record cannot count; take a variable of its own");
  if (literal) {
    int32_t low = parser->s->exprs.at[head.low].value;
    int32_t high = parser->s->exprs.at[head.high].value;
    if (high < low)
      return pml_wrong(parser, head.at, "the range %d .. %d is empty", low,
                       high);
    if ((int64_t)high - low <= 32)
      return make_choice(parser, &head, low, high);
  }
  return make_search(parser, &head, literal);
}
