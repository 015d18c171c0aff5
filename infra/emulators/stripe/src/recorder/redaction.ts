import { isObject } from '../description/json.ts';
import type { Exchange } from './exchange.ts';

/** Keys and secrets, wherever they appear. */
const SECRET = /\b(?:[spr]k_(?:test|live)_|whsec_|ek_test_|ek_live_)[A-Za-z0-9_]+|(?<=_secret_)[A-Za-z0-9]+/g;

/** What takes the place of a personal value; `n` tells the values of a kind apart. */
const PERSONAL: Readonly<Record<string, (n: number) => string>> = {
  email: (n) => `person${n}@example.com`,
  ip_address: () => '192.0.2.1',
  line1: (n) => `${n} Example Street`,
  line2: (n) => `Floor ${n}`,
  city: (n) => `City ${n}`,
  name: (n) => `Name ${n}`,
  phone: (n) => `+1555555${String(n).padStart(4, '0')}`,
  postal_code: (n) => String(10_000 + n),
};

const ALIASES: Readonly<Record<string, string>> = {
  customer_email: 'email',
  customer_name: 'name',
  customer_phone: 'phone',
  prefilled_email: 'email',
  receipt_email: 'email',
  support_email: 'email',
};

/**
 * Replaces what must not leave the account: keys, client secrets, and people's names and addresses, each with the same
 * replacement wherever it appears. Values of `metadata` are dropped, and so are the queries of addresses on the web.
 */
export class Redaction {
  readonly #replacements = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  exchange({ method, path, form, answer, ...rest }: Exchange): Exchange {
    const [address = '', query] = path.split('?');
    // `/v1/customers/…` → `customer`
    const owner = (address.split('/')[2] ?? '').replace(/s$/, '');
    return {
      method,
      path:
        query === undefined ? this.#plain(address) : `${this.#plain(address)}?${this.#form(query, owner)}`,
      form: this.#form(form, owner),
      ...rest,
      answer: answer === null ? null : (this.#value(answer, '', '') as Exchange['answer'] & object),
    };
  }

  #form(form: string, resource: string): string {
    const fields = [...new URLSearchParams(form)].map(([name, value]): [string, string] => {
      const parts = name.split(/[[\]]+/).filter((part) => part !== '');
      const inMetadata = parts.includes('metadata') && value !== '';
      const key = parts.findLast((part) => !/^\d+$/.test(part)) ?? '';
      return [name, inMetadata ? 'redacted' : this.#text(value, key, parts.at(-2) ?? resource)];
    });
    return new URLSearchParams(fields).toString();
  }

  #value(value: unknown, key: string, owner: string): unknown {
    if (typeof value === 'string') return this.#text(value, key, owner);
    if (Array.isArray(value)) return value.map((each) => this.#value(each, key, owner));
    if (!isObject(value)) return value;
    if (key === 'metadata') return Object.fromEntries(Object.keys(value).map((name) => [name, 'redacted']));
    const inner = typeof value.object === 'string' ? value.object : key;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, this.#value(part, name, inner)]),
    );
  }

  #text(value: string, key: string, owner: string): string {
    const kind = ALIASES[key] ?? key;
    // Products, coupons, prices and the like have names that belong to nobody.
    const isPersonal = key !== 'name' || PEOPLE.has(owner);
    const replace = isPersonal ? PERSONAL[kind] : undefined;
    if (replace === undefined || value === '') return this.#plain(value);
    return this.#replacement(kind, value, replace);
  }

  #replacement(kind: string, value: string, replace: (n: number) => string): string {
    const known = this.#replacements.get(`${kind} ${value}`);
    if (known !== undefined) return known;
    const n = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, n);
    const made = replace(n);
    this.#replacements.set(`${kind} ${value}`, made);
    return made;
  }

  #plain(value: string): string {
    const address = /^https?:/.test(value) ? (value.split(/[?#]/)[0] ?? '') : value;
    return address.replaceAll(SECRET, 'redacted');
  }
}

/** Objects, and parts of a request, whose `name` is a person's or a business's. */
const PEOPLE: ReadonlySet<string> = new Set([
  'account',
  'billing_details',
  'business_profile',
  'customer',
  'customer_details',
  'customer_shipping',
  'individual',
  'shipping',
  'shipping_details',
]);
