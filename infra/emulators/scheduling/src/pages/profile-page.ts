import { html } from '@outharbor/emulator-kit/html';
import type { EmulatorContext } from '../emulator-context.ts';
import type { EmbedQuery } from '../widget/embed-query.ts';
import type { WidgetAddresses } from '../widget/widget-files.ts';
import { layout } from './layout.ts';

/** The event type link keeps the frame's query. */
export function profilePage(options: {
  types: readonly EmulatorContext[];
  query: EmbedQuery;
  search: URLSearchParams;
  assets: WidgetAddresses;
}): string {
  const { types, query, search, assets } = options;
  const { name = '' } = types[0]?.eventType.host ?? {};
  const items = types.map(
    ({ eventType, pagesPath }) =>
      html`<li><a href="${`${pagesPath}/${eventType.account}/${eventType.slug}?${search}`}">${eventType.name}</a><br>${eventType.durationMinutes} min</li>`,
  );
  const welcome = html`<p>Welcome. Choose what you would like to book.</p>`;
  const embed = JSON.stringify({ embedType: query.embedType, embedDomain: query.embedDomain });
  const body = html`<main class="card plain" id="profile" data-config="${embed}">
<h1>${name}</h1>
${query.hideLandingPageDetails ? null : welcome}
<ul class="links">${items}</ul>
</main>`;
  return layout({
    title: name,
    assets,
    colors: query.colors,
    scripted: true,
    body,
    inline: query.embedType === 'Inline',
  });
}
