import * as json from '@outharbor/emulator-kit/json-reader';

const optionalText = json.optional(json.anyText);

export const readRelease = json.object({
  order: json.optional(json.oneOf(['created', 'reverse', 'shuffled'])),
});

export type Release = ReturnType<typeof readRelease>;

const NEW_DISPUTE = {
  reason: json.optional(json.text),
  /** Whether the bank only inquires and takes no money yet. */
  inquiry: json.optional(json.flag),
};

export const readNewDispute = json.object(NEW_DISPUTE);
export type NewDispute = json.ObjectOf<typeof NEW_DISPUTE>;

export const readDisputeOutcome = json.object({ status: json.oneOf(['lost', 'warning_closed', 'won']) });

const addressParts = {
  city: optionalText,
  country: optionalText,
  line1: optionalText,
  line2: optionalText,
  state: optionalText,
};

const PAYMENT = {
  /** A test card by number or name, such as `visa`, `declined` or `bank_debit`; needed if anything is due. */
  card: json.optional(json.text),
  /** The outcome if the card requires authentication, which otherwise stays pending. */
  authentication: json.optional(json.oneOf(['complete', 'fail'])),
  email: optionalText,
  name: optionalText,
  postalCode: optionalText,
  /** The billing address without postal code, if the session collects it; countries have two letters. */
  address: json.optional(json.object(addressParts)),
  /** If the session collects them; omitted parts get acceptable values. `rate` is the id of a shipping rate. */
  shipping: json.optional(
    json.object({
      name: optionalText,
      rate: optionalText,
      address: json.optional(json.object({ ...addressParts, postal_code: optionalText })),
    }),
  ),
  names: json.optional(json.object({ business: optionalText, individual: optionalText })),
  business: json.optional(
    json.object({
      name: json.anyText,
      taxId: json.optional(json.object({ type: json.anyText, value: json.anyText })),
    }),
  ),
  phone: optionalText,
  /** What to pay if the price leaves it to the visitor, as typed: `25.00`. */
  amount: optionalText,
  /** Answers by custom field key: an option's value for a dropdown, `''` for no answer. */
  customFields: json.optional(json.record(json.anyText)),
  /** Which boxes are ticked: the terms by default, promotions only on request. */
  consent: json.optional(
    json.object({ promotions: json.optional(json.flag), termsOfService: json.optional(json.flag) }),
  ),
};

export const readPayment = json.object(PAYMENT);

export type PayRequest = json.ObjectOf<typeof PAYMENT>;
