import { defined } from '../description/json.ts';
import type { InvoiceRendering } from './customer.ts';

/** How many custom fields an invoice has at most. */
export const MOST_CUSTOM_FIELDS = 4;

interface GivenRendering {
  readonly amount_tax_display?: string | null | undefined;
  readonly pdf?: { readonly page_size?: InvoiceRendering['pageSize'] } | undefined;
}

/** How invoices are shown after a request that names some of it. */
export function readRendering(
  { amount_tax_display: display, pdf }: GivenRendering,
  before: InvoiceRendering = {},
): InvoiceRendering {
  return defined({
    ...before,
    ...(display !== undefined && { amount_tax_display: display ?? undefined }),
    ...(pdf?.page_size !== undefined && { pageSize: pdf.page_size }),
  });
}
