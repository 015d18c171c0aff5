import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedStack, startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { afterAll, beforeAll } from 'vitest';
import { describeNextRelease } from '../../support/browser/release-suite.ts';
import { siteBrowser } from '../../support/browser/site-fixture.ts';
import { newMember } from '../../support/members.ts';
import { buildNextRelease, type Release } from '../../support/releases.ts';

let next: Release;
let dataDir: string;
let port: number;
let stack: EmbeddedStack;
let isNext = false;
beforeAll(async () => {
  next = await buildNextRelease();
  dataDir = await mkdtemp(join(tmpdir(), 'release-data-'));
  port = await freePort('127.0.0.1');
  stack = await startEmbeddedStack({ dataDir, port });
});
const browser = siteBrowser();
afterAll(async () => {
  await stack?.close();
  await next?.remove();
  await rm(dataDir, { recursive: true });
});

async function deploy(options: { readonly siteDir?: string }): Promise<void> {
  await stack.close();
  stack = await startEmbeddedStack({ dataDir, port, ...options });
  isNext = options.siteDir !== undefined;
}

describeNextRelease(browser, () => ({
  origin: stack.url,
  newMember: () => newMember(stack),
  deployFormer: async () => {
    if (isNext) await deploy({});
  },
  deployNext: () => deploy(next),
}));
