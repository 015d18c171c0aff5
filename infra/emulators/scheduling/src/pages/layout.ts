import { type Html, html } from './html.ts';
import type { ColorQuery } from './theme.ts';

export interface LayoutOptions {
  readonly title: string;
  readonly pagesPath: string;
  readonly colors: ColorQuery;
  /** Module under browser-scripts that the page runs. */
  readonly script?: string;
  readonly body: Html;
  /** In a frame that has a border of its own. */
  readonly inline?: boolean;
}

export function layout({ title, pagesPath, colors, script, body, inline = false }: LayoutOptions): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${pagesPath}/assets/theme.css${colorQuery(colors)}">
<link rel="stylesheet" href="${pagesPath}/assets/widget.css">
${script === undefined ? null : html`<script type="module" src="${pagesPath}/assets/scripts/${script}.ts"></script>`}
</head>
<body${inline ? html` class="inline"` : null}>
${body}
<footer class="emulated"><p><strong>Emulated</strong> scheduling: nobody is really booked and no mail is sent.</p></footer>
</body>
</html>
`.markup;
}

function colorQuery(colors: ColorQuery): string {
  const given = Object.entries(colors).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
