import type { ColorQuery } from '../widget/theme.ts';
import type { WidgetAddresses } from '../widget/widget-files.ts';
import { type Html, html } from './html.ts';

export interface LayoutOptions {
  readonly title: string;
  readonly assets: WidgetAddresses;
  readonly colors: ColorQuery;
  readonly scripted?: boolean;
  readonly body: Html;
  /** True inside a frame that has its own border. */
  readonly inline?: boolean;
}

export function layout(options: LayoutOptions): string {
  const { title, assets, colors, body, scripted = false, inline = false } = options;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets.styles}${colorQuery(colors)}">
${scripted ? html`<script type="module" src="${assets.script}"></script>` : null}
</head>
<body${inline ? html` class="inline"` : null}>
${body}
<footer class="emulated"><p><strong>Emulated</strong> scheduling: no real bookings are made and no emails are sent.</p></footer>
</body>
</html>
`.markup;
}

function colorQuery(colors: ColorQuery): string {
  const given = Object.entries(colors).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
