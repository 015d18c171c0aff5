import { BANK_DEBITS } from './bank-debits.ts';
import { SEPA_ENDINGS } from './sepa-accounts.ts';
import {
  BANK_DEBIT_TYPES,
  type BankDebitType,
  type DebitOutcome,
  failure,
  numbered,
  type PaymentFailure,
  type TestCard,
} from './test-card.ts';

type Part = Partial<Omit<DebitOutcome, 'settlesAfter' | 'type'>> & {
  readonly failure?: PaymentFailure;
  readonly isDisputed?: boolean;
  readonly neverSettles?: boolean;
};

/** A debit that the bank refuses. */
const refused = (code: string, message: string, more: Part = {}): Part => ({
  failure: failure(code, message),
  ...more,
});

/** A refusal after which no debit is allowed without a new mandate. */
const ended = (code: string, message: string): Part => refused(code, message, { endsMandate: true });

const overLimit = (kind: string, limit: string, advice: string): Part =>
  refused(
    `charge_exceeds_${kind}_limit`,
    `This charge would cause you to exceed your ${limit} limit for this source type. Please ${advice}.`,
    { rejects: 'payments' },
  );

const LATER = 'retry the charge later, or contact us to request a higher processing limit';
const SOURCE_LIMIT = overLimit('source', 'rolling-window processing', LATER);

/** By the names of Stripe's ready-made payment methods; `…Delayed` is the same three minutes later. */
const OUTCOMES: Readonly<Record<string, Part>> = {
  success: {},
  failed: refused('generic_could_not_process', 'This payment could not be processed.'),
  accountClosed: ended('account_closed', "The customer's bank account has been closed."),
  noAccount: ended('no_account', "The customer's bank account could not be located."),
  debitNotAuthorized: ended(
    'debit_not_authorized',
    'The customer has notified their bank that this payment was unauthorized.',
  ),
  insufficientFunds: refused(
    'insufficient_funds',
    "The customer's account has insufficient funds to cover this payment.",
  ),
  referToCustomer: refused(
    'refer_to_customer',
    "The customer's bank declined the debit. Ask the customer for the reason.",
  ),
  invalidCurrency: refused(
    'invalid_currency',
    "The customer's bank account cannot be debited in this currency.",
  ),
  dispute: { isDisputed: true },
  disputed: { isDisputed: true },
  processing: { neverSettles: true },
  mandateRefused: ended('debit_not_authorized', 'The bank has refused the mandate.'),
  invalidAccount: refused('invalid_account_number', 'The bank account number is invalid.', {
    rejects: 'everything',
  }),
  riskLevelHighest: refused('payment_method_provider_decline', 'Stripe blocked this payment as too risky.', {
    rejects: 'payments',
  }),
  exceedsWeeklyLimit: SOURCE_LIMIT,
  exceedsWeeklyVolumeLimit: SOURCE_LIMIT,
  weeklyLimitExceeded: SOURCE_LIMIT,
  exceedsWeeklyTransactionLimit: overLimit('weekly', 'weekly processing', LATER),
  exceedsTransactionLimit: overLimit(
    'transaction',
    'transaction',
    'try a smaller amount, or contact us to request a higher processing limit',
  ),
};

const SETTLES_AFTER_SECONDS = 5;
const DELAYED_SECONDS = 180;

function testAccount(type: BankDebitType, outcome: string, number: string): TestCard {
  const base = outcome.replace(/Delayed$/, '');
  const {
    endsMandate = false,
    failure = null,
    isDisputed,
    rejects = 'nothing',
    neverSettles,
  } = OUTCOMES[base] ?? {};
  const settlesAfter = base === outcome ? SETTLES_AFTER_SECONDS : DELAYED_SECONDS;
  return numbered(number, `${type}_${outcome}`, {
    failure,
    isDelayed: true,
    debit: { type, endsMandate, rejects, settlesAfter: neverSettles === true ? null : settlesAfter },
    disputes: isDisputed === true ? [{ reason: 'debit_not_authorized', inquiry: false }] : [],
  });
}

/** One for each kind and outcome; several accounts may share it. */
export const DEBIT_ACCOUNTS: readonly TestCard[] = BANK_DEBIT_TYPES.flatMap((type) => {
  const byOutcome = new Map(BANK_DEBITS[type].accounts.toReversed().map((one) => [one.outcome, one]));
  return [...byOutcome.values()].map(({ number, outcome }) => testAccount(type, outcome, number));
});

const READY_MADE = new Map(
  BANK_DEBIT_TYPES.flatMap((type) =>
    BANK_DEBITS[type].accounts.flatMap(({ number, outcome, readyMade }) =>
      readyMade === undefined ? [] : [[readyMade, { type, number, card: `${type}_${outcome}` }] as const],
    ),
  ),
);

interface GivenAccount {
  readonly type: BankDebitType;
  readonly number: string;
  /** The name of the test account. */
  readonly card: string;
}

/** The account behind a ready-made payment method such as `pm_sepaDebit_success_de`. */
export function readyMadeAccount(id: string): GivenAccount | undefined {
  return READY_MADE.get(id);
}

/** The account with a number; of the kind `sepa_debit` every valid number is one. */
export function accountByNumber(type: BankDebitType, number: string): GivenAccount | undefined {
  const found = BANK_DEBITS[type].accounts.find((one) => one.number === number);
  const ending =
    type === 'sepa_debit' ? (SEPA_ENDINGS[number] ?? SEPA_ENDINGS[number.slice(-8)] ?? 'success') : undefined;
  const outcome = found?.outcome ?? ending;
  return outcome === undefined ? undefined : { type, number, card: `${type}_${outcome}` };
}
