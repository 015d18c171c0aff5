import { type Rehearsal, startRehearsal } from '@outharbor/rehearsal/rehearsal';
import { afterAll, beforeAll } from 'vitest';
import { describeNextRelease } from '../../support/browser/release-suite.ts';
import { networkBrowser } from '../../support/browser/site-fixture.ts';
import { buildNextRelease, type Release } from '../../support/releases.ts';
import { registerAtStage } from '../../support/stage-visitor.ts';

let next: Release;
let rehearsal: Rehearsal;
beforeAll(async () => {
  [next, rehearsal] = await Promise.all([buildNextRelease(), startRehearsal()]);
});
const browser = networkBrowser(() => rehearsal.browserArguments);
afterAll(async () => {
  await rehearsal?.close();
  await next?.remove();
});

/** With live settings through the stage, so pages, sockets and payments have separate origins. */
describeNextRelease(browser, () => ({
  origin: rehearsal.origin,
  newMember: async () => (await registerAtStage(rehearsal)).person,
  deployFormer: () => rehearsal.openSite(),
  deployNext: () => rehearsal.openSite(next),
}));
