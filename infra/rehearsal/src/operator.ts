import { randomBytes } from 'node:crypto';
import { API_PATHS, SITE_PATHS } from '@outharbor/contract/paths';
import { eventType } from '@outharbor/embedded/product/discovery-session';
import type { IdentityEmulator } from '@outharbor/identity-emulator';
import type { StripeEmulator } from '@outharbor/stripe-emulator';
import { DATABASE_HOST, PROJECT_ID, SCHEDULING_HOST, SITE_HOST } from './hosts.ts';
import type { WebhookGuide } from './security-guide.ts';

/** The public variables of `.env`; settings.env has the same for Docker Compose. */
export const OPERATOR_SETTINGS = {
  IMAGE_TAG: 'rehearsal',
  PUBLIC_URL: `https://${SITE_HOST}`,
  FIREBASE_PROJECT_ID: PROJECT_ID,
  FIREBASE_API_KEY: 'public-key-of-the-web-app',
  FIREBASE_DATABASE_URL: `https://${DATABASE_HOST}`,
  SCHEDULING_URL: `https://${SCHEDULING_HOST}/${eventType.account}/${eventType.slug}`,
  // Docker's network address pools, from which the stage reaches the site.
  TRUSTED_PROXIES: '172.16.0.0/12 192.168.0.0/16 10.0.0.0/8',
} as const;

export type SecretName = 'firebase_service_account' | 'stripe_secret_key' | 'stripe_webhook_secret';

export interface OperatorOptions {
  readonly identity: IdentityEmulator;
  readonly stripe: StripeEmulator;
  /** The account's secret key, which stands in for the dashboard. */
  readonly accountKey: string;
  readonly guide: WebhookGuide;
}

/** The project settings of docs/going-live.md, as the body of `PATCH …/config`. */
export const PROJECT_SETTINGS = {
  signIn: { email: { enabled: true, passwordRequired: true } },
  notification: { sendEmail: { callbackUri: `https://${SITE_HOST}${SITE_PATHS.accountAction}` } },
} as const;

/**
 * Performs the operator's steps in the consoles of Firebase, Stripe and the scheduling widget. Resolves with what an operator
 * has at the end of docs/going-live.md.
 */
export async function prepareOperator(options: OperatorOptions) {
  const { identity, stripe, guide } = options;
  await identity.configure(PROJECT_SETTINGS);
  await stripe.setSwitches({ portalSettings: 'saved' });
  const restricted = `rk_live_${randomBytes(24).toString('hex')}`;
  stripe.configure({ apiKeys: [{ key: restricted, permissions: guide.permissions }] });
  return {
    /** Permissions of the restricted key. */
    permissions: guide.permissions,
    /** The variables of `.env`. */
    settings: OPERATOR_SETTINGS as Readonly<Record<string, string>>,
    /** The files of the secrets folder. */
    secrets: {
      firebase_service_account: JSON.stringify(await identity.serviceAccount()),
      stripe_secret_key: restricted,
      stripe_webhook_secret: await addWebhookEndpoint(options),
    },
  };
}

async function addWebhookEndpoint({ stripe, accountKey, guide }: OperatorOptions): Promise<string> {
  const body = new URLSearchParams({ url: `https://${SITE_HOST}${API_PATHS.stripeWebhook}` });
  for (const event of guide.events) body.append('enabled_events[]', event);
  const answer = await fetch(`${stripe.url}/v1/webhook_endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accountKey}` },
    body,
  });
  const { secret } = (await answer.json()) as { readonly secret?: string };
  if (!secret) throw new Error(`Stripe created no webhook endpoint: ${answer.status}`);
  return secret;
}
