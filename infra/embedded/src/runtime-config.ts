import type { RuntimeConfig } from '@outharbor/contract/runtime-config';
import { EMULATED } from './emulated-environment.ts';

type Variables = Readonly<Record<string, string | undefined>>;

function requireValue(variables: Variables, name: string): string {
  const value = variables[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
}

/** Mirrors infra/nginx/start.sh, given the web container's live variables. */
export function liveRuntimeConfig(variables: Variables): RuntimeConfig {
  return {
    emulated: false,
    firebase: liveFirebase(variables),
    checkout: liveCheckout(variables),
    scheduling: { url: requireValue(variables, 'SCHEDULING_URL') },
  };
}

export function liveFirebase(variables: Variables): RuntimeConfig['firebase'] {
  const databaseUrl = requireValue(variables, 'FIREBASE_DATABASE_URL');
  return {
    apiKey: requireValue(variables, 'FIREBASE_API_KEY'),
    projectId: requireValue(variables, 'FIREBASE_PROJECT_ID'),
    authDomain: requireValue(variables, 'FIREBASE_AUTH_DOMAIN'),
    databaseUrl,
    databaseNamespace: new URL(databaseUrl).hostname.split('.')[0] ?? '',
  };
}

export function liveCheckout(variables: Variables): RuntimeConfig['checkout'] {
  const own = (variables.CHECKOUT_HOSTS ?? '').split(' ').filter(Boolean);
  const hosts = ['checkout.stripe.com', 'billing.stripe.com', ...own];
  return { allowedOrigins: hosts.map((host) => `https://${host}`) };
}

export const EMULATED_RUNTIME_CONFIG: RuntimeConfig = {
  emulated: true,
  firebase: {
    apiKey: EMULATED.webApiKey,
    projectId: EMULATED.projectId,
    authDomain: `${EMULATED.projectId}.firebaseapp.com`,
    databaseUrl: null,
    databaseNamespace: EMULATED.databaseNamespace,
  },
  checkout: { allowedOrigins: ['self'] },
  scheduling: { url: EMULATED.schedulingEventPath },
};
