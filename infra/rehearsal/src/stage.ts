import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import type { Closing } from '@outharbor/embedded/closing';
import type { Emulators } from '@outharbor/embedded/emulators';
import { eventType } from '@outharbor/embedded/product/discovery-session';
import { STRIPE_CATALOGUE } from '@outharbor/embedded/product/stripe-catalogue';
import { createAuthority } from '@outharbor/emulator-kit/authority';
import { startIdentityEmulator } from '@outharbor/identity-emulator';
import { startSchedulingEmulator } from '@outharbor/scheduling-emulator';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { fetchThrough } from './fetch-through.ts';
import { type Destination, startGateway } from './gateway.ts';
import {
  ALL_HOSTS,
  CHECKOUT_HOST,
  HOSTS,
  PORTAL_HOST,
  PROJECT_ID,
  SCHEDULING_HOST,
  SECOND_DATABASE_HOST,
} from './hosts.ts';
import { prepareOperator } from './operator.ts';
import { readGuide } from './security-guide.ts';

const RULES = new URL('../../firebase/database.rules.json', import.meta.url);
const LOCKED = { rules: { '.read': false, '.write': false } };
const FREE_PLAN_CONNECTIONS = 100;
const LOCAL = '127.0.0.1';

export interface StageOptions {
  /** The address of the site, without TLS. */
  readonly siteUrl: string;
  readonly host?: string;
  /** 0, the default, picks a free one. */
  readonly port?: number;
  /** Latency in each direction to every service; about 75 to another continent. */
  readonly latencyMs?: number;
  readonly rateLimits?: boolean;
}

/** Stripe's limits per second for a live account (https://docs.stripe.com/rate-limits). */
export const LIVE_RATE_LIMITS = { endpointLimit: 25, globalLimit: 100 } as const;

export type Stage = Awaited<ReturnType<typeof startStage>>;
export type BareStage = Awaited<ReturnType<typeof startBareStage>>;

/** Everything started is registered with `closing`, even if a later step fails. */
export async function startStage(options: StageOptions, closing: Pick<Closing, 'add'>) {
  const stage = await startBareStage(options, closing);
  const [rules, guide] = await Promise.all([readFile(RULES, 'utf8'), readGuide()]);
  stage.database.setRules(rules);
  stage.database.limitConnections(Number.POSITIVE_INFINITY);
  await stage.stripe.seed(STRIPE_CATALOGUE);
  return { ...stage, operator: await prepareOperator({ ...stage, guide }) };
}

/** Starts the services behind the real names, in projects that are not set up. */
export async function startBareStage(options: StageOptions, closing: Pick<Closing, 'add'>) {
  const { siteUrl, host = LOCAL, port = 0, latencyMs = 0, rateLimits = false } = options;
  const authority = createAuthority({ name: 'Authority of the rehearsal', hosts: ALL_HOSTS });
  /** Stands in for the account's dashboard; the live system never has it. */
  const accountKey = `sk_live_${randomBytes(24).toString('hex')}`;
  let gatewayPort = 0;
  const webhookFetch = fetchThrough(() => gatewayPort, authority.certificate);
  const services = await startServices(closing, { accountKey, webhookFetch });
  await services.stripe.setSwitches({ portalSettings: 'never_saved', ...(rateLimits && LIVE_RATE_LIMITS) });
  const destinations = listDestinations(siteUrl, services);
  const gateway = await closing.add(
    startGateway({
      server: authority.issue(),
      host,
      port,
      findDestination: (name) => destinations.get(name),
    }),
  );
  gatewayPort = gateway.port;
  gateway.delay(latencyMs);
  return { authority, gateway, accountKey, ...services };
}

async function startServices(
  closing: Pick<Closing, 'add'>,
  { accountKey, webhookFetch }: { readonly accountKey: string; readonly webhookFetch: typeof fetch },
): Promise<Emulators> {
  const identity = await closing.add(
    startIdentityEmulator({ projectId: PROJECT_ID, allowOwner: false, newProject: true }),
  );
  const [database, stripe, scheduling] = await Promise.all([
    closing.add(
      startDatabaseEmulator({
        host: LOCAL,
        rules: LOCKED,
        connectionLimit: FREE_PLAN_CONNECTIONS,
        tokenAuthority: identity,
        secondHost: SECOND_DATABASE_HOST,
      }),
    ),
    closing.add(
      startStripeEmulator({
        host: LOCAL,
        secretKey: accountKey,
        accountName: eventType.host.name,
        publicUrl: `https://${CHECKOUT_HOST}`,
        portalUrl: `https://${PORTAL_HOST}`,
        pagesPath: '',
        draftSeconds: 0,
        webhookFetch,
      }),
    ),
    closing.add(
      startSchedulingEmulator({
        host: LOCAL,
        publicUrl: `https://${SCHEDULING_HOST}`,
        pagesPath: '',
        eventType,
      }),
    ),
  ]);
  return { identity, database, stripe, scheduling };
}

/** Where each host name leads. */
function listDestinations(siteUrl: string, services: Emulators): ReadonlyMap<string, Destination> {
  const destinations = { ...services, site: { url: siteUrl, isSite: true } };
  return new Map(
    Object.entries(HOSTS).flatMap(([service, names]) =>
      names.map((name) => [name, destinations[service as keyof typeof HOSTS]] as const),
    ),
  );
}
