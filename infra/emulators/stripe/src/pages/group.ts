import { type Html, html } from '@outharbor/emulator-kit/html';

export function group(title: string, fields: Html): Html {
  return html`<fieldset class="group">
<legend>${title}</legend>
${fields}
</fieldset>`;
}
