import { defined } from '../defined.ts';
import { rejected } from '../errors/api-error.ts';
import { addressParam, toAddress } from '../params/address.ts';
import { chosenId } from '../params/chosen-id.ts';
import { list, object } from '../params/composite.ts';
import { email } from '../params/email.ts';
import { amountTaxDisplay, customFields } from '../params/invoice-fields.ts';
import { metadata } from '../params/metadata.ts';
import { clearable, integer, oneOf, optional, type ReadValue, text } from '../params/reader.ts';
import { customerShippingParam, readShipping } from '../params/shipping.ts';
import type { Customer, InvoiceRendering } from '../state/customer-entities.ts';
import { sourceToken } from './manage-payment-methods.ts';
import { taxIdParam } from './tax-ids.ts';

const shared = {
  address: clearable(addressParam),
  // The former name of `source`.
  card: optional(sourceToken),
  business_name: clearable(text(150)),
  /** This and the promotion code only before basil. */
  coupon: clearable(text()),
  balance: optional(integer(-99_999_999, 99_999_999)),
  description: clearable(text(5000)),
  email: clearable(email()),
  individual_name: clearable(text(150)),
  invoice_prefix: optional(text()),
  invoice_settings: optional(
    object({
      custom_fields: customFields,
      default_payment_method: clearable(text()),
      footer: clearable(text()),
      rendering_options: clearable(object({ amount_tax_display: amountTaxDisplay })),
    }),
  ),
  metadata,
  name: clearable(text(256)),
  next_invoice_sequence: optional(integer(1, 999_999_999)),
  phone: clearable(text(20)),
  promotion_code: clearable(text()),
  preferred_locales: clearable(list(text())),
  shipping: customerShippingParam,
  source: optional(sourceToken),
  tax_exempt: clearable(oneOf('none', 'reverse', 'exempt')),
} as const;

function taxParam<const T extends string>(...times: readonly T[]) {
  return optional(object({ validate_location: optional(oneOf(...times)) }));
}

export const createParams = object({
  ...shared,
  // Undocumented since 2014, and still accepted.
  id: optional(chosenId(255)),
  payment_method: optional(text()),
  tax_id_data: optional(list(taxIdParam)),
  tax: taxParam('deferred', 'immediately'),
  test_clock: optional(text()),
});

export const updateParams = object({
  ...shared,
  default_source: optional(text(500)),
  tax: taxParam('auto', 'deferred', 'immediately'),
});

export type CustomerParams = Partial<ReadValue<typeof updateParams>>;

/** The fields named in the request, parts of them as before if it does not name these; a cleared field becomes null. */
export function readChanges(params: CustomerParams, before?: Customer): Partial<Customer> {
  const { address, balance, description, email, name, phone, shipping } = params;
  const { business_name, individual_name, invoice_prefix, next_invoice_sequence, preferred_locales } = params;
  const {
    invoice_settings: { custom_fields: invoiceFields, footer: invoiceFooter, rendering_options } = {},
  } = params;
  return defined({
    address: address && toAddress(address, before?.address),
    balance,
    businessName: business_name,
    individualName: individual_name,
    description,
    email,
    invoiceFields,
    invoiceFooter,
    invoiceRendering: rendering_options && readRendering(rendering_options),
    invoicePrefix: invoice_prefix && checkedPrefix(invoice_prefix),
    name,
    nextInvoiceSequence: next_invoice_sequence,
    phone,
    preferredLocales: preferred_locales === null ? [] : preferred_locales,
    taxExempt: params.tax_exempt === null ? 'none' : params.tax_exempt,
    shipping: shipping === undefined ? undefined : readShipping(shipping, before?.shipping),
  });
}

function checkedPrefix(prefix: string): string {
  if (/^[\dA-Z]{1,12}$/.test(prefix)) return prefix;
  throw rejected('Invoice number prefix must be 1–12 uppercase letters or numbers.');
}

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
    ...(display !== undefined && { amountTaxDisplay: display ?? undefined }),
    ...(pdf?.page_size !== undefined && { pageSize: pdf.page_size }),
  });
}
