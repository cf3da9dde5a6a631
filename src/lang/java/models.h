/* Models of Java's library (java/models), compiled, as a jar;
 * scripts/java-models makes them. Of length 0 if there was no JDK. */
#ifndef LANG_JAVA_MODELS_H
#define LANG_JAVA_MODELS_H

#include <stddef.h>

extern const unsigned char java_models[];
extern const size_t java_models_length;

#endif
