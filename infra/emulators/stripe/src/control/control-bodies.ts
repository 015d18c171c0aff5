import {
  anyText,
  flag,
  type ObjectOf,
  object,
  oneOf,
  optional,
  record,
  text,
} from '@outharbor/emulator-kit/json-reader';

const optionalText = optional(anyText);

export const readRelease = object({ order: optional(oneOf(['created', 'reverse', 'shuffled'])) });

export type Release = ReturnType<typeof readRelease>;

const NEW_DISPUTE = {
  reason: optional(text),
  /** Whether the bank only inquires and takes no money yet. */
  inquiry: optional(flag),
};

export const readNewDispute = object(NEW_DISPUTE);
export type NewDispute = ObjectOf<typeof NEW_DISPUTE>;

export const readDisputeOutcome = object({ status: oneOf(['lost', 'warning_closed', 'won']) });

const addressParts = {
  city: optionalText,
  country: optionalText,
  line1: optionalText,
  line2: optionalText,
  state: optionalText,
};

const PAYMENT = {
  /** A test card by number or name, such as `visa`, `declined` or `bank_debit`; needed if anything is due. */
  card: optional(text),
  /** The outcome if the card requires authentication, which otherwise stays pending. */
  authentication: optional(oneOf(['complete', 'fail'])),
  email: optionalText,
  name: optionalText,
  postalCode: optionalText,
  /** The billing address without postal code, if the session collects it; countries have two letters. */
  address: optional(object(addressParts)),
  /** If the session collects them; omitted parts get acceptable values. `rate` is the id of a shipping rate. */
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
  /** Answers by custom field key: an option's value for a dropdown, `''` for no answer. */
  customFields: optional(record(anyText)),
  /** Which boxes are ticked: the terms by default, promotions only on request. */
  consent: optional(object({ promotions: optional(flag), termsOfService: optional(flag) })),
};

export const readPayment = object(PAYMENT);

export type PayRequest = ObjectOf<typeof PAYMENT>;
