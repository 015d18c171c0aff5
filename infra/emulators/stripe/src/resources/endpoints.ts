import type { Endpoint } from '../http/endpoint.ts';
import { checkoutSessionEndpoints } from './checkout-sessions.ts';
import { customerEndpoints } from './customers.ts';
import { eventEndpoints } from './events.ts';
import { invoiceEndpoints } from './invoices.ts';
import { priceEndpoints } from './prices.ts';
import { productEndpoints } from './products.ts';
import { subscriptionEndpoints } from './subscriptions.ts';

/** Every call that the emulator knows. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...checkoutSessionEndpoints,
  ...customerEndpoints,
  ...eventEndpoints,
  ...invoiceEndpoints,
  ...priceEndpoints,
  ...productEndpoints,
  ...subscriptionEndpoints,
];
