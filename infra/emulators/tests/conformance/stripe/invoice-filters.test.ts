import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';

const { stripe } = createWorld();

describe('the list of invoices', () => {
  it('is filtered by collection method and due date', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const charged = await stripe.invoices.create({ customer });
    const terms = { collection_method: 'send_invoice', days_until_due: 30 } as const;
    const sent = await stripe.invoices.create({ customer, ...terms });
    const found = async (filter: object) => (await stripe.invoices.list(filter)).data.map(({ id }) => id);
    expect(await found({ collection_method: 'send_invoice' })).toEqual([sent.id]);
    expect(await found({ collection_method: 'charge_automatically' })).toEqual([charged.id]);
    const due = Number(sent.due_date);
    expect(await found({ due_date: { gte: due } })).toEqual([sent.id]);
    expect(await found({ due_date: { gt: due } })).toEqual([]);
    expect(await found({ due_date: { lte: due } })).toEqual([sent.id]);
  });
});
