// What LLVM's C API lacks, see shim.h. No function here calls back into C, so
// that nothing ever jumps over a C++ frame.
#include "shim.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <cstring>

using namespace llvm;

static shim_text text_of(StringRef s) { return {s.data(), s.size()}; }

static shim_place place_of(const DIFile *file, unsigned line, unsigned column) {
  shim_place p = {{nullptr, 0}, line, column};
  if (file && line)
    p.file = text_of(file->getFilename());
  return p;
}

extern "C" bool shim_no_signed_wrap(LLVMValueRef instruction) {
  auto *op = dyn_cast<OverflowingBinaryOperator>(unwrap(instruction));
  return op && op->hasNoSignedWrap();
}

static void describe(const DIVariable *v, unsigned argument, unsigned line,
                     unsigned column, shim_variable *out) {
  out->name = text_of(v->getName());
  out->type = wrap(v->getType());
  out->argument = argument;
  out->block = nullptr;
  out->place = place_of(v->getFile(), line, column);
}

extern "C" bool shim_declares(LLVMValueRef call, LLVMValueRef *address,
                              shim_variable *out) {
  auto *declare = dyn_cast<DbgDeclareInst>(unwrap(call));
  if (!declare || !declare->getAddress())
    return false;
  const DILocalVariable *v = declare->getVariable();
  const DebugLoc &at = declare->getDebugLoc();
  *address = wrap(declare->getAddress());
  describe(v, v->getArg(), at ? at.getLine() : v->getLine(),
           at ? at.getCol() : 0, out);
  const DILocalScope *scope = v->getScope()->getNonLexicalBlockFileScope();
  if (auto *block = dyn_cast<DILexicalBlock>(scope))
    out->block = wrap(block);
  return true;
}

static bool is_below(const DIScope *scope, const Metadata *block) {
  for (; scope; scope = scope->getScope())
    if (scope == block)
      return true;
  return false;
}

extern "C" bool shim_has_block(LLVMValueRef instruction) {
  auto *i = dyn_cast<Instruction>(unwrap(instruction));
  return i && i->getDebugLoc();
}

extern "C" bool shim_is_inside(LLVMValueRef instruction,
                               LLVMMetadataRef block) {
  auto *i = dyn_cast<Instruction>(unwrap(instruction));
  return i && i->getDebugLoc() &&
         is_below(i->getDebugLoc()->getScope(), unwrap(block));
}

extern "C" bool shim_block_is_inside(LLVMMetadataRef inner,
                                     LLVMMetadataRef block) {
  return is_below(dyn_cast<DIScope>(unwrap(inner)), unwrap(block));
}

static void erase_unused(Value *value) {
  while (auto *i = dyn_cast<Instruction>(value)) {
    if (!i->use_empty() || !(isa<CmpInst>(i) || isa<CastInst>(i)))
      return;
    value = i->getOperand(0);
    i->eraseFromParent();
  }
}

extern "C" bool shim_drop_check(LLVMValueRef branch) {
  auto *b = cast<BranchInst>(unwrap(branch));
  BasicBlock *from = b->getParent(), *to = b->getSuccessor(0);
  BasicBlock *trap = b->getSuccessor(1);
  Value *condition = b->getCondition();
  if (to->getSinglePredecessor() != from || isa<PHINode>(to->front()))
    return false;
  b->eraseFromParent();
  erase_unused(condition);
  to->replaceSuccessorsPhiUsesWith(to, from);
#if LLVM_VERSION_MAJOR < 16
  from->getInstList().splice(from->end(), to->getInstList());
#else
  from->splice(from->end(), to);
#endif
  to->eraseFromParent();
  if (trap->use_empty())
    trap->eraseFromParent();
  return true;
}

