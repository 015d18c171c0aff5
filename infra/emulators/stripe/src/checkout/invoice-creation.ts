import type Stripe from 'stripe';
import { rejected } from '../description/api-error.ts';
import { defined } from '../description/json.ts';
import type { Taken } from '../kinds/params/as-described.ts';
import { changedMetadata } from '../kinds/params/composite.ts';
import type { SessionMode } from './checkout-entities.ts';
import type { InvoiceCreation } from './session-options.ts';

type Given = Taken<Stripe.Checkout.SessionCreateParams.InvoiceCreation> | undefined;

/** Rejects `invoice_creation` outside payment mode. */
export function checkInvoiceCreation(mode: SessionMode, requested: Given): void {
  if (!requested?.enabled || mode === 'payment') return;
  throw rejected(
    'You can only enable invoice creation when `mode` is set to `payment`. Invoices are created automatically when `mode` is set to `subscription`, and are unsupported when set to `setup`. To learn more visit https://stripe.com/docs/payments/checkout/post-payment-invoices.',
    { param: 'invoice_creation' },
  );
}

export function readInvoiceCreation(requested: Given): InvoiceCreation | null {
  if (!requested?.enabled) return null;
  const { invoice_data: given } = requested;
  return defined({
    description: given?.description,
    footer: given?.footer,
    metadata: changedMetadata({}, given?.metadata),
    custom_fields: given?.custom_fields,
    rendering: given?.rendering_options ?? undefined,
  });
}
