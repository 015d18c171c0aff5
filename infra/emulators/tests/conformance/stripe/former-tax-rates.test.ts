import { describe, expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { type ApiObject, createFormerClient } from '../../support/stripe/former-clients.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('a tax rate of an invoice line before basil', () => {
  const createRate = async (percentage: number) =>
    (await stripe.taxRates.create({ display_name: 'VAT', percentage, inclusive: false })).id;

  const rateIds = (lines: readonly ApiObject[]) =>
    lines.map(({ tax_rates }) => (tax_rates as ApiObject[]).map(({ id }) => id));

  const listLines = ({ lines }: ApiObject) => (lines as { data: readonly ApiObject[] }).data;

  describe.each([
    [17, '2025-02-24.acacia'],
    [11, '2020-08-27'],
  ] as const)('SDK %i, %s', (major, version) => {
    it('is a full object if the line has its own, and absent if those of the invoice apply', async () => {
      const [whole, own] = [await createRate(10), await createRate(25)];
      const customer = await payer(world);
      const { id: invoice } = await stripe.invoices.create({ customer, default_tax_rates: [whole] });
      const item = { customer, currency: 'usd', invoice, amount: 1000 };
      await stripe.invoiceItems.create(item);
      await stripe.invoiceItems.create({ ...item, tax_rates: [own] });
      const former = createFormerClient(emulator, major, version);
      const shown = await former.invoices.retrieve(invoice);
      expect(shown.default_tax_rates).toMatchObject([{ object: 'tax_rate', id: whole, percentage: 10 }]);
      const byAmount = new Map(
        listLines(shown).map(({ tax_amounts, tax_rates }) => [
          (tax_amounts as { amount: number }[])[0]?.amount,
          tax_rates,
        ]),
      );
      expect(byAmount.get(100)).toEqual([]);
      expect(byAmount.get(250)).toMatchObject([{ object: 'tax_rate', id: own, percentage: 25 }]);
      const { data } = await former.invoices.listLineItems(invoice);
      expect(rateIds(data)).toEqual(rateIds(listLines(shown)));
      const current = await stripe.invoices.retrieve(invoice);
      for (const line of current.lines.data) expect(line).not.toHaveProperty('tax_rates');
    });

    it('is on the invoice of a subscription and on the preview of the next', async () => {
      const own = await createRate(25);
      const { id, latest_invoice } = await stripe.subscriptions.create({
        customer: await payer(world),
        items: [{ price: await findPrice(stripe), tax_rates: [own] }],
        billing_mode: { type: 'classic' },
      });
      const former = createFormerClient(emulator, major, version);
      expect(rateIds(listLines(await former.invoices.retrieve(String(latest_invoice))))).toEqual([[own]]);
      expect(rateIds(listLines(await former.invoices.retrieveUpcoming({ subscription: id })))).toEqual([
        [own],
      ]);
    });
  });
});

describe('a tax amount before basil', () => {
  it('expands its rate, and nothing on a line without tax', async () => {
    const { id: rate } = await stripe.taxRates.create({
      display_name: 'VAT',
      percentage: 20,
      inclusive: false,
    });
    const customer = await payer(world);
    const { id } = await stripe.invoices.create({ customer });
    const item = { customer, currency: 'usd', invoice: id, amount: 1000 };
    await stripe.invoiceItems.create({ ...item, tax_rates: [rate] });
    await stripe.invoiceItems.create(item);
    const expand = ['lines.data.tax_amounts.tax_rate', 'total_tax_amounts.tax_rate'];
    const { body } = await rawApi(world, '2023-10-16').get(`invoices/${id}`, { expand });
    expect(body.total_tax_amounts).toMatchObject([{ amount: 200, tax_rate: { id: rate, percentage: 20 } }]);
    const { data } = body.lines as { data: { tax_amounts: unknown[] }[] };
    expect(data.map(({ tax_amounts }) => tax_amounts).toSorted((a, b) => a.length - b.length)).toMatchObject([
      [],
      [{ tax_rate: { id: rate } }],
    ]);
  });
});
