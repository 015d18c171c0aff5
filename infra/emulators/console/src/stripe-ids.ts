/** API paths of objects that the emulator's control interface does not find by their ids, by the prefix. */
const OTHER_PATHS: Readonly<Record<string, string>> = {
  inpay: 'invoice_payments',
  txi: 'tax_ids',
  we: 'webhook_endpoints',
};

/** The API path of an object that only has one; undefined for any other id. */
export function otherObjectPath(id: string): string | undefined {
  const [prefix = ''] = id.split('_');
  return OTHER_PATHS[prefix] && `${OTHER_PATHS[prefix]}/${encodeURIComponent(id)}`;
}

// A digit or a capital keeps out states such as `in_progress`, which a seeded price or product may be like.
const ID = /^(?:(?:price|prod)_[A-Za-z0-9]{9,}|(?!req_)(?:[a-z]+_){1,2}(?=[a-z]*[A-Z0-9])[A-Za-z0-9]{9,})$/;

/** The area with a page for what the id names. */
export function areaForId(id: string): 'events' | 'people' | 'payments' | undefined {
  if (/^evt_\w+$/.test(id)) return 'events';
  if (/^cus_\w+$/.test(id) || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(id)) return 'people';
  return ID.test(id) ? 'payments' : undefined;
}
