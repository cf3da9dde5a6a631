/* The control flow of a Java program alone: an automaton without data, in which
 * both sides of every branch are possible, and in which exceptions are modes
 * (cfa_mode): one for each class that may be on its way, "IOException", and
 * "IOException+" for it or something below it that no class file names.
 *
 * A method of the program is a function, "Files.open"; a constructor is
 * "Files.new", what initialises a class "Files.static". A call through a
 * reference may be one of every method that a class with instances has there. A
 * method of the library is a function that returns, or throws what the code of
 * its model throws, and may call those of the program that its model may call;
 * one without a model throws those checked exceptions for which all who call it
 * are prepared.
 *
 * What a location has next is one event, or several steps that are none: so a
 * call, a throw, a catch can be told by what is on top of the stack. */
#ifndef LANG_JAVA_FLOW_H
#define LANG_JAVA_FLOW_H

#include "base/progress.h"
#include "cfa/cfa.h"
#include "lang/java/classes.h"

/* After java_reach. */
void java_make_flow(java_classes *classes, progress *clock, cfa *out);

#endif
