import type { Embedding, WidgetMessage } from './parent-messages.ts';

/** Reports the content height to the parent once at the start, then on every change. */
export function reportPageHeight(embedding: Embedding, post: (message: WidgetMessage) => void): void {
  if (embedding.embedType !== 'Inline') return;
  let reported = 0;
  const report = (): void => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === reported || height === 0) return;
    reported = height;
    post({ event: 'calendly.page_height', payload: { height: `${height}px` } });
  };
  // Observers run once per frame, after layout, so several changes produce one message.
  new ResizeObserver(report).observe(document.body);
}
