#include "lang/gcl/machine_model.h"

#include <stdio.h>
#include <string.h>

typedef struct reader {
  mem *m;
  gcl *g;
  model *x;
  gcl_syntax syntax;
  gcl_parser p;
  gcl_compiler c;
  const define *defines;
  size_t define_count;
  gcl_formula formula;
  uint32_t position; /* of the next variable */
} reader;

void gcl_syntax_free(mem *m, gcl_syntax *syntax) {
  vec_free(m, &syntax->exprs);
  vec_free(m, &syntax->commands);
  vec_free(m, &syntax->places);
  vec_free(m, &syntax->branches);
  vec_free(m, &syntax->ranges);
  vec_free(m, &syntax->index_names.text);
  vec_free(m, &syntax->index_names.start);
  mem_free(m, syntax->index_names.slots);
}

/* An expression without variables; 'out' is its value. */
static bool read_constant(reader *d, gcl_type type, const char *what,
                          int64_t *out) {
  uint32_t e;
  size_t before = d->p.in.report->count;
  if (!gcl_parse_expression(&d->p, false, &e))
    return false;
  const gcl_expr *expr = &d->syntax.exprs.at[e];
  if (!gcl_must_be(&d->p, e, type, what) || d->p.in.report->count != before)
    return false;
  if (expr->has_cell)
    return scan_wrong_at(&d->p.in, expr->line, expr->column,
                         "%s must be constant: no variables", what);
  d->c.is_broken = false;
  return gcl_must_evaluate(&d->c, e, out);
}

static bool is_new_name(reader *d) {
  const scan_token *token = &d->p.in.token;
  if (token->kind != GCL_T_NAME)
    return scan_misfit(&d->p.in, token->kind >= GCL_T_KEYWORD
                                     ? "a name, which cannot be a keyword,"
                                     : "a name");
  return names_find(&d->g->table.names, token->text, token->length) ==
             NAMES_NONE ||
         scan_wrong(&d->p.in, "'%.*s' is declared already",
                    report_clip(token->length), token->text);
}

static uint32_t declare(reader *d, const scan_token *name, gcl_symbol symbol) {
  gcl_table *table = &d->g->table;
  vec_push(d->m, &table->symbols, symbol);
  return names_insert(d->m, &table->names, name->text, name->length);
}

static const define *define_of(const reader *d, const scan_token *name) {
  for (size_t i = d->define_count; i-- > 0;)
    if (strlen(d->defines[i].name) == name->length &&
        memcmp(d->defines[i].name, name->text, name->length) == 0)
      return &d->defines[i];
  return NULL;
}

static bool read_param(reader *d) {
  gcl_symbol symbol = {.is_param = true, .value = 1};
  gcl_next(&d->p.in);
  if (!is_new_name(d))
    return false;
  scan_token name = d->p.in.token;
  const define *given = define_of(d, &name);
  gcl_next(&d->p.in);
  bool good = gcl_take(&d->p.in, '=', "'='") &&
              read_constant(d, GCL_INTEGER, "a parameter", &symbol.value) &&
              gcl_take(&d->p.in, ';', "an operator or ';'");
  if (given)
    symbol.value = given->value;
  declare(d, &name, symbol); /* if it was wrong, too: that is told once */
  return good;
}

static bool read_size(reader *d, gcl_var *var) {
  int64_t size = 0;
  uint32_t line, column;
  var->count = 1;
  if (gcl_next(&d->p.in) == '[') {
    gcl_next(&d->p.in);
    line = d->p.in.token.line;
    column = d->p.in.token.column;
    if (!read_constant(d, GCL_INTEGER, "the size of an array", &size) ||
        !gcl_take(&d->p.in, ']', "an operator or ']'"))
      return false;
    if (size < 1 || size > GCL_MOST_CELLS)
      return scan_wrong_at(&d->p.in, line, column,
                           "the size of an array is 1 to %d", GCL_MOST_CELLS);
    var->is_array = true;
    var->count = (uint32_t)size;
  }
  d->g->table.cells += var->count;
  return d->g->table.cells <= GCL_MOST_CELLS ||
         scan_wrong(&d->p.in, "more than %d cells", GCL_MOST_CELLS);
}

/* BOOL or low..high. */
static bool read_type(reader *d, gcl_var *var) {
  if (d->p.in.token.kind == GCL_T_BOOL) {
    var->type = GCL_BOOLEAN;
    var->high = 1;
    gcl_next(&d->p.in);
    return true;
  }
  uint32_t line = d->p.in.token.line, column = d->p.in.token.column;
  if (!read_constant(d, GCL_INTEGER, "the bound of a type", &var->low) ||
      !gcl_take(&d->p.in, GCL_T_DOTS, "an operator or '..'") ||
      !read_constant(d, GCL_INTEGER, "the bound of a type", &var->high))
    return false;
  if (var->low > var->high)
    return scan_wrong_at(&d->p.in, line, column,
                         "the type %lld..%lld has no values",
                         (long long)var->low, (long long)var->high);
  var->initial = var->low <= 0 && var->high >= 0 ? 0 : var->low;
  return true;
}

