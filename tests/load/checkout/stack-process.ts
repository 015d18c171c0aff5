import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServedStack } from './serve-stack.ts';

export interface StackProcess extends ServedStack {
  close(): Promise<void>;
}

/** Runs the embedded stack in a separate process, so that the load generator does not count towards it. */
export async function startStackProcess(): Promise<StackProcess> {
  const child = fork(fileURLToPath(new URL('serve-stack.ts', import.meta.url)));
  const gone = once(child, 'exit');
  const [served] = (await Promise.race([once(child, 'message'), failure(gone)])) as [ServedStack];
  return {
    ...served,
    close: async () => {
      child.disconnect();
      await gone;
    },
  };
}

async function failure(gone: Promise<unknown[]>): Promise<never> {
  const [code] = await gone;
  throw new Error(`the stack ended with ${code} before it was ready`);
}
