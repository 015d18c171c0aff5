import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const END_WITHIN_MS = 20_000;

/** Stops a process, with SIGKILL if it ignores `signal`, and resolves when it has exited. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const killing = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
  await gone;
  clearTimeout(killing);
}
