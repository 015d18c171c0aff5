import { isIP } from 'node:net';
import { type Environment, SECRET_VARIABLES } from './environment.ts';

/** Stripe's keys and signing secrets, and anything with a private key. */
const SECRET = /[sr]k_(?:live|test)_|whsec_|private[ _]key/i;

/** Whether a value that anybody may see is a secret pasted into the wrong place. */
export const looksSecret = (value: string): boolean => SECRET.test(value);

/** Rejects combinations that would mix emulated payments or users with live data. */
export function unsafeCombinations(environment: Environment): string[] {
  const emulators = emulatorAddresses(environment);
  const key = environment.STRIPE_SECRET_KEY;
  const live = emulators.length === 0;
  return [
    ...secretsInPublicValues(environment),
    ...environment.TRUST_PROXY.split(',').flatMap(faultOfProxy),
    key.includes('k_live_') &&
      !live &&
      `STRIPE_SECRET_KEY is a live key, but ${emulators.join(', ')} points to an emulator`,
    key.includes('k_test_') &&
      live &&
      environment.STRIPE_ALLOW_TEST_KEY === 'false' &&
      'STRIPE_SECRET_KEY is a test key, but every address is live (set STRIPE_ALLOW_TEST_KEY=true for a rehearsal)',
    ...mixedEmulation(environment),
    environment.STRIPE_API_URL === undefined &&
      environment.DEPLOYMENT_ID === undefined &&
      environment.FIREBASE_DATABASE_URL.startsWith('http:') &&
      'DEPLOYMENT_ID is missing: all emulated databases have the same name, and the Stripe account may be shared',
    live &&
      environment.FIREBASE_PROJECT_ID.startsWith('demo-') &&
      'FIREBASE_PROJECT_ID begins with demo-, which only emulators accept, but every address is live',
    live &&
      !environment.PUBLIC_URL.startsWith('https:') &&
      !(key.includes('k_test_') && /^http:\/\/localhost(?::|$)/.test(environment.PUBLIC_URL)) &&
      'PUBLIC_URL must begin with https:// if every address is live',
  ].filter((fault) => typeof fault === 'string');
}

const NAMED_PROXIES: readonly string[] = ['false', 'loopback', 'linklocal', 'uniquelocal'];

function faultOfProxy(proxy: string): string[] {
  if (NAMED_PROXIES.includes(proxy)) return [];
  const [address = '', prefix] = proxy.split('/');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  if (version === 0 || Number(prefix ?? bits) > bits) return [`TRUST_PROXY has an invalid range: ${proxy}`];
  if (Number(prefix ?? bits) > 0) return [];
  return [`TRUST_PROXY trusts every address with ${proxy}, so any visitor can claim to be another`];
}

function secretsInPublicValues(environment: Environment): string[] {
  const secret = new Set<string>(SECRET_VARIABLES);
  return Object.entries(environment)
    .filter(([name, value]) => !secret.has(name) && looksSecret(value))
    .map(
      ([name]) =>
        `${name} holds a secret, but others can see its value: revoke the secret and correct the setting`,
    );
}

/** The names of variables that point at an emulator. */
export function emulatorAddresses(environment: Environment): string[] {
  return [
    environment.STRIPE_API_URL !== undefined && 'STRIPE_API_URL',
    environment.FIREBASE_AUTH_EMULATOR_HOST !== undefined && 'FIREBASE_AUTH_EMULATOR_HOST',
    environment.FIREBASE_DATABASE_EMULATOR_HOST !== undefined && 'FIREBASE_DATABASE_EMULATOR_HOST',
    environment.FIREBASE_DATABASE_URL.startsWith('http:') && 'FIREBASE_DATABASE_URL',
  ].filter((name) => typeof name === 'string');
}

function mixedEmulation(environment: Environment): (string | false)[] {
  const emulatedAuth = environment.FIREBASE_AUTH_EMULATOR_HOST !== undefined;
  const emulatedDatabase =
    environment.FIREBASE_DATABASE_EMULATOR_HOST !== undefined ||
    environment.FIREBASE_DATABASE_URL.startsWith('http:');
  return [
    emulatedAuth !== emulatedDatabase &&
      'Firebase Auth and the database must both be emulated or both be live (FIREBASE_AUTH_EMULATOR_HOST, FIREBASE_DATABASE_URL)',
    environment.STRIPE_API_URL !== undefined &&
      !emulatedAuth &&
      'STRIPE_API_URL is emulated while Firebase is live: emulated cards would buy real plans',
  ];
}
