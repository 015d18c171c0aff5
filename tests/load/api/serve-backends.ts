import { readFile } from 'node:fs/promises';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { STRIPE_CATALOGUE } from '@outharbor/embedded/product/stripe-catalogue';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { startTokenIssuer } from '../../abuse/support/token-issuer.ts';
import { USERS } from './checkout-parts.ts';

const RULES = new URL('../../../infra/firebase/database.rules.json', import.meta.url);

/** All external services of a checkout, in one process. */
const [database, stripe, issuer] = await Promise.all([
  startDatabaseEmulator({ rules: await readFile(RULES, 'utf8') }),
  startStripeEmulator({ publicUrl: 'http://localhost:8080', seed: STRIPE_CATALOGUE, draftSeconds: 0 }),
  startTokenIssuer('demo-outharbor'),
]);
process.send?.({
  url: stripe.url,
  tokens: Object.fromEntries(USERS.map((uid) => [uid, issuer.issue(uid)])),
  given: [stripe.url, `${database.url}?ns=demo-outharbor-default-rtdb`, issuer.authority],
});
