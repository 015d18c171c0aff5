import { useEffect, useState } from 'preact/hooks';
import type { Overview } from '../../server/views.ts';
import { inNamespace } from './namespace.ts';

/** The first message of a stream is the whole overview; later ones hold only what changed. */
export function useLiveOverview() {
  const [overview, setOverview] = useState<Overview>();
  /** False while the stream is down; the browser reconnects automatically. */
  const [connected, setConnected] = useState(false);
  useEffect(() => {
    let stream: EventSource | undefined;
    const follow = () => {
      stream?.close();
      // The services are read only while somebody looks.
      stream = document.hidden ? undefined : new EventSource(`/console/live${inNamespace()}`);
      if (stream === undefined) return;
      stream.onopen = () => setConnected(true);
      stream.onerror = () => setConnected(false);
      stream.onmessage = ({ data }: MessageEvent<string>) => {
        const message = JSON.parse(data) as Overview;
        setOverview((known) => ({ ...known, ...message }));
      };
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stream?.close();
    };
  }, []);
  return { overview, connected };
}
