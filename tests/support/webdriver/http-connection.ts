import { COMMANDS, type Connection, type Parameters, type Refusal, refused } from './commands.ts';

/** Opens a session of the driver that listens at `origin`. */
export async function connectOverHttp(origin: string, capabilities: Parameters): Promise<Connection> {
  const wanted = { capabilities: { alwaysMatch: capabilities } };
  const { sessionId } = (await ask('POST', `${origin}/session`, wanted)) as { sessionId: string };
  const session = `${origin}/session/${sessionId}`;
  return {
    send: (command, parameters = {}) => {
      const [method, path] = COMMANDS[command];
      return ask(method, `${session}${path.replace('{id}', String(parameters.id))}`, parameters);
    },
    close: async () => {
      await ask('DELETE', session, {});
    },
  };
}

async function ask(method: string, url: string, parameters: Parameters): Promise<unknown> {
  const body = method === 'POST' ? JSON.stringify(parameters) : null;
  // The driver itself would wait for ever for a browser that has died.
  const response = await fetch(url, { method, body, signal: AbortSignal.timeout(60_000) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw refused(`${method} ${url}`, value as Refusal);
  return value;
}
