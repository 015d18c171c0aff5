import { type Html, html } from './html.ts';

interface PageParts {
  readonly title: string;
  /** Path of the hosted pages on the public origin. */
  readonly pagesPath: string;
  readonly scripts?: readonly string[];
  readonly body: Html;
}

export function layout({ title, pagesPath, scripts = [], body }: PageParts): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${pagesPath}/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${pagesPath}/assets/pages.css">
${scripts.map((name) => html`<script type="module" src="${pagesPath}/assets/${name}"></script>`)}
</head>
<body>
<header class="emulated-mark"><p><strong>Emulated</strong> — no real card is charged</p></header>
${body}
</body>
</html>
`;
  return page.text;
}

export function plainPage(
  pagesPath: string,
  { title, text, link }: { title: string; text: string; link?: { href: string; label: string } | undefined },
): string {
  const body = html`<main class="plain">
<h1>${title}</h1>
<p>${text}</p>
${link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}
</main>`;
  return layout({ title, pagesPath, body });
}
