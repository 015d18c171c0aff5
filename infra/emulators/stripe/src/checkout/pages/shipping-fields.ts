import type { DeliveryEstimate, ShippingRate } from '../../catalogue/shipping-rate.ts';
import { WITHOUT_POSTAL_CODES } from '../../description/country-codes.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import type { Shipping } from '../../kinds/params/address.ts';
import { ADDRESS_PARTS, type AddressPart, splitAddress } from '../../pages/address-parts.ts';
import { type AnswerTo, type AskedField, type AskedName, REQUIRED } from '../../pages/asked-field.ts';
import { listCountries } from '../../pages/countries.ts';
import type { CheckoutSession } from '../checkout-entities.ts';
import { collectsShippingAddress } from '../session-options.ts';
import { addressIn, countryField, partField, stateProblem } from './address-fields.ts';

export function shippingFields(context: Context, session: CheckoutSession): readonly AskedField[] {
  const allowed: readonly string[] | undefined =
    session.options.shown.shipping_address_collection?.allowed_countries;
  if (allowed === undefined) return [];
  const known = session.collected?.shipping ?? knownShipping(context, session, allowed);
  const values = splitAddress(known?.address);
  const standard = allowed.includes('US') ? 'US' : (allowed[0] ?? '');
  const country = values.country || standard;
  const name: AskedField = {
    name: 'shipping_name',
    label: 'Full name',
    autocomplete: 'shipping name',
    rule: REQUIRED,
    value: known?.name ?? '',
    group: 'shipping',
    example: 'Test Customer',
  };
  const parts = [
    countryField(country, listCountries([...new Set(allowed)])),
    ...ADDRESS_PARTS.map((part) => partField(part, values[part.name], country)),
  ];
  return [name, ...parts.map(ofShipping)];
}

function ofShipping(field: ReturnType<typeof countryField> | ReturnType<typeof partField>): AskedField {
  const { name, autocomplete, rule } = field;
  return {
    ...field,
    name: `shipping_${name}`,
    autocomplete: `shipping ${autocomplete}`,
    // Some countries have no postal codes.
    rule: { ...rule, optional: rule.optional || name === 'postal_code' },
    group: 'shipping',
  };
}

export function methodFields({ store }: Context, session: CheckoutSession): readonly AskedField[] {
  const { shipping_options, shipping } = session;
  if (shipping_options.length === 0) return [];
  const rates = shipping_options.map((id) =>
    requireFound(store.shippingRates.get(id), `shipping rate ${id}`),
  );
  const field: AskedField = {
    name: 'shipping_rate',
    label: 'Shipping method',
    autocomplete: 'off',
    rule: { ...REQUIRED, kind: 'dropdown' },
    value: shipping?.rate ?? '',
    options: rates.map((rate) => ({ value: rate.id, label: shippingLabel(rate) })),
    group: 'shipping_method',
  };
  return [field];
}

/** The customer's shipping address, if the session can ship there. */
function knownShipping(
  { store }: Context,
  { customer }: CheckoutSession,
  allowed: readonly string[],
): Shipping | undefined {
  const known = store.customers.get(customer ?? '')?.shipping;
  return known && allowed.includes(known.address.country ?? '') ? known : undefined;
}

/** Cross-field errors, once each field is valid. */
export function shippingProblems(
  { options }: CheckoutSession,
  answerTo: AnswerTo,
): Partial<Record<AskedName, string>> {
  if (!collectsShippingAddress(options)) return {};
  const country = answerTo('shipping_country');
  const state = stateProblem(country, answerTo('shipping_state'));
  const lacksCode = answerTo('shipping_postal_code') === '' && !WITHOUT_POSTAL_CODES.has(country);
  return {
    ...(state !== undefined && { shipping_state: state }),
    ...(lacksCode && { shipping_postal_code: 'Enter your postal code.' }),
  };
}

/** The shipping address to store; undefined if the session collects none. */
export function shippingAnswered({ options }: CheckoutSession, answerTo: AnswerTo): Shipping | undefined {
  if (!collectsShippingAddress(options)) return undefined;
  const address = addressIn((part: AddressPart) => answerTo(`shipping_${part}`));
  return { address, name: answerTo('shipping_name'), phone: null };
}

/** `Express (1–2 business days), $15.00` */
export function shippingLabel({
  display_name,
  delivery_estimate: estimate,
  amount,
  currency,
}: ShippingRate): string {
  const days = estimate === null ? '' : estimateWords(estimate);
  return `${display_name}${days && ` (${days})`}, ${amount === 0 ? 'free' : money(amount, currency)}`;
}

function estimateWords({ minimum, maximum }: DeliveryEstimate): string {
  if (minimum === null) return maximum === null ? '' : `up to ${inWords(maximum)}`;
  if (maximum === null) return `at least ${inWords(minimum)}`;
  if (minimum.unit !== maximum.unit) return `${inWords(minimum)} to ${inWords(maximum)}`;
  return minimum.value === maximum.value ? inWords(maximum) : `${minimum.value}–${inWords(maximum)}`;
}

function inWords({ unit, value }: NonNullable<DeliveryEstimate['maximum']>): string {
  return `${value} ${unit.replace('_', ' ')}${value === 1 ? '' : 's'}`;
}
