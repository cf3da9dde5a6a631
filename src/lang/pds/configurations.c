/* Regular sets of configurations. A regular expression becomes a tree whose
 * nodes are in an array, children first, so that traversals are loops; its
 * automaton is Glushkov's (1961): a state for each mention of a label. The
 * stars are treated as in Brueggemann-Klein, "Regular expressions into finite
 * automata" (1993): pairs that an outer star adds anyway are not added inside
 * it, so that nested stars cost no more than the quadratic size of the
 * result. */
#include "lang/pds/parser.h"

#include <assert.h>

#define NO_NODE UINT32_MAX
#define NO_POSITION UINT32_MAX

typedef enum node_kind {
  NODE_EMPTY,
  NODE_POSITION,
  NODE_SEQUENCE,
  NODE_CHOICE,
  NODE_LOOP, /* star and plus */
  NODE_OPTION
} node_kind;

typedef struct node {
  node_kind kind;
  uint32_t left, right; /* of a position: its number */
  bool is_nullable;
  bool in_loop; /* an outer loop joins its last positions to its first */
  /* Lists of positions, linked through 'position'. */
  uint32_t first, first_end, last, last_end;
} node;

typedef struct position {
  uint32_t label, state;
  uint32_t next_first, next_last;
} position;

/* An open parenthesis: what stands before it on its level. */
typedef struct frame {
  uint32_t choice, sequence;
  uint32_t line, column;
} frame;

typedef struct builder {
  parser *s;
  paut *a;
  vec(node) nodes;
  vec(position) positions;
  vec(frame) frames;
  vec(uint32_t) states;
} builder;

static uint32_t add_node(builder *b, node_kind kind, uint32_t left,
                         uint32_t right) {
  const node *at = b->nodes.at;
  node n = {.kind = kind, .left = left, .right = right};
  n.first = n.first_end = n.last = n.last_end = NO_POSITION;
  switch (kind) {
  case NODE_EMPTY:
  case NODE_OPTION:
    n.is_nullable = true;
    break;
  case NODE_POSITION:
    break;
  case NODE_LOOP: /* a star is an optional plus */
    n.is_nullable = at[left].is_nullable;
    break;
  case NODE_SEQUENCE:
    n.is_nullable = at[left].is_nullable && at[right].is_nullable;
    break;
  case NODE_CHOICE:
    n.is_nullable = at[left].is_nullable || at[right].is_nullable;
    break;
  }
  vec_push(b->s->mem, &b->nodes, n);
  return (uint32_t)b->nodes.count - 1;
}

static bool parse_position(builder *b, uint32_t *out) {
  position p = {.next_first = NO_POSITION, .next_last = NO_POSITION};
  if (!parser_label(b->s, &p.label))
    return false;
  p.state = paut_add_state(b->s->mem, b->a);
  vec_push(b->s->mem, &b->positions, p);
  *out = add_node(b, NODE_POSITION, (uint32_t)b->positions.count - 1, NO_NODE);
  return true;
}

/* The operators behind 'atom'. */
static uint32_t parse_postfix(builder *b, uint32_t atom) {
  for (;; parser_next(b->s)) {
    int kind = b->s->in.token.kind;
    if (kind != '*' && kind != '+' && kind != '?')
      return atom;
    if (kind != '?')
      atom = add_node(b, NODE_LOOP, atom, NO_NODE);
    if (kind != '+')
      atom = add_node(b, NODE_OPTION, atom, NO_NODE);
  }
}

/* What stands on this level up to here, as one node. */
static uint32_t close_level(builder *b, const frame *f) {
  uint32_t sequence = f->sequence == NO_NODE
                          ? add_node(b, NODE_EMPTY, NO_NODE, NO_NODE)
                          : f->sequence;
  return f->choice == NO_NODE ? sequence
                              : add_node(b, NODE_CHOICE, f->choice, sequence);
}

static void append(builder *b, frame *f, uint32_t atom) {
  atom = parse_postfix(b, atom);
  f->sequence = f->sequence == NO_NODE
                    ? atom
                    : add_node(b, NODE_SEQUENCE, f->sequence, atom);
}

