import { defined } from '../description/json.ts';
import { list, object } from '../kinds/params/composite.ts';
import { clearable, oneOf, text } from '../kinds/params/reader.ts';
import type { InvoiceRendering } from './customer.ts';

/** An invoice has at most four. */
export const customFieldsParam = clearable(list(object({ name: text(40), value: text(140) }), 4));

export const amountTaxDisplayParam = clearable(oneOf('exclude_tax', 'include_inclusive_tax'));

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
