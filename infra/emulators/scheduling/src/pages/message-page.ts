import { html } from '@outharbor/emulator-kit/html';
import type { WidgetAddresses } from '../widget/widget-files.ts';
import { layout } from './layout.ts';

export function messagePage(options: { title: string; text: string; assets: WidgetAddresses }): string {
  const { title, text, assets } = options;
  const body = html`<main class="card plain"><h1>${title}</h1><p>${text}</p></main>`;
  return layout({ title, assets, colors: {}, body });
}
