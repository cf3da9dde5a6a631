#include "view/dot_definition.h"

#include "view/dot.h"

/* The propositions of a state, on a line of their own: "idle | p, q". */
static void dot_put_props(const machine *x, machine_head at, text *out) {
  bool first = true;
  vec_each (const machine_fact, fact, &x->facts) {
    if (fact->at.state != at.state || fact->at.symbol != at.symbol)
      continue;
    text_put(out, first ? "\\n" : ", ");
    dot_escaped(out, names_text(&x->props, fact->prop));
    first = false;
  }
}

/* Pushdown systems: the heads that carry propositions, in the node. */
static void put_heads(const machine *x, uint32_t state, text *out) {
  vec_each (const machine_head, head, &x->heads) {
    if (head->state != state)
      continue;
    text_put(out, "\\n[");
    dot_escaped(out, names_text(&x->symbols, head->symbol));
    text_put(out, "]");
    bool first = true;
    vec_each (const machine_fact, fact, &x->facts) {
      if (fact->at.state != state || fact->at.symbol != head->symbol)
        continue;
      text_put(out, first ? ": " : ", ");
      dot_escaped(out, names_text(&x->props, fact->prop));
      first = false;
    }
  }
}

static void put_node(const machine *x, uint32_t state, text *out) {
  bool accepts = state < x->accepting.count && x->accepting.at[state];
  text_format(out, "  n%u [label=\"", (unsigned)state);
  dot_escaped(out, names_text(&x->states, state));
  if (x->kind == MACHINE_LTS)
    dot_put_props(x, (machine_head){state, MACHINE_NONE}, out);
  else if (x->kind == MACHINE_PDS)
    put_heads(x, state, out);
  text_put(out, accepts ? "\", peripheries=2];\n" : "\"];\n");
}

static void dot_put_rule(const machine *x, const machine_rule *rule,
                         text *out) {
  static const char *const words[] = {"POP", "REWRITE ", "PUSH "};
  text_format(out, "  n%u -> n%u [label=\"", (unsigned)rule->from,
              (unsigned)rule->to);
  dot_escaped(out, names_text(&x->actions, rule->action));
  if (machine_has_stack(x)) {
    text_put(out, " [");
    dot_escaped(out, names_text(&x->symbols, rule->top));
    text_put(out, "] ");
    text_put(out, words[rule->operation]);
    if (rule->operation != MACHINE_POP)
      dot_escaped(out, names_text(&x->symbols, rule->symbol));
  }
  text_put(out, "\"];\n");
}

static void definition_begin(const char *name, text *out) {
  text_put(out, "digraph \"");
  dot_escaped(out, name);
  text_put(out, "\" {\n  rankdir=LR;\n"
                "  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
                "  edge [fontname=\"sans-serif\", fontsize=11];\n");
}

void dot_machine(const char *name, const machine *x, text *out) {
  definition_begin(name, out);
  if (!machine_is_system(x) && machine_states(x))
    text_put(out, "  start [shape=point];\n  start -> n0;\n");
  for (uint32_t s = 0; s < machine_states(x); s++)
    put_node(x, s, out);
  vec_each (const machine_rule, rule, &x->rules)
    dot_put_rule(x, rule, out);
  text_put(out, "}\n");
}

static void put_operator(const ectl *t, const ectl_node *node, text *out) {
  static const char *const words[] = {"0",   "1",   "",    "!",  "&",
                                      "|",   "->",  "<->", "EX", "AX",
                                      "E U", "E R", "A U", "A R"};
  text_put(out, words[node->op]);
  if (node->op == ECTL_PROP)
    dot_escaped(out, names_text(&t->props, node->name));
  if (node->op >= ECTL_EU && node->name != ECTL_EVERY_WORD) {
    text_put(out, "[");
    dot_escaped(out, names_text(&t->automata, node->name));
    text_put(out, "]");
  }
}

void dot_ectl(mem *m, const char *name, const ectl *t, uint32_t node,
              text *out) {
  ectl_list parts = {0};
  ectl_parts(m, t, node, &parts);
  definition_begin(name, out);
  for (size_t i = parts.count; i > 0; i--) {
    const ectl_node *n = &t->nodes.at[parts.at[i - 1]];
    text_format(out, "  n%u [label=\"", (unsigned)parts.at[i - 1]);
    put_operator(t, n, out);
    text_put(out, "\"];\n");
    if (n->left != ECTL_NONE)
      text_format(out, "  n%u -> n%u%s;\n", (unsigned)parts.at[i - 1],
                  (unsigned)n->left,
                  n->right != ECTL_NONE ? " [label=\"left\"]" : "");
    if (n->right != ECTL_NONE)
      text_format(out, "  n%u -> n%u [label=\"right\"];\n",
                  (unsigned)parts.at[i - 1], (unsigned)n->right);
  }
  text_put(out, "}\n");
  vec_free(m, &parts);
}
