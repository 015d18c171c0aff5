import { useEffect, useState } from 'react';
import { logError, logInfo } from '../../lib/log.ts';
import { loadRuntimeConfig } from '../../lib/runtime-config.ts';
import { WIDGET_READY, widgetEvent } from './widget-events.ts';

export type WidgetStatus = 'loading' | 'ready' | 'silent';

/** Milliseconds without a sign of life after which a way around the widget is offered. */
const PATIENCE = 15_000;

export interface WidgetState {
  readonly status: WidgetStatus;
  /** Absolute address of the event type; absent until the configuration is there. */
  readonly url: string | undefined;
}

/** Follows the widget's messages: each is logged, none leads to a product action. */
export function useWidget(): WidgetState {
  const [status, setStatus] = useState<WidgetStatus>('loading');
  const [url, setUrl] = useState<string>();

  useEffect(() => {
    let here = true;
    loadRuntimeConfig().then(
      ({ scheduling }) => here && setUrl(new URL(scheduling.url, location.href).href),
      (error: unknown) => {
        logError('The address of the scheduling widget is not known', error);
        if (here) setStatus('silent');
      },
    );
    return () => {
      here = false;
    };
  }, []);

  useEffect(() => {
    if (!url) return;
    const { origin } = new URL(url);
    const onMessage = (message: MessageEvent<unknown>) => {
      const event = widgetEvent(message, origin);
      if (!event) return;
      logInfo(event.name, event.payload);
      if (event.name === WIDGET_READY) setStatus('ready');
    };
    const giveUp = () => setStatus((current) => (current === 'loading' ? 'silent' : current));
    const timer = setTimeout(giveUp, PATIENCE);
    addEventListener('message', onMessage);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', onMessage);
    };
  }, [url]);

  return { status, url };
}
