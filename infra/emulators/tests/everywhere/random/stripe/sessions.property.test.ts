import fc from 'fast-check';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { expectAgreement } from '../../../support/stripe/disagreements.ts';
import { createWorld } from '../../../support/stripe/forms.ts';
import { sessionCommands } from '../../../support/stripe/session-commands.ts';
import { SessionModel } from '../../../support/stripe/session-model.ts';
import { sharedReceiver } from '../../../support/stripe/webhook-receiver.ts';

/** `settle()` gives up on an endpoint that rejects ten rounds in a row. */
const MAX_REJECTIONS = 9;

/** Events are kept for thirty days, so that earlier ones may be gone. */
const KEPT_FOR_SECONDS = 30 * 86_400;

describe('random sequences of calls', () => {
  const world = createWorld({ webhookBackOff: { firstDelayMs: 1, maxDelayMs: 5, maxAttempts: 1000 } });
  const { emulator } = world;
  const receiver = sharedReceiver(world);

  async function expectNoContradiction(model: SessionModel): Promise<void> {
    await expectAgreement(emulator);
    const { checkoutSessions, subscriptions } = await emulator.state();
    const shown = checkoutSessions.map(({ id, status }) => [id, status]);
    expect(shown).toEqual(model.sessions.map(({ id, status }) => [id, status]));
    for (const session of checkoutSessions) {
      const complete = session.status === 'complete';
      expect([session.payment_status, session.subscription !== null]).toEqual([
        complete ? 'paid' : 'unpaid',
        complete,
      ]);
    }
    const bought = checkoutSessions.flatMap(({ subscription }) =>
      subscription === null ? [] : [subscription],
    );
    expect(subscriptions.map(({ id }) => id)).toEqual(expect.arrayContaining(bought));
    expect(new Set(bought).size).toBe(subscriptions.length);
    for (const { id, status } of subscriptions) if (model.canceled.has(id)) expect(status).toBe('canceled');
  }

  async function expectNothingLost(): Promise<void> {
    await emulator.settle();
    const { events, now } = await emulator.state();
    expect(receiver.faults).toEqual([]);
    const received = new Map(receiver.receipts.map(({ event }) => [event.id, event]));
    const kept = new Set(events.map(({ id }) => id));
    expect(events.filter(({ id }) => !received.has(id))).toEqual([]);
    const recent = [...received.values()].filter(({ created }) => created > now - KEPT_FOR_SECONDS);
    expect(recent.filter(({ id }) => !kept.has(id))).toEqual([]);
    const ended = [...received.values()]
      .filter(({ type }) => /^checkout\.session\.(completed|expired)$/.test(type))
      .map(({ data }) => (data.object as Stripe.Checkout.Session).id);
    expect(new Set(ended).size).toBe(ended.length);
  }

  it('never pay an expired session, subscribe twice for one or lose an event', async () => {
    const property = fc.asyncProperty(fc.commands(sessionCommands, { size: '+1' }), async (commands) => {
      await emulator.reset();
      receiver.receipts.length = 0;
      receiver.answers.length = 0;
      const model = new SessionModel();
      const rejectDeliveries = (count: number) => {
        const queued = Math.min(count, MAX_REJECTIONS - receiver.answers.length);
        receiver.answers.push(...Array.from({ length: queued }, () => 500));
      };
      await fc.asyncModelRun(() => ({ model, real: { world, rejectDeliveries } }), commands);
      await expectNoContradiction(model);
      await expectNothingLost();
    });
    await fc.assert(property, { numRuns: 40 });
  }, 60_000);
});
