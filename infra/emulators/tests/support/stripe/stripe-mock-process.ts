import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import type { TestProject } from 'vitest/node';
import { isMissing } from '../needs.ts';
import { stripeMockBinary } from './stripe-mock-binary.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** null if there is no stripe-mock. */
    stripeMockUrl: string | null;
  }
}

/** One stripe-mock for a whole run, because it is stateless. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const mock = isMissing('stripe-mock') ? undefined : await startStripeMock(stripeMockBinary());
  project.provide('stripeMockUrl', mock?.url ?? null);
  return mock?.stop;
}

async function startStripeMock(binary: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(binary, ['-http-addr', '127.0.0.1:0', '-https-addr', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`stripe-mock exited with code ${code}`)));
    lines.on('line', (line) => {
      const address = /HTTP at address: (\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(`http://${address}`);
    });
  });
  return { url, stop: () => endProcess(child) };
}
