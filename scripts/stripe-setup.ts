/** `npm run stripe:setup`: creates the products, prices and portal configuration in Stripe. Idempotent. */
import { connect, setUpCatalogue } from './stripe-account.ts';

try {
  await setUpCatalogue(connect(), console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
