/* Evidence written by hand, from the definition: small systems where programs
 * have been wrong. */
#ifndef UNIT_ECTL_KNOWN_H
#define UNIT_ECTL_KNOWN_H

typedef struct ectl_known {
  const char *session, *formula, *evidence;
  const char *truth; /* of the states, or of the declared heads */
} ectl_known;

#define KNOWN_NESTED                                                           \
  "PDS m { STATE(p[_]:) STATE(p[k]:) STATE(q[_]: home) STATE(q[k]:)\n"         \
  "  ACTION(a: p[_] -> q[PUSH k]) ACTION(a: q[k] -> q[POP]) }\n"               \
  "DFA any { STATE(*i) ACTION(a: i -> i) }\n"                                  \
  "DFA one { STATE(i) STATE(*j) ACTION(a: i -> j) }\n"

#define KNOWN_HOME                                                             \
  "table 0 until\nmonitor 0\nlocations 2\n0 0\n0 1\nsymbols 2\n0 0\n1 0\n"     \
  "heads 4\n0 0 lives 1 0 0 0 2\n0 1 dies\n1 0 done\n1 1 dies\n"               \
  "pops 1\n3 1 1 0\n"

static const ectl_known ectl_all_known[] = {
    /* An action that the automaton does not know ends all words for good. */
    {"LTS m { STATE(s:) STATE(t:) ACTION(a: s -> t) ACTION(c: s -> s) }\n"
     "PDA d { STATE(i) STATE(*j) ACTION(a: i[_] -> j[REWRITE _])\n"
     "  ACTION(a: j[_] -> j[REWRITE _]) }\n",
     "E(0 R[d] 0)",
     "table 0 release\nlocations 2\n0 0\n0 1\nsymbols 1\n0 0\n"
     "heads 2\n0 0 escape\n1 0 end\npops 0\n",
     "TT"},
    /* So does an empty stack, in a state that does not accept. */
    {"LTS m { STATE(s:) ACTION(a: s -> s) }\n"
     "PDA d { STATE(i) STATE(k) STATE(*j) ACTION(a: i[_] -> k[POP])\n"
     "  ACTION(a: k[_] -> j[REWRITE _]) ACTION(a: j[_] -> j[REWRITE _]) }\n",
     "E(0 R[d] 0)",
     "table 0 release\nlocations 2\n0 0\n1 0\nsymbols 1\n0 0\n"
     "heads 1\n0 0 dies 0\npops 1\n0 1 0 0\n",
     "T"},
    /* A pop is no way to stay alive: what lies below decides. */
    {"LTS m { STATE(s:) ACTION(a: s -> s) }\n"
     "PDA d { STATE(i) STATE(q) STATE(r) STATE(*b)\n"
     "  ACTION(a: i[_] -> q[REWRITE d]) ACTION(a: q[d] -> r[PUSH k])\n"
     "  ACTION(a: r[k] -> i[POP]) ACTION(a: i[d] -> b[REWRITE d])\n"
     "  ACTION(a: b[d] -> b[REWRITE d]) }\n",
     "E(0 R[d] 0)",
     "table 0 release\nlocations 4\n0 0\n1 0\n2 0\n3 0\n"
     "symbols 3\n0 0\n1 0\n2 0\n"
     "heads 5\n0 0 dies 3\n1 1 dies 2\n2 2 dies 0\n0 1 dies 1\n3 1 bad 0\n"
     "pops 1\n2 0 0 2\n",
     "F"},
    /* A stack that grows for ever. */
    {"LTS m { STATE(s:) ACTION(a: s -> s) }\n"
     "PDA d { STATE(i) STATE(*j) ACTION(a: i[_] -> i[PUSH k])\n"
     "  ACTION(a: i[k] -> i[PUSH k]) }\n",
     "E(0 R[d] 0)",
     "table 0 release\nlocations 1\n0 0\nsymbols 2\n0 0\n1 0\n"
     "heads 2\n0 0 lives 0 0 1\n0 1 lives 0 1 1\npops 0\n",
     "T"},
    /* What is true of <q, k _> is false of <q, k>. */
    {KNOWN_NESTED, "E(1 U[any] home)", KNOWN_HOME, "TFTF"},
    {KNOWN_NESTED, "E(1 U[one] E(1 U[any] home))",
     KNOWN_HOME "states 2\n0\n0 1\nsteps 2\n1 0\n1 1\n"
                "table 1 until\nmonitor 1\nlocations 3\n0 0\n0 1\n1 1\n"
                "symbols 3\n0 0\n1 0\n1 1\n"
                "heads 5\n0 0 lives 1 0 0 4\n0 1 dies\n1 0 dies\n1 1 dies\n"
                "2 2 done\npops 1\n3 2 1 0\n",
     "TFFF"},
    /* No step from an empty stack, no proposition there. */
    {KNOWN_NESTED, "EX !home",
     "table 0 until\nmonitor 0\nlocations 3\n0 0\n0 1\n1 1\n"
     "symbols 2\n0 0\n1 0\n"
     "heads 5\n0 0 lives 1 0 0 4\n0 1 dies\n1 0 dies\n1 1 dies\n2 1 done\n"
     "pops 1\n3 2 1 0\n",
     "TFFT"}};
enum { ECTL_KNOWN = sizeof ectl_all_known / sizeof *ectl_all_known };

#endif
