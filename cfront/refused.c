/* What would run, or change what runs, without standing in the flow of main:
 * its code is compiled and executed when an error was found, and nothing here
 * models it. All of the module is looked at, reached or not. */
#include "front.h"

#include <string.h>

static cfa_place place_of_function(front *f, LLVMValueRef function) {
  shim_text name;
  shim_place at = {0};
  cfa_place nowhere = {.file = CFA_NONE};
  return shim_function(function, &name, &at) ? front_place(f, &at) : nowhere;
}

static cfa_place place_of_variable(front *f, LLVMValueRef variable) {
  shim_variable known = {0};
  cfa_place nowhere = {.file = CFA_NONE};
  return shim_global(variable, &known) ? front_place(f, &known.place) : nowhere;
}

static bool begins_with(const char *text, const char *start) {
  return strncmp(text, start, strlen(start)) == 0;
}

/* Sections that the loader or the startup code of C follows. Others hold what
 * they hold: drivers name many. */
static bool is_followed(const char *section) {
  static const char *const followed[] = {".init_array", ".preinit_array",
                                         ".fini_array", ".ctors",
                                         ".dtors",      ".interp",
                                         ".dynamic",    ".dynsym",
                                         ".dynstr",     ".got",
                                         ".plt",        ".rel",
                                         ".eh_frame",   ".gcc_except_table",
                                         ".note",       ".gnu",
                                         ".deplibs",    ".jcr",
                                         ".tm_clone",   NULL};
  static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$-";
  if (strcmp(section, ".init") == 0 || strcmp(section, ".fini") == 0)
    return true;
  for (size_t i = 0; followed[i]; i++)
    if (begins_with(section, followed[i]))
      return true;
  return section[strspn(section, plain)] != '\0';
}

static void look_at_section(front *f, LLVMValueRef value, bool is_function) {
  const char *section = LLVMGetSection(value);
  if (!section || !is_followed(section))
    return;
  cfa_place at =
      is_function ? place_of_function(f, value) : place_of_variable(f, value);
  front_reject(f, &at,
               "'%.80s' is put into section '%.40s', which runs or changes "
               "code that nobody calls: that is not supported",
               LLVMGetValueName(value), section);
}

/* Words of the assembler that reach beyond the statement. */
static const char *reaching_word(shim_text assembly) {
  static const char *const words[] = {
      "init_array",        "fini_array", ".ctors",   ".dtors",
      ".init\"",           ".incbin",    ".include", ".symver",
      "indirect_function", NULL};
  for (size_t i = 0; words[i]; i++) {
    size_t n = strlen(words[i]);
    for (size_t at = 0; at + n <= assembly.length; at++)
      if (memcmp(assembly.at + at, words[i], n) == 0)
        return words[i];
  }
  return NULL;
}

static void look_at_instruction(front *f, LLVMValueRef instruction) {
  if (!LLVMIsACallInst(instruction))
    return;
  LLVMValueRef callee = LLVMGetCalledValue(instruction);
  if (!LLVMIsAInlineAsm(callee))
    return;
  const char *word = reaching_word(shim_assembly(callee));
  shim_place where = {0};
  cfa_place at = {.file = CFA_NONE};
  if (!word)
    return;
  if (shim_instruction_place(instruction, &where))
    at = front_place(f, &where);
  front_reject(f, &at, "assembly with '%s' is not supported", word);
}

static void look_at_functions(front *f) {
  for (LLVMValueRef x = LLVMGetFirstFunction(f->module); x;
       x = LLVMGetNextFunction(x)) {
    look_at_section(f, x, true);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(x); b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
           i = LLVMGetNextInstruction(i))
        look_at_instruction(f, i);
  }
}

/* The first function of a list of constructors tells the place. */
static void look_at_list(front *f, const char *name) {
  LLVMValueRef list = LLVMGetNamedGlobal(f->module, name);
  cfa_place at = {.file = CFA_NONE};
  if (!list)
    return;
  LLVMValueRef all = LLVMGetInitializer(list);
  if (all && LLVMIsAConstantArray(all) && LLVMGetNumOperands(all) > 0) {
    LLVMValueRef first = LLVMGetOperand(all, 0);
    if (LLVMGetNumOperands(first) > 1 &&
        LLVMIsAFunction(LLVMGetOperand(first, 1)))
      at = place_of_function(f, LLVMGetOperand(first, 1));
  }
  front_reject(f, &at,
               "functions that run before or behind main (constructors, "
               "destructors) are not supported");
}

static void look_at_module(front *f) {
  cfa_place nowhere = {.file = CFA_NONE};
  size_t length = 0;
  const char *assembly = LLVMGetModuleInlineAsm(f->module, &length);
  if (assembly && length)
    front_reject(f, &nowhere,
                 "assembly outside of functions is not supported: it begins "
                 "with '%.*s'",
                 (int)strcspn(assembly, "\n"), assembly);
  LLVMValueRef chosen = LLVMGetFirstGlobalIFunc(f->module);
  if (chosen) {
    LLVMValueRef resolver = LLVMGetGlobalIFuncResolver(chosen);
    cfa_place at = nowhere;
    while (resolver && LLVMIsAConstantExpr(resolver)) /* casts */
      resolver = LLVMGetOperand(resolver, 0);
    if (resolver && LLVMIsAFunction(resolver))
      at = place_of_function(f, resolver);
    front_reject(f, &at,
                 "'%.80s' is chosen when the program is loaded (ifunc): that "
                 "is not supported",
                 LLVMGetValueName(chosen));
  }
  if (LLVMGetNamedMetadata(f->module, "llvm.dependent-libraries", 24) ||
      LLVMGetNamedMetadata(f->module, "llvm.linker.options", 19))
    front_reject(f, &nowhere,
                 "words for the linker (pragma comment) are not supported");
}

void front_refuse(front *f) {
  look_at_module(f);
  look_at_list(f, "llvm.global_ctors");
  look_at_list(f, "llvm.global_dtors");
  for (LLVMValueRef x = LLVMGetFirstGlobal(f->module); x;
       x = LLVMGetNextGlobal(x))
    look_at_section(f, x, false);
  look_at_functions(f);
}
