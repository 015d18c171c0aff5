import { createElement, useMemo } from 'react';
import { InlineWidget, useCalendlyEventListener } from 'react-calendly';
import { createRoot } from 'react-dom/client';

export interface EmbeddingProps {
  readonly url: string;
  /** A frame without the library; every message it gets is recorded. */
  readonly plainFrame?: boolean;
  readonly prefill?: object;
  readonly utm?: object;
  readonly pageSettings?: object;
}

declare global {
  interface Window {
    /** Every event the library handed on, in order. */
    received: { name: string; origin: string; payload: unknown }[];
  }
}

window.received = [];

function record(name: string): (event: MessageEvent) => void {
  return ({ origin, data }) => window.received.push({ name, origin, payload: data.payload });
}

function Embedding(props: EmbeddingProps) {
  // The library listens anew for every new handlers object, so there is one for the page's life.
  const handlers = useMemo(
    () => ({
      onProfilePageViewed: record('profile viewed'),
      onEventTypeViewed: record('event type viewed'),
      onDateAndTimeSelected: record('date and time selected'),
      onEventScheduled: record('event scheduled'),
      onPageHeightResize: record('page height'),
    }),
    [],
  );
  useCalendlyEventListener(handlers);
  return createElement(InlineWidget, { ...props, styles: { height: '900px' } });
}

const props = JSON.parse(decodeURIComponent(location.hash.slice(1))) as EmbeddingProps;
const root = document.getElementById('root');
if (root && props.plainFrame) {
  window.addEventListener('message', record('message'));
  const frame = document.createElement('iframe');
  frame.src = props.url;
  frame.height = '900';
  root.append(frame);
} else if (root) {
  createRoot(root).render(createElement(Embedding, props));
}
