import type { Context } from '../context.ts';
import type { PortalSession } from '../state/customer-entities.ts';
import { cardForm, type FormErrors } from './card-form.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { portalPath } from './portal-page.ts';
import { testCardList } from './test-card-list.ts';

interface ChangeCardInput {
  readonly session: PortalSession;
  readonly given?: Readonly<Record<string, string>>;
  readonly errors?: FormErrors;
}

export function changeCardPage(context: Context, { session, given, errors = {} }: ChangeCardInput): string {
  const { pagesPath } = context.settings;
  const path = portalPath(context, session);
  const body = html`<main class="plain narrow">
<p><a href="${path}"><span aria-hidden="true">←</span> Your subscription</a></p>
<h1>Change card</h1>
${cardForm({
  action: `${path}/card`,
  submitLabel: 'Save card',
  name: given?.name ?? '',
  postalCode: given?.postal_code ?? '',
  errors,
})}
${testCardList()}
</main>`;
  return layout({ title: 'Change card', pagesPath, scripts: ['checkout.ts'], body });
}
