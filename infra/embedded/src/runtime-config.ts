import type { RuntimeConfig } from '@outharbor/contract/runtime-config';
import { EMULATED } from './emulated-environment.ts';

/** Mirrors infra/nginx/start.sh, given the web container's live variables. */
export function liveRuntimeConfig(variables: Readonly<Record<string, string>>): RuntimeConfig {
  const requireValue = (name: string) => {
    const value = variables[name];
    if (!value) throw new Error(`${name} is missing`);
    return value;
  };
  const databaseUrl = requireValue('FIREBASE_DATABASE_URL');
  return {
    emulated: false,
    firebase: {
      apiKey: requireValue('FIREBASE_API_KEY'),
      projectId: requireValue('FIREBASE_PROJECT_ID'),
      authDomain: requireValue('FIREBASE_AUTH_DOMAIN'),
      databaseUrl,
      databaseNamespace: new URL(databaseUrl).hostname.split('.')[0] ?? '',
    },
    checkout: {
      allowedOrigins: [
        'checkout.stripe.com',
        'billing.stripe.com',
        ...(variables.CHECKOUT_HOSTS ?? '').split(' ').filter(Boolean),
      ].map((host) => `https://${host}`),
    },
    scheduling: { url: requireValue('SCHEDULING_URL') },
  };
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
