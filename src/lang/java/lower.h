/* From Java's instructions to a control-flow automaton.
 *
 * A reference is a pointer, null is the null pointer. An object is a block of
 * bytes: the number of its class (4 bytes), then its fields, those of the
 * superclass first. An array is a block that holds its elements and nothing
 * else, so that its length is its size; a reference to it never becomes one to
 * an Object (that is refused), so that whoever reads the number of a class
 * knows that one is there. An int and what is smaller is a word of 32 bits on
 * the stack; floats and doubles are their bits.
 *
 * Exceptions are edges inside a method; where they leave it, the global
 * 'exception' holds them until the caller has looked at it.
 *
 * What is not supported becomes an edge that says so, where it would happen. */
#ifndef LANG_JAVA_LOWER_H
#define LANG_JAVA_LOWER_H

#include "cfa/cfa.h"
#include "lang/java/classes.h"

/* The program whose 'start' is a static method main, after java_reach. False:
 * reported, code is not what a verifier would let pass. */
bool java_lower(java_classes *classes, cfa *out);

#endif
