import { type Html, html } from '@outharbor/emulator-kit/html';
import { renderPage } from '@outharbor/emulator-kit/page';

interface PageParts {
  readonly title: string;
  readonly pagesPath: string;
  readonly scripts?: readonly string[];
  readonly body: Html;
}

export function layout({ title, pagesPath, scripts = [], body }: PageParts): string {
  const assets = `${pagesPath}/assets`;
  return renderPage({
    title,
    icon: `${assets}/icon.svg`,
    stylesheet: `${assets}/pages.css`,
    scripts: scripts.map((name) => `${assets}/${name}`),
    body: html`<header class="emulated-mark"><p><strong>Emulated</strong> — no real card is charged</p></header>
${body}`,
  });
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
