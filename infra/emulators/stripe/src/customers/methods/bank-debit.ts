import { BANK_DEBITS } from './bank-debits.ts';
import { type Card, computeFingerprint } from './card.ts';
import type { BankDebitType } from './test-card.ts';

const TEST_BANK = { bank_name: 'STRIPE TEST BANK' };

/** What every account of a kind has. */
const COMMON: Readonly<Record<BankDebitType, Readonly<Record<string, string | null>>>> = {
  acss_debit: TEST_BANK,
  au_becs_debit: {},
  bacs_debit: {},
  nz_bank_account: { ...TEST_BANK, account_holder_name: null, suffix: null },
  sepa_debit: { bank_code: '19043', branch_code: '', country: 'AT' },
  us_bank_account: { ...TEST_BANK, account_holder_type: 'individual', account_type: 'checking' },
};

/** What only a payment method shows. */
const OF_METHOD: Readonly<Partial<Record<BankDebitType, object>>> = {
  us_bank_account: {
    financial_connections_account: null,
    networks: { preferred: 'ach', supported: ['ach'] },
    status_details: {},
  },
};

function accountWire(type: BankDebitType, card: Card) {
  const fingerprint = type === 'nz_bank_account' ? {} : { fingerprint: computeFingerprint(card) };
  return {
    ...COMMON[type],
    ...BANK_DEBITS[type].bank,
    ...card.bank?.fields,
    ...fingerprint,
    last4: card.last4,
  };
}

interface Generated {
  readonly card: Card;
  readonly generatedBy?: string;
}

/** The account as part of a payment method. */
export function debitMethodWire(type: BankDebitType, method: Generated): { type: BankDebitType } & object {
  const { card, generatedBy: by = null } = method;
  const isSetUp = by?.startsWith('setatt_');
  const origin = { charge: isSetUp ? null : by, setup_attempt: isSetUp ? by : null };
  const generated = type === 'sepa_debit' && { generated_from: origin };
  return { type, [type]: { ...accountWire(type, card), ...OF_METHOD[type], ...generated } };
}

/** Kinds whose charges always name the mandate, null without one. New Zealand's never do. */
const NULLABLE_MANDATE: readonly BankDebitType[] = ['bacs_debit', 'sepa_debit'];

interface Debited {
  readonly card: Card;
  readonly created: number;
  readonly failure: object | null;
  readonly mandate?: string | undefined;
  readonly pending?: boolean | undefined;
}

/** Stripe tells the day of a SEPA debit once it is paid. */
function debitDate({ created, failure, pending }: Debited) {
  if (pending || failure !== null) return {};
  return { expected_debit_date: new Date(created * 1000).toISOString().slice(0, 10) };
}

/** The account as part of a charge. */
export function debitChargeWire(type: BankDebitType, charge: Debited): { type: BankDebitType } & object {
  const { card, mandate } = charge;
  const shown = type === 'nz_bank_account' ? undefined : mandate;
  const given = shown ?? (NULLABLE_MANDATE.includes(type) ? null : undefined);
  const details = {
    ...accountWire(type, card),
    ...(given !== undefined && { mandate: given }),
    ...(type === 'sepa_debit' && debitDate(charge)),
    ...(type === 'us_bank_account' && { payment_reference: null }),
  };
  return { type, [type]: details };
}
