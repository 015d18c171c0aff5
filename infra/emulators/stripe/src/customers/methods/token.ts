import type Stripe from 'stripe';
import type { Entity } from '../../kinds/store/entity.ts';
import { bankAccountWire } from './bank-account.ts';
import type { BankToken } from './bank-accounts.ts';
import { cardSourceWire } from './card-source.ts';
import type { PaymentMethod } from './payment-method.ts';

/** A card that a browser collected, for one use. */
export interface CardToken extends Entity {
  /** As the source that it can become. */
  readonly card: PaymentMethod;
  readonly used: boolean;
}

export function tokenWire(token: BankToken | CardToken) {
  const { created, id, used } = token;
  const shared = { id, object: 'token', client_ip: null, created, livemode: false, used } as const;
  return 'bank' in token
    ? { ...shared, bank_account: bankAccountWire(token.bank), type: 'bank_account' }
    : { ...shared, card: uncheckedCard(token), type: 'card' };
}

/** The bank checks a card only when it is saved or charged. */
function uncheckedCard({ card }: CardToken): Stripe.Card {
  const shown = cardSourceWire(card);
  const given = (value: string | null | undefined) => (value ? 'unchecked' : null);
  return {
    ...shown,
    address_line1_check: given(shown.address_line1),
    address_zip_check: given(shown.address_zip),
    cvc_check: 'unchecked',
  };
}
