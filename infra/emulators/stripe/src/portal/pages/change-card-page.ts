import { html } from '@outharbor/emulator-kit/html';
import { cardForm } from '../../customers/pages/card-form.ts';
import { testCardList } from '../../customers/pages/test-card-list.ts';
import type { FormErrors } from '../../pages/form-errors.ts';
import { layout } from '../../pages/layout.ts';
import { backLink, type Visit } from './portal-visit.ts';

interface ChangeCardInput {
  readonly given?: Readonly<Record<string, string>>;
  readonly errors?: FormErrors;
}

export function changeCardPage(visit: Visit, { given, errors = {} }: ChangeCardInput = {}): string {
  const back = backLink(visit);
  const body = html`<main class="plain narrow">
<p><a href="${back.href}"><span aria-hidden="true">←</span> ${back.label}</a></p>
<h1>Change card</h1>
${cardForm({
  action: `${visit.path}/card`,
  submitLabel: 'Save card',
  name: given?.name ?? '',
  postal_code: given?.postal_code ?? '',
  errors,
})}
${testCardList()}
</main>`;
  return layout(visit.context, { title: 'Change card', scripts: ['checkout.ts'], body });
}
