import { type Html, html } from '@outharbor/emulator-kit/html';
import { renderPage } from '@outharbor/emulator-kit/page';
import type { Context } from '../kinds/context.ts';

interface PageParts {
  readonly title: string;
  readonly scripts?: readonly string[];
  readonly body: Html;
}

export function layout({ settings }: Context, { title, scripts = [], body }: PageParts): string {
  const assets = `${settings.pagesPath}/assets`;
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
  context: Context,
  { title, text, link }: { title: string; text: string; link?: { href: string; label: string } | undefined },
): string {
  const body = html`<main class="plain">
<h1>${title}</h1>
<p>${text}</p>
${link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}
</main>`;
  return layout(context, { title, body });
}

interface NoticeFrame {
  readonly notice: 'answered' | 'complete';
  readonly text: string;
  readonly leadsTo?: string | null;
}

/** The last page of a frame: its script notifies the parent page, which then continues. */
export function noticeFrame(context: Context, { notice, text, leadsTo = null }: NoticeFrame): string {
  const body = html`<main class="plain" data-notice="${notice}" data-leads-to="${leadsTo}">
<h1>Thank you</h1>
<p>${text}</p>
</main>`;
  return layout(context, { title: 'Thank you', scripts: ['framed.ts'], body });
}
