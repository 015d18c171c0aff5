import type { IncomingMessage } from 'node:http';
import {
  namespaced,
  namespacePath,
  readNamespaced,
  readNamespacePath,
  requireNamespaceName,
} from '@outharbor/emulator-kit/namespace-name';
import type { Handler } from './build-server.ts';
import { type OpenAccount, openAccount } from './open-account.ts';
import { DEFAULT_API_TOKEN, DEFAULT_PAGES_PATH, type SchedulingEmulatorOptions } from './options.ts';

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
  answerPublic({ headers, url = '' }: IncomingMessage, own: OpenAccount): Handler | undefined {
    const [scheme, token = ''] = headers.authorization?.split(' ') ?? [];
    const named = scheme === 'Bearer' ? readNamespaced(token) : null;
    if (named?.parent === this.#apiToken) return handlerOf(this.inNamespace(named.name, own));
    // A page is of something that exists: its address makes no namespace.
    const visited = this.#accounts.get(readNamespacePath(this.#pagesPath, url)?.name ?? '');
    return visited && handlerOf(visited);
  }

  names(): readonly string[] {
    return [...this.#accounts.keys()];
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
  inNamespace(name: string, own: OpenAccount): Promise<OpenAccount> {
    const existing = this.#accounts.get(name);
    if (existing !== undefined) return existing;
    const account = this.#open(name, own);
    this.#accounts.set(name, account);
    return account;
  }

  /** It starts with the emulator's options, is kept only in memory, and has its own webhook endpoints. */
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
        apiToken: namespaced(this.#apiToken, name),
        pagesPath: namespacePath(this.#pagesPath, name),
        ...(publicUrl !== undefined && { publicUrl }),
      },
      widgetFiles,
    );
    account.context.addresses.apiUrl = apiUrl;
    await account.app.ready();
    return account;
  }
}

function handlerOf(account: Promise<OpenAccount>): Handler {
  return (request, response) => {
    account.then(
      ({ app }) => app.routing(request, response),
      (error: Error) => response.destroy(error),
    );
  };
}
