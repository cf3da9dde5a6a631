/* The run of a C program as a page: the functions that have been called are
 * drawn as a stack, each with the line where it is. */
#ifndef VIEW_HTML_C_H
#define VIEW_HTML_C_H

#include "view/html.h"

void html_c_page(custos *c, html_next_fn *next, text *out);

#endif
