import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordScenarios } from '@outharbor/stripe-emulator/recording/record-scenarios';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../../support/stripe/client.ts';
import { deviationsIn } from '../../support/stripe/described-answers.ts';
import { worldOf } from '../../support/stripe/forms.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** What the emulator's answers have and Stripe's description does not, with the reason. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'Newer than the description.': [
    'charge.destination: unknown',
    'charge.payment_method_details.card.amount_requested: unknown',
    'charge.payment_method_details.card.electronic_commerce_indicator: unknown',
    'charge.source: unknown',
    'checkout.session.allowed_payment_method_types: unknown',
    'payment_intent.payment_record: unknown',
    'payment_intent.source: unknown',
    'payment_link.subscription_data.invoice_settings.account_tax_ids: unknown',
    'payment_link.subscription_data.invoice_settings.custom_fields: unknown',
    'payment_link.subscription_data.invoice_settings.description: unknown',
    'payment_link.subscription_data.invoice_settings.footer: unknown',
    'price.recurring.trial_period_days: unknown',
    'product.tax_details: unknown',
    'product.type: unknown',
    'subscription.trial_settings.end_behavior.billing_cycle_anchor: unknown',
    'subscription_item.current_trial: unknown',
  ],
  'In recorded answers of Stripe, although no description has had it for years.': [
    'charge.dispute: unknown',
    'charge.order: unknown',
    'subscription.plan: unknown',
    'subscription.quantity: unknown',
    'subscription_item.plan: unknown',
  ],
};

describe("the answers of the recorder's scenarios", () => {
  const world = worldOf();

  it("have the fields and types of Stripe's description", async () => {
    const folder = await temporaryFolder();
    try {
      const connect = (port: number) => clientOf({ port });
      await recordScenarios({ folder: folder.path, upstream: world.emulator.url, connect });
      const found = new Set<string>();
      for (const file of await readdir(folder.path)) {
        const exchanges: { status: number; answer: unknown }[] = JSON.parse(
          await readFile(join(folder.path, file), 'utf8'),
        );
        for (const { answer, status } of exchanges) {
          if (status === 200) for (const deviation of deviationsIn(answer)) found.add(deviation);
        }
      }
      expect([...found].toSorted()).toEqual(Object.values(KNOWN).flat().toSorted());
    } finally {
      await folder.close();
    }
  });

  it.each([
    [{ object: 'coupon', id: 1 }, 'coupon.id: not string'],
    [{ object: 'coupon' }, 'coupon.times_redeemed: missing'],
    [{ object: 'coupon', colour: 'red' }, 'coupon.colour: unknown'],
    [{ object: 'list', data: [{ object: 'coupon', valid: null }] }, 'coupon.valid: not boolean'],
  ])('would be found to deviate: %j', (answer, deviation) => {
    expect(deviationsIn(answer)).toContain(deviation);
  });
});
