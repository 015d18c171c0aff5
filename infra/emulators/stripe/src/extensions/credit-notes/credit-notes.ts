import type Stripe from 'stripe';
import { requireInvoice } from '../../billing/invoices/invoice.ts';
import { dryRun } from '../../billing/subscriptions/renew-subscription.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, get, nothing, post } from '../../kinds/endpoint.ts';
import { callParams, only, type Taken } from '../../kinds/params/as-described.ts';
import { integer, text } from '../../kinds/params/reader.ts';
import { type ListParams, listFields, partList, readPage } from '../../kinds/read-page.ts';
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

const exceptions = {
  amount: integer(1),
  credit_amount: integer(0),
  effective_at: integer(0),
  'lines[amount]': integer(1),
  'lines[quantity]': integer(1),
  'lines[tax_amounts]': null,
  'lines[unit_amount]': integer(1),
  'lines[unit_amount_decimal]': null,
  out_of_band_amount: integer(0),
  refund_amount: integer(0),
  'refunds[amount_refunded]': integer(1),
  'refunds[payment_record_refund]': null,
  'refunds[refund]!': text(),
  'refunds[type]': only('refund', 'payment_record_refund'),
  shipping_cost: null,
} as const;

const createParams = callParams<Stripe.CreditNoteCreateParams>(`POST ${PATH}`, exceptions, ['email_type']);
const previewLinesParams = callParams<Stripe.CreditNoteListPreviewLineItemsParams & ListParams>(
  `GET ${PATH}/preview/lines`,
  { ...exceptions, ...listFields },
  ['email_type'],
);

const notes = resource(PATH, requireCreditNote, creditNoteWire, { event: 'credit_note' });

export const creditNoteEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, params) => creditNoteWire(context, issue(context, params))),
  notes.list({
    fields: ['customer', 'invoice'],
  }),
  get(`${PATH}/preview`, createParams, (context, params) =>
    dryRun(context, () => creditNoteWire(context, issue(context, params))),
  ),
  get(`${PATH}/preview/lines`, previewLinesParams, (context, params) => {
    const { lines } = dryRun(context, () => issue(context, params));
    const source = { matches: lines, url: `${PATH}/preview/lines`, kind: LINE };
    return readPage(context, source, params, (line) => creditNoteLineWire(context, line));
  }),
  notes.retrieve,
  notes.update(callParams<Stripe.CreditNoteUpdateParams>(`POST ${PATH}/:id`), ({ memo }) => ({ memo })),
  partList(`${PATH}/:id/lines`, LINE, (context, id) => ({
    matches: requireCreditNote(context, id).lines,
    wire: (line: CreditNoteLine) => creditNoteLineWire(context, line),
  })),
  notes.action('void', nothing, (context, note) =>
    voidCreditNote(context, note, requireInvoice(context, note.invoice)),
  ),
];

function issue(context: Context, params: Taken<Stripe.CreditNoteCreateParams>): CreditNote {
  const invoice = requireInvoice(context, params.invoice, 'invoice');
  const refunds = (params.refunds ?? []).map(({ refund: id = '', amount_refunded: amount }, index) => {
    const whole = () => requireRefund(context, id, `refunds[${index}][refund]`).amount;
    return { refund: id, amount: amount ?? uncreditedAmount(context, id, whole()) };
  });
  return issueCreditNote(context, invoice, { ...params, refunds });
}
