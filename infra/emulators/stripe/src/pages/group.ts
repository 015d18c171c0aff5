import { type Html, html } from './html.ts';

export function group(title: string, fields: Html): Html {
  return html`<fieldset class="group">
<legend>${title}</legend>
${fields}
</fieldset>`;
}
