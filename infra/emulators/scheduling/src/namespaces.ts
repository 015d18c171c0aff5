import type { IncomingMessage } from 'node:http';
import type { Handler } from './build-server.ts';
import {
  namespacePath,
  namespaceToken,
  readNamespacePath,
  readNamespaceToken,
  requireNamespaceName,
} from './namespace-name.ts';
import { type OpenAccount, openAccount } from './open-account.ts';
import { DEFAULT_API_TOKEN, DEFAULT_PAGES_PATH, type SchedulingEmulatorOptions } from './options.ts';

export const CONTROL_PATH = '/_emulator';

/** An account for each namespace, beside the emulator's own. They share nothing that changes. */
export class Namespaces {
  readonly #options: SchedulingEmulatorOptions;
  readonly #apiToken: string;
  readonly #pagesPath: string;
  readonly #accounts = new Map<string, Promise<OpenAccount>>();

  constructor(options: SchedulingEmulatorOptions) {
    this.#options = options;
    this.#apiToken = options.apiToken ?? DEFAULT_API_TOKEN;
    this.#pagesPath = options.pagesPath ?? DEFAULT_PAGES_PATH;
  }

  /** Who answers a request of the public port; undefined for the emulator's own account. */
  answerPublic(request: IncomingMessage, own: OpenAccount): Handler | undefined {
    const named = readNamespaceToken(this.#apiToken, request.headers.authorization);
    // A page is of something that exists: its address makes no namespace.
    const visited = readNamespacePath(this.#pagesPath, request.url);
    const account = named === undefined ? this.#accounts.get(visited ?? '') : this.#inNamespace(named, own);
    return account && handlerOf(account, ({ app }) => app);
  }

  /** The same for the port of the control routes. */
  answerControl(request: IncomingMessage, own: OpenAccount): Handler | undefined {
    const name = readNamespacePath(CONTROL_PATH, request.url);
    return name === undefined ? undefined : handlerOf(this.#inNamespace(name, own), ({ control }) => control);
  }

  /** Ends a namespace and forgets all of it. */
  async remove(name: string): Promise<void> {
    const account = this.#accounts.get(requireNamespaceName(name));
    this.#accounts.delete(name);
    await (await account)?.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#accounts.keys()].map((name) => this.remove(name)));
  }

  /** The account of a namespace, which comes into being when it is first named. */
  #inNamespace(name: string, own: OpenAccount): Promise<OpenAccount> {
    const existing = this.#accounts.get(name);
    if (existing !== undefined) return existing;
    const account = this.#open(name, own);
    this.#accounts.set(name, account);
    return account;
  }

  /** It begins as the emulator was started, in memory alone, and has webhook endpoints of its own. */
  async #open(name: string, { context: { addresses, widgetFiles } }: OpenAccount): Promise<OpenAccount> {
    const {
      dataDir: _dataDir,
      webhookEndpoints: _endpoints,
      publicUrl: _publicUrl,
      ...options
    } = this.#options;
    const { publicUrl, apiUrl } = addresses;
    const account = await openAccount(
      {
        ...options,
        apiToken: namespaceToken(this.#apiToken, name),
        pagesPath: namespacePath(this.#pagesPath, name),
        ...(publicUrl !== undefined && { publicUrl }),
      },
      { widgetFiles, controlPath: namespacePath(CONTROL_PATH, name) },
    );
    account.context.addresses.apiUrl = apiUrl;
    await Promise.all([account.app.ready(), account.control.ready()]);
    return account;
  }
}

function handlerOf(
  account: Promise<OpenAccount>,
  serverOf: (account: OpenAccount) => Pick<OpenAccount['app'], 'routing'>,
): Handler {
  return (request, response) => {
    account.then(
      (opened) => serverOf(opened).routing(request, response),
      (error: Error) => response.destroy(error),
    );
  };
}
