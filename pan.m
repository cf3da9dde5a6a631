#define rand	pan_rand
#define pthread_equal(a,b)	((a)==(b))
#if defined(HAS_CODE) && defined(VERBOSE)
	#ifdef BFS_PAR
		bfs_printf("Pr: %d Tr: %d\n", II, t->forw);
	#else
		cpu_printf("Pr: %d Tr: %d\n", II, t->forw);
	#endif
#endif
	switch (t->forw) {
	default: Uerror("bad forward move");
	case 0:	/* if without executable clauses */
		continue;
	case 1: /* generic 'goto' or 'skip' */
		IfNotBlocked
		_m = 3; goto P999;
	case 2: /* generic 'else' */
		IfNotBlocked
		if (trpt->o_pm&1) continue;
		_m = 3; goto P999;

		 /* PROC :init: */
	case 3: // STATE 1 - /tmp/walk/r2.pml:5 - [u[1].a = 4] (0:4:3 - 1)
		IfNotBlocked
		reached[1][1] = 1;
		(trpt+1)->bup.ovals = grab_ints(3);
		(trpt+1)->bup.ovals[0] = ((int)((P1 *)_this)->u[1].a);
		((P1 *)_this)->u[1].a = 4;
#ifdef VAR_RANGES
		logval(":init::u[1].a", ((int)((P1 *)_this)->u[1].a));
#endif
		;
		/* merge: u[1].b = 5(4, 2, 4) */
		reached[1][2] = 1;
		(trpt+1)->bup.ovals[1] = ((P1 *)_this)->u[1].b;
		((P1 *)_this)->u[1].b = 5;
#ifdef VAR_RANGES
		logval(":init::u[1].b", ((P1 *)_this)->u[1].b);
#endif
		;
		/* merge: u[1].s.d = 3(4, 3, 4) */
		reached[1][3] = 1;
		(trpt+1)->bup.ovals[2] = ((int)((P1 *)_this)->u[1].s.d);
		((P1 *)_this)->u[1].s.d = 3;
#ifdef VAR_RANGES
		logval(":init::u[1].s.d", ((int)((P1 *)_this)->u[1].s.d));
#endif
		;
		_m = 3; goto P999; /* 2 */
	case 4: // STATE 4 - /tmp/walk/r2.pml:5 - [(run P(u[1].a,u[1].s.c,u[1].s.d,u[1].b,6))] (0:0:0 - 1)
		IfNotBlocked
		reached[1][4] = 1;
		if (!(addproc(II, 1, 0, ((int)((P1 *)_this)->u[1].a), ((int)((P1 *)_this)->u[1].s.c), ((int)((P1 *)_this)->u[1].s.d), ((P1 *)_this)->u[1].b, 6)))
			continue;
		_m = 3; goto P999; /* 0 */
	case 5: // STATE 5 - /tmp/walk/r2.pml:5 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[1][5] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */

		 /* PROC P */
	case 6: // STATE 1 - /tmp/walk/r2.pml:4 - [x = (((t.a+t.b)+k)+t.s.d)] (0:0:1 - 1)
		IfNotBlocked
		reached[0][1] = 1;
		(trpt+1)->bup.oval = ((int)now.x);
		now.x = (((((int)((P0 *)_this)->t.a)+((P0 *)_this)->t.b)+((int)((P0 *)_this)->k))+((int)((P0 *)_this)->t.s.d));
#ifdef VAR_RANGES
		logval("x", ((int)now.x));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 7: // STATE 2 - /tmp/walk/r2.pml:4 - [t.a = 0] (0:0:1 - 1)
		IfNotBlocked
		reached[0][2] = 1;
		(trpt+1)->bup.oval = ((int)((P0 *)_this)->t.a);
		((P0 *)_this)->t.a = 0;
#ifdef VAR_RANGES
		logval("P:t.a", ((int)((P0 *)_this)->t.a));
#endif
		;
		_m = 3; goto P999; /* 0 */
	case 8: // STATE 3 - /tmp/walk/r2.pml:4 - [assert((x==18))] (0:0:0 - 1)
		IfNotBlocked
		reached[0][3] = 1;
		spin_assert((((int)now.x)==18), "(x==18)", II, tt, t);
		_m = 3; goto P999; /* 0 */
	case 9: // STATE 4 - /tmp/walk/r2.pml:4 - [-end-] (0:0:0 - 1)
		IfNotBlocked
		reached[0][4] = 1;
		if (!delproc(1, II)) continue;
		_m = 3; goto P999; /* 0 */
	case  _T5:	/* np_ */
		if (!((!(trpt->o_pm&4) && !(trpt->tau&128))))
			continue;
		/* else fall through */
	case  _T2:	/* true */
		_m = 3; goto P999;
#undef rand
	}

