import type Stripe from 'stripe';
import { invalidRequest, missingParameter, rejected } from '../description/api-error.ts';
import { asDescribed } from '../kinds/params/as-described.ts';
import { list } from '../kinds/params/composite.ts';
import { integer, optional, type Reader, text } from '../kinds/params/reader.ts';
import type { Part } from '../kinds/store/kind-type.ts';
import { type CustomField, LONGEST_ANSWER } from './custom-fields.ts';

function alphanumeric(maxLength: number): Reader<string> {
  const any = text(maxLength);
  return (value, name) => {
    const given = any(value, name);
    if (/^[A-Za-z0-9]+$/.test(given)) return given;
    throw invalidRequest(`Invalid ${name}: must only contain alphanumeric characters.`, { param: name });
  };
}

const length = integer(1, LONGEST_ANSWER);

const customField = asDescribed('POST /v1/checkout/sessions', 'custom_fields[0]', {
  'dropdown[options]': 200,
  'dropdown[options][value]': alphanumeric(100),
  key: alphanumeric(200),
  'numeric[maximum_length]': length,
  'numeric[minimum_length]': length,
  'text[maximum_length]': length,
  'text[minimum_length]': length,
}) as Reader<GivenField>;

type GivenField = Part<Stripe.Checkout.SessionCreateParams.CustomField>;

export const customFieldsParam = optional(list(customField, 3));

export function readCustomFields(given: readonly GivenField[] = []): readonly CustomField[] {
  checkUnique(given, 'key', (index) => `custom_fields[${index}][key]`);
  return given.map((field, index) => readCustomField(field, `custom_fields[${index}]`));
}

function readCustomField(field: GivenField, param: string): CustomField {
  for (const type of ['dropdown', 'numeric', 'text'] as const) {
    if (type === field.type || field[type] === undefined) continue;
    throw rejected(`\`${type}\` can only be used with a custom field whose \`type\` is \`${type}\`.`, {
      param: `${param}[${type}]`,
    });
  }
  const { type, label, key, optional = false } = field;
  const answer =
    type === 'dropdown'
      ? { dropdown: readDropdown(field.dropdown, `${param}[dropdown]`) }
      : { [type]: readWritten(type, field[type], `${param}[${type}]`) };
  return { ...answer, key, label, optional, type };
}

function readDropdown(dropdown: GivenField['dropdown'], param: string): NonNullable<CustomField['dropdown']> {
  if (dropdown === undefined) throw missingParameter(param);
  const { default_value = null, options } = dropdown;
  if (options.length === 0) throw missingParameter(`${param}[options]`);
  checkUnique(options, 'value', (index) => `${param}[options][${index}][value]`);
  if (default_value !== null && !options.some(({ value }) => value === default_value)) {
    throw rejected('`default_value` must match the `value` of one of the `options`.', {
      param: `${param}[default_value]`,
    });
  }
  return { default_value, options, value: null };
}

function readWritten(
  type: 'numeric' | 'text',
  given: GivenField['text'],
  param: string,
): NonNullable<CustomField['text']> {
  const { default_value = null, minimum_length = null, maximum_length = null } = given ?? {};
  const [least, most] = [minimum_length ?? 0, maximum_length ?? LONGEST_ANSWER];
  if (least > most) {
    throw rejected('`minimum_length` must not be greater than `maximum_length`.', `${param}[minimum_length]`);
  }
  if (default_value !== null) {
    const details = { param: `${param}[default_value]` };
    if (type === 'numeric' && !/^\d+$/.test(default_value))
      throw rejected('`default_value` must only contain digits.', details);
    if (default_value.length < least || default_value.length > most)
      throw rejected('`default_value` must be within `minimum_length` and `maximum_length`.', details);
  }
  return { default_value, maximum_length, minimum_length, value: null };
}

function checkUnique<K extends string>(
  items: readonly Readonly<Record<K, string>>[],
  key: K,
  paramAt: (index: number) => string,
): void {
  const repeated = items.findIndex(
    (item, index) => items.findIndex((other) => other[key] === item[key]) < index,
  );
  const item = items[repeated];
  if (item === undefined) return;
  throw rejected(`Each \`${key}\` must be unique: ${item[key]} is given more than once.`, paramAt(repeated));
}
