import { listAddresses } from '../command/list-addresses.ts';
import { realNamesOfNode } from '../https/client-variables.ts';
import type { Emulators } from '../start-emulators.ts';

/** The variables that SDKs and tools read, for the running emulators, added to those of `own`. */
export function scriptEnvironment(
  emulators: Emulators,
  { projectId, hubUrl }: { readonly projectId: string; readonly hubUrl: string | undefined },
  own: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const { stripe, identity, database, scheduling, https } = emulators;
  return {
    // As firebase-tools does.
    FIREBASE_CONFIG: JSON.stringify({
      projectId,
      storageBucket: `${projectId}.appspot.com`,
      databaseURL: `https://${projectId}.firebaseio.com`,
    }),
    ...own,
    GCLOUD_PROJECT: projectId,
    ...(hubUrl !== undefined && { FIREBASE_EMULATOR_HUB: new URL(hubUrl).host }),
    EMULATORS: JSON.stringify(listAddresses(emulators)),
    ...(identity && { FIREBASE_AUTH_EMULATOR_HOST: identity.authority }),
    ...(database && { FIREBASE_DATABASE_EMULATOR_HOST: new URL(database.url).host }),
    ...(stripe && {
      STRIPE_URL: stripe.url,
      STRIPE_CONTROL_URL: stripe.controlUrl,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_API_KEY: stripe.secretKey,
    }),
    ...(scheduling && { SCHEDULING_URL: scheduling.url, SCHEDULING_API_TOKEN: scheduling.apiToken }),
    ...(https && {
      NODE_EXTRA_CA_CERTS: https.trustFile,
      SSL_CERT_FILE: https.trustFile,
      REQUESTS_CA_BUNDLE: https.trustFile,
    }),
    ...(https?.realNames && realNamesOfNode(https.realNames, own)),
  };
}
