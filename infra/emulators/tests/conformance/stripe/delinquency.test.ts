import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { draftInvoice, openInvoice, payer, payWith, subscribedPayer } from '../../support/stripe/payer.ts';

const world = createWorld();
const { stripe, emulator } = world;

const isDelinquent = async (id: string) => Reflect.get(await stripe.customers.retrieve(id), 'delinquent');

const announced = async () =>
  (await stripe.events.list({ type: 'customer.updated', limit: 100 })).data
    .map(({ data }) => data.previous_attributes)
    .filter((previous) => Object.hasOwn(previous ?? {}, 'delinquent'));

async function declinedRenewal(): Promise<{ customer: string; invoice: string }> {
  const { customer, id } = await subscribedPayer(world);
  await payWith(world, customer, 'pm_card_chargeCustomerFail');
  await emulator.advanceTime({ months: 1, minutes: 1 });
  const { latest_invoice } = await stripe.subscriptions.retrieve(id);
  return { customer, invoice: String(latest_invoice) };
}

// docs.stripe.com/api/customers/object#customer_object-delinquent; the event was recorded by zulip/zulip, customer_updated__delinquency.json.
describe('a delinquent customer', () => {
  it('has an automatic payment that failed, until an invoice is paid', async () => {
    const { customer, invoice } = await declinedRenewal();
    expect(await isDelinquent(customer)).toBe(true);
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.invoices.pay(invoice, { payment_method: good.id });
    expect(await isDelinquent(customer)).toBe(false);
    expect(await announced()).toEqual([{ delinquent: true }, { delinquent: false }]);
  });

  it('is none once the invoice is marked uncollectible', async () => {
    const { customer, invoice } = await declinedRenewal();
    await stripe.invoices.markUncollectible(invoice);
    expect(await isDelinquent(customer)).toBe(false);
  });

  it('missed the due date of an invoice', async () => {
    const customer = await payer(world);
    const due = { collection_method: 'send_invoice', days_until_due: 3 } as const;
    await openInvoice(world, customer, [500], due);
    await emulator.advanceTime({ days: 2 });
    expect(await isDelinquent(customer)).toBe(false);
    await emulator.advanceTime({ days: 2 });
    expect(await isDelinquent(customer)).toBe(true);
    expect(await announced()).toHaveLength(1);
  });

  it('is not one whose payment was declined on request', async () => {
    const customer = await payer(world, 'pm_card_chargeCustomerFail');
    const { id: invoice } = await draftInvoice(world, customer, [500]);
    await expect(stripe.invoices.pay(invoice)).rejects.toThrow('declined');
    expect(await isDelinquent(customer)).toBe(false);
  });
});
