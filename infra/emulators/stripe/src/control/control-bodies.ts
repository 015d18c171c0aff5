import {
  anyText,
  flag,
  httpUrl,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  record,
  text,
} from '@outharbor/emulator-kit/json-reader';
import { FAULT_KINDS } from '../faults/faults.ts';

const MAX_DELAY_MS = 600_000;
const MAX_COPIES = 100;

const delayMs = optional(integer(0, MAX_DELAY_MS));
const copies = optional(integer(1, MAX_COPIES));
const optionalText = optional(anyText);

export const readFault = object({
  kind: oneOf(FAULT_KINDS),
  path: text,
  method: optional(text),
  status: optional(oneOf([409, 429, 500, 503])),
  delayMs,
  count: optional(nullable(integer(1))),
  skip: optional(integer(0)),
});

export const readRedelivery = object({ copies, delayMs });
export type Redelivery = ReturnType<typeof readRedelivery>;
export const readDeliveryPlan = object({ hold: optional(flag), delayMs, copies });
export const readRelease = object({ order: optional(oneOf(['created', 'reverse', 'shuffled'])) });

export type Release = ReturnType<typeof readRelease>;

export const readNewDispute = object({ reason: optional(text), inquiry: optional(flag) });
export const readDisputeOutcome = object({ status: oneOf(['lost', 'warning_closed', 'won']) });

export const readSeed = object({
  products: optional(list(object({ id: text, name: text, description: optionalText }))),
  prices: optional(
    list(
      object({
        id: text,
        product: text,
        unitAmount: integer(0),
        currency: optional(text),
        lookupKey: optional(text),
        recurring: optional(
          nullable(object({ interval: oneOf(['day', 'week', 'month', 'year']), intervalCount: integer(1) })),
        ),
      }),
    ),
  ),
  taxRegistrations: optional(list(object({ country: text, state: optional(text), type: optional(text) }))),
});

export const readLateSettings = object({
  publicUrl: optional(httpUrl),
  webhookEndpoints: optional(
    list(
      object({
        url: httpUrl,
        secret: text,
        enabledEvents: optional(list(text)),
        apiVersion: optional(text),
        livemode: optional(flag),
      }),
    ),
  ),
  apiKeys: optional(list(object({ key: text, permissions: optional(list(text)) }))),
});

const addressParts = {
  city: optionalText,
  country: optionalText,
  line1: optionalText,
  line2: optionalText,
  state: optionalText,
};

export const readPayment = object({
  card: optional(text),
  authentication: optional(oneOf(['complete', 'fail'])),
  email: optionalText,
  name: optionalText,
  postalCode: optionalText,
  address: optional(object(addressParts)),
  shipping: optional(
    object({
      name: optionalText,
      rate: optionalText,
      address: optional(object({ ...addressParts, postal_code: optionalText })),
    }),
  ),
  names: optional(object({ business: optionalText, individual: optionalText })),
  business: optional(object({ name: anyText, taxId: optional(object({ type: anyText, value: anyText })) })),
  phone: optionalText,
  customFields: optional(record(anyText)),
  consent: optional(object({ promotions: optional(flag), termsOfService: optional(flag) })),
});
