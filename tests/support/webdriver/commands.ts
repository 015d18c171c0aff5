/**
 * The W3C WebDriver commands that the tests use (https://www.w3.org/TR/webdriver2/), with their method and path.
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

type Command = keyof typeof COMMANDS;
export type Parameters = Readonly<Record<string, unknown>>;

/** A browser under remote control. */
export interface Connection {
  send(command: Command, parameters?: Parameters): Promise<unknown>;
  close(): Promise<void>;
}

/** WebDriver error response to a command. */
export interface CommandError {
  readonly error: string;
  readonly message: string;
}

export const toError = (command: string, { error, message }: CommandError) =>
  new Error(`${command}: ${error}: ${message}`);
