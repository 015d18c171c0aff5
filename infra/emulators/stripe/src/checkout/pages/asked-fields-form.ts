import { type Html, html } from '@outharbor/emulator-kit/html';
import { type AskedField, type AskedOption, type FormErrors, TICKED } from '../../pages/asked-field.ts';
import { field, fieldError } from '../../pages/field.ts';

export interface FilledIn {
  /** Previously entered values to show again. */
  readonly given: Readonly<Record<string, string>> | undefined;
  readonly errors: FormErrors;
}

export function askedFieldsForm(asked: readonly AskedField[], { given, errors }: FilledIn): Html {
  const shown = (fields: readonly AskedField[]) =>
    fields.map((each) => {
      const filled = { ...each, value: given?.[each.name] ?? each.value };
      return control(filled, errors[each.name]);
    });
  const isOfBusiness = ({ name, group }: AskedField) => group === 'business' && name !== 'business';
  const first = asked.findIndex(isOfBusiness);
  if (first === -1) return html`${shown(asked)}`;
  // The checkbox before the group hides it while unchecked.
  return html`${shown(asked.slice(0, first))}
<fieldset class="group business" aria-label="Your business">
${shown(asked.filter(isOfBusiness))}
</fieldset>
${shown(asked.slice(first).filter((each) => !isOfBusiness(each)))}`;
}

function control(asked: AskedField, error: string | undefined): Html {
  switch (asked.rule.kind) {
    case 'dropdown':
      return dropdown(asked, error);
    case 'choice':
    case 'terms':
      return tickBox(asked, error);
    default:
      return input(asked, error);
  }
}

function input({ name, label, value, rule, autocomplete }: AskedField, error: string | undefined): Html {
  const isPhone = rule.kind === 'phone';
  return field(
    {
      name,
      label,
      value,
      type: isPhone ? 'tel' : 'text',
      autocomplete: isPhone ? 'tel' : (autocomplete ?? 'off'),
      optional: rule.optional,
      rule: JSON.stringify(rule),
      ...(isPhone && { placeholder: '(201) 555-0123' }),
      ...(rule.kind === 'numeric' && { inputMode: 'numeric' }),
      ...(rule.kind === 'amount' && { inputMode: 'decimal' }),
      ...(rule.minimum !== null && { minLength: rule.minimum }),
      ...(rule.maximum !== null && { maxLength: rule.maximum }),
    },
    error,
  );
}

function dropdown(
  { name, label, value, rule, options = [], autocomplete }: AskedField,
  error: string | undefined,
): Html {
  const choices = options.map((option) => choice(option, option.value === value));
  return html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}"${autocomplete && html` autocomplete="${autocomplete}"`}${fieldState(name, rule, error)}>
<option value="">Select…</option>
${choices}
</select>
${fieldError(name, error)}
</div>`;
}

function choice({ value, label, countries }: AskedOption, isSelected: boolean): Html {
  return html`<option value="${value}"${countries && html` data-countries="${countries.join(' ')}"`}${isSelected && html` selected`}>${label}</option>`;
}

function tickBox({ name, label, value, rule }: AskedField, error: string | undefined): Html {
  return html`<div class="agreement">
<input id="${name}" name="${name}" type="checkbox" value="${TICKED}"${value !== '' && html` checked`}${fieldState(name, rule, error)}>
<label for="${name}">${label}</label>
${fieldError(name, error)}
</div>`;
}

function fieldState(name: string, rule: AskedField['rule'], error: string | undefined): Html {
  return html`${!rule.optional && html` required`} data-rule="${JSON.stringify(rule)}" aria-describedby="${name}-error"${error && html` aria-invalid="true"`}`;
}
