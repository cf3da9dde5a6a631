/* All fields are compared, and there are not as many as in the message. */
chan c = [1] of { byte, byte };
byte n;

active proctype sender() { c!1, 2 }
active proctype other() { c?2 }
active proctype receiver() { c?1 }
