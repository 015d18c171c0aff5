import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { endProcess } from '@outharbor/embedded/end-process';

export interface StripeMockProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts stripe-mock on a free port. */
export async function startStripeMock(binary: string): Promise<StripeMockProcess> {
  const child = spawn(binary, ['-http-addr', '127.0.0.1:0', '-https-addr', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`stripe-mock ended with ${code}`)));
    lines.on('line', (line) => {
      const address = /HTTP at address: (\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(`http://${address}`);
    });
  });
  return { url, stop: () => endProcess(child) };
}
