/* Both values of v are part of the state. With priorities in the model, SPIN
 * takes bits that are a process' last variables for padding. */
active proctype P() priority 1 { skip }
init {
  unsigned v : 5;
  if
  :: v = 0
  :: v = 16
  fi;
  skip
}
