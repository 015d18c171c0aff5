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

/** One account per namespace, in addition to the default account. They share no mutable state. */
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

  /** The handler for a request on the public port; undefined for the default account. */
  publicHandler({ headers, url = '' }: IncomingMessage, defaultAccount: OpenAccount): Handler | undefined {
    const [scheme, token = ''] = headers.authorization?.split(' ') ?? [];
    const named = scheme === 'Bearer' ? readNamespaced(token) : null;
    if (named?.parent === this.#apiToken) return handlerOf(this.inNamespace(named.name, defaultAccount));
    // A page URL does not create a namespace, because pages show existing objects.
    const existing = this.#accounts.get(readNamespacePath(this.#pagesPath, url)?.name ?? '');
    return existing && handlerOf(existing);
  }

  names(): readonly string[] {
    return [...this.#accounts.keys()];
  }

  /** Deletes a namespace with its state. */
  async remove(name: string): Promise<void> {
    const account = this.#accounts.get(requireNamespaceName(name));
    this.#accounts.delete(name);
    await (await account)?.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#accounts.keys()].map((name) => this.remove(name)));
  }

  /** The account of a namespace, created on first use. */
  inNamespace(name: string, defaultAccount: OpenAccount): Promise<OpenAccount> {
    const existing = this.#accounts.get(name);
    if (existing !== undefined) return existing;
    const account = this.#open(name, defaultAccount);
    this.#accounts.set(name, account);
    return account;
  }

  /** A namespace starts from the emulator's options, in memory only, with its own webhook endpoints. */
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
