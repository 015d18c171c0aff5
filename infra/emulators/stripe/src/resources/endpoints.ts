import type { Endpoint } from '../http/endpoint.ts';
import { checkoutSessionEndpoints } from './checkout-sessions.ts';
import { customerEndpoints } from './customers.ts';
import { eventEndpoints } from './events.ts';
import { invoicePaymentEndpoints } from './invoice-payments.ts';
import { invoiceEndpoints } from './invoices.ts';
import { paymentMethodEndpoints } from './payment-methods.ts';
import { paymentEndpoints } from './payments.ts';
import { portalSessionEndpoints } from './portal-sessions.ts';
import { priceEndpoints } from './prices.ts';
import { productEndpoints } from './products.ts';
import { refundEndpoints } from './refunds.ts';
import { subscriptionItemEndpoints } from './subscription-items.ts';
import { subscriptionEndpoints } from './subscriptions.ts';
import { testClockEndpoints } from './test-clocks.ts';
import { unsupportedEndpoints } from './unsupported-endpoints.ts';
import { webhookEndpointEndpoints } from './webhook-endpoints.ts';

/** Every call that the emulator knows. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...checkoutSessionEndpoints,
  ...customerEndpoints,
  ...eventEndpoints,
  ...invoiceEndpoints,
  ...priceEndpoints,
  ...productEndpoints,
  ...subscriptionEndpoints,
  ...invoicePaymentEndpoints,
  ...paymentMethodEndpoints,
  ...paymentEndpoints,
  ...portalSessionEndpoints,
  ...refundEndpoints,
  ...subscriptionItemEndpoints,
  ...testClockEndpoints,
  ...webhookEndpointEndpoints,
  ...unsupportedEndpoints,
];
