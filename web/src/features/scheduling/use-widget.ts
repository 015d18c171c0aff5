import { useEffect, useState } from 'react';
import { logError, logInfo } from '../../lib/log.ts';
import { loadRuntimeConfig } from '../../lib/runtime-config.ts';
import { WIDGET_READY, widgetEvent } from './widget-events.ts';

type WidgetStatus = 'loading' | 'ready' | 'silent';

/** Milliseconds after which the fallback link is offered. */
const READY_TIMEOUT = 15_000;

/** Logs the widget's messages. The only effect is the transition to `ready`. */
export function useWidget() {
  const [status, setStatus] = useState<WidgetStatus>('loading');
  /** Absolute; undefined until the runtime config has loaded. */
  const [url, setUrl] = useState<string>();

  useEffect(() => {
    let mounted = true;
    loadRuntimeConfig().then(
      ({ scheduling }) => mounted && setUrl(new URL(scheduling.url, location.href).href),
      (error: unknown) => {
        logError('The scheduling widget URL is unknown', error);
        if (mounted) setStatus('silent');
      },
    );
    return () => {
      mounted = false;
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
    const timer = setTimeout(giveUp, READY_TIMEOUT);
    addEventListener('message', onMessage);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', onMessage);
    };
  }, [url]);

  return { status, url };
}
