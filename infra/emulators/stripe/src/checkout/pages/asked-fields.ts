import type { Context } from '../../kinds/context.ts';
import { type AskedField, type AskedName, TICKED } from '../../pages/asked-field.ts';
import { phoneNumber } from '../../pages/browser-scripts/answer-rules.ts';
import type { CheckoutSession } from '../checkout-entities.ts';
import { type CustomField, LONGEST_ANSWER } from '../custom-fields.ts';
import { addressFields } from './address-fields.ts';
import { amountFields } from './amount-field.ts';
import { businessFields } from './business-fields.ts';
import { nameFields } from './name-fields.ts';
import { methodFields, shippingFields } from './shipping-fields.ts';

/** The fields in page order. */
export function askedFields(context: Context, session: CheckoutSession): readonly AskedField[] {
  const { phone_number_collection: phone, custom_fields = [] } = session.options.shown;
  return [
    ...amountFields(context, session),
    ...nameFields(session),
    ...shippingFields(context, session),
    ...methodFields(context, session),
    ...addressFields(context, session),
    ...(phone?.enabled ? [phoneField(context, session)] : []),
    ...businessFields(context, session),
    ...custom_fields.map((field) => customField(field, session)),
    ...consentFields(session),
  ];
}

const BOX = { optional: false, minimum: null, maximum: null };

function phoneField({ store }: Context, { collected, customer }: CheckoutSession): AskedField {
  const known = store.customers.get(customer ?? '')?.phone ?? '';
  const value = collected?.phone ?? phoneNumber(known) ?? '';
  return { name: 'phone', label: 'Phone number', rule: { kind: 'phone', ...BOX }, value };
}

export function customFieldName({ key }: CustomField): AskedName {
  return `custom_${key}`;
}

function customField(field: CustomField, { collected }: CheckoutSession): AskedField {
  const { key, type, optional, dropdown } = field;
  const label = field.label.custom ?? '';
  const { default_value = null } = field[type] ?? {};
  const { minimum_length: minimum = null, maximum_length } = field.numeric ?? field.text ?? {};
  const maximum = dropdown ? null : (maximum_length ?? LONGEST_ANSWER);
  return {
    name: customFieldName(field),
    label: optional ? `${label} (optional)` : label,
    rule: { kind: type, optional, minimum, maximum },
    value: (collected === undefined ? default_value : collected.custom_fields[key]) ?? '',
    ...(dropdown && { options: dropdown.options }),
  };
}

function consentFields({ options, collected }: CheckoutSession): readonly AskedField[] {
  const { consent_collection: asked, custom_text: texts } = options.shown;
  const promotions: AskedField = {
    name: 'promotions',
    label: 'Keep me up to date by email with news and offers (optional)',
    rule: { kind: 'choice', ...BOX, optional: true },
    value: collected?.promotions ? TICKED : '',
  };
  const terms_of_service: AskedField = {
    name: 'terms_of_service',
    label: texts?.terms_of_service_acceptance?.message ?? 'I agree to the terms of service',
    rule: { kind: 'terms', ...BOX },
    value: '',
  };
  return [
    ...(asked?.promotions === 'auto' ? [promotions] : []),
    ...(asked?.terms_of_service === 'required' ? [terms_of_service] : []),
  ];
}
