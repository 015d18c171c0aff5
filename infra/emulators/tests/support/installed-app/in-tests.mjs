// The steps of a test suite: start the emulator, point the SDK at it, reset between tests, stop.
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import Stripe from 'stripe';

const emulator = await startStripeEmulator({ seed: { products: [{ id: 'prod_a', name: 'A' }], prices: [] } });
const stripe = new Stripe('sk_test_emulated', { host: '127.0.0.1', port: emulator.port, protocol: 'http' });
await stripe.customers.create({ name: 'Ada' });
await emulator.reset();
const [customers, products] = [await stripe.customers.list(), await stripe.products.list()];
await emulator.close();
process.stdout.write(JSON.stringify([customers.data.length, products.data.map(({ id }) => id)]));
