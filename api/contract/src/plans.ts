/**
 * The plan catalogue: the only source of names, prices and features for the site, API, emulators and tests.
 */

export const PLAN_NAMES = ['basic', 'pro', 'business'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export interface PlanFeature {
  readonly text: string;
  readonly available: boolean;
}

export interface Plan {
  readonly id: 1 | 2 | 3;
  readonly name: PlanName;
  readonly title: string;
  /** Whole US dollars per month. */
  readonly price: PlanPrice;
  readonly closings: number;
  readonly features: readonly PlanFeature[];
}

export const PLAN_PRICES = [500, 1000, 1499] as const;
export type PlanPrice = (typeof PLAN_PRICES)[number];

export const PLAN_CURRENCY = 'usd';
export const PLAN_INTERVAL = 'month';

const FEATURE_STEPS: readonly { readonly from: Plan['id']; readonly texts: readonly string[] }[] = [
  { from: 1, texts: ['E\u2011mail outreach engine', 'CRM setup', 'CRM reminders'] },
  {
    from: 2,
    texts: [
      'Follow-up e\u2011mail templates',
      'Call script and training',
      'Sales presentation templates',
      'Call recording reviewing',
    ],
  },
  {
    from: 3,
    texts: [
      'E\u2011mail deliverability optimization',
      'Ideal client persona makeover',
      'Unique selling proposition makeover',
      'Offer makeover',
      'LinkedIn profile optimization',
      'Client acquisition sales video script',
    ],
  },
];

function featuresOf(id: Plan['id'], closings: string): PlanFeature[] {
  const steps = FEATURE_STEPS.flatMap(({ from, texts }) =>
    texts.map((text) => ({ text, available: id >= from })),
  );
  return [...steps, { text: closings, available: true }];
}

export const PLANS: readonly [Plan, Plan, Plan] = [
  {
    id: 1,
    name: 'basic',
    title: 'Basic',
    price: 500,
    closings: 5,
    features: featuresOf(1, '5 successful closings exclusively'),
  },
  {
    id: 2,
    name: 'pro',
    title: 'Popular',
    price: 1000,
    closings: 10,
    features: featuresOf(2, '10 successful closings'),
  },
  {
    id: 3,
    name: 'business',
    title: 'Icebreaker',
    price: 1499,
    closings: 15,
    features: featuresOf(3, '15 successful closings'),
  },
];

/** Looks up a plan by its price in whole US dollars a month. */
export function planByPrice(price: number): Plan | undefined {
  return PLANS.find((plan) => plan.price === price);
}

/**
 * A plan's Stripe product id, the same in every account. Unlike prices and metadata, it cannot be edited
 * there.
 */
export const productIdOf = ({ name }: Pick<Plan, 'name'>) => `outharbor_${name}`;

/** The lookup key of the price at which a plan is currently sold. */
export const lookupKeyOf = ({ name }: Pick<Plan, 'name'>) => `${name}_monthly`;

export function planByProduct(productId: string): Plan | undefined {
  return PLANS.find((plan) => productIdOf(plan) === productId);
}
