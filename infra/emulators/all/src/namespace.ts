import type { PeopleSeed } from '@outharbor/console/people';
import {
  connectNamespace as connectDatabase,
  type NamespaceControl as DatabaseControl,
} from '@outharbor/database-emulator/control-client';
import {
  connectNamespace as connectIdentity,
  type NamespaceControl as IdentityControl,
  namespaceId,
} from '@outharbor/identity-emulator/control-client';
import {
  connectNamespace as connectScheduling,
  namespaceToken,
  type NamespaceControl as SchedulingControl,
} from '@outharbor/scheduling-emulator/control-client';
import {
  connectNamespace as connectStripe,
  namespaceKey,
  type NamespaceControl as StripeControl,
} from '@outharbor/stripe-emulator/control-client';
import { DEFAULT_PROJECT } from './services/start-services.ts';

/** Where emulators run: the output of the command with `--json`, or the result of `startEmulators`. */
export interface EmulatorAddresses {
  readonly stripe?: (Address & { readonly secretKey: string }) | undefined;
  readonly identity?: (Address & { readonly projectId: string }) | undefined;
  readonly database?: Address | undefined;
  readonly scheduling?: (Address & { readonly apiToken: string }) | undefined;
}

interface Address {
  readonly url: string;
  readonly controlUrl: string | undefined;
}

/** A namespace of every running emulator, with the settings that select it in an SDK. */
export interface EmulatorNamespace {
  readonly stripe?: StripeControl & { readonly url: string; readonly secretKey: string };
  readonly identity?: IdentityControl & {
    readonly url: string;
    readonly projectId: string;
    /** Puts a client into this namespace; an admin SDK uses the project id. */
    readonly apiKey: string;
  };
  readonly database?: DatabaseInNamespace;
  readonly scheduling?: SchedulingControl & {
    readonly url: string;
    readonly apiToken: string;
    readonly eventTypeUrl: string;
  };
  /** Adds people, each in the named situation. Throws a RangeError that lists every fault of the list. */
  addPeople(list: PeopleSeed): Promise<string>;
  /** Leaves every other namespace as it is. */
  reset(): Promise<void>;
  /** Ends the namespace and deletes its contents; using the name again creates an empty one. */
  close(): Promise<void>;
}

/** Services whose addresses are known are defined. */
type NamespaceOf<Addresses> = EmulatorNamespace & {
  readonly [Name in keyof EmulatorNamespace & keyof Addresses as undefined extends Addresses[Name]
    ? never
    : Name]: NonNullable<EmulatorNamespace[Name]>;
};

interface DatabaseInNamespace extends DatabaseControl {
  /** The `databaseURL` of an SDK, with the name in it. */
  readonly url: string;
  readonly name: string;
}

/** A namespace of running emulators, in this process or another. It begins when it is first used. */
export async function connectNamespace<Addresses extends EmulatorAddresses>(
  addresses: Addresses,
  name: string,
): Promise<NamespaceOf<Addresses>> {
  const { projectId = DEFAULT_PROJECT } = addresses.identity ?? {};
  const stripe = addresses.stripe && stripeIn(addresses.stripe, name);
  const identity = addresses.identity && identityIn(addresses.identity, name);
  const database = addresses.database && databaseIn(addresses.database, projectId, name);
  const scheduling = addresses.scheduling && (await schedulingIn(addresses.scheduling, name));
  // Services that cause effects in others are reset first.
  const resettable = [stripe, scheduling, database, identity];
  const reset = async (): Promise<void> => {
    for (const each of resettable) await each?.reset();
  };
  const namespace: EmulatorNamespace = {
    ...(stripe && { stripe }),
    ...(identity && { identity }),
    ...(database && { database }),
    ...(scheduling && { scheduling }),
    addPeople: async (list) => {
      const { addPeopleTo } = await import('@outharbor/console/people');
      return addPeopleTo(addresses, projectId, list, name);
    },
    reset,
    close: async () => {
      for (const each of resettable) await each?.close();
    },
  };
  return namespace as NamespaceOf<Addresses>;
}

function stripeIn({ url, controlUrl, secretKey }: NonNullable<EmulatorAddresses['stripe']>, name: string) {
  return { ...connectStripe(required(controlUrl), name), url, secretKey: namespaceKey(secretKey, name) };
}

function identityIn(
  { url, controlUrl, projectId }: NonNullable<EmulatorAddresses['identity']>,
  name: string,
) {
  const control = connectIdentity(required(controlUrl), name);
  return { ...control, url, projectId: namespaceId(projectId, name), apiKey: namespaceId('any', name) };
}

function databaseIn({ url, controlUrl }: Address, projectId: string, namespace: string): DatabaseInNamespace {
  const name = `${namespaceId(projectId, namespace)}-default-rtdb`;
  return { ...connectDatabase(required(controlUrl), namespace), url: `${url}?ns=${name}`, name };
}

async function schedulingIn(
  { url, controlUrl, apiToken }: NonNullable<EmulatorAddresses['scheduling']>,
  name: string,
) {
  const control = connectScheduling(required(controlUrl), name);
  const { eventTypeUrl } = await control.configure({});
  return { ...control, url, apiToken: namespaceToken(apiToken, name), eventTypeUrl };
}

function required(controlUrl: string | undefined): string {
  if (controlUrl !== undefined) return controlUrl;
  throw new TypeError('a namespace needs the control port: start the emulator with one');
}
