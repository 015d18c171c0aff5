import { COMMANDS, type CommandError, type Connection, type Parameters, toError } from './commands.ts';

/** Opens a session with the driver at `origin`. */
export async function connectOverHttp(origin: string, capabilities: Parameters): Promise<Connection> {
  const parameters = { capabilities: { alwaysMatch: capabilities } };
  const { sessionId } = (await request('POST', `${origin}/session`, parameters)) as { sessionId: string };
  const session = `${origin}/session/${sessionId}`;
  return {
    send: (command, parameters = {}) => {
      const [method, path] = COMMANDS[command];
      return request(method, `${session}${path.replace('{id}', String(parameters.id))}`, parameters);
    },
    close: async () => {
      await request('DELETE', session, {});
    },
  };
}

async function request(method: string, url: string, parameters: Parameters): Promise<unknown> {
  const body = method === 'POST' ? JSON.stringify(parameters) : null;
  // The driver waits forever for a browser that has died.
  const response = await fetch(url, { method, body, signal: AbortSignal.timeout(60_000) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw toError(`${method} ${url}`, value as CommandError);
  return value;
}
