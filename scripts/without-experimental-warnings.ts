/** Suppresses experimental warnings: Node prints one for type stripping. */
export function withoutExperimentalWarnings(): void {
  const emit = process.emitWarning as (warning: string | Error, ...rest: unknown[]) => void;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (rest[0] !== 'ExperimentalWarning') emit(warning, ...rest);
  };
}
