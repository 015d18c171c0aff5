import { notify } from './shop-page.ts';

new ResizeObserver(() => notify({ type: 'height', pixels: document.body.scrollHeight })).observe(
  document.body,
);

const told = document.querySelector<HTMLElement>('[data-notice]')?.dataset;
if (told?.notice === 'complete' || told?.notice === 'answered') {
  notify({ type: told.notice, leadsTo: told.leadsTo || null });
}
