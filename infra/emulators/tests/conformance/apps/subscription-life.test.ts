import { describe, expect, it, onTestFinished } from 'vitest';
import { SUBSCRIPTION_LIFE } from '../../support/expected-subscription-life.ts';
import { createFormerClient, type FormerMajor } from '../../support/stripe/former-clients.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { startDeliveryLog } from './delivery-log.ts';
import { runSubscriptionLife } from './run-subscription-life.ts';

const FORMER: readonly { major: FormerMajor; version: string }[] = [
  { major: 11, version: '2022-11-15' },
  { major: 17, version: '2025-02-24.acacia' },
  { major: 20, version: '2026-02-25.clover' },
];

describe('subscription lifecycle from checkout to cancellation', () => {
  const world = createWorld();

  it.each(FORMER)('reports the expected steps with SDK version $major', async ({ major, version }) => {
    const log = await startDeliveryLog();
    onTestFinished(() => log.close());
    const stripe = createFormerClient(world.emulator, major, version);
    const lines = await runSubscriptionLife({ stripe, emulator: world.emulator, log, version });
    expect(lines).toEqual(SUBSCRIPTION_LIFE);
    expect(await world.emulator.unsupported()).toEqual([]);
  });
});
