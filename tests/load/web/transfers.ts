import type { CDPSession } from 'playwright-core';

export interface Transfer {
  readonly url: string;
  /** As Chromium classes it: Document, Script, Fetch, … */
  readonly type: string;
  mimeType: string;
  /** As sent, headers included; none of what came out of the cache. */
  bytes: number;
  fromCache: boolean;
  failed: boolean;
}

export interface Traffic {
  readonly transfers: readonly Transfer[];
  /** Milliseconds since anything was sent or received; none while a request is under way. */
  quietFor(): number;
}

/** Notes every request of a page from now on. Sockets are none. */
export async function followTraffic(session: CDPSession): Promise<Traffic> {
  const transfers = new Map<string, Transfer>();
  const underWay = new Set<string>();
  let movedAt = performance.now();
  const note = (requestId: string, change: Partial<Transfer>) => {
    movedAt = performance.now();
    const transfer = transfers.get(requestId);
    if (transfer) Object.assign(transfer, change);
  };
  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, type = '' }) => {
    if (!url.startsWith('http')) return;
    transfers.set(requestId, { url, type, mimeType: '', bytes: 0, fromCache: false, failed: false });
    underWay.add(requestId);
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
    underWay.delete(requestId);
    note(requestId, { bytes: encodedDataLength });
  });
  session.on('Network.loadingFailed', ({ requestId, canceled }) => {
    underWay.delete(requestId);
    // A script with an error's status is cancelled as well.
    note(requestId, canceled === true ? {} : { failed: true });
  });
  await session.send('Network.enable');
  return {
    get transfers() {
      return [...transfers.values()];
    },
    quietFor: () => (underWay.size > 0 ? 0 : performance.now() - movedAt),
  };
}
