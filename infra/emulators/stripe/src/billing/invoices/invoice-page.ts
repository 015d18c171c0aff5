import { type Html, html } from '@outharbor/emulator-kit/html';
import { day } from '../../catalogue/period-text.ts';
import { taxName } from '../../catalogue/tax-rate.ts';
import { cardForm, testCardList } from '../../customers/pages/card-form.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import type { FormErrors } from '../../pages/asked-field.ts';
import { layout } from '../../pages/layout.ts';
import { pdf } from '../../pages/pdf.ts';
import { billTo, findAddressee } from '../addressee.ts';
import type { Invoice } from '../billing-entities.ts';
import { summedTaxes } from '../tax/tax.ts';
import { discountName } from './discounted-lines.ts';
import { invoiceWire } from './invoice.ts';
import { findPayer, paymentMethodFor } from './pay-invoice.ts';

const STATUS: Readonly<Record<Invoice['status'], string>> = {
  draft: 'Draft',
  open: 'To be paid',
  paid: 'Paid',
  uncollectible: 'Not collected',
  void: 'Void',
};

const issuedOn = ({ created, effective_at }: Invoice) => day(effective_at ?? created);

const standing = (invoice: Invoice) => {
  const { status, created } = invoice;
  const { paid_at } = invoice.status_transitions;
  return status === 'paid' ? `Paid on ${day(paid_at ?? created)}` : `${STATUS[status]}, ${issuedOn(invoice)}`;
};

export type Row = readonly [what: string, amount: string];

export function invoiceRows(context: Context, invoice: Invoice): readonly Row[] {
  const { currency } = invoice;
  const { total, amount_due, starting_balance, total_discount_amounts } = invoiceWire(context, invoice);
  const lines = invoice.lines.map(
    ({ description, amount }) => [description ?? '', money(amount, currency)] as const,
  );
  const balance = Math.max(-total, Math.min(0, starting_balance ?? 0));
  const applied = total > 0 && balance < 0 ? [['Applied balance', money(balance, currency)] as const] : [];
  const discounts = total_discount_amounts ?? [];
  const { customer_tax_exempt } = findAddressee(context, invoice);
  const taxed = customer_tax_exempt === 'none' ? invoice.lines : [];
  const taxes = summedTaxes(taxed.flatMap(({ tax_amounts = [] }) => tax_amounts));
  return [
    ...lines,
    ...discounts.map(({ discount: id, amount }): Row => {
      const discount = requireFound(context.store.discounts.get(String(id)), `discount ${id}`);
      return [discountName(context, discount), money(-amount, currency)];
    }),
    ...taxes.map((tax): Row => [taxName(context, tax), money(tax.amount, currency)]),
    ['Total', money(total, currency)],
    ...applied,
    ...creditRows(context, invoice),
    [invoice.status === 'paid' ? 'Amount paid' : 'Amount due', money(amount_due, currency)],
  ];
}

/** What invoices and receipts say of a customer who pays the tax themselves. */
export function reverseChargeNote(context: Context, invoice: Invoice): string | null {
  return findAddressee(context, invoice).customer_tax_exempt === 'reverse' ? 'Reverse charge' : null;
}

interface Credit {
  readonly invoice: string;
  readonly id: string;
  readonly number: string;
  readonly pre_payment_amount: number;
  readonly post_payment_amount: number;
  readonly voided_at: number | null;
}

/** Amounts that credit notes, which are an extension, deducted before payment and credited after it. */
function creditRows({ store }: Context, { id, currency }: Invoice): readonly Row[] {
  const known = store.collection<Credit>('creditNotes');
  const notes = [...known.where('invoice', id, ({ voided_at }) => voided_at === null)];
  return notes
    .reverse()
    .flatMap(({ number, pre_payment_amount, post_payment_amount }): Row[] => [
      ...(pre_payment_amount === 0
        ? []
        : [[`Credit note ${number}`, money(-pre_payment_amount, currency)] as const]),
      ...(post_payment_amount === 0
        ? []
        : [[`Credit note ${number}, returned after payment`, money(post_payment_amount, currency)] as const]),
    ]);
}

