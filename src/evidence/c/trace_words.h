/* The words of the evidence of C programs: by the numbers of the enumerations
 * of cfa.h, NULL at the end. Writer and reader share them. */
#ifndef EVIDENCE_C_TRACE_WORDS_H
#define EVIDENCE_C_TRACE_WORDS_H

extern const char *const c_input_words[];
extern const char *const c_error_words[];
extern const char *const c_fault_words[];
extern const char *const c_check_words[]; /* by the number of the bit */

#endif
