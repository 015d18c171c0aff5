import { html } from '@outharbor/emulator-kit/html';
import type { FastifyInstance } from 'fastify';
import { day } from '../../catalogue/period-text.ts';
import { testCardByName } from '../../customers/methods/test-cards.ts';
import { accountName, type Context } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import type { FindContext } from '../../kinds/part.ts';
import { BRAND_NAMES } from '../../pages/browser-scripts/card-format.ts';
import { layout } from '../../pages/layout.ts';
import { type PageRequest, sendHtml } from '../../pages/send-page.ts';
import type { Charge } from '../../payments/payment-entities.ts';
import type { Invoice } from '../billing-entities.ts';
import { invoiceRows, type Row, reverseChargeNote } from './invoice-page.ts';

/** The receipt of a successful charge, of an invoice or of a payment alone. */
export function receiptRoutes(server: FastifyInstance, findContext: FindContext): void {
  for (const kind of ['invoices', 'payment']) {
    server.get<PageRequest>(`/receipts/${kind}/:id`, (request, reply) => {
      const { id } = request.params;
      const context = findContext(request, id);
      const charge = context.store.charges.get(id);
      if (charge === undefined || charge.failure !== null) return reply.callNotFound();
      return sendHtml(reply, receiptPage(context, charge));
    });
  }
}

/** What a customer gets for a successful charge. */
function receiptPage(context: Context, charge: Charge): string {
  const { card, created, currency } = charge;
  const title = `Receipt from ${accountName(context)}`;
  const invoice = findInvoice(context, charge);
  const note = invoice && reverseChargeNote(context, invoice);
  const paid = money(charge.amount_captured ?? charge.amount, currency);
  const body = html`<main class="plain">
<h1>${title}</h1>
<p class="muted">Paid on ${day(created)}</p>
<section class="panel">
<h2>Payment</h2>
<p class="plan-line"><span>Amount paid</span><span>${paid}</span></p>
<p class="plan-line"><span>Payment method</span><span>${BRAND_NAMES[testCardByName(card.testCard).brand]} ending in ${card.last4}</span></p>
</section>
<section class="panel">
<h2>Summary</h2>
${listRows(context, charge, invoice).map(([what, amount]) => html`<p class="plan-line"><span>${what}</span><span>${amount}</span></p>`)}
${note && html`<p>${note}</p>`}
</section>
</main>`;
  return layout(context, { title, body });
}

function findInvoice({ store }: Context, { payment_intent }: Charge): Invoice | undefined {
  return store.invoices.get(store.paymentIntents.get(payment_intent ?? '')?.invoice ?? '');
}

function listRows(context: Context, charge: Charge, invoice: Invoice | undefined): readonly Row[] {
  const { amount, amount_refunded, currency, description } = charge;
  const rows: readonly Row[] =
    invoice === undefined
      ? [[description ?? 'Payment', money(amount, currency)]]
      : invoiceRows(context, invoice);
  return amount_refunded === 0 ? rows : [...rows, ['Refunded', money(-amount_refunded, currency)]];
}
