import { loadConfig } from '@outharbor/api/config/config';
import { expect, it } from 'vitest';
import { apiEnvironment } from './api-environment.ts';
import { useOwnServices } from './own-services.ts';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_own',
  STRIPE_WEBHOOK_SECRET: 'whsec_own_1',
  DEPLOYMENT_ID: 'own',
};
const firebase = {
  FIREBASE_PROJECT_ID: 'own-project',
  FIREBASE_DATABASE_URL: 'https://own-default-rtdb.firebaseio.com',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'own.firebaseapp.com',
  FIREBASE_CREDENTIALS: 'application-default',
};

it.each([
  ['nothing', {}, { emulated: true, checkout: ['self'], database: null }],
  [
    'a Stripe account',
    stripe,
    {
      emulated: true,
      checkout: ['https://checkout.stripe.com', 'https://billing.stripe.com'],
      database: null,
    },
  ],
  [
    'a Stripe account and a Firebase project',
    { ...stripe, ...firebase },
    {
      emulated: false,
      checkout: ['https://checkout.stripe.com', 'https://billing.stripe.com'],
      database: firebase.FIREBASE_DATABASE_URL,
    },
  ],
])('emulates what %s leaves over', (_name, variables, expected) => {
  const { api, runtimeConfig } = useOwnServices(variables);
  expect({
    emulated: runtimeConfig.emulated,
    checkout: runtimeConfig.checkout.allowedOrigins,
    database: runtimeConfig.firebase.databaseUrl,
  }).toEqual(expected);
  const environment = apiEnvironment({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8080',
    identityAuthority: '127.0.0.1:9099',
    databaseUrl: 'http://127.0.0.1:9000',
    stripeUrl: 'http://127.0.0.1:12111',
    logLevel: 'info',
    overrides: api,
  });
  const { stripe: used, firebase: project } = loadConfig(environment, () => '');
  expect([used.apiUrl === null, project.projectId === 'own-project']).toEqual([
    'STRIPE_SECRET_KEY' in variables,
    'FIREBASE_PROJECT_ID' in variables,
  ]);
  // An absent variable leaves the emulator's address as it is; an undefined one removes it.
  expect('STRIPE_API_URL' in api).toBe('STRIPE_SECRET_KEY' in variables);
  expect('FIREBASE_AUTH_EMULATOR_HOST' in api).toBe('FIREBASE_PROJECT_ID' in variables);
});

it('rejects a live key', () => {
  expect(() => useOwnServices({ STRIPE_SECRET_KEY: 'rk_live_1' })).toThrow(/live key/);
});

it.each([
  ['https://own-default-rtdb.firebaseio.com', 'firebaseio.com'],
  ['https://own-default-rtdb.europe-west1.firebasedatabase.app', 'europe-west1.firebasedatabase.app'],
])('lets pages reach the zone of the database %s and no other', (url, zone) => {
  const { outside } = useOwnServices({ ...firebase, FIREBASE_DATABASE_URL: url });
  const databases = outside.connect.filter((source) => !source.includes('googleapis'));
  expect(databases).toEqual([`https://*.${zone}`, `wss://*.${zone}`]);
});
