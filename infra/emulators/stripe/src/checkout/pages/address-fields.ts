import { WITH_STATES } from '../../description/country-codes.ts';
import type { Context } from '../../kinds/context.ts';
import { type Address, UNITED_STATES } from '../../kinds/params/address.ts';
import {
  ADDRESS_PARTS,
  type AddressPart,
  addressFrom,
  splitAddress,
  stateCode,
} from '../../pages/address-parts.ts';
import {
  type AnswerTo,
  type AskedField,
  type AskedName,
  type AskedOption,
  OPTIONAL,
  REQUIRED,
} from '../../pages/asked-field.ts';
import { countries } from '../../pages/countries.ts';
import type { CheckoutSession } from '../checkout-entities.ts';
import { needsNoMethod } from '../pay-session.ts';
import { addressAsked } from '../session-options.ts';

/** The collected billing address fields. A card form has the postal code field itself. */
export function addressFields(context: Context, session: CheckoutSession): readonly AskedField[] {
  const asked = addressAsked(session.options);
  if (asked === null && needsNoMethod(session)) return [];
  const known = session.collected?.address ?? knownAddress(context, session);
  const values = splitAddress(known);
  const country = values.country || 'US';
  const ofCard = countryField(country, countries());
  if (asked === null) return [{ ...ofCard, rule: { ...ofCard.rule, optional: true } }];
  const parts = ADDRESS_PARTS.filter(
    ({ name }) => name === 'state' || (name === 'postal_code' ? needsNoMethod(session) : asked === 'whole'),
  );
  const fields = parts.map((part) => partField(part, values[part.name], country));
  return [ofCard, ...fields];
}

export function countryField(value: string, options: readonly AskedOption[]) {
  return {
    name: 'country',
    label: 'Country or region',
    autocomplete: 'country',
    rule: { ...REQUIRED, kind: 'dropdown' },
    value,
    group: 'address',
    options,
  } satisfies AskedField;
}

export const EXAMPLE_POSTAL_CODE = '94107';

/** Defaults for test visitors that specify no address. */
const EXAMPLES: Readonly<Partial<Record<AddressPart, string>>> = {
  line1: '510 Townsend Street',
  city: 'San Francisco',
  state: 'CA',
  postal_code: EXAMPLE_POSTAL_CODE,
};

export function partField(
  { name, label, autocomplete, ...bounds }: (typeof ADDRESS_PARTS)[number] & { readonly maxLength?: number },
  value: string,
  country: string,
) {
  const example = name === 'state' && !WITH_STATES.has(country) ? undefined : EXAMPLES[name];
  const rule = name === 'line2' || name === 'state' ? OPTIONAL : REQUIRED;
  return {
    name,
    label: name === 'line2' ? `${label} (optional)` : label,
    autocomplete,
    rule: { ...rule, maximum: bounds.maxLength ?? rule.maximum },
    value,
    group: 'address',
    ...(example !== undefined && { example }),
  } satisfies AskedField;
}

/** The customer's address before the visitor enters anything. */
export function knownAddress({ store }: Context, { customer }: CheckoutSession): Address | null | undefined {
  return store.customers.get(customer ?? '')?.address;
}

/** Cross-field errors, once each field is valid. */
export function addressProblems(
  { options }: CheckoutSession,
  answerTo: AnswerTo,
): Partial<Record<AskedName, string>> {
  const isAsked = addressAsked(options) !== null;
  const problem = stateProblem(answerTo('country'), answerTo('state'));
  return isAsked && problem !== undefined ? { state: problem } : {};
}

export function stateProblem(country: string, state: string): string | undefined {
  return WITH_STATES.has(country) && state === '' ? 'Enter your state or province.' : undefined;
}

/** The address to store; undefined if only a card of the United States was asked for. */
export function addressAnswered({ options }: CheckoutSession, answerTo: AnswerTo): Address | undefined {
  if (addressAsked(options) !== null) return addressIn(answerTo);
  const country = answerTo('country');
  if (country === '' || country === UNITED_STATES.country) return undefined;
  return { ...UNITED_STATES, country, postal_code: answerTo('postal_code') || null };
}

export function addressIn(answerTo: (part: AddressPart) => string): Address {
  const state = stateCode(answerTo('country'), answerTo('state'));
  return addressFrom((part) => (part === 'state' ? state : answerTo(part)) || null);
}
