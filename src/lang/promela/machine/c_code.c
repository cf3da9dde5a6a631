/* C on the machine's state: it works on the very bytes. */
#include "lang/promela/c/c_code.h"
#include "lang/promela/machine/state.h"

static void tell_faults(pml_machine *x, const pml_c_call *call) {
  for (unsigned i = 0; i < call->fault_bytes;
       i += (unsigned)strlen(call->faults + i) + 1)
    pml_fault(x, MODEL_ERROR, "%.400s", call->faults + i);
}

int32_t pml_c_on_machine(pml_machine *x, uint32_t entry, bool does) {
  pml_c_call call;
  uint8_t kept = 0;
  call.globals = x->state + x->p->globals_offset - 1;
  call.globals[0] = (uint8_t)x->layout.processes;
  call.frame = NULL;
  call.does = does;
  if (x->pid != PML_NONE) { /* the last byte of the point makes room for _pid */
    call.frame = x->state + x->frame + x->p->locals_offset - 1;
    kept = *call.frame;
    *call.frame = (uint8_t)x->pid;
  }
  int32_t value = pml_c_run(x->p->syntax, entry, &call);
  call.globals[0] = 0;
  if (call.frame)
    *call.frame = kept;
  if (call.fault_bytes)
    tell_faults(x, &call);
  return value;
}
