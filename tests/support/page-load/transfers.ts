import type { CDPSession } from 'playwright-core';

export interface Transfer {
  mimeType: string;
  /** Transferred bytes including headers; zero from the cache. */
  bytes: number;
}

export type Traffic = Awaited<ReturnType<typeof followTraffic>>;

/** Records every further request of a page, except WebSockets. */
export async function followTraffic(session: CDPSession) {
  const transfers = new Map<string, Transfer>();
  const pending = new Set<string>();
  let movedAt = performance.now();
  const note = (requestId: string, change: Partial<Transfer>) => {
    movedAt = performance.now();
    const transfer = transfers.get(requestId);
    if (transfer) Object.assign(transfer, change);
  };
  session.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    if (!url.startsWith('http')) return;
    transfers.set(requestId, { mimeType: '', bytes: 0 });
    pending.add(requestId);
    note(requestId, {});
  });
  session.on('Network.responseReceived', ({ requestId, response: { mimeType } }) =>
    note(requestId, { mimeType }),
  );
  session.on('Network.dataReceived', ({ requestId }) => note(requestId, {}));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    pending.delete(requestId);
    note(requestId, { bytes: encodedDataLength });
  });
  session.on('Network.loadingFailed', ({ requestId }) => {
    pending.delete(requestId);
    note(requestId, {});
  });
  await session.send('Network.enable');
  return {
    get transfers() {
      return [...transfers.values()];
    },
    /** Milliseconds since the last traffic; zero while a request is pending. */
    quietFor: () => (pending.size > 0 ? 0 : performance.now() - movedAt),
  };
}
