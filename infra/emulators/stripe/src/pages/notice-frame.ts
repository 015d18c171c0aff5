import { html } from '@outharbor/emulator-kit/html';
import type { Context } from '../kinds/context.ts';
import { layout } from './layout.ts';

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
