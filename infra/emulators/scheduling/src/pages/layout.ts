import { type Html, html } from '@outharbor/emulator-kit/html';
import { renderPage } from '@outharbor/emulator-kit/page';
import type { EmbedQuery } from '../widget/embed-query.ts';
import type { ColorQuery } from '../widget/theme.ts';
import type { WidgetAddresses } from '../widget/widget-files.ts';

export interface LayoutOptions {
  readonly title: string;
  readonly assets: WidgetAddresses;
  readonly colors: ColorQuery;
  readonly body: Html;
  /** How the page is embedded, for one with the widget's script. */
  readonly frame?: Pick<EmbedQuery, 'embedType'>;
}

export function layout({ title, assets, colors, body, frame }: LayoutOptions): string {
  return renderPage({
    title,
    icon: 'data:,',
    stylesheet: `${assets.styles}${colorQuery(colors)}`,
    scripts: frame ? [assets.script] : [],
    bodyClass: frame?.embedType === 'Inline' ? 'inline' : undefined,
    body: html`${body}
<footer class="emulated"><p><strong>Emulated</strong> scheduling: no real bookings are made and no emails are sent.</p></footer>`,
  });
}

function colorQuery(colors: ColorQuery): string {
  const given = Object.entries(colors).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
