#include "lang/gcl/syntax.h"

#include <assert.h>

/* A construct whose end has not been seen. */
typedef enum open_kind {
  OPEN_COMMANDS,
  OPEN_BRANCH,
  OPEN_THEN,
  OPEN_ELSE,
  OPEN_WHILE
} open_kind;

typedef struct open_part {
  open_kind kind;
  uint32_t command, branch;
  uint32_t last; /* command of the sequence */
  uint32_t line;
} open_part;

typedef struct context {
  gcl_parser *p;
  gcl_syntax *s;
  vec(open_part) open;
  uint32_t first; /* command of the program */
} context;

static gcl_command *command_at(const context *d, uint32_t c) {
  return &d->s->commands.at[c];
}

/* Behind the last one of the innermost sequence. */
static uint32_t add_command(context *d, gcl_kind kind) {
  open_part *part = &vec_last(&d->open);
  gcl_command command = {.kind = kind,
                         .next = GCL_NONE,
                         .line = d->p->in.token.line,
                         .column = d->p->in.token.column};
  uint32_t n = (uint32_t)d->s->commands.count;
  if (n >= GCL_NONE - 1)
    mem_raise(d->p->m->budget, MEM_LIMIT);
  vec_push(d->p->m, &d->s->commands, command);
  if (part->last != GCL_NONE)
    command_at(d, part->last)->next = n;
  else if (part->kind == OPEN_COMMANDS)
    d->first = n;
  else if (part->kind == OPEN_BRANCH)
    d->s->branches.at[part->branch].command = n;
  else if (part->kind == OPEN_ELSE)
    command_at(d, part->command)->second = n;
  else
    command_at(d, part->command)->first = n;
  part->last = n;
  return n;
}

static void open_sequence(context *d, open_kind kind, uint32_t command) {
  open_part part = {kind, command, GCL_NONE, GCL_NONE, d->p->in.token.line};
  vec_push(d->p->m, &d->open, part);
}

static bool read_place(context *d, gcl_place *out) {
  gcl_parser *parser = d->p;
  const scan_token *token = &parser->in.token;
  *out = (gcl_place){
      .index = GCL_NONE, .line = token->line, .column = token->column};
  if (token->kind != GCL_T_NAME)
    return scan_misfit(&parser->in, "a variable");
  uint32_t name = names_find(&parser->table->names, token->text, token->length);
  if (name == NAMES_NONE)
    return gcl_undeclared(parser);
  if (parser->table->symbols.at[name].is_param)
    return scan_wrong(&parser->in,
                      "'%.*s' is a parameter and cannot be assigned to",
                      report_clip(token->length), token->text);
  out->var = parser->table->symbols.at[name].var;
  bool is_array = parser->table->vars.at[out->var].is_array;
  if ((gcl_next(&parser->in) == '[') != is_array)
    return scan_wrong(&parser->in,
                      is_array ? "'%s' is an array: '[' should be here"
                               : "'%s' is not an array",
                      names_text(&parser->table->names, name));
  if (!is_array)
    return true;
  gcl_next(&parser->in);
  if (!gcl_parse_expression(parser, false, &out->index))
    return false;
  gcl_must_be(parser, out->index, GCL_INTEGER, "an index");
  return gcl_take(&parser->in, ']', "an operator or ']'");
}

/* Two constants without indices; other constants are known when branches have
 * been expanded, where a guard may keep them apart. */
static bool is_plain_constant(const context *d, uint32_t e) {
  return d->s->exprs.at[e].op == GCL_CONSTANT;
}

static void check_clashes(context *d, const gcl_command *command) {
  assert(command->first < d->s->places.count);
  gcl_place *places = &d->s->places.at[command->first];
  for (uint32_t i = 1; i < command->count; i++)
    for (uint32_t j = 0; j < i; j++) {
      if (places[i].var != places[j].var)
        continue;
      uint32_t a = places[i].index, b = places[j].index;
      bool is_same = a == GCL_NONE;
      if (!is_same && is_plain_constant(d, a) && is_plain_constant(d, b)) {
        is_same = d->s->exprs.at[a].value == d->s->exprs.at[b].value;
        if (!is_same)
          continue;
      }
      if (is_same)
        scan_wrong_at(&d->p->in, places[i].line, places[i].column,
                      "two places of the assignment are the same cell");
      places[i].may_clash = places[j].may_clash = true;
      if (is_same)
        return;
    }
}

