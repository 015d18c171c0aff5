import { type Html, html } from '@outharbor/emulator-kit/html';
import {
  CVC,
  cardFields,
  cardNumberField,
  EXPIRY,
  postalCodeField,
} from '../../customers/pages/card-form.ts';
import { testCardList } from '../../customers/pages/test-card-list.ts';
import type { Context } from '../../kinds/context.ts';
import { type Field, field } from '../../pages/field.ts';
import { layout } from '../../pages/layout.ts';

const show = (given: Field) => field(given, undefined);

/** The framed page of an element: the fields of a card, or one of them. The merchant's page has the button. */
export function cardElementPage(context: Context, part: string | undefined): string {
  const offersCards = part !== 'expiry' && part !== 'cvc';
  const body = html`<main class="card-element">
<form class="card-form" method="post" action="${context.settings.pagesPath}/elements" novalidate data-card-element>
${partFields(part)}
</form>
${offersCards && testCardList()}
</main>`;
  return layout(context, { title: 'Card', scripts: ['card-element.ts', 'framed.ts'], body });
}

function partFields(part: string | undefined): Html {
  if (part === 'number') return cardNumberField(show);
  if (part === 'expiry') return show(EXPIRY);
  if (part === 'cvc') return show(CVC);
  return html`${cardFields(show)}
<div data-postal-code>${show(postalCodeField())}</div>`;
}
