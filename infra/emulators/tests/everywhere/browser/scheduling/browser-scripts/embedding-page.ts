import { createElement, useMemo } from 'react';
import { InlineWidget, useCalendlyEventListener } from 'react-calendly';
import { createRoot } from 'react-dom/client';

export interface EmbeddingProps {
  readonly url: string;
  /** Embeds a plain frame without the library and records every message. */
  readonly plainFrame?: boolean;
  readonly prefill?: object;
  readonly utm?: object;
  readonly pageSettings?: object;
}

declare global {
  interface Window {
    /** All events from the library, in order. */
    received: { name: string; origin: string; payload: unknown }[];
  }
}

window.received = [];

function record(name: string): (event: MessageEvent) => void {
  return ({ origin, data }) => window.received.push({ name, origin, payload: data.payload });
}

function Embedding(props: EmbeddingProps) {
  // The library subscribes again for each new handlers object, so there is one for the life of the page.
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
