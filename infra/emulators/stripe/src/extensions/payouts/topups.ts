import type Stripe from 'stripe';
import { readyMadeAccount } from '../../customers/methods/debit-outcomes.ts';
import type { PaymentFailure } from '../../customers/methods/test-card.ts';
import { testCardByName } from '../../customers/methods/test-cards.ts';
import { noSuch, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, nothing, post } from '../../kinds/endpoint.ts';
import { emit, finder, newId } from '../../kinds/objects.ts';
import { callParams } from '../../kinds/params/as-described.ts';
import { changedMetadata } from '../../kinds/params/composite.ts';
import { integer } from '../../kinds/params/reader.ts';
import { currency } from '../../kinds/params/texts.ts';
import { alone } from '../../kinds/part.ts';
import { resource } from '../../kinds/resource.ts';
import { type Kept, type Labelled, shown, unset } from '../../kinds/store/kind-type.ts';
import { enterMovement } from '../../payments/enter-in-ledger.ts';

type Unkept = keyof Labelled | 'initiated_by' | 'payment_method' | 'payment_method_options' | 'source';

/** Money from the account's bank, as a bank debit brings it. */
export interface Topup extends Labelled, Omit<Kept<Stripe.Topup>, Unkept> {
  readonly hidden: { readonly failure: PaymentFailure | null; readonly settlesAt: number };
}

const NEW = { ...unset<Stripe.Topup>('topup'), metadata: {}, status: 'pending' } as const;

export const topupWire: (topup: Topup) => Stripe.Topup = shown('topup', NEW);

const PATH = '/v1/topups';

const createParams = callParams<Stripe.TopupCreateParams>(`POST ${PATH}`, {
  ...{ amount: integer(1, 99_999_999), currency, payment_method: null, payment_method_options: null },
});
const updateParams = callParams<Stripe.TopupUpdateParams>(`POST ${PATH}/:id`);

const topups = resource(PATH, finder('topup', 'topups'), alone(topupWire));

export const topupEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, { metadata, source = 'btok_us_verified', ...given }) => {
    const { debit, failure } = testBank(source);
    const created = context.time.now();
    const settlesAt = created + (debit?.settlesAfter ?? 0);
    return announced(context, 'topup.created', {
      ...{ ...NEW, ...given, id: newId('tu'), created, metadata: changedMetadata({}, metadata) },
      ...{ expected_availability_date: settlesAt, hidden: { failure, settlesAt } },
    });
  }),
  topups.list({ fields: ['status'], ranges: { amount: ({ amount }) => amount } }),
  topups.retrieve,
  topups.update(updateParams, ({ description }) => ({ description })),
  topups.action('cancel', nothing, (context, topup) => {
    if (topup.status !== 'pending') throw rejected('Top-ups can only be canceled while they are pending.');
    return announced(context, 'topup.canceled', { ...topup, status: 'canceled' });
  }),
];

/** The tokens for tests (docs.stripe.com/connect/testing#testing-top-ups). */
const TOKEN =
  /^btok_us_verified(?:_(noAccount|accountClosed|insufficientFunds|debitNotAuthorized|invalidCurrency))?$/;

/** What becomes of a token is what becomes of the bank debits named alike. */
function testBank(token: string) {
  const [known, outcome = 'success'] = TOKEN.exec(token) ?? [];
  const account = readyMadeAccount(`pm_usBankAccount_${outcome}`);
  if (known === undefined || account === undefined) throw noSuch('source', token, 'source');
  return testCardByName(account.card);
}

/** Stores a top-up and tells of it. */
function announced(context: Context, event: `topup.${string}`, topup: Topup): Topup {
  const stored = context.store.topups.put(topup);
  emit(context, event, topupWire(stored));
  return stored;
}

export function settleTopup(context: Context, topup: Topup): void {
  if (topup.status !== 'pending') return;
  const { amount, currency, description, hidden, id: source } = topup;
  const { failure } = hidden;
  const entry = { amount, currency, description, source, type: 'topup' } as const;
  const status = failure === null ? 'succeeded' : 'failed';
  announced(context, failure === null ? 'topup.succeeded' : 'topup.failed', {
    ...{ ...topup, status, failure_code: failure?.code ?? null, failure_message: failure?.message ?? null },
    balance_transaction: failure === null ? enterMovement(context, entry) : null,
  });
}