static bool read_values(context *d, const gcl_command *command) {
  gcl_parser *parser = d->p;
  for (uint32_t i = 0; i < command->count; i++) {
    uint32_t value;
    if (i && parser->in.token.kind != ',')
      return scan_wrong(&parser->in, "%u places, but %u values",
                        (unsigned)command->count, (unsigned)i);
    gcl_next(&parser->in);
    if (!gcl_parse_expression(parser, false, &value))
      return false;
    gcl_place *place = &d->s->places.at[command->first + i];
    place->value = value;
    gcl_must_be(parser, value, parser->table->vars.at[place->var].type,
                "the value assigned here");
  }
  if (parser->in.token.kind == ',')
    return scan_wrong(&parser->in,
                      "more values than the assignment has places, %u",
                      (unsigned)command->count);
  return true;
}

static bool read_assignment(context *d) {
  gcl_parser *parser = d->p;
  gcl_command *command = command_at(d, add_command(d, GCL_ASSIGN));
  command->first = (uint32_t)d->s->places.count;
  for (;;) {
    gcl_place place;
    if (!read_place(d, &place))
      return false;
    if (command->count == GCL_MOST_PLACES)
      return scan_wrong_at(&parser->in, place.line, place.column,
                           "an assignment has at most %d places",
                           GCL_MOST_PLACES);
    vec_push(parser->m, &d->s->places, place);
    command->count++;
    if (parser->in.token.kind != ',')
      break;
    gcl_next(&parser->in);
  }
  if (parser->in.token.kind != GCL_T_ASSIGN)
    return scan_misfit(&parser->in, "',' or ':='");
  if (!read_values(d, command))
    return false;
  check_clashes(d, command);
  return true;
}

static uint32_t add_branch(context *d, uint32_t previous, uint32_t command) {
  gcl_branch branch = {.next = GCL_NONE};
  uint32_t n = (uint32_t)d->s->branches.count;
  vec_push(d->p->m, &d->s->branches, branch);
  if (previous != GCL_NONE)
    d->s->branches.at[previous].next = n;
  else
    command_at(d, command)->first = n;
  return n;
}

/* Up to the guard. */
static bool read_ranges(context *d, uint32_t branch) {
  assert(branch < d->s->branches.count);
  gcl_parser *parser = d->p;
  d->s->branches.at[branch].range = (uint32_t)d->s->ranges.count;
  while (parser->in.token.kind == GCL_T_NAME &&
         gcl_peek(&parser->in) == GCL_T_IN) {
    gcl_range range;
    if (!gcl_parse_range(parser, &range))
      return false;
    vec_push(parser->m, &d->s->ranges, range);
    d->s->branches.at[branch].ranges++;
    if (!gcl_take(&parser->in, ':', "an operator or ':'"))
      return false;
  }
  return true;
}

/* Behind "[]"; makes the branch current. */
static bool read_branch(context *d, uint32_t command, uint32_t previous) {
  gcl_parser *parser = d->p;
  uint32_t branch = add_branch(d, previous, command), guard;
  open_sequence(d, OPEN_BRANCH, command);
  vec_last(&d->open).branch = branch;
  if (!read_ranges(d, branch) || !gcl_parse_expression(parser, true, &guard) ||
      !gcl_take(&parser->in, GCL_T_ARROW, "an operator or '->'"))
    return false;
  d->s->branches.at[branch].guard = guard;
  gcl_must_be(parser, guard, GCL_BOOLEAN, "a guard");
  return true;
}

/* Its sequence has ended. */
static void close_branch(context *d) {
  const gcl_branch *branch = &d->s->branches.at[vec_last(&d->open).branch];
  for (uint32_t i = branch->ranges; i-- > 0;)
    gcl_leave_scope(d->p, d->s->ranges.at[branch->range + i].name);
  d->open.count--;
}

/* Behind IF: comes THEN before anything that no expression has? Then what is
 * between is a condition, in which '->' means 'implies'. Every token is looked
 * at once, since IF itself ends the look. */
static bool is_conditional(const gcl_parser *parser) {
  scan copy = parser->in;
  copy.is_mute = true;
  for (;;) {
    switch (copy.token.kind) {
    case GCL_T_THEN:
      return true;
    case GCL_T_END:
    case SCAN_BAD:
    case GCL_T_BOX:
    case GCL_T_ASSIGN:
    case ';':
      return false;
    default:
      if (copy.token.kind >= GCL_T_PARAM && copy.token.kind <= GCL_T_DO)
        return false;
      gcl_next(&copy);
    }
  }
}

static bool read_condition(context *d, uint32_t command) {
  gcl_parser *parser = d->p;
  uint32_t condition;
  if (!gcl_parse_expression(parser, false, &condition))
    return false;
  gcl_must_be(parser, condition, GCL_BOOLEAN, "a condition");
  command_at(d, command)->kind = GCL_THEN;
  command_at(d, command)->condition = condition;
  open_sequence(d, OPEN_THEN, command);
  return gcl_take(&parser->in, GCL_T_THEN, "an operator or 'THEN'");
}

