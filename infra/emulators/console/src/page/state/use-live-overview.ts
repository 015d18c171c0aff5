import { useEffect, useState } from 'preact/hooks';
import type { Overview } from '../../rows.ts';

export interface Live {
  readonly overview: Overview | undefined;
  /** False while the stream is down; the browser reconnects automatically. */
  readonly connected: boolean;
}

/** The first message of a stream is the whole overview; later ones hold only what changed. */
export function useLiveOverview(namespace: string | null): Live {
  const [overview, setOverview] = useState<Overview>();
  const [connected, setConnected] = useState(false);
  useEffect(() => {
    const query = namespace === null ? '' : `?${new URLSearchParams({ ns: namespace })}`;
    const stream = new EventSource(`/console/live${query}`);
    stream.onopen = () => setConnected(true);
    stream.onerror = () => setConnected(false);
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as Overview;
      setOverview((known) => ({ ...known, ...message }));
    };
    return () => stream.close();
  }, [namespace]);
  return { overview, connected };
}
