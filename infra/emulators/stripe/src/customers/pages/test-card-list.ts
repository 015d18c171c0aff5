import { type Html, html } from '@outharbor/emulator-kit/html';
import { TEST_CARDS } from '../methods/test-cards.ts';

function grouped(number: string): string {
  const groups = number.length === 15 ? /^(\d{4})(\d{6})(\d{5})$/ : /^(\d{4})(\d{4})(\d{4})(\d{4})$/;
  return groups.exec(number)?.slice(1).join(' ') ?? number;
}

export function testCardList(): Html {
  const items = TEST_CARDS.map(
    ({
      number,
      label,
      brand,
    }) => html`<li><button type="button" data-test-card="${number}" data-brand-of="${brand}">
<span class="number">${grouped(number)}</span> <span class="effect">${label}</span></button></li>`,
  );
  return html`<details class="test-cards">
<summary><h2>Test cards</h2></summary>
<p>Only these work here. Choose one to fill the form in.</p>
<ul>${items}</ul>
</details>`;
}
