import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface RunningProgram {
  readonly process: ReturnType<typeof spawn>;
  close(): Promise<void>;
}

/** Starts a program that is ended by SIGTERM, and by SIGKILL when it does not heed that. */
export function startProgram(path: string, args: readonly string[], options: SpawnOptions): RunningProgram {
  const process = spawn(path, args, options);
  const gone = once(process, 'exit');
  return {
    process,
    close: async () => {
      process.kill();
      const killing = setTimeout(() => process.kill('SIGKILL'), 10_000);
      await gone;
      clearTimeout(killing);
    },
  };
}
