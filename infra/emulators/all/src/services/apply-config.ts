import type { UserSetting } from '@outharbor/identity-emulator/config';
import type {
  DatabaseConfig,
  EmulatorsConfig,
  IdentityConfig,
  SchedulingConfig,
  StripeConfig,
} from '../config/config.ts';
import type { Running } from './services.ts';

/** The settings that only a restart can change. */
export function configStructure({
  stripe,
  identity,
  database,
  scheduling,
  ...rest
}: EmulatorsConfig): string {
  return JSON.stringify({
    ...rest,
    stripe: { ...stripe, products: 0, prices: 0, taxRegistrations: 0, webhooks: 0, apiKeys: 0, faults: 0 },
    identity: { ...identity, users: 0 },
    database: { ...database, rules: 0 },
    scheduling: { ...scheduling, faults: 0 },
  });
}

/** Adds what is missing, and sets rules, webhooks and faults as in the config. */
export async function applyConfig(running: Running, config: EmulatorsConfig): Promise<void> {
  await Promise.all([
    applyStripe(running, config.stripe ?? {}),
    applyIdentity(running, config.identity ?? {}),
    applyDatabase(running, config.database ?? {}),
    applyScheduling(running, config.scheduling ?? {}),
  ]);
}

async function applyStripe({ stripe }: Running, config: StripeConfig): Promise<void> {
  if (stripe === undefined) return;
  const { products = [], prices = [], taxRegistrations = [], webhooks, apiKeys, faults = [] } = config;
  await stripe.seed({ products, prices, taxRegistrations });
  await stripe.configure({ ...(webhooks && { webhookEndpoints: webhooks }), ...(apiKeys && { apiKeys }) });
  await stripe.clearFaults();
  for (const fault of faults) await stripe.addFault(fault);
}

async function applyIdentity({ identity }: Running, { users = [] }: IdentityConfig): Promise<void> {
  if (identity === undefined) return;
  const accounts = `${identity.url}/identitytoolkit.googleapis.com/v1/projects/${identity.projectId}/accounts`;
  for (const user of users) await addUser(accounts, user);
}

async function addUser(accounts: string, { uid, name, ...user }: UserSetting): Promise<void> {
  const answer = await fetch(accounts, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ ...user, localId: uid, displayName: name }),
  });
  if (answer.ok) return;
  const text = await answer.text();
  if (!/DUPLICATE_LOCAL_ID|EMAIL_EXISTS/.test(text)) throw new Error(`The user ${user.email}: ${text}`);
}

function applyDatabase({ database }: Running, { rules, rulesFile }: DatabaseConfig): void {
  if (rules && rulesFile === undefined) database?.setRules(rules);
}

async function applyScheduling({ scheduling }: Running, { faults = [] }: SchedulingConfig): Promise<void> {
  if (scheduling === undefined) return;
  await scheduling.clearFaults();
  for (const fault of faults) await scheduling.addFault(fault);
}