static bool read_initial(reader *d, gcl_var *var) {
  if (d->p.in.token.kind != GCL_T_ASSIGN)
    return true;
  gcl_next(&d->p.in);
  uint32_t line = d->p.in.token.line, column = d->p.in.token.column;
  if (!read_constant(d, var->type, "the initial value", &var->initial))
    return false;
  if (var->initial < var->low || var->initial > var->high)
    return scan_wrong_at(
        &d->p.in, line, column, "the initial value %lld is not in %lld..%lld",
        (long long)var->initial, (long long)var->low, (long long)var->high);
  return true;
}

/* Gives the variable its bits. Wide cells begin bytes, see gcl_get. Even a cell
 * with one value has a bit: cells are known apart by their positions. */
static void place_variable(reader *d, gcl_var *var) {
  enum { WIDE = 57 };
  uint64_t most = (uint64_t)var->high - (uint64_t)var->low;
  var->width = most ? base_highest_bit(most) + 1 : 1;
  var->mask = var->width == 64 ? UINT64_MAX : (UINT64_C(1) << var->width) - 1;
  var->stride = var->width > WIDE ? 64 : var->width;
  if (var->width > WIDE)
    d->position = (d->position + 7) / 8 * 8;
  var->position = d->position;
  d->position += var->count * var->stride;
}

static bool read_var(reader *d) {
  gcl_table *table = &d->g->table;
  size_t first = table->vars.count;
  gcl_var type = {0};
  do {
    gcl_symbol symbol = {.var = (uint32_t)table->vars.count};
    gcl_var var = {0};
    gcl_next(&d->p.in);
    if (!is_new_name(d))
      return false;
    var.name = declare(d, &d->p.in.token, symbol);
    vec_push(d->m, &table->vars, var); /* before the name is of use */
    if (!read_size(d, &var))
      return false;
    table->vars.at[symbol.var] = var;
  } while (d->p.in.token.kind == ',');
  if (!gcl_take(&d->p.in, ':', "',' or ':'") || !read_type(d, &type) ||
      !read_initial(d, &type))
    return false;
  for (size_t i = first; i < table->vars.count; i++) {
    gcl_var *var = &table->vars.at[i];
    var->type = type.type;
    var->low = type.low;
    var->high = type.high;
    var->initial = type.initial;
    place_variable(d, var);
  }
  return gcl_take(&d->p.in, ';',
                  type.type == GCL_BOOLEAN ? "':=' or ';'"
                                           : "an operator or ';'");
}

static bool read_formula(reader *d) {
  gcl_parser *parser = &d->p;
  scan_token name;
  uint32_t line, column;
  if (gcl_next(&parser->in) != GCL_T_NAME)
    return scan_misfit(&parser->in, "the name of a formula");
  name = parser->in.token;
  if (name.length == 6 && memcmp(name.text, "safety", 6) == 0)
    return scan_wrong(&parser->in,
                      "'safety' is a property that every program has");
  if (gcl_next(&parser->in) != ':')
    return scan_misfit(&parser->in, "':'");
  if (!gcl_scan_formula(parser, &d->formula, &line, &column))
    return false;
  model_text title = {name.text, name.length};
  model_text formula = {d->formula.at, d->formula.count};
  if (!model_add_property(d->m, d->x, title, formula, line, column))
    scan_wrong_at(&parser->in, name.line, name.column,
                  "a second formula '%.*s'", report_clip(name.length),
                  name.text);
  gcl_next(&parser->in);
  return true;
}

static bool read_declarations(reader *d) {
  gcl_parser *parser = &d->p;
  size_t before = parser->in.report->count;
  gcl_next(&parser->in);
  while (parser->in.token.kind != GCL_T_BEGIN) {
    bool good;
    switch (parser->in.token.kind) {
    case GCL_T_PARAM:
      good = read_param(d);
      break;
    case GCL_T_VAR:
      good = read_var(d);
      break;
    case GCL_T_LTL:
      good = read_formula(d);
      break;
    default:
      good = scan_misfit(&parser->in, "'PARAM', 'VAR', 'LTL' or 'BEGIN'");
      if (parser->in.token.kind == GCL_T_END)
        return false;
    }
    if (!good)
      gcl_skip_statement(parser);
  }
  return parser->in.report->count == before;
}

static bool is_param(const gcl_table *table, const char *name) {
  uint32_t n = names_find(&table->names, name, strlen(name));
  return n < table->symbols.count && table->symbols.at[n].is_param;
}

