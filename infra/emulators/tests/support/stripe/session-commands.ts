import fc from 'fast-check';
import { expect } from 'vitest';
import { createSession } from './checkout.ts';
import type { ModelSession, Reality, SessionModel } from './session-model.ts';

type Command = fc.AsyncCommand<SessionModel, Reality>;
type Run = (model: SessionModel, reality: Reality) => Promise<void>;

function command(name: string, run: Run): Command {
  return { check: () => true, run, toString: () => name };
}

/** A command on an existing session. */
function onSession(
  name: string,
  lot: number,
  run: (session: ModelSession, reality: Reality, model: SessionModel) => Promise<void>,
): Command {
  return {
    check: (model) => model.sessions.length > 0,
    toString: () => `${name}(${lot})`,
    run: async (model, reality) => {
      const session = model.pick(lot);
      if (session !== undefined) await run(session, reality, model);
    },
  };
}

const CARDS = ['visa', 'declined', 'insufficient_funds', 'authentication', 'fails_on_renewal'] as const;
type CardName = (typeof CARDS)[number];

const create = command('create', async (model, { world }) => {
  const { id, expires_at } = await createSession(world.stripe);
  model.open(id, expires_at);
});

function expectedResult(session: ModelSession, card: CardName): string {
  if (session.status !== 'open') return session.status;
  if (card === 'authentication') return 'authentication_required';
  return card === 'declined' || card === 'insufficient_funds' ? 'declined' : 'complete';
}

function settleModel(session: ModelSession, result: string): void {
  if (session.status !== 'open') return;
  session.awaitsAuthentication = result === 'authentication_required';
  if (result === 'complete') session.status = 'complete';
}

const pay = (lot: number, card: CardName) =>
  onSession(`pay ${card} `, lot, async (session, { world }) => {
    const { result } = await world.emulator.pay(session.id, { card });
    expect(result).toBe(expectedResult(session, card));
    settleModel(session, result);
  });

/** Two tabs pay at once, which makes one payment. */
const payTwice = (lot: number) =>
  onSession('pay twice ', lot, async (session, { world }) => {
    const answers = await Promise.all([
      world.emulator.pay(session.id, { card: 'visa' }),
      world.emulator.pay(session.id, { card: 'mastercard' }),
    ]);
    const expected = expectedResult(session, 'visa');
    expect(answers.map(({ result }) => result)).toEqual([expected, expected]);
    settleModel(session, expected);
  });

const authenticate = (lot: number, authentication: 'complete' | 'fail') =>
  onSession(`authenticate ${authentication} `, lot, async (session, { world }) => {
    const { result } = await world.emulator.pay(session.id, { card: 'authentication', authentication });
    const outcome = authentication === 'complete' ? 'complete' : 'declined';
    expect(result).toBe(session.status === 'open' ? outcome : session.status);
    settleModel(session, result);
  });

/** A payment races an expiry, and exactly one of them succeeds. */
const payOrExpire = (lot: number) =>
  onSession('pay or expire ', lot, async (session, { world }) => {
    const expiry = world.stripe.checkout.sessions.expire(session.id).then(
      () => true,
      () => false,
    );
    const [{ result }, expired] = await Promise.all([
      world.emulator.pay(session.id, { card: 'visa' }),
      expiry,
    ]);
    if (session.status !== 'open') expect(expired).toBe(false);
    else expect(result === 'complete').toBe(!expired);
    if (session.status === 'open') session.status = expired ? 'expired' : 'complete';
    session.awaitsAuthentication = false;
  });

const expire = (lot: number) =>
  onSession('expire ', lot, async (session, { world }) => {
    const expired = world.stripe.checkout.sessions.expire(session.id).then(
      ({ status }) => status,
      ({ statusCode }) => statusCode,
    );
    expect(await expired).toBe(session.status === 'open' ? 'expired' : 400);
    if (session.status === 'open') session.status = 'expired';
    session.awaitsAuthentication = false;
  });

const cancel = (lot: number) =>
  onSession('cancel ', lot, async (session, { world }, model) => {
    const { subscription } = await world.stripe.checkout.sessions.retrieve(session.id);
    if (typeof subscription !== 'string') return;
    const { status } = await world.stripe.subscriptions.retrieve(subscription);
    if (status === 'canceled') return;
    await world.stripe.subscriptions.cancel(subscription);
    model.canceled.add(subscription);
  });

const passTime = (hours: number) =>
  command(`pass ${hours} hours`, async (model, { world }) => {
    model.passTime(await world.emulator.advanceTime({ seconds: hours * 3600 }));
  });

const reject = (count: number) =>
  command(`reject ${count} deliveries`, async (_model, reality) => reality.rejectDeliveries(count));

const lot = fc.nat({ max: 20 });

/** Everything that visitors, servers, time and the network do to checkout sessions. */
export const sessionCommands: fc.Arbitrary<Command>[] = [
  fc.constant(create),
  fc.tuple(lot, fc.constantFrom(...CARDS)).map(([which, card]) => pay(which, card)),
  lot.map(payTwice),
  fc
    .tuple(lot, fc.constantFrom('complete' as const, 'fail' as const))
    .map(([which, how]) => authenticate(which, how)),
  lot.map(payOrExpire),
  lot.map(expire),
  lot.map(cancel),
  fc.constantFrom(1, 23, 24, 800).map(passTime),
  fc.integer({ min: 1, max: 4 }).map(reject),
];
