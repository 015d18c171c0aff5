/**
 * The plan catalogue: the only source of names, prices, currency and features for the site, API, emulators
 * and tests.
 */
import { formatMoney, smallestUnits } from './money.ts';

interface Entry {
  readonly name: string;
  readonly title: string;
  /** Per month, in `PLAN_CURRENCY`. */
  readonly price: number;
  readonly closings: number;
  readonly closingsText: string;
  /** What the plan has in addition to those above it. */
  readonly adds: readonly string[];
}

/** Charged and shown; an ISO 4217 code in lower case. */
export const PLAN_CURRENCY = 'usd';
export const PLAN_INTERVAL = 'month';

const CATALOGUE = [
  {
    name: 'basic',
    title: 'Basic',
    price: 500,
    closings: 5,
    closingsText: 'successful closings exclusively',
    adds: ['E\u2011mail outreach engine', 'CRM setup', 'CRM reminders'],
  },
  {
    name: 'pro',
    title: 'Popular',
    price: 1000,
    closings: 10,
    closingsText: 'successful closings',
    adds: [
      'Follow-up e\u2011mail templates',
      'Call script and training',
      'Sales presentation templates',
      'Call recording reviewing',
    ],
  },
  {
    name: 'business',
    title: 'Icebreaker',
    price: 1499,
    closings: 15,
    closingsText: 'successful closings',
    adds: [
      'E\u2011mail deliverability optimization',
      'Ideal client persona makeover',
      'Unique selling proposition makeover',
      'Offer makeover',
      'LinkedIn profile optimization',
      'Client acquisition sales video script',
    ],
  },
] as const satisfies readonly [Entry, ...Entry[]];

export type PlanName = (typeof CATALOGUE)[number]['name'];
export type PlanPrice = (typeof CATALOGUE)[number]['price'];

interface PlanFeature {
  readonly text: string;
  readonly available: boolean;
}

export interface Plan {
  readonly id: number;
  readonly name: PlanName;
  readonly title: string;
  /** Per month, in `PLAN_CURRENCY`. */
  readonly price: PlanPrice;
  readonly closings: number;
  readonly features: readonly PlanFeature[];
}

export const PLANS: readonly Plan[] = CATALOGUE.map(
  ({ name, title, price, closings, closingsText }, index) => ({
    id: index + 1,
    name,
    title,
    price,
    closings,
    features: [
      ...CATALOGUE.flatMap(({ adds }, step) => adds.map((text) => ({ text, available: step <= index }))),
      { text: `${closings} ${closingsText}`, available: true },
    ],
  }),
);

export const PLAN_NAMES: readonly PlanName[] = PLANS.map(({ name }) => name);
export const PLAN_PRICES: readonly PlanPrice[] = PLANS.map(({ price }) => price);

/** What Stripe charges for the plan a month, in the currency's smallest unit. */
export const planAmount = ({ price }: Pick<Plan, 'price'>) => smallestUnits(price, PLAN_CURRENCY);

/** The plan's price as visitors read it. */
export const planPriceText = (plan: Pick<Plan, 'price'>) =>
  formatMoney(planAmount(plan), PLAN_CURRENCY, 'brief');

export function planByPrice(price: number): Plan | undefined {
  return PLANS.find((plan) => plan.price === price);
}

/**
 * A plan's Stripe product id, the same in every account. Unlike prices and metadata, it cannot be edited
 * there.
 */
export const planProductId = ({ name }: Pick<Plan, 'name'>) => `outharbor_${name}`;

/** The lookup key of the price at which a plan is currently sold. */
export const planLookupKey = ({ name }: Pick<Plan, 'name'>) => `${name}_monthly`;

export function planByProduct(productId: string): Plan | undefined {
  return PLANS.find((plan) => planProductId(plan) === productId);
}
