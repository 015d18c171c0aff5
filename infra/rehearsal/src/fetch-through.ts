import { Agent, buildConnector, fetch as fetchOverAgent } from 'undici';

/** A `fetch` that connects every host name to the gateway and trusts the stage's authority. */
export function fetchThrough(port: () => number, authority: string): typeof fetch {
  const connect = buildConnector({ ca: authority });
  const dispatcher = new Agent({
    connect: (options, callback) =>
      connect(
        { ...options, hostname: '127.0.0.1', port: String(port()), servername: options.hostname },
        callback,
      ),
  });
  const through = (input: string | URL, init?: RequestInit) =>
    fetchOverAgent(input, { ...init, dispatcher } as Parameters<typeof fetchOverAgent>[1]);
  return through as unknown as typeof fetch;
}
