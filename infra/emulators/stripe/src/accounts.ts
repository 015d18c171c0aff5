import type { IncomingMessage } from 'node:http';
import {
  namespaced,
  namespacePath,
  readNamespaced,
  readNamespacePath,
  requireNamespaceName,
} from '@outharbor/emulator-kit/namespace-name';
import { Account } from './account.ts';
import type { Settings } from './context.ts';
import { ordinaryPlan } from './faults/delivery-plan.ts';
import { switchesOff } from './faults/switches.ts';
import { type ApiKey, findKey, secretKeysOf } from './http/api-keys.ts';
import { keyOf } from './http/authenticate.ts';
import type { StripeEmulatorOptions } from './options.ts';

/** The accounts behind one port: the emulator's own, and one for each namespace. They share nothing that changes. */
export class Accounts {
  readonly own: Account;
  readonly #options: StripeEmulatorOptions;
  /** The keys that those of namespaces are made of. */
  readonly #parents: readonly ApiKey[];
  readonly #byNamespace = new Map<string, Account>();
  readonly #admitted = new WeakMap<IncomingMessage, Account>();

  constructor(settings: Settings, options: StripeEmulatorOptions) {
    this.own = new Account(settings, options);
    this.#options = options;
    this.#parents = secretKeysOf(settings);
  }

  /** The account of a namespace, which comes into being when it is first named. */
  inNamespace(name: string): Account {
    const existing = this.#byNamespace.get(requireNamespaceName(name));
    if (existing !== undefined) return existing;
    const account = this.#open(name);
    this.#byNamespace.set(name, account);
    return account;
  }

  /** The namespaces that there are. */
  names(): readonly string[] {
    return [...this.#byNamespace.keys()];
  }

  /** Ends a namespace and forgets all of it. */
  async remove(name: string): Promise<void> {
    const account = this.#byNamespace.get(name);
    this.#byNamespace.delete(name);
    await account?.close();
  }

  /** Finds the account that a request is for. The router and faults see an address as it is outside of namespaces. */
  admit(request: IncomingMessage): Account {
    const account = this.#byUrl(request) ?? this.#byKey(request) ?? this.own;
    this.#admitted.set(request, account);
    return account;
  }

  /** The account that an admitted request is for. */
  of(request: IncomingMessage): Account {
    return this.#admitted.get(request) ?? this.own;
  }

  async close(): Promise<void> {
    await Promise.all([this.own, ...this.#byNamespace.values()].map((account) => account.close()));
  }

  /** A page is of something that exists: its address makes no namespace. */
  #byUrl(request: IncomingMessage): Account | undefined {
    const place = readNamespacePath(this.own.settings.pagesPath, request.url ?? '');
    const account = place === null ? undefined : this.#byNamespace.get(place.name);
    if (place !== null && account !== undefined) request.url = place.rest;
    return account;
  }

  /** The emulator's secret key makes namespaces; a key of anything else is refused as ever. */
  #byKey({ headers }: IncomingMessage): Account | undefined {
    const given = keyOf(headers.authorization ?? '');
    const key = readNamespaced(given);
    if (key === null || findKey(this.own.keys, given) !== undefined) return undefined;
    const isOurs = findKey(this.#parents, key.parent) !== undefined;
    return isOurs ? this.inNamespace(key.name) : this.#byNamespace.get(key.name);
  }

  /** A namespace starts from the seed, is kept only in memory, and has its own webhook endpoints. */
  #open(name: string): Account {
    const { settings } = this.own;
    const { webhookEndpoints: _endpoints, apiKeys: _keys, dataDir: _dataDir, ...options } = this.#options;
    return new Account(
      {
        ...settings,
        namespace: name,
        secretKey: namespaced(settings.secretKey, name),
        pagesPath: namespacePath(settings.pagesPath, name),
        deliveryPlan: ordinaryPlan(),
        switches: switchesOff(),
      },
      options,
    );
  }
}
