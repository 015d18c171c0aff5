import type { Context } from '../../kinds/context.ts';
import { authenticatePayment } from '../confirm-payment.ts';
import type { PaymentIntent, SetupIntent } from '../payment-entities.ts';
import { authenticateSetup } from '../set-up-card.ts';

/** The authentication step of a payment or setup confirmed through the API. */
export interface BankStep {
  readonly intent: PaymentIntent | SetupIntent;
  /** Records the cardholder's answer; only the first one counts. */
  answer(passed: boolean): void;
  /** The `return_url` of the confirmation, with Stripe's query parameters. */
  return_url(): string;
}

export function bankStep(context: Context, id: string): BankStep | undefined {
  const { store } = context;
  const payment = store.paymentIntents.get(id);
  if (payment !== undefined) {
    return {
      intent: payment,
      answer: (passed) => store.transact(() => authenticatePayment(context, payment, passed)),
      return_url: () => returnUrlFor('payment_intent', store.paymentIntents.get(id) ?? payment),
    };
  }
  const setup = store.setupIntents.get(id);
  return (
    setup && {
      intent: setup,
      answer: (passed) => store.transact(() => authenticateSetup(context, setup, passed)),
      return_url: () => returnUrlFor('setup_intent', store.setupIntents.get(id) ?? setup),
    }
  );
}

/** Statuses after a passed authentication: paid, authorized, or waiting for the manual confirmation. */
const PASSED = ['succeeded', 'requires_capture', 'requires_confirmation'];

function returnUrlFor(
  kind: 'payment_intent' | 'setup_intent',
  { id, client_secret, return_url, status }: PaymentIntent | SetupIntent,
): string {
  const address = URL.parse(return_url ?? '');
  if (address === null) return '/';
  address.searchParams.set(kind, id);
  address.searchParams.set(`${kind}_client_secret`, client_secret);
  address.searchParams.set('redirect_status', PASSED.includes(status) ? 'succeeded' : 'failed');
  return address.href;
}
