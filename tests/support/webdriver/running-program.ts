import { type SpawnOptions, spawn } from 'node:child_process';
import { endProcess } from '@outharbor/emulator-kit/end-process';

export interface RunningProgram {
  readonly process: ReturnType<typeof spawn>;
  close(): Promise<void>;
}

/** Starts a program; `close` ends it. */
export function startProgram(path: string, args: readonly string[], options: SpawnOptions): RunningProgram {
  const process = spawn(path, args, options);
  return { process, close: () => endProcess(process) };
}
