import { type Html, html } from './html.ts';

export interface PageParts {
  readonly title: string;
  readonly icon: string;
  readonly stylesheet: string;
  readonly scripts?: readonly string[];
  readonly body: Html;
  readonly bodyClass?: string | undefined;
}

export function renderPage({ title, icon, stylesheet, scripts = [], body, bodyClass }: PageParts): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${stylesheet}">
${scripts.map((script) => html`<script type="module" src="${script}"></script>`)}
</head>
<body${bodyClass !== undefined && html` class="${bodyClass}"`}>
${body}
</body>
</html>
`.markup;
}
