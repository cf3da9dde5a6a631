/* Small models with what SPIN 6.5.2 counts without any reduction (-o1 -o2 -o3,
 * -DNOREDUCE -DSAFETY -DNOCLAIM, -c0): stored states, and transitions (one more
 * than there are edges). */
#ifndef UNIT_PROMELA_COUNTS_H
#define UNIT_PROMELA_COUNTS_H

#include <stdbool.h>

typedef struct promela_count {
  const char *name, *input;
  unsigned states, transitions;
  bool is_wrong; /* SPIN reports an error */
} promela_count;

static const promela_count promela_counts[] = {
    {"sv_basic",
     "byte x;\n"
     "active proctype A() { x = 1; x = 2 }\n",
     4, 4, false},
    {"ctl_goto_guard",
     "byte x;\n"
     "active proctype A() { if :: goto L :: x = 1 fi; x = 2; L: x = 3 }\n",
     6, 7, false},
    {"ctl_break_guard",
     "active proctype A() { byte x; do :: x < 2 -> x++ :: break od; x = 5 }\n",
     10, 12, false},
    {"do_empty_break", "active proctype A() { do :: break od }\n", 3, 3, false},
    {"ctl_skip",
     "active proctype A() { skip; true; 1; printf(\"hi\\n\"); assert(true) }\n",
     7, 7, false},
    {"decl_mid",
     "active proctype A() { byte x = 3; skip; byte y; byte z = 4; x = 1 }\n", 6,
     6, false},
    {"decl_block", "active proctype A() { byte x; { byte y; y = 1 }; x = 1 }\n",
     5, 5, false},
    {"at_rv_send",
     "chan c = [0] of { byte }; byte x;\n"
     "active proctype A() { atomic { x = 1; c!1; x = 2; x = 3 } }\n"
     "active proctype B() { byte y; c?y; y = 5; y = 6 }\n",
     10, 13, false},
    {"at_rv_iflast",
     "chan c = [0] of { byte }; byte x;\n"
     "active proctype A() { atomic { x = 1; if :: c!1 fi }; x = 2 }\n"
     "active proctype B() { byte y; c?y; y = 5 }\n",
     11, 15, false},
    {"at_rv_last",
     "chan c = [0] of { byte }; byte x;\n"
     "active proctype A() { atomic { x = 1; c!1 }; x = 2 }\n"
     "active proctype B() { byte y; c?y; y = 5 }\n",
     8, 10, false},
    {"ctl_block_do",
     "byte x;\n"
     "active proctype A() { { do :: x = 1 - x od } }\n",
     3, 4, false},
    {"nc_last",
     "byte x;\n"
     "active proctype A() { do :: x = 1 - x od }\n"
     "active proctype B() { do :: x = 2 :: x = 0 od }\n"
     "never { do :: _last == 0 :: else od }\n",
     6, 19, false},
    {"nc_labelgoto",
     "/* claim not compiled in (-DNOCLAIM) but its A@L still turns the goto "
     "into a skip state */\n"
     "byte x;\n"
     "active proctype A() { x = 1; L: goto M; x = 4; M: x = 2 }\n"
     "never { do :: A@L -> skip :: true od }\n",
     5, 5, false},
    {"as_continue",
     "byte x;\n"
     "active proctype A() { x = 1; assert(false); x = 2; assert(x == 3); x = 4 "
     "}\n",
     7, 7, true},
    {"ch_slot_clean",
     "/* slots past len are zeroed: receiving restores the initial vector */\n"
     "chan c = [3] of { byte };\n"
     "active proctype A() { do :: c!1; c!2; c?_; c?_ od }\n",
     4, 5, false},
    {"sv_chan_slots",
     "chan c = [2] of { byte };\n"
     "active proctype A() { c!3; c?_; c!3; c?_ ; c!4; c?_ }\n",
     8, 8, false},
    {"gi_chanorder",
     "typedef T { chan c = [1] of { byte } };\n"
     "T t; chan d[2] = [1] of { byte }; chan a = [1] of { byte };\n"
     "active proctype A() { assert(a == 1 && d[0] == 2 && d[1] == 3 && t.c == "
     "4) }\n",
     3, 3, true},
    {"ctl_nested_else_first",
     "byte x = 1;\n"
     "active proctype A() { if :: if :: x == 0 -> x = 5 :: else -> x = 6 fi :: "
     "x == 1 -> x = 7 fi }\n",
     7, 7, false},
    {"v_atomicelse_first",
     "byte x;\n"
     "active proctype A() { if :: atomic { else -> x = 1 } :: x == 0 -> x = 2 "
     "fi }\n",
     6, 6, false},
    {"ch_rv_else",
     "chan c = [0] of { byte }; byte x;\n"
     "active proctype A() { if :: c!1 -> x = 1 :: else -> x = 2 fi }\n"
     "active proctype B() { skip; c?_ }\n",
     11, 13, true},
    {"ch_rv_else_recv",
     "chan c = [0] of { byte }; byte x;\n"
     "active proctype A() { c!1 }\n"
     "active proctype B() { if :: c?_ -> x = 1 :: else -> x = 2 fi }\n",
     8, 8, true},
    {"to_two",
     "byte x;\n"
     "active proctype A() { timeout -> x = 1 }\n"
     "active proctype B() { timeout -> x = 2 }\n",
     13, 13, false},
    {"to_basic",
     "byte x;\n"
     "active proctype A() { x = 1; timeout; x = 2 }\n"
     "active proctype B() { x == 1 -> x = 3; x == 2 -> x = 4 }\n",
     10, 10, false},
    {"to_else",
     "byte x;\n"
     "active proctype A() { if :: timeout -> x = 1 :: else -> x = 2 fi }\n",
     4, 4, false},
    {"at_timeout",
     "byte x;\n"
     "active proctype A() { atomic { x = 1; timeout; x = 2 } }\n"
     "active proctype B() { x == 1 -> x = 3 }\n",
     7, 7, false},
    {"at_blocks_inside",
     "byte x, y;\n"
     "active proctype A() { atomic { x = 1; y == 1; x = 2; x = 3 } }\n"
     "active proctype B() { y = 1; y = 2 }\n",
     12, 15, true},
    {"at_jump_mid_shared",
     "/* interrupted atomic: after another process unblocks it, no exclusive "
     "right */\n"
     "byte x, y;\n"
     "active proctype A() { atomic { x = 1; y > 0; x = 2; x = 3 } }\n"
     "active proctype B() { y = 1; y = 2; y = 3 }\n",
     15, 22, false},
    {"at_goto_in",
     "byte x;\n"
     "active proctype A() { if :: x == 0 -> goto L :: else fi; atomic { x = 1; "
     "L: x = 2; x = 3 }; x = 4 }\n"
     "active proctype B() { x = 7 }\n",
     20, 27, false},
    {"at_run",
     "byte n;\n"
     "proctype P() { n++ }\n"
     "init { atomic { run P(); run P(); run P() } }\n",
     17, 27, false},
    {"at_loop_whole",
     "/* a loop whose body is one atomic: pc=DO element; entry state stored "
     "once */\n"
     "byte x;\n"
     "active proctype A() { do :: atomic { x < 3 -> x++ ; x++ } :: atomic { x "
     ">= 3 -> x = 0 } od }\n",
     3, 4, false},
    {"dstep_dowhile",
     "byte x;\n"
     "active proctype A() { do :: d_step { x < 5 -> do :: x % 2 == 1 -> break "
     ":: x++ od; x++ } :: else -> break od }\n",
     6, 6, false},
    {"ds_rv_recvfirst",
     "chan c = [0] of { byte }; byte x;\n"
     "active proctype A() { d_step { c?x; x++ } }\n"
     "active proctype B() { c!1; skip }\n",
     5, 5, false},
    {"ds_assert",
     "byte x;\n"
     "active proctype A() { d_step { x = 1; assert(x == 2); x = 3 }; x = 4 }\n",
     4, 4, true},
    {"ds_quirk_print",
     "/* the handshake succeeds only if B's d_step runs between its halves */\n"
     "chan c = [0] of { byte }; byte x;\n"
     "active proctype A() { atomic { x == 0; c!1 } }\n"
     "active proctype B() { d_step { printf(\"\"); x = 1 } }\n"
     "active proctype C() { c?eval(x) }\n",
     6, 6, true},
    {"ds_quirk_asgn",
     "chan c = [0] of { byte }; byte x;\n"
     "active proctype A() { atomic { x == 0; c!1 } }\n"
     "active proctype B() { d_step { x = 1; printf(\"\") } }\n"
     "active proctype C() { c?eval(x) }\n",
     8, 8, true},
    {"ctl_unless1",
     "byte x;\n"
     "active proctype A() { { x = 1; x = 2; x = 3 } unless { x == 2 -> x = 9 } "
     "}\n",
     6, 6, false},
    {"ctl_unless_end",
     "/* is the final -end- covered? */\n"
     "byte x;\n"
     "active proctype A() { { x = 1 } unless { x == 1 -> x = 2 } }\n"
     "active proctype B() { x = 3 }\n",
     10, 11, false},
    {"ctl_unless_twoopt",
     "byte x;\n"
     "active proctype A() { { x = 1; x = 2 } unless { if :: x == 1 -> x = 5 :: "
     "x == 1 -> x = 6 fi } }\n",
     8, 8, false},
    {"un_rv_both",
     "/* rv in both: main offered only if the escape handshake fails */\n"
     "chan c = [0] of { byte }; chan d = [0] of { byte }; byte x;\n"
     "active proctype A() { { c!1; x = 1 } unless { d!1 -> x = 2 } }\n"
     "active proctype B() { if :: c?_ :: d?_ fi }\n",
     6, 7, false},
    {"un_rv_main",
     "chan c = [0] of { byte }; chan d = [0] of { byte }; byte x;\n"
     "active proctype A() { { c!1; x = 1 } unless { d!1 -> x = 2 } }\n"
     "active proctype B() { c?_ }\n",
     6, 7, false},
    {"ctl_unless_atomic",
     "byte x;\n"
     "active proctype A() { atomic { x = 1; x = 2; x = 3 } unless { x == 2 -> "
     "x = 9 } }\n",
     4, 4, false},
    {"ctl_unless_nested",
     "byte x;\n"
     "active proctype A() { { { x = 1; x = 2 } unless { x == 1 -> x = 10 } } "
     "unless { x == 1 -> x = 20 } }\n",
     5, 5, false},
    {"pr_die_order", "active [3] proctype A() { skip }\n", 15, 25, false},
    {"pr_deadlock_many",
     "byte x;\n"
     "active proctype A() { if :: x = 1 :: x = 2 :: x = 3 fi; false }\n",
     4, 4, true},
    {"pr_provided",
     "byte x;\n"
     "active proctype A() provided (x < 2) { x++; x++; x++ }\n"
     "active proctype B() { x = 0 }\n",
     20, 25, true},
    {"pr_provided_die",
     "byte x;\n"
     "active proctype A() provided (x == 0) { skip; skip }\n"
     "active proctype B() { x = 1 }\n",
     9, 9, true},
    {"pr_provided_atomic",
     "byte x;\n"
     "active proctype A() provided (x < 2) { atomic { x = 1; x = 2; x = 3 } }\n"
     "active proctype B() { x = 0 }\n",
     10, 12, true},
    {"pr_provided_rv",
     "chan c = [0] of { byte }; byte x;\n"
     "active proctype A() provided (x == 1) { c?_ }\n"
     "active proctype B() { c!1 }\n"
     "active proctype C() { x = 1 }\n",
     7, 8, false},
    {"pv_priority_atomic",
     "byte x;\n"
     "active proctype A() priority 1 { atomic { x = 1; x = 2; x = 3 } }\n"
     "active proctype B() priority 9 { x == 2 -> x = 7 }\n",
     7, 7, false},
    {"pr_priority",
     "byte x;\n"
     "active proctype A() priority 5 { x++; x++ }\n"
     "active proctype B() priority 1 { x = 10; x = 11 }\n",
     7, 7, false},
    {"pr_priority_block",
     "byte x;\n"
     "active proctype A() priority 5 { x++; x == 10; x++ }\n"
     "active proctype B() priority 1 { x = 10; x = 12 }\n",
     8, 8, false},
    {"pr_priority_run",
     "byte x;\n"
     "proctype P() { x++ }\n"
     "init { run P() priority 3; run P() priority 2; x = 5 }\n",
     9, 9, false},
    {"pr_priority_set",
     "byte x;\n"
     "active proctype A() priority 5 { x++; set_priority(_pid, 1); x++ }\n"
     "active proctype B() priority 3 { x = 10; x = 12 }\n",
     8, 8, false},
    {"pr_dproctype",
     "byte x;\n"
     "active D_proctype A() { if :: x = 1 :: x = 2 fi }\n",
     5, 5, true},
    {"sv_rvchan",
     "chan c = [0] of { byte };\n"
     "active proctype A() { c!1; c!2 }\n"
     "active proctype B() { byte y; c?y; c?y }\n",
     5, 5, false},
    {"ch_rv_self",
     "chan c = [0] of { byte };\n"
     "active proctype A() { byte y; if :: c!1 :: c?y fi }\n",
     1, 1, true},
    {"at_rv_both",
     "chan c = [0] of { byte }; byte x;\n"
     "active proctype A() { atomic { x = 1; c!1; x = 2; x = 3 } }\n"
     "active proctype B() { byte y; atomic { c?y; y = 5; y = 6 } }\n",
     6, 7, false},
    {"at_rv_recv",
     "chan c = [0] of { byte }; byte x;\n"
     "active proctype A() { atomic { x = 1; c?_; x = 2; x = 3 } }\n"
     "active proctype B() { byte y; c!1; y = 5; y = 6 }\n",
     7, 7, false},
    {"rv2_chain",
     "/* receiver's atomic follows a handshake with a second handshake */\n"
     "chan c = [0] of { byte }; chan d = [0] of { byte }; byte x;\n"
     "active proctype A() { c!1; x = 1 }\n"
     "active proctype B() { byte y; atomic { c?y; d!y; y = 3 } }\n"
     "active proctype C() { byte z; d?z; z = 4 }\n",
     16, 26, false},
    {"last_rv",
     "chan c = [0] of { byte }; byte x;\n"
     "active proctype A() { c!1; x = _last }\n"
     "active proctype B() { c?_; x = 7 }\n",
     12, 13, false},
    {"ch_full_block",
     "chan c = [1] of { byte };\n"
     "active proctype A() { c!1; c!2; c!3 }\n",
     2, 2, true},
    {"ch_recv_samevar",
     "chan c = [2] of { byte, byte };\n"
     "active proctype A() { byte a[2]; byte i; c!1,5; c?i,a[i]; assert(a[1] == "
     "5) }\n",
     5, 5, false},
    {"ch_bit_val",
     "chan c = [2] of { bit }; \n"
     "active proctype A() { byte x; c!3; c?x; assert(x == 3) }\n",
     5, 5, false},
    {"ch_fewer_args",
     "chan c = [2] of { byte, byte };\n"
     "active proctype A() { byte x; c!1; c?x }\n",
     4, 4, true},
    {"ch_fewer_args_const",
     "chan c = [2] of { byte, byte };\n"
     "active proctype A() { c!1,2; c?1 }\n",
     2, 2, true},
    {"dt_bitarray",
     "bit a[2]; bool b[2]; bit s;\n"
     "active proctype A() { a[0] = 3; b[1] = 2; s = 3; assert(a[0] == 3 && "
     "b[1] == 2 && s == 1) }\n",
     6, 6, false},
    {"ch_recv_trunc",
     "chan c = [2] of { int };\n"
     "active proctype A() { bit b; byte y; c!257; c!258; c?b; c?y; assert(b == "
     "1 && y == 2) }\n",
     7, 7, false},
    {"rem_label",
     "byte x;\n"
     "active proctype A() { x = 1; L: x = 2; x = 3 }\n"
     "active proctype B() { if :: A@L -> x = 9 :: A[0]@L -> x = 8 fi }\n",
     29, 37, true},
    {"last_val",
     "byte x;\n"
     "active proctype A() { x = 1; assert(_last == 0); x = 2 }\n"
     "active proctype B() { x = 3 }\n",
     25, 33, true},
    {"trc_state",
     "/* the trace automaton's position is part of the state */\n"
     "chan c = [1] of { byte };\n"
     "active proctype A() { do :: c!1 :: c!2 od }\n"
     "active proctype B() { end: do :: c?_ od }\n"
     "trace { do :: c!1 :: c!2; c!1 od }\n",
     4, 7, true},
    {"ch_sorted",
     "chan c = [4] of { byte, byte };\n"
     "active proctype A() { c!!3,1; c!!1,2; c!!2,9; c!!2,3; byte x,y; c?x,y; "
     "assert(x==1); c?x,y; assert(x==2 && y==3) }\n",
     12, 12, false},
    {"ch_random",
     "chan c = [4] of { byte, byte };\n"
     "active proctype A() { byte x; c!1,10; c!2,20; c!1,30; c??2,x; "
     "assert(x==20); c??1,x; assert(x==10) }\n",
     9, 9, false},
    {"pr_localchan_dead",
     "chan g = [1] of { chan };\n"
     "proctype P() { chan l = [1] of { byte }; l!7; g!l }\n"
     "init { chan r; byte v; run P(); g?r; r?v; assert(v == 7); _nr_pr == 1; "
     "r?v }\n",
     12, 14, true},
    {"q_len_dead",
     "chan g = [1] of { chan };\n"
     "proctype P() { chan l = [1] of { byte }; l!1; g!l }\n"
     "init { chan r; byte n; run P(); g?r; _nr_pr == 1; n = len(r); assert(n "
     "== 0) }\n",
     11, 12, false},
    {"tr_viol",
     "chan c = [1] of { byte };\n"
     "active proctype A() { c!1; c!2 }\n"
     "active proctype B() { c?_; c?_ }\n"
     "trace { c!1; c!1 }\n",
     7, 7, true},
    {"tr_loop",
     "chan c = [1] of { byte };\n"
     "active proctype A() { byte i; do :: i < 3 -> c!i; i++ :: else -> break "
     "od }\n"
     "active proctype B() { end: do :: c?_ od }\n"
     "trace { do :: c!0; c?0 :: c!1; c?1 :: c!2; c?2 od }\n",
     20, 26, true},
};

#endif
