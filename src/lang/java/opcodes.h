/* The instructions of the Java virtual machine: their names and what follows
 * their byte in the code. */
#ifndef LANG_JAVA_OPCODES_H
#define LANG_JAVA_OPCODES_H

/* The operands of an instruction. */
typedef enum java_operands {
  JAVA_OPERANDS_NOTHING,
  JAVA_OPERANDS_BYTE,          /* a number of 8 bits with a sign */
  JAVA_OPERANDS_SHORT,         /* of 16 bits */
  JAVA_OPERANDS_CONSTANT,      /* one that takes a word; 8 bits */
  JAVA_OPERANDS_CONSTANT_WIDE, /* the same; 16 bits */
  JAVA_OPERANDS_CONSTANT_TWO,  /* one that takes two words; 16 bits */
  JAVA_OPERANDS_LOCAL,         /* 8 bits; 16 behind 'wide' */
  JAVA_OPERANDS_INCREMENT,     /* a local, and a number with a sign */
  JAVA_OPERANDS_BRANCH,        /* 16 bits with a sign */
  JAVA_OPERANDS_BRANCH_WIDE,   /* 32 bits with a sign */
  JAVA_OPERANDS_TABLE,         /* of a tableswitch */
  JAVA_OPERANDS_LOOKUP,        /* of a lookupswitch */
  JAVA_OPERANDS_FIELD,
  JAVA_OPERANDS_METHOD,     /* of a class */
  JAVA_OPERANDS_ANY_METHOD, /* of a class or an interface */
  JAVA_OPERANDS_INTERFACE,  /* its method, a count, 0 */
  JAVA_OPERANDS_DYNAMIC,    /* a dynamic call, 0, 0 */
  JAVA_OPERANDS_CLASS,
  JAVA_OPERANDS_PRIMITIVE,  /* the type of an array's elements */
  JAVA_OPERANDS_DIMENSIONS, /* a class, and how many are made */
  JAVA_OPERANDS_WIDE        /* an instruction whose operands are wider */
} java_operands;

