import { type EmbeddedStack, startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { freePort } from '@outharbor/emulator-kit/free-port';
import { afterAll, beforeAll } from 'vitest';
import { suiteFixture } from '../../../infra/emulators/tests/support/suite-fixture.ts';
import { temporaryFolder } from '../../../infra/emulators/tests/support/temporary-folder.ts';
import { describeNextRelease } from '../../support/browser/release-suite.ts';
import { siteBrowser } from '../../support/browser/site-fixture.ts';
import { newMember } from '../../support/members.ts';
import { buildNextRelease, type Release } from '../../support/releases.ts';

let next: Release;
const data = suiteFixture(temporaryFolder);
let port: number;
let stack: EmbeddedStack;
let isNext = false;
beforeAll(async () => {
  next = await buildNextRelease();
  port = await freePort('127.0.0.1');
  stack = await startEmbeddedStack({ dataDir: data.path, port });
});
const browser = siteBrowser();
afterAll(async () => {
  await stack?.close();
  await next?.remove();
});

async function deploy(options: { readonly siteDir?: string }): Promise<void> {
  await stack.close();
  stack = await startEmbeddedStack({ dataDir: data.path, port, ...options });
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
