/* Small random control-flow automata: three functions, the last two of which
 * may be called through a pointer, and two functions without bodies. */
#ifndef UNIT_CFA_FLOW_RANDOM_H
#define UNIT_CFA_FLOW_RANDOM_H

#include "tests/unit/cfa_made.h"
#include "tests/unit/draw.h"

enum { FLOW_FUNCTIONS = 3 };

static uint32_t flow_bit; /* the condition of all branches */

static void flow_call(uint32_t from, uint32_t to, uint32_t callee) {
  cfa_edge e = edge(CFA_CALL, CFA_NONE, CFA_NONE);
  if (callee < FLOW_FUNCTIONS)
    e.function = callee;
  else
    e.a = function_at(1);
  edge_between(from, to, e);
}

static void flow_edge(uint32_t from, uint32_t first, uint32_t count) {
  uint32_t to = first + draw(count);
  cfa_edge e = edge(CFA_SKIP, CFA_NONE, CFA_NONE);
  uint32_t what = draw(14);
  if (what < 4) {
    edge_between(from, to, assume(value_of(flow_bit), true));
    edge_between(from, first + draw(count), assume(value_of(flow_bit), false));
  } else if (what < 6) {
    edge_between(from, to, e);
  } else if (what < 8) {
    e.name = cfa_name(&job, &made, draw(2) ? "a" : "b");
    edge_between(from, to, e);
  } else if (what < 11) {
    flow_call(from, to, draw(FLOW_FUNCTIONS + 1));
  } else if (what < 13) {
    edge_between(from, CFA_NONE, edge(CFA_RETURN, CFA_NONE, CFA_NONE));
  } else {
    e = edge(draw(2) ? CFA_HALT : CFA_FAIL, CFA_NONE, CFA_NONE);
    e.error = CFA_ERROR_CALL;
    edge_between(from, CFA_NONE, e);
  }
}

static void flow_random(void) {
  static const char *const called[] = {"main", "f", "g"};
  made_begin(64);
  flow_bit = global_word("bit", 1);
  made.globals = 1;
  for (uint32_t i = 0; i < FLOW_FUNCTIONS; i++) {
    uint32_t n = function(called[i], 0);
    made.functions.at[n].is_address_taken = i > 0 && draw(3) > 0;
    uint32_t first = made.functions.at[n].entry, count = 2 + draw(4);
    while (made.locations.count < first + count)
      location();
    for (uint32_t l = first; l < first + count; l++)
      flow_edge(l, first, count);
  }
  cfa_finish(&job, &made);
}

#endif