/* Up to '>' on the outermost level. */
static bool parse_expression(builder *b, uint32_t *root) {
  parser *s = b->s;
  frame f = {NO_NODE, NO_NODE, 0, 0};
  b->frames.count = 0;
  for (;;) {
    uint32_t atom;
    if (s->in.token.kind == '(') {
      f.line = s->in.token.line;
      f.column = s->in.token.column;
      vec_push(s->mem, &b->frames, f);
      f = (frame){NO_NODE, NO_NODE, 0, 0};
      parser_next(s);
    } else if (s->in.token.kind == ')' && b->frames.count) {
      atom = close_level(b, &f);
      f = vec_pop(&b->frames);
      parser_next(s);
      append(b, &f, atom);
    } else if (s->in.token.kind == '|') {
      f.choice = close_level(b, &f);
      f.sequence = NO_NODE;
      parser_next(s);
    } else if (s->in.token.kind == PARSER_NAME || s->in.token.kind == '[' ||
               s->in.token.kind == '.') {
      if (!parse_position(b, &atom))
        return false;
      append(b, &f, atom);
    } else if (s->in.token.kind == '>' && b->frames.count == 0) {
      *root = close_level(b, &f);
      return true;
    } else if (s->in.token.kind != SCAN_BAD && b->frames.count &&
               (s->in.token.kind == '>' || s->in.token.kind == PARSER_END ||
                s->in.token.kind == PARSER_LINE_END)) {
      f = vec_last(&b->frames);
      return scan_wrong_at(&s->in, f.line, f.column, "this '(' is not closed");
    } else if (s->in.token.kind == '*' || s->in.token.kind == '+' ||
               s->in.token.kind == '?') {
      return scan_wrong(&s->in, "there is nothing before this '%c'",
                        s->in.token.kind);
    } else {
      return scan_misfit(&s->in, "a symbol, an operator or '>'");
    }
  }
}

/* Which nodes are inside a loop that joins their ends anyway: from the root
 * down, in Brueggemann-Klein's words which E become E'. */
static void mark_loops(builder *b) {
  for (size_t i = b->nodes.count; i-- > 0;) {
    const node *n = &b->nodes.at[i];
    node *left, *right;
    switch (n->kind) {
    case NODE_EMPTY:
    case NODE_POSITION:
      break;
    case NODE_LOOP:
      b->nodes.at[n->left].in_loop = true;
      break;
    case NODE_OPTION:
      b->nodes.at[n->left].in_loop = n->in_loop;
      break;
    case NODE_CHOICE:
      b->nodes.at[n->left].in_loop = n->in_loop;
      b->nodes.at[n->right].in_loop = n->in_loop;
      break;
    case NODE_SEQUENCE:
      left = &b->nodes.at[n->left];
      right = &b->nodes.at[n->right];
      left->in_loop = n->in_loop && right->is_nullable;
      right->in_loop = n->in_loop && left->is_nullable;
      break;
    }
  }
}

static void join(builder *b, uint32_t last, uint32_t first) {
  const position *at = b->positions.at;
  for (uint32_t p = last; p != NO_POSITION; p = at[p].next_last)
    for (uint32_t q = first; q != NO_POSITION; q = at[q].next_first) {
      paut_add_edge(b->s->mem, b->a, at[p].state, at[q].label, at[q].state);
      if (b->s->clock)
        progress_tick(b->s->clock);
    }
}

/* Every position is in one list of each kind, so that lists can be joined by
 * their links. */
static void take_first(builder *b, node *n, const node *from) {
  if (from->first == NO_POSITION)
    return;
  if (n->first == NO_POSITION)
    n->first = from->first;
  else
    b->positions.at[n->first_end].next_first = from->first;
  n->first_end = from->first_end;
}

static void take_last(builder *b, node *n, const node *from) {
  if (from->last == NO_POSITION)
    return;
  if (n->last == NO_POSITION)
    n->last = from->last;
  else
    b->positions.at[n->last_end].next_last = from->last;
  n->last_end = from->last_end;
}

