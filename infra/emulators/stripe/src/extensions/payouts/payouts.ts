import { PLATFORM_BANK } from '../../customers/methods/bank-accounts.ts';
import { noSuch, notSupported, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, nothing, post } from '../../kinds/endpoint.ts';
import { emit } from '../../kinds/events/emit.ts';
import { finder } from '../../kinds/lookup.ts';
import { object } from '../../kinds/params/composite.ts';
import { currency } from '../../kinds/params/currencies.ts';
import { changedMetadata, metadata } from '../../kinds/params/metadata.ts';
import { integer, oneOf, optional, type ReadValue, text } from '../../kinds/params/reader.ts';
import { resource } from '../../kinds/resource.ts';
import { newId } from '../../kinds/store/identifiers.ts';
import { availableFunds } from '../../payments/available-funds.ts';
import { enterPayout, enterPayoutCancellation } from '../../payments/enter-in-ledger.ts';
import { type Payout, payoutWire } from './payout.ts';
import { reversePayout, standardDates } from './reverse-payout.ts';

const PATH = '/v1/payouts';

const createParams = object({
  amount: integer(1, 99_999_999_999),
  currency,
  description: optional(text()),
  destination: optional(text()),
  metadata,
  method: optional(oneOf('instant', 'standard')),
  source_type: optional(oneOf('bank_account', 'card')),
  statement_descriptor: optional(text(22)),
});
const metadataParams = object({ metadata });

const payouts = resource(PATH, finder('payout', 'payouts'), (_, entity) => payoutWire(entity), {
  event: 'payout',
});

/** The account pays out on request only. */
export const payoutEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, create),
  payouts.list({
    filters: {
      destination: ({ destination }) => destination ?? PLATFORM_BANK.id,
      status: ({ status }) => status,
    },
    ranges: { arrival_date: ({ arrival_date }) => arrival_date },
  }),
  payouts.retrieve,
  payouts.update(metadataParams),
  payouts.action('cancel', nothing, cancel),
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

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const { amount, currency: money, destination, source_type = 'card' } = params;
  const bank = bankAccount(context, money, destination);
  rejectInstant(params);
  if (availableFunds(context, money)[source_type] < amount) {
    throw rejected(
      'You have insufficient funds in your Stripe account for this transfer. Your card balance is too low. You can use the the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).',
      { code: 'balance_insufficient' },
    );
  }
  const created = context.time.now();
  const made = { id: newId('po'), created, amount, currency: money, source_type };
  return payouts.created(context, {
    ...made,
    ...(context.platform !== null && { destination: bank }),
    status: 'pending',
    description: params.description ?? null,
    statement_descriptor: params.statement_descriptor ?? null,
    ...(params.method === 'instant'
      ? { method: 'instant', sentAt: created, arrival_date: created }
      : standardDates(created)),
    balance_transaction: enterPayout(context, made),
    failure_balance_transaction: null,
    metadata: changedMetadata({}, params.metadata),
  });
}

/** The id of the bank account to pay out to. */
function bankAccount({ platform, store }: Context, money: string, id: string | undefined): string {
  const banks = platform === null ? [PLATFORM_BANK] : [...store.bankAccounts.values()];
  if (id !== undefined) {
    if (banks.some((bank) => bank.id === id)) return id;
    throw noSuch('external account', id, 'destination');
  }
  const found = banks.find((bank) => bank.is_default && (bank.currency === money || platform === null));
  if (found !== undefined) return found.id;
  throw rejected(`Sorry, you don't have any external accounts in that currency (${money})`, {
    param: 'currency',
  });
}

function cancel(context: Context, payout: Payout): Payout {
  if (payout.original_payout !== undefined) throw notSupported('canceling the reversal of a payout');
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
}
