import { describe, expect, it } from 'vitest';
import { SMALLEST } from '../../../support/browser.ts';
import { expectLegibleInDark } from '../../../support/stripe/dark-page.ts';
import { horizontalOverflow } from '../../../support/stripe/horizontal-overflow.ts';
import { hostedWorld } from '../../../support/stripe/hosted-world.ts';

type Update = 'address' | 'tax_id';

describe('a tax ID in the billing portal', () => {
  const hosted = hostedWorld();
  const { stripe } = hosted;

  async function arrive(allowed: readonly Update[] = ['address', 'tax_id']) {
    const { id: customer } = await stripe.customers.create({
      address: { country: 'DE' },
      tax_id_data: [{ type: 'eu_vat', value: 'DE123456789' }],
    });
    const { id: configuration } = await stripe.billingPortal.configurations.create({
      features: { customer_update: { enabled: true, allowed_updates: [...allowed] } },
    });
    const { url } = await stripe.billingPortal.sessions.create({ customer, configuration });
    return { customer, url: `${url}/customer` };
  }

  const post = (url: string, fields: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const listTaxIds = async (customer: string) => (await stripe.customers.listTaxIds(customer)).data;

  it('is added and removed, on the smallest phone in dark mode', async () => {
    const { customer, url } = await arrive();
    const page = await hosted.open(url, SMALLEST);
    const section = page.getByRole('region', { name: 'Tax IDs' });
    expect(await section.textContent()).toContain('EU VAT DE123456789');
    await expectLegibleInDark(page);
    expect(await horizontalOverflow(section)).toBe(0);
    expect(await section.getByLabel('Type of tax ID').inputValue()).toBe('eu_vat');
    await section.getByLabel('Type of tax ID').selectOption('GB VAT');
    await section.getByLabel('Tax ID', { exact: true }).fill('GB1');
    await section.getByRole('button', { name: 'Add tax ID' }).click();
    await section.getByText('Your tax ID is invalid.').waitFor();
    await section.getByLabel('Tax ID', { exact: true }).fill('GB123456789');
    await section.getByRole('button', { name: 'Add tax ID' }).click();
    await section.getByText('GB VAT GB123456789').waitFor();
    await section.getByRole('button', { name: 'Remove DE123456789' }).click();
    await section.getByText('DE123456789').waitFor({ state: 'detached' });
    expect(await listTaxIds(customer)).toMatchObject([{ type: 'gb_vat', value: 'GB123456789' }]);
    const [event] = (await stripe.events.list({ type: 'customer.tax_id.deleted' })).data;
    expect(event?.data.object).toMatchObject({ value: 'DE123456789' });
  });

  it('requires a type and a number, and the form keeps what was entered', async () => {
    const { customer, url } = await arrive(['tax_id']);
    const page = await (await post(`${url}/tax-ids`, { tax_id_type: 'constructor', tax_id: '"><b>' })).text();
    expect(page).toContain('Select a type of tax ID of your country.');
    expect(page).toContain('value="&quot;&gt;&lt;b&gt;"');
    expect(page).not.toContain('name="city"');
    expect(await (await post(`${url}/tax-ids`)).text()).toContain('Enter your tax ID.');
    expect(await listTaxIds(customer)).toHaveLength(1);
  });

  it('cannot be removed for another customer, nor if the portal does not offer it', async () => {
    const { customer, url } = await arrive();
    const other = await arrive(['address']);
    const [own] = await listTaxIds(customer);
    const [foreign] = await listTaxIds(other.customer);
    await post(`${url}/tax-ids/${foreign?.id}/remove`);
    expect(await listTaxIds(other.customer)).toHaveLength(1);
    expect(await (await fetch(other.url)).text()).not.toContain('Tax IDs');
    await post(`${other.url}/tax-ids/${foreign?.id}/remove`);
    await post(`${other.url}/tax-ids`, { tax_id_type: 'eu_vat', tax_id: 'DE999999999' });
    expect(await listTaxIds(other.customer)).toMatchObject([{ value: 'DE123456789' }]);
    await post(`${url}/tax-ids/${own?.id}/remove`);
    expect(await listTaxIds(customer)).toEqual([]);
  });
});
