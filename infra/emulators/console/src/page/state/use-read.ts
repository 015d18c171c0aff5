import { useEffect, useRef, useState } from 'preact/hooks';
import { inNamespace } from './namespace.ts';

export const CONSOLE_IS_GONE = 'The console does not answer. It may have been stopped.';

export type Reading<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'read'; readonly value: T };

/** Reads from the console's server, and again when `version` changes; meanwhile it keeps what it has. */
export function useRead<T>(
  path: string,
  version: string,
  parameters: Readonly<Record<string, string>> = {},
): Reading<T> {
  const [reading, setReading] = useState<Reading<T> & { readonly of?: string }>({ state: 'loading' });
  const address = `/console/${path}${inNamespace(parameters)}`;
  useAnswer<T>(
    address,
    version,
    (value) => setReading({ state: 'read', value, of: address }),
    // What is shown stays, with a sign at the top that the console is gone.
    (reason) =>
      setReading((known) =>
        known.of === address && known.state === 'read' && reason === CONSOLE_IS_GONE
          ? known
          : { state: 'failed', reason, of: address },
      ),
  );
  return reading.of === address ? reading : { state: 'loading' };
}

/**
 * Calls back with what is at the address, now and when the version changes, which means that the content has changed. A
 * reading under way ends first: changes in quick succession must not keep every answer away.
 */
export function useAnswer<T>(
  address: string,
  version: string,
  onRead: (value: T) => void,
  onFail: (reason: string) => void,
): void {
  const wanted = useRef(version);
  wanted.current = version;
  const follow = useRef<() => void>(undefined);
  useEffect(() => {
    const left = new AbortController();
    let isReading = false;
    const read = async (): Promise<void> => {
      if (isReading) return;
      isReading = true;
      const of = wanted.current;
      await readJson<T>(address, left.signal).then(onRead, (error: Error) => {
        if (!left.signal.aborted) onFail(error.message);
      });
      isReading = false;
      if (of !== wanted.current && !left.signal.aborted) await read();
    };
    follow.current = () => void read();
    return () => left.abort();
  }, [address]);
  useEffect(() => follow.current?.(), [address, version]);
}

async function readJson<T>(address: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(address, { signal }).catch((cause: unknown) => {
    throw new Error(CONSOLE_IS_GONE, { cause });
  });
  const body = (await response.json()) as T & { readonly message: string };
  if (!response.ok) throw new Error(body.message);
  return body;
}
