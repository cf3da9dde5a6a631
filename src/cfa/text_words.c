#include "cfa/text_words.h"

const cfa_part_words cfa_parts[CFA_PART_COUNT] = {
    [CFA_PART_FILES] = {'s', "file", "files"},
    [CFA_PART_TYPES] = {'t', "type", "types"},
    [CFA_PART_FIELDS] = {'m', "field", "fields"},
    [CFA_PART_VARIABLES] = {'v', "variable", "variables"},
    [CFA_PART_FUNCTIONS] = {'f', "function", "functions"},
    [CFA_PART_LOCATIONS] = {'l', "location", "locations"},
    [CFA_PART_EXPRESSIONS] = {'x', "expression", "expressions"},
    [CFA_PART_EDGES] = {'e', "edge", "edges"},
    [CFA_PART_POINTERS] = {'p', "pointer", "pointers"},
    [CFA_PART_DATA] = {'d', "byte", "bytes"}};

const char *const cfa_type_words[] = {
    [CFA_WORD_VOID] = "void",         [CFA_WORD_SIGNED] = "signed",
    [CFA_WORD_UNSIGNED] = "unsigned", [CFA_WORD_BOOL] = "bool",
    [CFA_WORD_POINTER] = "pointer",   [CFA_WORD_ARRAY] = "array",
    [CFA_WORD_STRUCT] = "struct",     [CFA_WORD_UNION] = "union",
    [CFA_WORD_FUNCTION] = "function", [CFA_WORD_OTHER] = "other",
    [CFA_WORD_OTHER + 1] = NULL};

const char *const cfa_variable_words[] = {[CFA_LOCAL] = "local",
                                          [CFA_PARAMETER] = "parameter",
                                          [CFA_TEMPORARY] = "temporary",
                                          [CFA_GLOBAL] = "global",
                                          [CFA_GLOBAL + 1] = NULL};

/* An application has its operator's name instead. */
const char *const cfa_expression_words[] = {
    [CFA_CONSTANT] = "constant",  [CFA_VARIABLE] = "variable",
    [CFA_ADDRESS] = "address",    [CFA_FUNCTION] = "function",
    [CFA_LOAD] = "load",          [CFA_APPLY] = "apply",
    [CFA_OFFSET] = "offset",      [CFA_TO_INTEGER] = "integer",
    [CFA_TO_POINTER] = "pointer", [CFA_TO_POINTER + 1] = NULL};

const char *const cfa_edge_words[] = {[CFA_SKIP] = "skip",
                                      [CFA_ASSUME] = "assume",
                                      [CFA_ASSIGN] = "assign",
                                      [CFA_STORE] = "store",
                                      [CFA_INPUT] = "input",
                                      [CFA_HAVOC] = "havoc",
                                      [CFA_CALL] = "call",
                                      [CFA_RETURN] = "return",
                                      [CFA_ALLOCATE] = "allocate",
                                      [CFA_FREE] = "free",
                                      [CFA_SIZE] = "size",
                                      [CFA_COPY] = "copy",
                                      [CFA_FILL] = "fill",
                                      [CFA_FAIL] = "fail",
                                      [CFA_HALT] = "halt",
                                      [CFA_UNDEFINED] = "undefined",
                                      [CFA_UNSUPPORTED] = "unsupported",
                                      [CFA_UNSUPPORTED + 1] = NULL};

const char *const cfa_input_words[] = {[CFA_INPUT_CALL] = "call",
                                       [CFA_INPUT_EXTERNAL] = "external",
                                       [CFA_INPUT_UNDEFINED] = "undefined",
                                       [CFA_INPUT_UNINITIALISED] =
                                           "uninitialised",
                                       [CFA_INPUT_SHIFT] = "shift",
                                       [CFA_INPUT_COMPARISON] = "comparison",
                                       [CFA_INPUT_ARGUMENT] = "argument",
                                       [CFA_INPUT_FAILURE] = "failure",
                                       [CFA_INPUT_FAILURE + 1] = NULL};

const char *const cfa_allocation_words[] = {[CFA_MALLOC] = "malloc",
                                            [CFA_CALLOC] = "calloc",
                                            [CFA_ALLOCA] = "alloca",
                                            [CFA_ALLOCA + 1] = NULL};

const char *const cfa_error_words[] = {
    [CFA_ERROR_CALL] = "call",         [CFA_ERROR_ASSERTION] = "assertion",
    [CFA_ERROR_OVERFLOW] = "overflow", [CFA_ERROR_DIVISION] = "division",
    [CFA_ERROR_SHIFT] = "shift",       [CFA_ERROR_EXCEPTION] = "exception",
    [CFA_ERROR_INDEX] = "index",       [CFA_ERROR_UNDEFINED] = "undefined",
    [CFA_ERROR_UNDEFINED + 1] = NULL};
