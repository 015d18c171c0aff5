/**
 * What the tests say in W3C WebDriver (https://www.w3.org/TR/webdriver2/): each command by the name that Firefox knows
 * it by, with its method and path for a driver that is spoken to over HTTP.
 */
export const COMMANDS = {
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

export type Command = keyof typeof COMMANDS;
export type Parameters = Readonly<Record<string, unknown>>;

/** A browser under remote control. */
export interface Connection {
  send(command: Command, parameters?: Parameters): Promise<unknown>;
  close(): Promise<void>;
}

/** What a browser says of a command that it does not carry out. */
export interface Refusal {
  readonly error: string;
  readonly message: string;
}

export const refused = (command: string, { error, message }: Refusal) =>
  new Error(`${command}: ${error}: ${message}`);
