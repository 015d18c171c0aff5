import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedStack, startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { freePort } from '@outharbor/embedded/free-port';
import { afterAll, beforeAll } from 'vitest';
import { describeBrowserLoop, describePayments } from '../support/browser/loop-in-browser-suite.ts';

let dataDir: string;
let stack: EmbeddedStack;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'loop-'));
  // Outside the ephemeral range, so that no other connection takes the port during the restart.
  stack = await startEmbeddedStack({ dataDir, port: await freePort('127.0.0.1') });
});
afterAll(async () => {
  await stack?.close();
  await rm(dataDir, { recursive: true });
});

describeBrowserLoop(() => ({
  url: stack.url,
  restart: async () => {
    const port = Number(new URL(stack.url).port);
    await stack.close();
    stack = await startEmbeddedStack({ dataDir, port });
  },
}));
describePayments(() => stack);
