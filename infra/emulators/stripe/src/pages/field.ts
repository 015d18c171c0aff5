import { type Html, html } from '@outharbor/emulator-kit/html';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly autocomplete: string;
  readonly type?: string;
  readonly inputMode?: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly optional?: boolean;
  readonly rule?: string;
}

export function field(given: Field, error: string | undefined): Html {
  const {
    name,
    label,
    value = '',
    type = 'text',
    inputMode,
    placeholder,
    minLength,
    maxLength,
    rule,
  } = given;
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${given.autocomplete}"${!given.optional && html` required`} aria-describedby="${name}-error"
${inputMode && html` inputmode="${inputMode}"`}${placeholder && html` placeholder="${placeholder}"`}${minLength && html` minlength="${minLength}"`}${maxLength && html` maxlength="${maxLength}"`}${rule && html` data-rule="${rule}"`}${error && html` aria-invalid="true"`}>
${fieldError(name, error)}
</div>`;
}

/** The error element of the control `name`, which describes the control. */
export function fieldError(name: string, error: string | null | undefined): Html {
  return html`<p class="field-error" id="${name}-error" role="alert">${error}</p>`;
}

export function group(title: string, fields: Html): Html {
  return html`<fieldset class="group">
<legend>${title}</legend>
${fields}
</fieldset>`;
}
