import type { RuntimeConfig } from '@outharbor/contract/runtime-config';
import { EMULATED_SOURCES, liveSources } from './front-door/security-headers.ts';
import { EMULATED_RUNTIME_CONFIG, liveCheckout, liveFirebase } from './runtime-config.ts';

/** A developer's variables: of a Stripe test account, or of that and a Firebase project. */
export type OwnVariables = Readonly<Record<string, string | undefined>>;

/** Services that the variables name are real, the others emulated. Throws for live keys. */
export function useOwnServices(variables: OwnVariables) {
  const { STRIPE_SECRET_KEY: stripe, FIREBASE_PROJECT_ID: firebase, SCHEDULING_URL: url } = variables;
  if (stripe?.includes('_live_'))
    throw new Error('STRIPE_SECRET_KEY is a live key; npm run dev takes test keys only.');
  const emulated = EMULATED_RUNTIME_CONFIG;
  return {
    /** What the API gets instead of the emulators' variables; undefined removes one. */
    api: {
      ...variables,
      ...(stripe && { STRIPE_API_URL: undefined, STRIPE_ALLOW_TEST_KEY: 'true' }),
      ...(firebase && { FIREBASE_AUTH_EMULATOR_HOST: undefined, FIREBASE_DATABASE_EMULATOR_HOST: undefined }),
    },
    runtimeConfig: {
      emulated: !firebase,
      firebase: firebase ? liveFirebase(variables) : emulated.firebase,
      checkout: stripe ? liveCheckout(variables) : emulated.checkout,
      scheduling: url ? { url } : emulated.scheduling,
    } satisfies RuntimeConfig,
    outside: firebase || url ? liveSources(firebase && variables.FIREBASE_DATABASE_URL) : EMULATED_SOURCES,
  };
}