static bool read_if(context *d) {
  gcl_parser *parser = d->p;
  uint32_t command = add_command(d, GCL_IF);
  if (gcl_next(&parser->in) == GCL_T_BOX)
    gcl_next(&parser->in);
  else if (is_conditional(parser))
    return read_condition(d, command);
  return read_branch(d, command, GCL_NONE);
}

static bool read_while(context *d) {
  gcl_parser *parser = d->p;
  uint32_t command = add_command(d, GCL_WHILE), condition;
  gcl_next(&parser->in);
  if (!gcl_parse_expression(parser, false, &condition))
    return false;
  gcl_must_be(parser, condition, GCL_BOOLEAN, "a condition");
  command_at(d, command)->condition = condition;
  open_sequence(d, OPEN_WHILE, command);
  return gcl_take(&parser->in, GCL_T_DO, "an operator or 'DO'");
}

/* A command up to its first inner one. *is_whole: it has none. */
static bool read_simple(context *d, bool *is_whole) {
  *is_whole =
      d->p->in.token.kind == GCL_T_SKIP || d->p->in.token.kind == GCL_T_NAME;
  switch (d->p->in.token.kind) {
  case GCL_T_SKIP:
    add_command(d, GCL_SKIP);
    gcl_next(&d->p->in);
    return true;
  case GCL_T_NAME:
    return read_assignment(d);
  case GCL_T_IF:
    return read_if(d);
  case GCL_T_WHILE:
    return read_while(d);
  default:
    return scan_misfit(&d->p->in, "a command");
  }
}

static bool close_then(context *d) {
  open_part *part = &vec_last(&d->open);
  bool has_else = d->p->in.token.kind == GCL_T_ELSE;
  if (!has_else && d->p->in.token.kind != GCL_T_FINISH)
    return scan_wrong(&d->p->in,
                      "';', 'ELSE' or 'END' should be here, for the 'IF' "
                      "of line %u",
                      (unsigned)part->line);
  part->kind = OPEN_ELSE;
  part->last = GCL_NONE;
  if (!has_else) {
    add_command(d, GCL_SKIP);
    d->open.count--;
  }
  gcl_next(&d->p->in);
  return true;
}

/* Behind a sequence. *is_whole: a construct has ended; else another sequence
 * begins. */
static bool close_sequence(context *d, bool *is_whole) {
  gcl_parser *parser = d->p;
  open_part part = vec_last(&d->open);
  int kind = parser->in.token.kind;
  *is_whole = true;
  if (part.kind == OPEN_THEN) {
    *is_whole = kind != GCL_T_ELSE;
    return close_then(d);
  }
  if (part.kind == OPEN_BRANCH) {
    if (kind != GCL_T_FI && kind != GCL_T_BOX)
      return scan_wrong(&parser->in,
                        "';', '[]' or 'FI' should be here, for the 'IF' of "
                        "line %u",
                        (unsigned)command_at(d, part.command)->line);
    close_branch(d);
    gcl_next(&parser->in);
    *is_whole = kind == GCL_T_FI;
    return *is_whole || read_branch(d, part.command, part.branch);
  }
  if (kind != GCL_T_FINISH)
    return scan_wrong(&parser->in,
                      "';' or 'END' should be here, for the '%s' of line %u",
                      part.kind == OPEN_COMMANDS ? "BEGIN"
                      : part.kind == OPEN_ELSE   ? "ELSE"
                                                 : "WHILE",
                      (unsigned)part.line);
  d->open.count--;
  gcl_next(&parser->in);
  return true;
}

static bool read_all(context *d) {
  gcl_parser *parser = d->p;
  bool is_whole;
  for (;;) {
    if (!read_simple(d, &is_whole))
      return false;
    while (is_whole && parser->in.token.kind != ';') {
      if (!close_sequence(d, &is_whole))
        return false;
      if (d->open.count == 0)
        return parser->in.token.kind == GCL_T_END ||
               scan_misfit(&parser->in,
                           "the end of the text, behind the program,");
    }
    if (is_whole) {
      int behind = gcl_next(&parser->in);
      if (behind == GCL_T_FINISH || behind == GCL_T_FI || behind == GCL_T_BOX ||
          behind == GCL_T_ELSE)
        return scan_wrong(&parser->in,
                          "';' separates commands, but none follows");
    }
  }
}

bool gcl_parse_commands(gcl_parser *parser, uint32_t *first) {
  context d = {.p = parser, .s = parser->syntax, .first = GCL_NONE};
  open_sequence(&d, OPEN_COMMANDS, GCL_NONE);
  gcl_next(&parser->in);
  bool good = read_all(&d);
  while (d.open.count) {
    if (vec_last(&d.open).kind == OPEN_BRANCH)
      close_branch(&d);
    else
      d.open.count--;
  }
  *first = d.first;
  vec_free(parser->m, &d.open);
  return good;
}
