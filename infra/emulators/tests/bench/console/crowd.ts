import type { StateFile } from '@outharbor/console/state-file';
import { startEmulators } from '@outharbor/emulators';

/** Five events a person. */
const EVENTS = [
  'customer.created',
  'customer.subscription.created',
  'invoice.created',
  'invoice.paid',
  'charge.succeeded',
];
const OF_A_PERSON = [
  'customers',
  'paymentMethods',
  'subscriptions',
  'invoices',
  'paymentIntents',
  'charges',
  'ledger',
  'events',
  'deliveries',
];

type Row = Readonly<Record<string, unknown>>;

/** The state of a stack in which `size` people subscribed, and a product got five events of each. */
export async function crowdState(size: number, webhookUrl: string): Promise<StateFile> {
  const emulators = await startEmulators({
    services: ['stripe', 'identity', 'scheduling'],
    config: {
      stripe: {
        products: [{ id: 'prod_bench', name: 'Bench' }],
        prices: [{ id: 'price_bench', product: 'prod_bench', unitAmount: 900 }],
        webhooks: [{ url: webhookUrl, secret: 'whsec_bench', enabledEvents: EVENTS }],
      },
    },
  });
  try {
    const person = { email: 'person-0@example.com', name: 'Person 0', situation: 'subscribed' } as const;
    await emulators.addPeople({ people: [person] });
    return crowd(await emulators.saveState(), size);
  } finally {
    await emulators.close();
  }
}

/** Repeats everything of the one person, with other ids and another address. */
function crowd(file: StateFile, size: number): StateFile {
  const { stripe, identity } = file.services;
  if (stripe === undefined || identity === undefined) throw new Error('A service was not saved');
  const test = stripe.content.test as Readonly<Record<string, readonly Row[]>>;
  const entries = identity.content.entries as readonly (readonly [string, string, Row])[];
  const users = entries.filter(([kind]) => kind === 'user');
  const delivered = new Set((test.deliveries ?? []).map(({ event }) => event));
  const own = OF_A_PERSON.map((name): [string, readonly Row[]] => {
    const rows = test[name] ?? [];
    return [name, name === 'events' ? rows.filter(({ id }) => delivered.has(id)) : rows];
  });
  const ids = [...own.flatMap(([, rows]) => rows.map(({ id }) => String(id))), ...users.map(([, id]) => id)]
    .filter((id) => !id.includes('.'))
    .join('|');
  const copy = <T>(rows: readonly T[], index: number): T[] => {
    const text = JSON.stringify(rows)
      .replaceAll(new RegExp(ids, 'g'), (id) => `${id.slice(0, -5)}${String(index).padStart(5, '0')}`)
      .replaceAll(/([Pp]erson[ -])0/g, `$1${index}`);
    return JSON.parse(text) as T[];
  };
  const repeated = <T>(rows: readonly T[]): T[] =>
    Array.from({ length: size }, (_, index) => copy(rows, index)).flat();
  const lists = Object.fromEntries(own.map(([name, rows]) => [name, repeated(rows)]));
  const others = entries.filter(([kind]) => kind !== 'user');
  return {
    ...file,
    services: {
      stripe: { ...stripe, content: { ...stripe.content, test: { ...test, ...lists } } },
      identity: { ...identity, content: { ...identity.content, entries: [...others, ...repeated(users)] } },
    },
  };
}
