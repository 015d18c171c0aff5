import { type Html, html } from '@outharbor/emulator-kit/html';
import { renderPage } from '@outharbor/emulator-kit/page';
import type { ColorQuery } from '../widget/theme.ts';
import type { WidgetAddresses } from '../widget/widget-files.ts';

export interface LayoutOptions {
  readonly title: string;
  readonly assets: WidgetAddresses;
  readonly colors: ColorQuery;
  readonly scripted?: boolean;
  readonly body: Html;
  readonly inline?: boolean;
}

export function layout(options: LayoutOptions): string {
  const { title, assets, colors, body, scripted = false, inline = false } = options;
  return renderPage({
    title,
    icon: 'data:,',
    stylesheet: `${assets.styles}${colorQuery(colors)}`,
    scripts: scripted ? [assets.script] : [],
    bodyClass: inline ? 'inline' : undefined,
    body: html`${body}
<footer class="emulated"><p><strong>Emulated</strong> scheduling: no real bookings are made and no emails are sent.</p></footer>`,
  });
}

function colorQuery(colors: ColorQuery): string {
  const given = Object.entries(colors).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
