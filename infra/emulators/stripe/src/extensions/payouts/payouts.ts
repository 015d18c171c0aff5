import type Stripe from 'stripe';
import { PLATFORM_BANK } from '../../customers/methods/bank-accounts.ts';
import { noSuch, notSupported, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, nothing, post } from '../../kinds/endpoint.ts';
import { emit, finder, newId } from '../../kinds/objects.ts';
import { callParams } from '../../kinds/params/as-described.ts';
import { changedMetadata, metadata, object } from '../../kinds/params/composite.ts';
import { integer, oneOf, type ReadValue } from '../../kinds/params/reader.ts';
import { alone } from '../../kinds/part.ts';
import { resource } from '../../kinds/resource.ts';
import { availableFunds } from '../../payments/balance-transactions.ts';
import { enterPayout, enterPayoutCancellation } from '../../payments/enter-in-ledger.ts';
import { NEW_PAYOUT, payoutWire } from './payout.ts';
import { reversePayout, standardDates } from './reverse-payout.ts';

const PATH = '/v1/payouts';

const createParams = callParams<Stripe.PayoutCreateParams, { source_type?: 'bank_account' | 'card' }>(
  `POST ${PATH}`,
  {
    amount: integer(1, 99_999_999_999),
    payout_method: null,
    source_type: oneOf('bank_account', 'card'),
  },
);
const metadataParams = object({ metadata });

const payouts = resource(PATH, finder('payout', 'payouts'), alone(payoutWire), { event: 'payout' });

/** The account pays out on request only. */
export const payoutEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, params) => {
    const { amount, currency: money, source_type = 'card' } = params;
    const bank = bankAccount(context, money, params.destination);
    rejectInstant(params);
    if (availableFunds(context, money)[source_type] < amount) {
      throw rejected(
        'You have insufficient funds in your Stripe account for this transfer. Your card balance is too low.  You can use the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).',
        { code: 'balance_insufficient' },
      );
    }
    const created = context.time.now();
    const made = { id: newId('po'), created, amount, currency: money, source_type };
    return payouts.created(context, {
      ...NEW_PAYOUT,
      ...params,
      ...made,
      ...(params.method === 'instant'
        ? { arrival_date: created, hidden: { sent_at: created } }
        : standardDates(created)),
      balance_transaction: enterPayout(context, made),
      destination: bank,
      metadata: changedMetadata({}, params.metadata),
    });
  }),
  payouts.list({
    fields: ['destination', 'status'],
    times: ['arrival_date'],
  }),
  payouts.retrieve,
  payouts.update(metadataParams),
  payouts.action('cancel', nothing, (context, payout) => {
    if (payout.original_payout !== null) throw notSupported('canceling the reversal of a payout');
    if (payout.status !== 'pending') {
      throw rejected('Payouts can only be canceled while they are pending.');
    }
    const canceled = context.store.payouts.put({
      ...payout,
      status: 'canceled',
      failure_balance_transaction: enterPayoutCancellation(context, payout),
    });
    emit(context, 'payout.canceled', payoutWire(canceled));
    return canceled;
  }),
  payouts.action('reverse', metadataParams, (context, payout, params) =>
    reversePayout(context, payout, changedMetadata({}, params.metadata)),
  ),
];

/** In the smallest unit: the most that a bank account receives instantly. */
const MOST_INSTANTLY = 999_900;

function rejectInstant({ amount, method }: ReadValue<typeof createParams>): void {
  if (method !== 'instant' || amount <= MOST_INSTANTLY) return;
  throw rejected(
    'Instant Payouts to bank accounts are only supported for amounts less than or equal to $9999',
  );
}

/** The id of the bank account to pay out to. */
function bankAccount({ platform, store }: Context, money: string, id: string | undefined): string {
  const banks = platform === null ? [PLATFORM_BANK] : [...store.bankAccounts.values()];
  if (id !== undefined) {
    if (banks.some((bank) => bank.id === id)) return id;
    throw noSuch('external account', id, 'destination');
  }
  const found = banks.find(
    (bank) => bank.default_for_currency && (bank.currency === money || platform === null),
  );
  if (found !== undefined) return found.id;
  throw rejected(`Sorry, you don't have any external accounts in that currency (${money})`, 'currency');
}
