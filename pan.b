	switch (t->back) {
	default: Uerror("bad return move");
	case  0: goto R999; /* nothing to undo */

		 /* PROC :init: */

	case 3: // STATE 3
		;
		((P1 *)_this)->u[1].s.d = trpt->bup.ovals[2];
		((P1 *)_this)->u[1].b = trpt->bup.ovals[1];
		((P1 *)_this)->u[1].a = trpt->bup.ovals[0];
		;
		ungrab_ints(trpt->bup.ovals, 3);
		goto R999;

	case 4: // STATE 4
		;
		;
		delproc(0, now._nr_pr-1);
		;
		goto R999;

	case 5: // STATE 5
		;
		p_restor(II);
		;
		;
		goto R999;

		 /* PROC P */

	case 6: // STATE 1
		;
		now.x = trpt->bup.oval;
		;
		goto R999;

	case 7: // STATE 2
		;
		((P0 *)_this)->t.a = trpt->bup.oval;
		;
		goto R999;
;
		;
		
	case 9: // STATE 4
		;
		p_restor(II);
		;
		;
		goto R999;
	}

