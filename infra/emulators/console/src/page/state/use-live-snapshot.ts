import { useEffect, useState } from 'react';
import type { Snapshot } from '../../snapshot.ts';

export interface Live {
  readonly snapshot: Snapshot | undefined;
  /** False while the stream is down; the browser reconnects automatically. */
  readonly connected: boolean;
}

/** The first message of a stream is the whole snapshot; later ones hold only what changed. */
export function useLiveSnapshot(): Live {
  const [snapshot, setSnapshot] = useState<Snapshot>();
  const [connected, setConnected] = useState(false);
  useEffect(() => {
    const stream = new EventSource(`/console/live${location.search}`);
    stream.onopen = () => setConnected(true);
    stream.onerror = () => setConnected(false);
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as Snapshot;
      setSnapshot((known) => ({ ...known, ...message }));
    };
    return () => stream.close();
  }, []);
  return { snapshot, connected };
}