export function invoicePath({ settings }: Context, { id }: Pick<Invoice, 'id'>): string {
  return `${settings.pagesPath}/i/${id}`;
}

interface PaymentAttempt {
  /** Why a payment without the card form failed. */
  readonly failure?: string | null;
  /** The errors and values of the card form. */
  readonly errors?: FormErrors;
  readonly given?: Readonly<Record<string, string>>;
}

export function invoicePage(context: Context, invoice: Invoice, attempt: PaymentAttempt = {}): string {
  const { failure = null } = attempt;
  const path = invoicePath(context, invoice);
  const addressee = billTo(context, invoice);
  const note = reverseChargeNote(context, invoice);
  const body = html`<main class="plain">
<h1>Invoice ${invoice.number}</h1>
<p class="muted">${standing(invoice)}</p>
${failure !== null && html`<p class="notice" role="alert">${failure}</p>`}
${invoice.custom_fields?.map(({ name, value }) => html`<p class="plan-line"><span>${name}</span><span>${value}</span></p>`)}
${addressee.length > 0 && html`<section class="panel"><h2>Bill to</h2><p class="address">${addressee.join('\n')}</p></section>`}
<section class="panel">
<h2>What is billed</h2>
${invoice.description && html`<p>${invoice.description}</p>`}
${invoiceRows(context, invoice).map(([what, amount]) => html`<p class="plan-line"><span>${what}</span><span>${amount}</span></p>`)}
</section>
${note && html`<p>${note}</p>`}
${invoice.footer && html`<p class="muted">${invoice.footer}</p>`}
${invoice.status === 'open' && payment(context, invoice, attempt)}
<p><a href="${path}/pdf">Download the invoice</a></p>
</main>`;
  return layout(context, { title: `Invoice ${invoice.number}`, scripts: ['once.ts', 'checkout.ts'], body });
}

/** The saved card, if any, and a form for another one. */
function payment(context: Context, invoice: Invoice, { errors = {}, given }: PaymentAttempt): Html {
  const path = invoicePath(context, invoice);
  const saved = paymentMethodFor(context, findPayer(context, invoice));
  const due = money(invoice.amount_due, invoice.currency);
  return html`${
    saved &&
    html`<form method="post" action="${path}/pay" class="actions" data-once>
<button type="submit" class="button">Pay with the saved card</button>
</form>`
  }
<section class="panel">
<h2>${saved ? 'Pay with another card' : 'Pay by card'}</h2>
${cardForm({
  action: `${path}/card`,
  submitLabel: `Pay ${due}`,
  name: given?.name ?? '',
  postal_code: given?.postal_code ?? '',
  errors,
})}
</section>
${testCardList()}`;
}

export function invoicePdf(context: Context, invoice: Invoice): Buffer {
  const { custom_fields, number, description, footer } = invoice;
  const rows = invoiceRows(context, invoice);
  const addressee = billTo(context, invoice);
  const to = addressee.length > 0 ? ['Bill to', ...addressee] : [];
  return createDocument(
    [`Invoice ${number}`, issuedOn(invoice)],
    (custom_fields ?? []).map(({ name, value }) => `${name}: ${value}`),
    to,
    splitLines(description),
    amounts(rows),
    splitLines(reverseChargeNote(context, invoice)),
    splitLines(footer),
  );
}

export const amounts = (rows: readonly Row[]) => rows.map(([what, amount]) => `${what}: ${amount}`);

const splitLines = (text: string | null | undefined) => text?.split(/\r?\n/) ?? [];

/** Joins sections with empty lines. */
export function createDocument(...parts: readonly (readonly string[])[]): Buffer {
  const filled = parts.filter((part) => part.length > 0);
  return pdf(filled.flatMap((part, index) => (index === 0 ? part : ['', ...part])));
}
