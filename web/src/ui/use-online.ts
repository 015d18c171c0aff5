import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void) {
  const watch = new AbortController();
  addEventListener('online', onChange, { signal: watch.signal });
  addEventListener('offline', onChange, { signal: watch.signal });
  return () => watch.abort();
}

export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
