import { type Html, html } from './html.ts';

/** A titled group of fields. */
export function group(title: string, fields: Html): Html {
  return html`<fieldset class="group">
<legend>${title}</legend>
${fields}
</fieldset>`;
}
