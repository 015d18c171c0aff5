import type { CDPSession } from 'playwright-core';

export interface Transfer {
  readonly url: string;
  /** Chromium's resource type: Document, Script, Fetch, … */
  readonly type: string;
  mimeType: string;
  /** Transferred bytes including headers; zero from the cache. */
  bytes: number;
  fromCache: boolean;
  failed: boolean;
}

export interface Traffic {
  readonly transfers: readonly Transfer[];
  /** Milliseconds since the last traffic; zero while a request is pending. */
  quietFor(): number;
}

/** Records every further request of a page, except WebSockets. */
export async function followTraffic(session: CDPSession): Promise<Traffic> {
  const transfers = new Map<string, Transfer>();
  const pending = new Set<string>();
  let movedAt = performance.now();
  const note = (requestId: string, change: Partial<Transfer>) => {
    movedAt = performance.now();
    const transfer = transfers.get(requestId);
    if (transfer) Object.assign(transfer, change);
  };
  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, type = '' }) => {
    if (!url.startsWith('http')) return;
    transfers.set(requestId, { url, type, mimeType: '', bytes: 0, fromCache: false, failed: false });
    pending.add(requestId);
    note(requestId, {});
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => note(requestId, { fromCache: true }));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { mimeType, status, fromDiskCache, fromPrefetchCache } = response;
    const cached = fromDiskCache || fromPrefetchCache ? { fromCache: true } : {};
    note(requestId, { mimeType, failed: status >= 400, ...cached });
  });
  session.on('Network.dataReceived', ({ requestId }) => note(requestId, {}));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    pending.delete(requestId);
    note(requestId, { bytes: encodedDataLength });
  });
  session.on('Network.loadingFailed', ({ requestId, canceled }) => {
    pending.delete(requestId);
    // Chromium also cancels scripts with an error status.
    note(requestId, canceled === true ? {} : { failed: true });
  });
  await session.send('Network.enable');
  return {
    get transfers() {
      return [...transfers.values()];
    },
    quietFor: () => (pending.size > 0 ? 0 : performance.now() - movedAt),
  };
}
