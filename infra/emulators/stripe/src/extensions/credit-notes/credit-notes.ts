import { requireInvoice } from '../../billing/invoices/invoice.ts';
import { dryRun } from '../../billing/invoices/preview-invoice.ts';
import { taxRatesParam } from '../../catalogue/tax-rates-param.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, get, nothing, post } from '../../kinds/endpoint.ts';
import { list as listOf, object } from '../../kinds/params/composite.ts';
import { listFields } from '../../kinds/params/list-params.ts';
import { changedMetadata, metadata } from '../../kinds/params/metadata.ts';
import { only } from '../../kinds/params/partly-supported.ts';
import { echoed, integer, oneOf, optional, type ReadValue, text } from '../../kinds/params/reader.ts';
import { partList } from '../../kinds/part-list.ts';
import { readPage } from '../../kinds/read-page.ts';
import { resource } from '../../kinds/resource.ts';
import { requireRefund } from '../../payments/refund.ts';
import {
  type CreditNote,
  type CreditNoteLine,
  creditNoteLineWire,
  creditNoteWire,
  requireCreditNote,
} from './credit-note.ts';
import { uncreditedAmount } from './credit-note-refunds.ts';
import { issueCreditNote, voidCreditNote } from './issue-credit-note.ts';

const PATH = '/v1/credit_notes';
const LINE = 'credit note line item';

const line = object({
  amount: optional(integer(1)),
  description: optional(text()),
  invoice_line_item: optional(text()),
  metadata,
  quantity: optional(integer(1)),
  tax_rates: taxRatesParam,
  type: oneOf('custom_line_item', 'invoice_line_item'),
  unit_amount: optional(integer(1)),
});

const refund = object({
  amount_refunded: optional(integer(1)),
  refund: text(),
  type: optional(only('refund', 'payment_record_refund')),
});

const fields = {
  amount: optional(integer(1)),
  credit_amount: optional(integer(0)),
  effective_at: optional(integer(0)),
  email_type: echoed(optional(oneOf('credit_note', 'none'))),
  invoice: text(),
  lines: optional(listOf(line)),
  memo: optional(text()),
  metadata,
  out_of_band_amount: optional(integer(0)),
  reason: optional(oneOf('duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory')),
  refund_amount: optional(integer(0)),
  refunds: optional(listOf(refund)),
} as const;

const createParams = object(fields);
const previewLinesParams = object({ ...fields, ...listFields });
const updateParams = object({ memo: optional(text()), metadata });

const notes = resource(PATH, requireCreditNote, creditNoteWire, { event: 'credit_note' });

export const creditNoteEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, create),
  notes.list({
    filters: { customer: ({ customer }) => customer, invoice: ({ invoice }) => invoice },
  }),
  get(`${PATH}/preview`, createParams, preview),
  get(`${PATH}/preview/lines`, previewLinesParams, previewLines),
  notes.retrieve,
  notes.update(updateParams, ({ memo }) => ({ memo })),
  partList(`${PATH}/:id/lines`, LINE, (context, id) => ({
    matches: requireCreditNote(context, id).lines,
    wire: (line: CreditNoteLine) => creditNoteLineWire(context, line),
  })),
  notes.action('void', nothing, (context, note) =>
    voidCreditNote(context, note, requireInvoice(context, note.invoice)),
  ),
];

type NewNote = ReadValue<typeof createParams>;

function issue(context: Context, params: NewNote): CreditNote {
  const invoice = requireInvoice(context, params.invoice, 'invoice');
  return issueCreditNote(context, invoice, {
    amount: params.amount,
    lines: params.lines,
    refundAmount: params.refund_amount ?? 0,
    refunds: (params.refunds ?? []).map(({ refund: id, amount_refunded: amount }, index) => ({
      refund: id,
      amount:
        amount ??
        uncreditedAmount(context, id, requireRefund(context, id, `refunds[${index}][refund]`).amount),
    })),
    creditAmount: params.credit_amount ?? 0,
    outOfBand: params.out_of_band_amount ?? 0,
    reason: params.reason ?? null,
    memo: params.memo ?? null,
    metadata: changedMetadata({}, params.metadata),
    effective_at: params.effective_at,
  });
}

function create(context: Context, params: NewNote): object {
  return creditNoteWire(context, issue(context, params));
}

function preview(context: Context, params: NewNote): object {
  return dryRun(context, () => creditNoteWire(context, issue(context, params)));
}

function previewLines(context: Context, params: ReadValue<typeof previewLinesParams>): object {
  const { lines } = dryRun(context, () => issue(context, params));
  const source = { matches: lines, url: `${PATH}/preview/lines`, kind: LINE };
  return readPage(context, source, params, (line) => creditNoteLineWire(context, line));
}
