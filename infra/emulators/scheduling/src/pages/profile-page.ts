import { html } from '@outharbor/emulator-kit/html';
import type { EventType } from '../schedule/event-type.ts';
import type { EmbedQuery } from '../widget/embed-query.ts';
import type { WidgetAddresses } from '../widget/widget-files.ts';
import { layout } from './layout.ts';

/** The event type link keeps the frame's query. */
export function profilePage(options: {
  eventType: EventType;
  query: EmbedQuery;
  search: URLSearchParams;
  pagesPath: string;
  assets: WidgetAddresses;
}): string {
  const { eventType, query, search, pagesPath, assets } = options;
  const address = `${pagesPath}/${eventType.account}/${eventType.slug}?${search}`;
  const welcome = html`<p>Welcome. Choose what you would like to book.</p>`;
  const embed = JSON.stringify({ embedType: query.embedType, embedDomain: query.embedDomain });
  const body = html`<main class="card plain" id="profile" data-config="${embed}">
<h1>${eventType.host.name}</h1>
${query.hideLandingPageDetails ? null : welcome}
<ul class="links"><li><a href="${address}">${eventType.name}</a><br>${eventType.durationMinutes} min</li></ul>
</main>`;
  return layout({
    title: eventType.host.name,
    assets,
    colors: query.colors,
    scripted: true,
    body,
    inline: query.embedType === 'Inline',
  });
}
