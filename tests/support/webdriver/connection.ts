/**
 * The W3C WebDriver commands that the tests use (https://www.w3.org/TR/webdriver2/), with their method and path.
 */
const COMMANDS = {
  SetWindowRect: ['POST', '/window/rect'],
  Navigate: ['POST', '/url'],
  Back: ['POST', '/back'],
  Forward: ['POST', '/forward'],
  Refresh: ['POST', '/refresh'],
  NewWindow: ['POST', '/window/new'],
  GetWindowHandle: ['GET', '/window'],
  SwitchToWindow: ['POST', '/window'],
  GetCurrentURL: ['GET', '/url'],
  FindElements: ['POST', '/elements'],
  IsElementDisplayed: ['GET', '/element/{id}/displayed'],
  ElementClick: ['POST', '/element/{id}/click'],
  ElementClear: ['POST', '/element/{id}/clear'],
  ElementSendKeys: ['POST', '/element/{id}/value'],
  SwitchToFrame: ['POST', '/frame'],
  ExecuteScript: ['POST', '/execute/sync'],
  PerformActions: ['POST', '/actions'],
  GetActiveElement: ['GET', '/element/active'],
  GetComputedRole: ['GET', '/element/{id}/computedrole'],
  GetComputedLabel: ['GET', '/element/{id}/computedlabel'],
} as const;

type Command = keyof typeof COMMANDS;
type Parameters = Readonly<Record<string, unknown>>;

/** A browser under remote control. */
export interface Connection {
  send(command: Command, parameters?: Parameters): Promise<unknown>;
  close(): Promise<void>;
}

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
  if (response.ok) return value;
  const { error, message } = value as { readonly error: string; readonly message: string };
  throw new Error(`${method} ${url}: ${error}: ${message}`);
}
