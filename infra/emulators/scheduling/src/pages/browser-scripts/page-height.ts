import type { Embedding, WidgetMessage } from './parent-messages.ts';

/** Tells the parent how tall the content is: once at the start and then only when it has changed. */
export function reportPageHeight(embedding: Embedding, post: (message: WidgetMessage) => void): void {
  if (embedding.embedType !== 'Inline') return;
  let reported = 0;
  const report = (): void => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === reported || height === 0) return;
    reported = height;
    post({ event: 'calendly.page_height', payload: { height: `${height}px` } });
  };
  // Observers run once a frame, after layout, so that several changes make one message.
  new ResizeObserver(report).observe(document.body);
}