extern "C" bool shim_global(LLVMValueRef global, shim_variable *out) {
  auto *g = dyn_cast<GlobalVariable>(unwrap(global));
  SmallVector<DIGlobalVariableExpression *, 1> found;
  if (!g)
    return false;
  g->getDebugInfo(found);
  if (found.empty())
    return false;
  const DIGlobalVariable *v = found[0]->getVariable();
  describe(v, 0, v->getLine(), 0, out);
  return true;
}

extern "C" bool shim_function(LLVMValueRef function, shim_text *name,
                              shim_place *place) {
  auto *f = dyn_cast<Function>(unwrap(function));
  const DISubprogram *s = f ? f->getSubprogram() : nullptr;
  if (!s)
    return false;
  *name = text_of(s->getName());
  *place = place_of(s->getFile(), s->getLine(), 0);
  return true;
}

extern "C" bool shim_returns_record(LLVMValueRef function) {
  auto *f = dyn_cast<Function>(unwrap(function));
  const DISubprogram *s = f ? f->getSubprogram() : nullptr;
  const DISubroutineType *t = s ? s->getType() : nullptr;
  if (!t || t->getTypeArray().size() == 0)
    return false;
  shim_type result;
  shim_type_of(wrap(t->getTypeArray()[0]), &result);
  return result.kind == SHIM_RECORD;
}

static bool place_at(const DILocation *at, shim_place *out) {
  if (!at || !at->getLine())
    return false;
  *out = place_of(at->getFile(), at->getLine(), at->getColumn());
  return true;
}

extern "C" bool shim_instruction_place(LLVMValueRef instruction,
                                       shim_place *out) {
  auto *i = dyn_cast<Instruction>(unwrap(instruction));
  return i && place_at(i->getDebugLoc().get(), out);
}

extern "C" bool shim_loop_place(LLVMValueRef branch, shim_place *out) {
  auto *i = dyn_cast<Instruction>(unwrap(branch));
  MDNode *loop = i ? i->getMetadata(LLVMContext::MD_loop) : nullptr;
  if (!loop)
    return false;
  for (const MDOperand &operand : loop->operands())
    if (auto *at = dyn_cast_or_null<DILocation>(operand.get()))
      return place_at(at, out);
  return false;
}

static const DIType *bare(const DIType *t, StringRef *name) {
  while (auto *d = dyn_cast_or_null<DIDerivedType>(t)) {
    unsigned tag = d->getTag();
    if (tag == dwarf::DW_TAG_typedef)
      *name = d->getName();
    else if (tag != dwarf::DW_TAG_const_type &&
             tag != dwarf::DW_TAG_volatile_type &&
             tag != dwarf::DW_TAG_restrict_type &&
             tag != dwarf::DW_TAG_atomic_type)
      break;
    t = d->getBaseType();
  }
  return t;
}

static void basic_type(const DIBasicType *b, shim_type *out) {
  unsigned e = b->getEncoding();
  out->name = text_of(b->getName());
  out->is_bool = e == dwarf::DW_ATE_boolean;
  out->is_signed = e == dwarf::DW_ATE_signed || e == dwarf::DW_ATE_signed_char;
  if (out->is_bool || out->is_signed || e == dwarf::DW_ATE_unsigned ||
      e == dwarf::DW_ATE_unsigned_char || e == dwarf::DW_ATE_UTF)
    out->kind = SHIM_INTEGER;
}

static void composite_type(const DICompositeType *c, shim_type *out) {
  unsigned tag = c->getTag();
  StringRef ignored;
  if (!c->getName().empty()) {
    out->name = text_of(c->getName());
    out->is_tag = true;
  }
  out->elements = c->getElements().size();
  if (tag == dwarf::DW_TAG_array_type && !c->isVector()) {
    out->kind = SHIM_ARRAY;
    out->base = wrap(c->getBaseType());
  } else if (tag == dwarf::DW_TAG_structure_type ||
             tag == dwarf::DW_TAG_union_type) {
    out->kind = SHIM_RECORD;
    out->is_union = tag == dwarf::DW_TAG_union_type;
  } else if (tag == dwarf::DW_TAG_enumeration_type) {
    auto *b = dyn_cast_or_null<DIBasicType>(bare(c->getBaseType(), &ignored));
    out->kind = SHIM_ENUMERATION;
    out->is_signed = b && b->getEncoding() == dwarf::DW_ATE_signed;
  }
}

