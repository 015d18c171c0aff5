import type { Account } from '../account.ts';
import { testCardByName, testCardByNumber } from '../billing/test-cards.ts';
import { finishAuthentication, type PaymentOutcome, paySession } from '../checkout/pay-session.ts';
import { requireSession } from '../resources/checkout-sessions.ts';
import { addMonths } from '../time/calendar.ts';
import { checkoutSessionWire } from '../wire/checkout-session-wire.ts';
import type { PayRequest, PayResult, TimeSpan } from './control-types.ts';
import { stateOf } from './state-of.ts';

/** What tests and the console may do with the account, whether in the same process or through the control port. */
export function operationsOf(account: Account) {
  const { context } = account;
  return {
    reset: () => account.reset(),
    settle: () => account.settle(),
    state: () => stateOf(context),
    pay: (sessionId: string, request: PayRequest) => pay(account, sessionId, request),
    now: () => context.time.now(),
    async advanceTime(span: TimeSpan): Promise<number> {
      account.clockwork.advanceTo(targetOf(context.time.now(), span));
      return context.time.now();
    },
  };
}

export type Operations = ReturnType<typeof operationsOf>;

function targetOf(now: number, { months = 0, days = 0, seconds = 0 }: TimeSpan): number {
  const target = addMonths(now, months) + days * 86_400 + seconds;
  if (target < now) throw new RangeError('time only moves forward');
  return target;
}

/** Does what a visitor does on the page: pays with a test card and, where it is asked for, authenticates. */
async function pay(account: Account, sessionId: string, request: PayRequest): Promise<PayResult> {
  const { context, clockwork } = account;
  clockwork.catchUp();
  const card = testCardByNumber(request.card) ?? testCardByName(request.card);
  return context.store.transact(() => {
    const session = requireSession(context, sessionId);
    const customer = context.store.customers.get(session.customer ?? '');
    let outcome = paySession(context, session, {
      card,
      expMonth: 12,
      expYear: new Date(context.time.now() * 1000).getUTCFullYear() + 4,
      email: request.email ?? session.customerEmail ?? customer?.email ?? 'customer@example.com',
      name: request.name ?? customer?.name ?? 'Test Customer',
      postalCode: request.postalCode ?? '94107',
    });
    if (outcome.result === 'authentication_required' && request.authentication !== undefined) {
      const passed = request.authentication === 'complete';
      outcome = finishAuthentication(context, requireSession(context, sessionId), passed);
    }
    return resultOf(account, sessionId, outcome);
  });
}

function resultOf({ context }: Account, sessionId: string, outcome: PaymentOutcome): PayResult {
  const session = checkoutSessionWire(context, requireSession(context, sessionId));
  const failure = outcome.result === 'declined' ? outcome.failure : null;
  return { result: outcome.result, session, failure };
}
