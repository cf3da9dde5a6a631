/* The rest of the line of one item, behind its number. */
#ifndef CFA_TEXT_ITEMS_H
#define CFA_TEXT_ITEMS_H

#include "cfa/text_tokens.h"

bool cfa_read_file(cfa_reader *reader);
bool cfa_read_type(cfa_reader *reader);
bool cfa_read_field(cfa_reader *reader);
bool cfa_read_variable(cfa_reader *reader);
bool cfa_read_function(cfa_reader *reader);
bool cfa_read_location(cfa_reader *reader);
bool cfa_read_expression(cfa_reader *reader);
bool cfa_read_edge(cfa_reader *reader);
bool cfa_read_pointer(cfa_reader *reader);
bool cfa_read_data(cfa_reader *reader);

#endif