extern "C" void shim_type_of(LLVMMetadataRef type, shim_type *out) {
  StringRef name;
  memset(out, 0, sizeof *out);
  const DIType *t =
      bare(type ? dyn_cast<DIType>(unwrap(type)) : nullptr, &name);
  out->kind = t ? SHIM_OTHER : SHIM_VOID;
  out->self = wrap(t);
  if (!t)
    return;
  out->bits = t->getSizeInBits();
  out->name = text_of(name);
  if (auto *b = dyn_cast<DIBasicType>(t))
    basic_type(b, out);
  else if (auto *c = dyn_cast<DICompositeType>(t))
    composite_type(c, out);
  else if (isa<DISubroutineType>(t))
    out->kind = SHIM_FUNCTION;
  else if (auto *d = dyn_cast<DIDerivedType>(t))
    if (d->getTag() == dwarf::DW_TAG_pointer_type) {
      out->kind = SHIM_POINTER;
      out->base = wrap(d->getBaseType());
    }
}

extern "C" bool shim_member_of(LLVMMetadataRef record, unsigned n,
                               shim_member *out) {
  auto *c = dyn_cast<DICompositeType>(unwrap(record));
  auto *d = c && n < c->getElements().size()
                ? dyn_cast_or_null<DIDerivedType>(c->getElements()[n])
                : nullptr;
  if (!d || d->getTag() != dwarf::DW_TAG_member)
    return false;
  out->name = text_of(d->getName());
  out->type = wrap(d->getBaseType());
  out->bit_offset = d->getOffsetInBits();
  out->bits = d->getSizeInBits();
  out->is_bit_field = d->isBitField();
  return true;
}

extern "C" uint64_t shim_dimension(LLVMMetadataRef array, unsigned n) {
  auto *c = dyn_cast<DICompositeType>(unwrap(array));
  auto *s = c && n < c->getElements().size()
                ? dyn_cast_or_null<DISubrange>(c->getElements()[n])
                : nullptr;
  if (!s)
    return 0;
  auto count = s->getCount();
  auto *constant = count.dyn_cast<ConstantInt *>();
  return constant && constant->getSExtValue() > 0
             ? uint64_t(constant->getSExtValue())
             : 0;
}

extern "C" LLVMTypeRef shim_by_value(LLVMValueRef user, unsigned argument) {
  Value *v = unwrap(user);
  if (auto *f = dyn_cast<Function>(v))
    return wrap(f->getParamByValType(argument));
  if (auto *c = dyn_cast<CallBase>(v))
    return wrap(c->getParamByValType(argument));
  return nullptr;
}

extern "C" LLVMValueRef shim_element(LLVMValueRef constant, unsigned n) {
  auto *c = cast<ConstantDataSequential>(unwrap(constant));
  return wrap(c->getElementAsConstant(n));
}

extern "C" bool shim_is_atomic(LLVMValueRef instruction) {
  auto *i = dyn_cast<Instruction>(unwrap(instruction));
  return i && i->isAtomic();
}

extern "C" bool shim_never_returns(LLVMValueRef of) {
  if (auto *f = dyn_cast<Function>(unwrap(of)))
    return f->doesNotReturn();
  auto *c = dyn_cast<CallBase>(unwrap(of));
  return c && c->doesNotReturn();
}

extern "C" bool shim_is_empty_assembly(LLVMValueRef callee) {
  auto *a = dyn_cast<InlineAsm>(unwrap(callee));
  return a && StringRef(a->getAsmString()).trim().empty();
}

