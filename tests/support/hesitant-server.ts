import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HesitantServer {
  readonly url: string;
  /** Sends the rest of every page. */
  release(): void;
  close(): Promise<void>;
}

/** Passes on what `origin` answers, but of a page no more than up to `mark`, until it is released. */
export async function startHesitantServer(origin: string, mark: string): Promise<HesitantServer> {
  const released = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const answer = await fetch(`${origin}${request.url}`, { method: request.method ?? 'GET' });
    const body = Buffer.from(await answer.arrayBuffer());
    for (const name of ['content-type', 'content-security-policy']) {
      response.setHeader(name, answer.headers.get(name) ?? '');
    }
    response.statusCode = answer.status;
    const cut = body.indexOf(mark);
    if (cut === -1) return response.end(body);
    response.write(body.subarray(0, cut + mark.length));
    await released.promise;
    return response.end(body.subarray(cut + mark.length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: released.resolve,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
