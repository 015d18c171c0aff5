import { html } from '@outharbor/emulator-kit/html';
import type { Context } from '../context.ts';
import { cardFields, postalCodeField } from './card-form.ts';
import { type Field, field } from './field.ts';
import { layout } from './layout.ts';
import { testCardList } from './test-card-list.ts';

/** The framed page of the Payment Element: card fields only; the merchant's page has the button. */
export function cardElementPage(context: Context): string {
  const show = (given: Field) => field(given, undefined);
  const body = html`<main class="card-element">
<form class="card-form" method="post" action="${context.settings.pagesPath}/elements/intents" novalidate data-card-element>
${cardFields(show)}
${show(postalCodeField())}
</form>
${testCardList()}
</main>`;
  return layout(context, { title: 'Card', scripts: ['card-element.ts', 'framed.ts'], body });
}