extern "C" shim_text shim_assembly(LLVMValueRef callee) {
  auto *a = dyn_cast<InlineAsm>(unwrap(callee));
  return a ? text_of(a->getAsmString()) : shim_text{nullptr, 0};
}

static char *message_of(const std::string &s) {
  return LLVMCreateMessage(s.c_str());
}

// One form for all versions of LLVM: declarations of variables are calls (18
// and 19 keep them beside the instructions), and the address of a variable of a
// thread is that of the variable, as it was before 15: there are no threads.
static void make_plain(Module &module) {
#if LLVM_VERSION_MAJOR >= 18
  if (module.IsNewDbgInfoFormat)
    module.convertFromNewDbgValues();
#endif
  for (Function &f : make_early_inc_range(module)) {
    if (f.getName().find("llvm.threadlocal.address") != 0)
      continue;
    for (User *user : make_early_inc_range(f.users())) {
      auto *call = dyn_cast<CallInst>(user);
      if (!call || call->arg_size() != 1 ||
          call->getArgOperand(0)->getType() != call->getType())
        continue;
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
    }
    if (f.use_empty())
      f.eraseFromParent();
  }
}

// What clang writes says which LLVM it was; others may mean something else by
// the same words, and nothing would notice.
static bool is_of_this_version(MemoryBufferRef buffer, std::string *producer) {
  auto found = getBitcodeProducerString(buffer);
  if (!found) {
    consumeError(found.takeError());
    return true; // the reader will say what is wrong
  }
  *producer = *found;
  StringRef rest(*producer);
  unsigned major = 0;
  return !rest.consume_front("LLVM") || rest.consumeInteger(10, major) ||
         major == LLVM_VERSION_MAJOR;
}

extern "C" LLVMModuleRef shim_read(LLVMContextRef context, const char *file,
                                   char **message) {
  auto buffer = MemoryBuffer::getFile(file);
  if (!buffer) {
    *message = message_of(buffer.getError().message());
    return nullptr;
  }
  std::string producer;
  if (!is_of_this_version((*buffer)->getMemBufferRef(), &producer)) {
    *message = message_of(
        "written by " + producer + ", but custos-cfront was built with LLVM " +
        LLVM_VERSION_STRING + ": CUSTOS_CLANG can name clang-" +
        std::to_string(LLVM_VERSION_MAJOR));
    return nullptr;
  }
  auto module =
      parseBitcodeFile((*buffer)->getMemBufferRef(), *unwrap(context));
  if (!module) {
    *message = message_of(toString(module.takeError()));
    return nullptr;
  }
  make_plain(**module);
  return wrap(module->release());
}

namespace {
// The linker tells what is wrong through the context.
struct collector : DiagnosticHandler {
  std::string *text;
  explicit collector(std::string *t) : text(t) {}
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() == DS_Error && text->empty()) {
      raw_string_ostream stream(*text);
      DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
    }
    return true;
  }
};
} // namespace

extern "C" bool shim_link(LLVMModuleRef to, LLVMModuleRef from,
                          bool only_needed, char **message) {
  LLVMContext &context = unwrap(to)->getContext();
  std::string text;
  auto before = context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<collector>(&text));
  bool failed = Linker::linkModules(
      *unwrap(to), std::unique_ptr<Module>(unwrap(from)),
      only_needed ? Linker::Flags::LinkOnlyNeeded : Linker::Flags::None);
  context.setDiagnosticHandler(std::move(before));
  if (failed)
    *message = message_of(text.empty() ? "linking failed" : text);
  return !failed;
}

extern "C" bool shim_verify(LLVMModuleRef module, char **message) {
  std::string text;
  raw_string_ostream stream(text);
  bool broken_debug_info = false;
  bool broken = verifyModule(*unwrap(module), &stream, &broken_debug_info);
  stream.flush();
  if (broken || broken_debug_info)
    *message = message_of(text);
  return !broken && !broken_debug_info;
}
