import { invalidRequest, missingParameter, rejected } from '../description/api-error.ts';
import { list, object } from '../kinds/params/composite.ts';
import { flag, integer, oneOf, optional, type Reader, type ReadValue, text } from '../kinds/params/reader.ts';
import { type CustomField, LONGEST_ANSWER } from './custom-fields.ts';

function alphanumeric(maxLength: number): Reader<string> {
  const any = text(maxLength);
  return (value, name) => {
    const given = any(value, name);
    if (/^[A-Za-z0-9]+$/.test(given)) return given;
    throw invalidRequest(`Invalid ${name}: must only contain alphanumeric characters.`, { param: name });
  };
}

const length = optional(integer(1, LONGEST_ANSWER));
const written = optional(
  object({
    default_value: optional(text(LONGEST_ANSWER)),
    maximum_length: length,
    minimum_length: length,
  }),
);

const choices = object({
  default_value: optional(text(100)),
  options: optional(list(object({ label: text(100), value: alphanumeric(100) }), 200)),
});

const customField = object({
  dropdown: optional(choices),
  key: alphanumeric(200),
  label: object({ custom: text(50), type: oneOf('custom') }),
  numeric: written,
  optional: optional(flag),
  text: written,
  type: oneOf('dropdown', 'numeric', 'text'),
});

type GivenField = ReadValue<typeof customField>;

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
  const common = {
    key: field.key,
    label: field.label.custom,
    type: field.type,
    optional: field.optional ?? false,
  };
  return field.type === 'dropdown'
    ? { ...common, ...readDropdown(field.dropdown, `${param}[dropdown]`) }
    : { ...common, ...readWritten(field, `${param}[${field.type}]`) };
}

type Answer = Pick<CustomField, 'default_value' | 'maximum_length' | 'minimum_length' | 'options'>;

function readDropdown(dropdown: GivenField['dropdown'], param: string): Answer {
  if (dropdown === undefined) throw missingParameter(param);
  const { default_value = null, options = [] } = dropdown;
  if (options.length === 0) throw missingParameter(`${param}[options]`);
  checkUnique(options, 'value', (index) => `${param}[options][${index}][value]`);
  if (default_value !== null && !options.some(({ value }) => value === default_value)) {
    throw rejected('`default_value` must match the `value` of one of the `options`.', {
      param: `${param}[default_value]`,
    });
  }
  return { default_value, minimum_length: null, maximum_length: null, options };
}

function readWritten(field: GivenField, param: string): Answer {
  const given = field.type === 'numeric' ? field.numeric : field.text;
  const default_value = given?.default_value ?? null;
  const minimum_length = given?.minimum_length ?? null;
  const maximum_length = given?.maximum_length ?? null;
  const [least, most] = [minimum_length ?? 0, maximum_length ?? LONGEST_ANSWER];
  if (least > most) {
    throw rejected('`minimum_length` must not be greater than `maximum_length`.', {
      param: `${param}[minimum_length]`,
    });
  }
  if (default_value !== null) {
    const details = { param: `${param}[default_value]` };
    if (field.type === 'numeric' && !/^\d+$/.test(default_value))
      throw rejected('`default_value` must only contain digits.', details);
    if (default_value.length < least || default_value.length > most)
      throw rejected('`default_value` must be within `minimum_length` and `maximum_length`.', details);
  }
  return { default_value, minimum_length, maximum_length, options: [] };
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
  throw rejected(`Each \`${key}\` must be unique: ${item[key]} is given more than once.`, {
    param: paramAt(repeated),
  });
}
