/** API paths of objects that the lists do not show, by the prefix of their ids. */
const OTHER_OBJECTS: Readonly<Record<string, string>> = {
  acct: 'accounts',
  clock: 'test_helpers/test_clocks',
  cn: 'credit_notes',
  fee: 'application_fees',
  ii: 'invoiceitems',
  inpay: 'invoice_payments',
  pi: 'payment_intents',
  plink: 'payment_links',
  pm: 'payment_methods',
  po: 'payouts',
  price: 'prices',
  prod: 'products',
  promo: 'promotion_codes',
  qt: 'quotes',
  seti: 'setup_intents',
  shr: 'shipping_rates',
  si: 'subscription_items',
  sub_sched: 'subscription_schedules',
  tr: 'transfers',
  txi: 'tax_ids',
  txn: 'balance_transactions',
  txr: 'tax_rates',
  we: 'webhook_endpoints',
};

// The length keeps out states such as `in_progress`.
const OTHER_ID = new RegExp(`^(${Object.keys(OTHER_OBJECTS).join('|')})_[A-Za-z0-9]{9,}$`);
const LISTED_ID = /^(?:sub|in|ch|py|re|du|dp|cs_test|cs_live)_[A-Za-z0-9]{9,}$/;

/** The path of an object that the lists do not show; undefined for any other id. */
export function otherObjectPath(id: string): string | undefined {
  const [, prefix = ''] = OTHER_ID.exec(id) ?? [];
  const path = OTHER_OBJECTS[prefix];
  return path && `${path}/${id}`;
}

/** The area with a page for what the id names. */
export function areaForId(id: string): 'events' | 'people' | 'payments' | undefined {
  if (/^evt_\w+$/.test(id)) return 'events';
  if (/^cus_\w+$/.test(id) || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(id)) return 'people';
  return LISTED_ID.test(id) || OTHER_ID.test(id) ? 'payments' : undefined;
}