/* In the order of their numbers, from 0 on. */
#define JAVA_OPCODE_LIST(X)                                                    \
  X(NOP, nop, NOTHING)                                                         \
  X(ACONST_NULL, aconst_null, NOTHING)                                         \
  X(ICONST_M1, iconst_m1, NOTHING)                                             \
  X(ICONST_0, iconst_0, NOTHING)                                               \
  X(ICONST_1, iconst_1, NOTHING)                                               \
  X(ICONST_2, iconst_2, NOTHING)                                               \
  X(ICONST_3, iconst_3, NOTHING)                                               \
  X(ICONST_4, iconst_4, NOTHING)                                               \
  X(ICONST_5, iconst_5, NOTHING)                                               \
  X(LCONST_0, lconst_0, NOTHING)                                               \
  X(LCONST_1, lconst_1, NOTHING)                                               \
  X(FCONST_0, fconst_0, NOTHING)                                               \
  X(FCONST_1, fconst_1, NOTHING)                                               \
  X(FCONST_2, fconst_2, NOTHING)                                               \
  X(DCONST_0, dconst_0, NOTHING)                                               \
  X(DCONST_1, dconst_1, NOTHING)                                               \
  X(BIPUSH, bipush, BYTE)                                                      \
  X(SIPUSH, sipush, SHORT)                                                     \
  X(LDC, ldc, CONSTANT)                                                        \
  X(LDC_W, ldc_w, CONSTANT_WIDE)                                               \
  X(LDC2_W, ldc2_w, CONSTANT_TWO)                                              \
  X(ILOAD, iload, LOCAL)                                                       \
  X(LLOAD, lload, LOCAL)                                                       \
  X(FLOAD, fload, LOCAL)                                                       \
  X(DLOAD, dload, LOCAL)                                                       \
  X(ALOAD, aload, LOCAL)                                                       \
  X(ILOAD_0, iload_0, NOTHING)                                                 \
  X(ILOAD_1, iload_1, NOTHING)                                                 \
  X(ILOAD_2, iload_2, NOTHING)                                                 \
  X(ILOAD_3, iload_3, NOTHING)                                                 \
  X(LLOAD_0, lload_0, NOTHING)                                                 \
  X(LLOAD_1, lload_1, NOTHING)                                                 \
  X(LLOAD_2, lload_2, NOTHING)                                                 \
  X(LLOAD_3, lload_3, NOTHING)                                                 \
  X(FLOAD_0, fload_0, NOTHING)                                                 \
  X(FLOAD_1, fload_1, NOTHING)                                                 \
  X(FLOAD_2, fload_2, NOTHING)                                                 \
  X(FLOAD_3, fload_3, NOTHING)                                                 \
  X(DLOAD_0, dload_0, NOTHING)                                                 \
  X(DLOAD_1, dload_1, NOTHING)                                                 \
  X(DLOAD_2, dload_2, NOTHING)                                                 \
  X(DLOAD_3, dload_3, NOTHING)                                                 \
  X(ALOAD_0, aload_0, NOTHING)                                                 \
  X(ALOAD_1, aload_1, NOTHING)                                                 \
  X(ALOAD_2, aload_2, NOTHING)                                                 \
  X(ALOAD_3, aload_3, NOTHING)                                                 \
  X(IALOAD, iaload, NOTHING)                                                   \
  X(LALOAD, laload, NOTHING)                                                   \
  X(FALOAD, faload, NOTHING)                                                   \
  X(DALOAD, daload, NOTHING)                                                   \
  X(AALOAD, aaload, NOTHING)                                                   \
  X(BALOAD, baload, NOTHING)                                                   \
  X(CALOAD, caload, NOTHING)                                                   \
  X(SALOAD, saload, NOTHING)                                                   \
  X(ISTORE, istore, LOCAL)                                                     \
  X(LSTORE, lstore, LOCAL)                                                     \
  X(FSTORE, fstore, LOCAL)                                                     \
  X(DSTORE, dstore, LOCAL)                                                     \
  X(ASTORE, astore, LOCAL)                                                     \
  X(ISTORE_0, istore_0, NOTHING)                                               \
  X(ISTORE_1, istore_1, NOTHING)                                               \
  X(ISTORE_2, istore_2, NOTHING)                                               \
  X(ISTORE_3, istore_3, NOTHING)                                               \
  X(LSTORE_0, lstore_0, NOTHING)                                               \
  X(LSTORE_1, lstore_1, NOTHING)                                               \
  X(LSTORE_2, lstore_2, NOTHING)                                               \
  X(LSTORE_3, lstore_3, NOTHING)                                               \
  X(FSTORE_0, fstore_0, NOTHING)                                               \
  X(FSTORE_1, fstore_1, NOTHING)                                               \
  X(FSTORE_2, fstore_2, NOTHING)                                               \
  X(FSTORE_3, fstore_3, NOTHING)                                               \
  X(DSTORE_0, dstore_0, NOTHING)                                               \
  X(DSTORE_1, dstore_1, NOTHING)                                               \
  X(DSTORE_2, dstore_2, NOTHING)                                               \
  X(DSTORE_3, dstore_3, NOTHING)                                               \
  X(ASTORE_0, astore_0, NOTHING)                                               \
  X(ASTORE_1, astore_1, NOTHING)                                               \
  X(ASTORE_2, astore_2, NOTHING)                                               \
  X(ASTORE_3, astore_3, NOTHING)                                               \
  X(IASTORE, iastore, NOTHING)                                                 \
  X(LASTORE, lastore, NOTHING)                                                 \
  X(FASTORE, fastore, NOTHING)                                                 \
  X(DASTORE, dastore, NOTHING)                                                 \
  X(AASTORE, aastore, NOTHING)                                                 \
  X(BASTORE, bastore, NOTHING)                                                 \
  X(CASTORE, castore, NOTHING)                                                 \
  X(SASTORE, sastore, NOTHING)                                                 \
  X(POP, pop, NOTHING)                                                         \
  X(POP2, pop2, NOTHING)                                                       \
  X(DUP, dup, NOTHING)                                                         \
  X(DUP_X1, dup_x1, NOTHING)                                                   \
  X(DUP_X2, dup_x2, NOTHING)                                                   \
  X(DUP2, dup2, NOTHING)                                                       \
  X(DUP2_X1, dup2_x1, NOTHING)                                                 \
  X(DUP2_X2, dup2_x2, NOTHING)                                                 \
  X(SWAP, swap, NOTHING)                                                       \
  X(IADD, iadd, NOTHING)                                                       \
  X(LADD, ladd, NOTHING)                                                       \
  X(FADD, fadd, NOTHING)                                                       \
  X(DADD, dadd, NOTHING)                                                       \
  X(ISUB, isub, NOTHING)                                                       \
  X(LSUB, lsub, NOTHING)                                                       \
  X(FSUB, fsub, NOTHING)                                                       \
  X(DSUB, dsub, NOTHING)                                                       \
  X(IMUL, imul, NOTHING)                                                       \
  X(LMUL, lmul, NOTHING)                                                       \
  X(FMUL, fmul, NOTHING)                                                       \
  X(DMUL, dmul, NOTHING)                                                       \
  X(IDIV, idiv, NOTHING)                                                       \
  X(LDIV, ldiv, NOTHING)                                                       \
  X(FDIV, fdiv, NOTHING)                                                       \
  X(DDIV, ddiv, NOTHING)                                                       \
  X(IREM, irem, NOTHING)                                                       \
  X(LREM, lrem, NOTHING)                                                       \
  X(FREM, frem, NOTHING)                                                       \
  X(DREM, drem, NOTHING)                                                       \
  X(INEG, ineg, NOTHING)                                                       \
  X(LNEG, lneg, NOTHING)                                                       \
  X(FNEG, fneg, NOTHING)                                                       \
  X(DNEG, dneg, NOTHING)                                                       \
  X(ISHL, ishl, NOTHING)                                                       \
  X(LSHL, lshl, NOTHING)                                                       \
  X(ISHR, ishr, NOTHING)                                                       \
  X(LSHR, lshr, NOTHING)                                                       \
  X(IUSHR, iushr, NOTHING)                                                     \
  X(LUSHR, lushr, NOTHING)                                                     \
  X(IAND, iand, NOTHING)                                                       \
  X(LAND, land, NOTHING)                                                       \
  X(IOR, ior, NOTHING)                                                         \
  X(LOR, lor, NOTHING)                                                         \
  X(IXOR, ixor, NOTHING)                                                       \
  X(LXOR, lxor, NOTHING)                                                       \
  X(IINC, iinc, INCREMENT)                                                     \
  X(I2L, i2l, NOTHING)                                                         \
  X(I2F, i2f, NOTHING)                                                         \
  X(I2D, i2d, NOTHING)                                                         \
  X(L2I, l2i, NOTHING)                                                         \
  X(L2F, l2f, NOTHING)                                                         \
  X(L2D, l2d, NOTHING)                                                         \
  X(F2I, f2i, NOTHING)                                                         \
  X(F2L, f2l, NOTHING)                                                         \
  X(F2D, f2d, NOTHING)                                                         \
  X(D2I, d2i, NOTHING)                                                         \
  X(D2L, d2l, NOTHING)                                                         \
  X(D2F, d2f, NOTHING)                                                         \
  X(I2B, i2b, NOTHING)                                                         \
  X(I2C, i2c, NOTHING)                                                         \
  X(I2S, i2s, NOTHING)                                                         \
  X(LCMP, lcmp, NOTHING)                                                       \
  X(FCMPL, fcmpl, NOTHING)                                                     \
  X(FCMPG, fcmpg, NOTHING)                                                     \
  X(DCMPL, dcmpl, NOTHING)                                                     \
  X(DCMPG, dcmpg, NOTHING)                                                     \
  X(IFEQ, ifeq, BRANCH)                                                        \
  X(IFNE, ifne, BRANCH)                                                        \
  X(IFLT, iflt, BRANCH)                                                        \
  X(IFGE, ifge, BRANCH)                                                        \
  X(IFGT, ifgt, BRANCH)                                                        \
  X(IFLE, ifle, BRANCH)                                                        \
  X(IF_ICMPEQ, if_icmpeq, BRANCH)                                              \
  X(IF_ICMPNE, if_icmpne, BRANCH)                                              \
  X(IF_ICMPLT, if_icmplt, BRANCH)                                              \
  X(IF_ICMPGE, if_icmpge, BRANCH)                                              \
  X(IF_ICMPGT, if_icmpgt, BRANCH)                                              \
  X(IF_ICMPLE, if_icmple, BRANCH)                                              \
  X(IF_ACMPEQ, if_acmpeq, BRANCH)                                              \
  X(IF_ACMPNE, if_acmpne, BRANCH)                                              \
  X(GOTO, goto, BRANCH)                                                        \
  X(JSR, jsr, BRANCH)                                                          \
  X(RET, ret, LOCAL)                                                           \
  X(TABLESWITCH, tableswitch, TABLE)                                           \
  X(LOOKUPSWITCH, lookupswitch, LOOKUP)                                        \
  X(IRETURN, ireturn, NOTHING)                                                 \
  X(LRETURN, lreturn, NOTHING)                                                 \
  X(FRETURN, freturn, NOTHING)                                                 \
  X(DRETURN, dreturn, NOTHING)                                                 \
  X(ARETURN, areturn, NOTHING)                                                 \
  X(RETURN, return, NOTHING)                                                   \
  X(GETSTATIC, getstatic, FIELD)                                               \
  X(PUTSTATIC, putstatic, FIELD)                                               \
  X(GETFIELD, getfield, FIELD)                                                 \
  X(PUTFIELD, putfield, FIELD)                                                 \
  X(INVOKEVIRTUAL, invokevirtual, METHOD)                                      \
  X(INVOKESPECIAL, invokespecial, ANY_METHOD)                                  \
  X(INVOKESTATIC, invokestatic, ANY_METHOD)                                    \
  X(INVOKEINTERFACE, invokeinterface, INTERFACE)                               \
  X(INVOKEDYNAMIC, invokedynamic, DYNAMIC)                                     \
  X(NEW, new, CLASS)                                                           \
  X(NEWARRAY, newarray, PRIMITIVE)                                             \
  X(ANEWARRAY, anewarray, CLASS)                                               \
  X(ARRAYLENGTH, arraylength, NOTHING)                                         \
  X(ATHROW, athrow, NOTHING)                                                   \
  X(CHECKCAST, checkcast, CLASS)                                               \
  X(INSTANCEOF, instanceof, CLASS)                                             \
  X(MONITORENTER, monitorenter, NOTHING)                                       \
  X(MONITOREXIT, monitorexit, NOTHING)                                         \
  X(WIDE, wide, WIDE)                                                          \
  X(MULTIANEWARRAY, multianewarray, DIMENSIONS)                                \
  X(IFNULL, ifnull, BRANCH)                                                    \
  X(IFNONNULL, ifnonnull, BRANCH)                                              \
  X(GOTO_W, goto_w, BRANCH_WIDE)                                               \
  X(JSR_W, jsr_w, BRANCH_WIDE)

#define JAVA_OPCODE_NUMBER(upper, lower, kind) JAVA_##upper,
typedef enum java_opcode {
  JAVA_OPCODE_LIST(JAVA_OPCODE_NUMBER) JAVA_OPCODES
} java_opcode;

typedef struct java_opcode_row {
  const char *name; /* "iadd" */
  java_operands operands;
} java_opcode_row;

/* By java_opcode. */
extern const java_opcode_row java_opcodes[JAVA_OPCODES];

#endif
