/* A class as text, as 'javap -c -p' has it, but for what that explains behind
 * "//": for tests and for whoever looks for a mistake of ours. */
#ifndef LANG_JAVA_DISASSEMBLE_H
#define LANG_JAVA_DISASSEMBLE_H

#include "base/text.h"
#include "lang/java/class_file.h"

/* False: reported, an instruction is wrong; what was written up to there is
 * all. */
bool java_disassemble(mem *m, const java_class *class, report *r, text *out);

#endif
