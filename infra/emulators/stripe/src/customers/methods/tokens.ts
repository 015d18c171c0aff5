import type Stripe from 'stripe';
import { exclusiveParameters, missingParameter, notSupported } from '../../description/api-error.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { type Endpoint, post, retrieval } from '../../kinds/endpoint.ts';
import { finder, newId } from '../../kinds/objects.ts';
import { object } from '../../kinds/params/composite.ts';
import { optional, type Reader, text } from '../../kinds/params/reader.ts';
import { resource } from '../../kinds/resource.ts';
import type { Entity } from '../../kinds/store/kind-type.ts';
import { bankAccountWire } from './bank-account.ts';
import { type BankToken, bankFields, isReadyMadeBank, newBank, withTestNumber } from './bank-accounts.ts';
import { cardSourceWire } from './card-source.ts';
import { cardDetailFields, withCardDetails } from './card-sources.ts';
import type { PaymentMethod } from './payment-method.ts';
import { expiryFields, rawCard } from './raw-card.ts';
import { isReadyMade } from './test-cards.ts';

const card = object({
  ...cardDetailFields,
  ...expiryFields,
  currency: optional(text()),
  cvc: optional(text()),
  number: text(),
});
const bank = object(bankFields);

/** An id stands for something that a customer of the platform has. */
function given<T>(details: Reader<T>): Reader<T> {
  return (value, name) => {
    if (typeof value !== 'string' || value === '') return details(value, name);
    throw notSupported('tokens for what a customer has', name);
  };
}

const createParams = object({ bank_account: optional(given(bank)), card: optional(given(card)) });

const tokens = resource('/v1/tokens', finder('token', 'bankTokens'), (_, token) => tokenWire(token));

export const tokenEndpoints: readonly Endpoint[] = [
  post('/v1/tokens', createParams, (context, params) => {
    if (params.bank_account === undefined) {
      if (params.card === undefined) throw missingParameter('card');
      const { currency, cvc, exp_month, exp_year, number, ...details } = params.card;
      const card = rawCard(context, { cvc, exp_month, exp_year, number }, 'card');
      const token = { ...newToken(context, 'tok'), ...(currency && { currency }) };
      return tokenWire(context.store.cardTokens.put({ ...token, card: withCardDetails(card, details) }));
    }
    if (params.card !== undefined) throw exclusiveParameters('bank_account, card', 'bank_account');
    const details = withTestNumber(params.bank_account, 'bank_account');
    if (details.country === 'US' && details.routing_number === undefined) {
      throw missingParameter('bank_account[routing_number]');
    }
    return tokens.created(context, { ...newToken(context, 'btok'), bank: newBank(context, details) });
  }),
  retrieval('/v1/tokens/:id', (context, id) => {
    if (isReadyMade(id) || isReadyMadeBank(id)) throw notSupported('showing ready-made tokens');
    return tokenWire(context.store.cardTokens.get(id) ?? tokens.find(context, id));
  }),
];

/** Adds what a page knows of the holder of a card that was entered there. */
export const cardTokenEndpoint = post(
  '/v1/tokens',
  object({ card: optional(object(cardDetailFields)) }),
  (context, { card: details = {} }, { id = '' }) => {
    const { cardTokens } = context.store;
    const token = requireFound(cardTokens.get(id), 'token of the entered card');
    return tokenWire(cardTokens.put({ ...token, card: withCardDetails(token.card, details) }));
  },
);

/** A card that a browser collected, or that was sent with its number, for one use. */
export interface CardToken extends Entity {
  /** As the source that it can become. */
  readonly card: PaymentMethod;
  readonly client_ip: string | null;
  /** What a card is paid out in. */
  readonly currency?: string;
  readonly used: boolean;
}

/** `client_ip` is that of whoever sent what the token stands for. */
export function newToken({ cause, time }: Context, prefix: 'btok' | 'tok') {
  return { id: newId(prefix), client_ip: cause.ip ?? null, created: time.now(), used: false };
}

function tokenWire(token: BankToken | CardToken) {
  const { client_ip, created, id, used } = token;
  const shared = { id, object: 'token', client_ip, created, livemode: false, used } as const;
  return 'bank' in token
    ? { ...shared, bank_account: bankAccountWire(token.bank), type: 'bank_account' }
    : { ...shared, card: uncheckedCard(token), type: 'card' };
}

/** The bank checks a card only when it is saved or charged, and it is nobody's before. */
function uncheckedCard({ card, currency }: CardToken): Omit<Stripe.Card, 'customer'> {
  const { allow_redisplay: _use, customer: _nobody, ...shown } = cardSourceWire(card);
  const unchecked = (value: string | null | undefined) => (value ? 'unchecked' : null);
  return {
    ...shown,
    address_line1_check: unchecked(shown.address_line1),
    address_zip_check: unchecked(shown.address_zip),
    ...(currency && { currency }),
    cvc_check: 'unchecked',
    networks: { preferred: null },
  };
}