static void finish_sequence(builder *b, node *n) {
  assert(n->left < b->nodes.count);
  assert(n->right < b->nodes.count);
  const node *left = &b->nodes.at[n->left], *right = &b->nodes.at[n->right];
  if (!(n->in_loop && n->is_nullable))
    join(b, left->last, right->first);
  take_first(b, n, left);
  if (left->is_nullable)
    take_first(b, n, right);
  if (right->is_nullable)
    take_last(b, n, left);
  take_last(b, n, right);
}

static void finish_node(builder *b, node *n) {
  switch (n->kind) {
  case NODE_EMPTY:
    break;
  case NODE_POSITION:
    n->first = n->first_end = n->last = n->last_end = n->left;
    break;
  case NODE_SEQUENCE:
    finish_sequence(b, n);
    break;
  case NODE_CHOICE:
    take_first(b, n, &b->nodes.at[n->left]);
    take_first(b, n, &b->nodes.at[n->right]);
    take_last(b, n, &b->nodes.at[n->left]);
    take_last(b, n, &b->nodes.at[n->right]);
    break;
  case NODE_LOOP:
  case NODE_OPTION:
    take_first(b, n, &b->nodes.at[n->left]);
    take_last(b, n, &b->nodes.at[n->left]);
    if (n->kind == NODE_LOOP && !n->in_loop)
      join(b, n->last, n->first);
    break;
  }
}

static void build(builder *b, uint32_t root) {
  assert(root < b->nodes.count);
  mem *m = b->s->mem;
  assert(root == b->nodes.count - 1);
  mark_loops(b);
  vec_each (node, n, &b->nodes)
    finish_node(b, n);
  const node *top = &b->nodes.at[root];
  const position *at = b->positions.at;
  vec_each (const uint32_t, state, &b->states) {
    for (uint32_t q = top->first; q != NO_POSITION; q = at[q].next_first)
      paut_add_edge(m, b->a, *state, at[q].label, at[q].state);
    if (top->is_nullable)
      paut_add_accepting(m, b->a, *state);
  }
  for (uint32_t p = top->last; p != NO_POSITION; p = at[p].next_last)
    paut_add_accepting(m, b->a, at[p].state);
}

static bool parse_states(builder *b) {
  parser *s = b->s;
  uint32_t state;
  b->states.count = 0;
  if (s->in.token.kind != '[') {
    if (!parser_state(s, &state))
      return false;
    vec_push(s->mem, &b->states, state);
    return true;
  }
  do {
    parser_next(s);
    if (!parser_state(s, &state))
      return false;
    vec_push(s->mem, &b->states, state);
  } while (s->in.token.kind == ',');
  return parser_take(s, ']', "',' or ']'");
}

static bool parse_configuration(builder *b) {
  uint32_t root = NO_NODE;
  b->nodes.count = b->positions.count = 0;
  if (!parser_take(b->s, '<', "'<'") || !parse_states(b) ||
      !parser_take(b->s, ',', "','") || !parse_expression(b, &root))
    return false;
  parser_next(b->s); /* '>' */
  build(b, root);
  return true;
}

static bool parse_all(builder *b) {
  parser *s = b->s;
  for (;;) {
    if (!parse_configuration(b))
      return false;
    if (s->in.token.kind == PARSER_END || s->in.token.kind == PARSER_LINE_END)
      return true;
    if (!parser_take(s, '|', "'|' or the end"))
      return false;
  }
}

bool parser_configurations(parser *s) {
  builder b = {.s = s, .a = s->set};
  bool good = parse_all(&b);
  vec_free(s->mem, &b.nodes);
  vec_free(s->mem, &b.positions);
  vec_free(s->mem, &b.frames);
  vec_free(s->mem, &b.states);
  return good;
}

bool pds_text_read_configurations(mem *m, pds *system, pds_side side,
                                  const char *file, const char *input,
                                  size_t length, uint32_t line, uint32_t column,
                                  report *r) {
  parser s;
  parser_init(&s, m, system, file, input, length, line, column, 0, r);
  s.set = &system->sets[side];
  parser_next(&s);
  bool good = parser_configurations(&s);
  if (good)
    system->has_set[side] = true;
  parser_clear(&s);
  return good;
}
