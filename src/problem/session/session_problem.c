/* Sessions of extended CTL as problems. */
#include "problem/kinds.h"
#include "problem/session/ectl.h"

const problem_ops problem_session = {
    .kind = PROBLEM_SESSION,
    .title = "a session",
    .read = context_read_session,
    .already = "the problem has a session already",
    .may_grow = true,
    .reads_all = true,
    .lists_own_files = true,
    .refuses_formulas =
        "a session has formulas of extended CTL alone: say ':check'",
    .check = context_check_session,
    .drop_job = context_end_answer,
    .drop = context_drop_session,
    .drop_unfinished = context_session_fault,
    .drop_unwritten = context_session_fault_writing,
    .keep_rest = context_session_fault,
};
