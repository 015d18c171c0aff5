import { readdirSync, readFileSync } from 'node:fs';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { API_PERMISSIONS } from './permissions.ts';

const ROOT = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

/** The Stripe API calls in a source, such as `checkout.sessions.create`; webhooks are verified locally. */
function callsIn(source: string): string[] {
  const calls = source.matchAll(/\bstripe((?:\s*\.\s*\w+){2,})\s*\(/g);
  return [...calls].map(([, path = '']) => path.replaceAll(/\s/g, '').slice(1)).filter(isRemote);
}
const isRemote = (call: string) => !/^(webhooks|errors)\./.test(call);

const FOLDER = 'api/src/gateways/stripe/';
const gateways = readdirSync(new URL(FOLDER, ROOT))
  .filter((name) => !name.endsWith('.test.ts') && name !== 'permissions.ts')
  .map((name) => read(`${FOLDER}${name}`));
const made = {
  api: sorted(gateways.flatMap(callsIn)),
  setup: sorted(callsIn(read('scripts/stripe-account.ts'))),
};

interface Row {
  readonly permission: string;
  readonly access: string;
  readonly api: readonly string[];
  readonly setup: readonly string[];
}

/** The rows of the table in SECURITY.md. */
const rows = read('SECURITY.md')
  .split('\n')
  .flatMap((line): Row[] => {
    const [, permission = '', access = '', api = '', setup = ''] = line.split('|').map((cell) => cell.trim());
    const isRow = access === 'Read' || access === 'Write';
    return isRow ? [{ permission, access, api: namesIn(api), setup: namesIn(setup) }] : [];
  });

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([\w.]+)`/g)].flatMap(([, name]) => name ?? []);
}
function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}

/** The HTTP method that the SDK sends for a call. */
async function findMethod(call: string): Promise<string> {
  const sent: string[] = [];
  const fetch = async (_address: unknown, { method = '' }: { method?: string } = {}) => {
    sent.push(method);
    return Response.json({ id: 'x', object: 'list', data: [] });
  };
  const stripe = new Stripe('sk_test_none', {
    httpClient: Stripe.createFetchHttpClient(fetch as typeof globalThis.fetch),
  });
  const path = call.split('.');
  let owner: unknown = stripe;
  for (const name of path.slice(0, -1)) owner = Reflect.get(Object(owner), name);
  const method: unknown = Reflect.get(Object(owner), path.at(-1) ?? '');
  if (typeof method !== 'function') throw new Error(`The SDK has no call ${call}.`);
  // A call takes either an id or only parameters.
  for (const argument of ['x_1', {}]) {
    try {
      await Reflect.apply(method, owner, [argument]);
      break;
    } catch {
      if (argument !== 'x_1') throw new Error(`${call} can be made with neither an id nor parameters.`);
    }
  }
  return sent.at(-1) ?? '';
}

describe("the list of a restricted Stripe key's permissions in SECURITY.md", () => {
  it.each(['api', 'setup'] as const)('covers exactly the calls of %s', (who) => {
    const named = sorted(rows.flatMap((row) => row[who]));
    const hint = `add it to the table of SECURITY.md; docs.stripe.com/keys/permissions-reference has the names`;
    expect(
      made[who].filter((call) => !named.includes(call)),
      `calls without a permission: ${hint}`,
    ).toEqual([]);
    expect(
      named.filter((call) => !made[who].includes(call)),
      'permissions for calls that are never made',
    ).toEqual([]);
  });

  it('is what the doctor tries', () => {
    const needed = rows.filter(({ api, permission }) => api.length > 0 && permission !== 'Accounts');
    const tried = API_PERMISSIONS.map(({ name, access }) => [name, access]);
    const listed = needed.map(({ permission, access, setup }) => [
      permission,
      setup.length > 0 && permission !== 'Customer portal' ? 'Read' : access,
    ]);
    expect(tried.toSorted()).toEqual(listed.toSorted());
  });

  it('includes those of calls that span several lines', () => {
    expect(made.api).toContain('checkout.sessions.create');
    expect(callsIn('await stripe.invoices\n  .retrieve(id)')).toEqual(['invoices.retrieve']);
    expect(callsIn('stripe.webhooks.constructEvent(body)')).toEqual([]);
  });

  it.each(rows)('grants $permission the access that its calls need: $access', async (row) => {
    const methods = await Promise.all([...row.api, ...row.setup].map(findMethod));
    expect(methods).not.toContain('');
    expect(methods.some((method) => method !== 'GET')).toBe(row.access === 'Write');
  });
});
