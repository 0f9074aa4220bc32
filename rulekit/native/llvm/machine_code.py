"""From a module's text to machine code in memory."""

from __future__ import annotations

import llvmlite.binding as llvm

OPTIMISE, GENERATE, INLINED = 1, 1, 50
LONG_TEXT = 800_000  # letters
SHORT_SERIES = (
    "always_inliner", "simplify_cfg", "sroa", "instruction_combine", "simplify_cfg",
    "loop_rotate", "new_gvn", "simplify_cfg", "instruction_combine", "simplify_cfg",
)  # fmt: skip


def target_machine() -> llvm.TargetMachine:
    """Return this machine."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    features = llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=features, opt=GENERATE, jit=True)


def object_code(text: str, machine: llvm.TargetMachine) -> bytes:
    """Optimised machine code."""
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    module.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=OPTIMISE)
    tuning.inlining_threshold = INLINED  # more, vectors or unrolled loops take up to three times as long and gain nothing
    tuning.loop_vectorization = tuning.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, tuning)
    passes = _short_series() if len(text) > LONG_TEXT else builder.getModulePassManager()
    passes.run(module, builder)
    return machine.emit_object(module)


def _short_series() -> llvm.ModulePassManager:
    """For long texts: half the time of LLVM's own series, and code that is a tenth slower where there are many loops."""
    passes = llvm.create_new_module_pass_manager()
    for name in SHORT_SERIES:
        getattr(passes, f"add_{name}_pass")()
    return passes


def loaded(code: bytes, machine: llvm.TargetMachine) -> llvm.ExecutionEngine:
    """Return an execution engine with this code."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def fingerprint() -> str:
    """Return what machine code depends on besides the program: versions and the processor."""
    from llvmlite import __version__

    return f"{__version__} {llvm.llvm_version_info} {llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
