/* Java that travels in the library, compiled, as jars; scripts/java-models
 * makes them. Of length 0 if there was no JDK. */
#ifndef LANG_JAVA_MODELS_H
#define LANG_JAVA_MODELS_H

#include <stddef.h>

/* Models of Java's library (java/models). */
extern const unsigned char java_models[];
extern const size_t java_models_length;
/* Classes that give a program its inputs in a JVM (java/replay). */
extern const unsigned char java_replay[];
extern const size_t java_replay_length;

#endif
