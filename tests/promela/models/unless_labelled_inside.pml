/* Behind the send the escape of the outer unless can move, so that it does. A
 * label on the inner one changes that in SPIN, and nothing here. */
active proctype P() {
  chan c = [1] of { byte };
  {
    c!0;
labelled: {
      false
    } unless {
      c?_
    }
  } unless {
    c??<0>
  };
  skip
}
