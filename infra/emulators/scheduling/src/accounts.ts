import type { IncomingMessage } from 'node:http';
import {
  namespaced,
  namespacePath,
  readNamespaced,
  readNamespacePath,
} from '@outharbor/emulator-kit/namespace-name';
import { Namespaces } from '@outharbor/emulator-kit/namespaces';
import type { Handler } from './build-server.ts';
import { type OpenAccount, openAccount } from './open-account.ts';
import type { SchedulingEmulatorOptions } from './options.ts';

/** One account per namespace, in addition to the default account. They share no mutable state. */
export class Accounts extends Namespaces<Promise<OpenAccount>> {
  /** The default account is open before the first request. */
  constructor(options: SchedulingEmulatorOptions, defaultAccount: () => OpenAccount) {
    super(
      (name) => openNamespace(name, options, defaultAccount()),
      async (account) => (await account).close(),
    );
  }

  /** The handler for a request on the public port; undefined for the default account. */
  publicHandler({ headers, url = '' }: IncomingMessage, { context }: OpenAccount): Handler | undefined {
    const [scheme, token = ''] = headers.authorization?.split(' ') ?? [];
    const named = scheme === 'Bearer' ? readNamespaced(token) : null;
    if (named?.parent === context.apiToken) return createHandler(this.open(named.name));
    // A page URL does not create a namespace, because pages show existing objects.
    const existing = this.get(readNamespacePath(context.pagesPath, url)?.name ?? '');
    return existing && createHandler(existing);
  }
}

/** A namespace starts from the emulator's options, in memory only, with its own webhook endpoints. */
async function openNamespace(
  name: string,
  {
    dataDir: _dataDir,
    webhookEndpoints: _endpoints,
    publicUrl: _publicUrl,
    ...options
  }: SchedulingEmulatorOptions,
  { context: { addresses, apiToken, pagesPath, widgetFiles } }: OpenAccount,
): Promise<OpenAccount> {
  const { publicUrl, apiUrl } = addresses.origins;
  const account = await openAccount(
    {
      ...options,
      apiToken: namespaced(apiToken, name),
      pagesPath: namespacePath(pagesPath, name),
      ...(publicUrl !== undefined && { publicUrl }),
    },
    widgetFiles,
  );
  account.context.addresses.origins.apiUrl = apiUrl;
  await account.app.ready();
  return account;
}

function createHandler(account: Promise<OpenAccount>): Handler {
  return (request, response) => {
    account.then(
      ({ app }) => app.routing(request, response),
      (error: Error) => response.destroy(error),
    );
  };
}
