/* Sessions of extended CTL as problems. */
#include "problem/kinds.h"
#include "problem/session/ectl.h"

static custos_status write(custos *c, custos_format format, text *out) {
  context_write_session(c, format == CUSTOS_AS_ECTL_EXPLICIT, out);
  return CUSTOS_OK;
}

static custos_status write_graph(custos *c, custos_write_fn *graph,
                                 void *graph_self, custos_write_fn *proof,
                                 void *proof_self) {
  return c->session.current ? context_write_session_graph(c, graph, graph_self,
                                                          proof, proof_self)
                            : context_refuse_graph(c);
}

const problem_ops problem_session = {
    .title = "a session",
    .read = context_read_session,
    .already = "the problem has a session already",
    .may_grow = true,
    .reads_all = true,
    .lists_own_files = true,
    .refuses_formulas =
        "a session has formulas of extended CTL alone: say ':check'",
    .check = context_check_session,
    .formats = FORMAT_BIT(CUSTOS_AS_ECTL) | FORMAT_BIT(CUSTOS_AS_ECTL_EXPLICIT),
    .other_formats =
        "a session is written as text; say which of its definitions to draw",
    .write = write,
    .write_evidence = context_write_session_evidence,
    .replay = context_replay_session,
    .write_graph = write_graph,
    .drop_job = context_end_answer,
    .drop = context_drop_session,
    .drop_unfinished = context_session_fault,
    .drop_unwritten = context_session_fault_writing,
    .keep_rest = context_session_fault,
};
