import { rejected } from '../errors/api-error.ts';
import { object } from '../params/composite.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import { flag, optional, type ReadValue, text } from '../params/reader.ts';
import type { SessionMode } from '../state/checkout-entities.ts';
import type { InvoiceCreation } from '../state/session-options.ts';

export const invoiceCreationParam = optional(
  object({
    enabled: flag,
    invoice_data: optional(
      object({ description: optional(text(1500)), footer: optional(text(5000)), metadata }),
    ),
  }),
);

type Given = ReadValue<typeof invoiceCreationParam>;

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
  const { description = null, footer = null, metadata: given } = requested.invoice_data ?? {};
  return { description, footer, metadata: changedMetadata({}, given) };
}
