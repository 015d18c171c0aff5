import { defined } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, get, post } from '../../kinds/endpoint.ts';
import { emit } from '../../kinds/objects.ts';
import type { Address } from '../../kinds/params/address.ts';
import { changedMetadata, metadata, object } from '../../kinds/params/composite.ts';
import { clearable, flag, oneOf, optional, type ReadValue, text } from '../../kinds/params/reader.ts';
import { listFields, readPage } from '../../kinds/read-page.ts';
import { subresource } from '../../kinds/subresource.ts';
import { requireCustomer } from '../customer.ts';
import { cardSourceWire } from './card-source.ts';
import { sourceToken } from './manage-payment-methods.ts';
import { addCardSource, cardSources, removeCardSource, requireCardSource } from './own-card-sources.ts';
import type { BillingDetails, PaymentMethod } from './payment-method.ts';
import { expiryFields, withExpiry } from './raw-card.ts';

const createParams = object({ metadata, source: sourceToken, validate: optional(flag) });
/** What is known of the holder of a card. */
export const cardDetailFields = {
  address_city: clearable(text()),
  address_country: clearable(text()),
  address_line1: clearable(text()),
  address_line2: clearable(text()),
  address_state: clearable(text()),
  address_zip: clearable(text()),
  name: clearable(text()),
} as const;
const cardDetails = object(cardDetailFields);
const updateParams = object({ ...cardDetailFields, ...expiryFields, metadata });
const listParams = object({ ...listFields, object: optional(oneOf('bank_account', 'card')) });

/** Cards are also below a path of their own. */
export const cardSourceEndpoints: readonly Endpoint[] = ['sources', 'cards'].flatMap((kind) => {
  const path = `/v1/customers/:id/${kind}`;
  const sources = subresource(`${path}/:source`, found, (_, { source }) => cardSourceWire(source));
  return [
    post(path, createParams, (context, params, { id = '' }) => {
      const customer = requireCustomer(context, id);
      const { source, validate } = params;
      const metadata = changedMetadata({}, params.metadata);
      return cardSourceWire(addCardSource(context, customer, source, { metadata, validate }));
    }),
    get(path, listParams, (context, params, { id = '' }) =>
      list(context, params, id, path.replace(':id', id)),
    ),
    sources.retrieve,
    sources.update(updateParams, (context, { source }, params) => {
      const after = context.store.paymentMethods.put({
        ...withCardDetails(source, params),
        card: withExpiry(context, source.card, params),
        metadata: changedMetadata(source.metadata, params.metadata),
      });
      emit(context, 'customer.source.updated', cardSourceWire(after));
      return cardSourceWire(after);
    }),
    sources.removal('card', (context, { customer, source }) => removeCardSource(context, customer, source)),
  ];
});

function found(context: Context, id: string, source: string) {
  const customer = requireCustomer(context, id);
  return { customer, source: requireCardSource(context, customer, source) };
}

export function withCardDetails(
  card: PaymentMethod,
  params: Partial<ReadValue<typeof cardDetails>>,
): PaymentMethod {
  const { address, ...details } = card.billing_details;
  const { name = details.name } = params;
  const changed = addressAfter(card.billing_details, params);
  return {
    ...card,
    billing_details: {
      ...details,
      name,
      ...(changed && { address: changed, postal_code: changed.postal_code }),
    },
  };
}

function addressAfter(
  { address: before, postal_code }: BillingDetails,
  params: Partial<ReadValue<typeof cardDetails>>,
): Address | undefined {
  const named = defined({
    city: params.address_city,
    country: params.address_country,
    line1: params.address_line1,
    line2: params.address_line2,
    postal_code: params.address_zip,
    state: params.address_state,
  });
  if (Object.keys(named).length === 0) return before;
  const none = { city: null, country: null, line1: null, line2: null, postal_code, state: null };
  return { ...none, ...before, ...named };
}

function list(context: Context, params: ReadValue<typeof listParams>, id: string, url: string): object {
  const cards = cardSources(context, requireCustomer(context, id));
  const matches = params.object === 'bank_account' ? [] : cards;
  return readPage(context, { matches, url, kind: 'source' }, params, cardSourceWire);
}