/* Every define is of a parameter. */
static bool check_defines(reader *d) {
  const gcl_table *table = &d->g->table;
  char list[REPORT_MESSAGE / 2] = "";
  size_t used = 0;
  bool good = true;
  for (uint32_t n = 0; n < table->symbols.count; n++) {
    size_t length = names_length(&table->names, n);
    if (!table->symbols.at[n].is_param || used + length + 3 > sizeof list)
      continue;
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                             used ? ", " : "", names_text(&table->names, n));
  }
  for (size_t i = 0; i < d->define_count; i++)
    if (!is_param(table, d->defines[i].name))
      good = report_add(d->p.in.report, d->p.in.file, 0, 0,
                        used ? "there is no parameter '%.80s'; there are: %s"
                             : "there is no parameter '%.80s', nor any "
                               "other%s",
                        d->defines[i].name, list);
  return good;
}

/* Tells points on one line apart. The points are few, or nobody reads them
 * all: only a sample is compared. */
static void find_places(reader *d, const gcl_expanded *expanded) {
  gcl *g = d->g;
  map lines = {0};
  vec(uint32_t) uses = {0};
  vec_each (const uint64_t, node, &g->points.keys) {
    gcl_point place = {.env = GCL_NONE};
    if (*node < expanded->nodes.count) {
      const gcl_node *x = &expanded->nodes.at[*node];
      const gcl_command *command = &d->syntax.commands.at[x->command];
      place.line = command->line;
      place.column = command->column;
      place.env = x->env;
    }
    vec_push(d->m, &g->places, place);
    uint32_t n = map_insert(d->m, &lines, place.line);
    if (n == uses.count)
      vec_push(d->m, &uses, 0);
    uses.at[n]++;
  }
  vec_each (gcl_point, place, &g->places)
    place->is_alone = uses.at[map_find(&lines, place->line)] == 1;
  map_free(d->m, &lines);
  vec_free(d->m, &uses);
}

/* The size of a state, and of the machine's stacks. */
static void measure(reader *d, const gcl_expanded *expanded) {
  enum { LEAST_VALUES = 1024 }; /* for atoms, which come later */
  gcl *g = d->g;
  gcl_table *table = &g->table;
  uint32_t most = (uint32_t)g->points.keys.count - 1;
  table->point_position = d->position;
  table->point_width = most ? base_highest_bit(most) + 1 : 0;
  table->state_bytes = (table->point_position + table->point_width + 7) / 8;
  if (table->state_bytes == 0)
    table->state_bytes = 1;
  g->values = (g->code.stack > LEAST_VALUES ? g->code.stack : LEAST_VALUES) + 1;
  vec_each (const gcl_node, node, &expanded->nodes)
    if (g->calls < node->loops)
      g->calls = node->loops;
}

static bool build(reader *d, uint32_t first) {
  gcl *g = d->g;
  gcl_expanded expanded = {0};
  d->c.expanded = &expanded;
  d->c.points = &g->points;
  d->c.code = &g->code;
  d->c.is_broken = false;
  bool good =
      gcl_expand(&d->c, first) && gcl_compile_commands(&d->c, &g->point_code);
  if (good) {
    measure(d, &expanded);
    find_places(d, &expanded);
    g->envs.at = expanded.envs.at;
    g->envs.count = expanded.envs.count;
    g->envs.capacity = expanded.envs.capacity;
    g->index_names = d->syntax.index_names;
    d->syntax.index_names = (names){0};
    gcl_make_model(d->m, g, d->x);
  }
  vec_free(d->m, &expanded.nodes);
  vec_free(d->m, &expanded.copies);
  return good;
}

static char *base_name(mem *m, const char *file) {
  const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
  return mem_text(m, name, strlen(name));
}

bool gcl_read(mem *m, model *out, const char *file, const char *input,
              size_t length, const define *defines, size_t count, report *r,
              progress *clock) {
  gcl *g = mem_alloc(m, sizeof *g);
  reader d = {
      .m = m, .g = g, .x = out, .defines = defines, .define_count = count};
  size_t before = r->count;
  uint32_t first;
  g->file = base_name(m, file);
  gcl_parser_init(&d.p, m, &g->table, &d.syntax, file, input, length, r);
  gcl_compiler_init(&d.c, &d.p, &g->code);
  d.p.in.clock = clock;
  bool good = read_declarations(&d) && check_defines(&d) &&
              gcl_parse_commands(&d.p, &first) && r->count == before &&
              build(&d, first);
  gcl_compiler_clear(&d.c);
  gcl_parser_clear(&d.p);
  gcl_syntax_free(m, &d.syntax);
  vec_free(m, &d.formula);
  return good;
}
