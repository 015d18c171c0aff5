import type { IncomingMessage } from 'node:http';
import {
  namespaced,
  namespacePath,
  readNamespaced,
  readNamespacePath,
} from '@outharbor/emulator-kit/namespace-name';
import { Namespaces } from '@outharbor/emulator-kit/namespaces';
import { findKey, listSecretKeys } from '../calls/api-keys.ts';
import { readKey } from '../calls/authenticate.ts';
import { initialSwitches, ordinaryPlan } from '../kinds/changeable-settings.ts';
import type { Settings } from '../kinds/context.ts';
import type { ApiKey } from '../kinds/part.ts';
import { Account } from './emulated-account.ts';
import type { StripeEmulatorOptions } from './options.ts';

/** The accounts behind one port: a default one and one per namespace. They share no mutable state. */
export class Accounts extends Namespaces<Account> {
  readonly defaultAccount: Account;
  readonly #options: StripeEmulatorOptions;
  readonly #parents: readonly ApiKey[];
  readonly #admitted = new WeakMap<IncomingMessage, Account>();

  constructor(settings: Settings, options: StripeEmulatorOptions) {
    super(
      (name) => this.#open(name),
      (account) => account.close(),
    );
    this.defaultAccount = new Account(settings, options);
    this.#options = options;
    this.#parents = listSecretKeys(settings);
  }

  /** Selects a request's account. Removes the namespace from its URL, for routing and fault matching. */
  admit(request: IncomingMessage): Account {
    const account = this.#byUrl(request) ?? this.#byKey(request) ?? this.defaultAccount;
    this.#admitted.set(request, account);
    return account;
  }

  of(request: IncomingMessage): Account {
    return this.#admitted.get(request) ?? this.defaultAccount;
  }

  override async close(): Promise<void> {
    await Promise.all([this.defaultAccount.close(), super.close()]);
  }

  /** A page URL does not create a namespace, because pages show existing objects. */
  #byUrl(request: IncomingMessage): Account | undefined {
    const match = readNamespacePath(this.defaultAccount.settings.pagesPath, request.url ?? '');
    const account = match === null ? undefined : this.get(match.name);
    if (match !== null && account !== undefined) request.url = match.rest;
    return account;
  }

  /** Only keys derived from the emulator's secret key create namespaces. */
  #byKey({ headers }: IncomingMessage): Account | undefined {
    const given = readKey(headers.authorization ?? '');
    const key = readNamespaced(given);
    if (key === null || findKey(this.defaultAccount.keys, given) !== undefined) return undefined;
    const createsNamespaces = findKey(this.#parents, key.parent) !== undefined;
    return createsNamespaces ? this.open(key.name) : this.get(key.name);
  }

  /** A namespace starts from the seed, exists only in memory, and has its own webhook endpoints and keys. */
  #open(name: string): Account {
    const { settings } = this.defaultAccount;
    const { webhookEndpoints: _endpoints, apiKeys: _keys, dataDir: _dataDir, ...options } = this.#options;
    return new Account(
      {
        ...settings,
        namespace: name,
        secretKey: namespaced(settings.secretKey, name),
        pagesPath: namespacePath(settings.pagesPath, name),
        deliveryPlan: ordinaryPlan(),
        switches: initialSwitches(options),
      },
      options,
    );
  }
}
