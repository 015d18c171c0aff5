import type { Environment } from './environment.ts';

/** Rejects combinations that would mix emulated payments or users with live data. */
export function unsafeCombinations(environment: Environment): string[] {
  const emulators = emulatorAddresses(environment);
  const key = environment.STRIPE_SECRET_KEY;
  const live = emulators.length === 0;
  return [
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
      'PUBLIC_URL must begin with https:// if every address is live',
  ].filter((fault) => typeof fault === 'string');
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
