/* C on the machine's state: it works on the very bytes. */
#include "lang/promela/c/c_code.h"
#include "lang/promela/machine/state.h"

static void tell_faults(pml_machine *machine, const pml_c_call *call) {
  for (unsigned i = 0; i < call->fault_bytes;
       i += (unsigned)strlen(call->faults + i) + 1)
    pml_fault(machine, MODEL_ERROR, "%.400s", call->faults + i);
}

int32_t pml_c_on_machine(pml_machine *machine, uint32_t entry, bool does) {
  pml_c_call call;
  uint8_t kept = 0;
  call.globals = machine->state + machine->p->globals_offset - 1;
  call.globals[0] = (uint8_t)machine->layout.processes;
  call.frame = NULL;
  call.does = does;
  if (machine->pid !=
      PML_NONE) { /* the last byte of the point makes room for _pid */
    call.frame =
        machine->state + machine->frame + machine->p->locals_offset - 1;
    kept = *call.frame;
    *call.frame = (uint8_t)machine->pid;
  }
  int32_t value = pml_c_run(machine->p->syntax, entry, &call);
  call.globals[0] = 0;
  if (call.frame)
    *call.frame = kept;
  if (call.fault_bytes)
    tell_faults(machine, &call);
  return value;
}
