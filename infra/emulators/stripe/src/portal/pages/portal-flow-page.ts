import { html } from '@outharbor/emulator-kit/html';
import { layout } from '../../pages/layout.ts';
import type { Visit } from './portal-visit.ts';

export function flowStart({ session, path }: Visit): string {
  const { flow } = session;
  switch (flow?.type) {
    case 'customer_update':
      return `${path}/customer`;
    case 'payment_method_update':
      return `${path}/card`;
    case 'subscription_cancel':
      return `${path}/cancel/${flow.subscription_cancel?.subscription}`;
    case 'subscription_update':
      return `${path}/switch/${flow.subscription_update?.subscription}`;
    case 'subscription_update_confirm':
      return `${path}/confirm/${flow.subscription_update_confirm?.subscription}`;
    default:
      return path;
  }
}

export function donePage({ context, session, path }: Visit): string {
  const message = session.flow?.after_completion.hosted_confirmation?.custom_message ?? null;
  const body = html`<main class="plain">
<h1>Your changes are saved</h1>
${message !== null && html`<p>${message}</p>`}
<p class="actions">${session.return_url !== null && html`<a class="button" href="${session.return_url}">Back to the site</a>`}
<a class="button quiet" href="${path}">Your subscription</a></p>
</main>`;
  return layout(context, { title: 'Your changes are saved', body });
}
