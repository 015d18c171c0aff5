import { useEffect, useState } from 'react';
import type { Snapshot } from '../snapshot.ts';

export interface Live {
  readonly snapshot: Snapshot | undefined;
  /** False while the stream is cut; the browser keeps trying by itself. */
  readonly connected: boolean;
}

export function useLiveSnapshot(): Live {
  const [snapshot, setSnapshot] = useState<Snapshot>();
  const [connected, setConnected] = useState(false);
  useEffect(() => {
    const stream = new EventSource('/console/live');
    stream.onopen = () => setConnected(true);
    stream.onerror = () => setConnected(false);
    stream.onmessage = ({ data }: MessageEvent<string>) => setSnapshot(JSON.parse(data) as Snapshot);
    return () => stream.close();
  }, []);
  return { snapshot, connected };
}
