import { connectControl as connectDatabase } from '@outharbor/database-emulator/control-client';
import * as json from '@outharbor/emulator-kit/json-reader';
import { connectControl as connectIdentity } from '@outharbor/identity-emulator/control-client';
import { connectControl as connectScheduling } from '@outharbor/scheduling-emulator/control-client';
import { connectControl as connectStripe } from '@outharbor/stripe-emulator/control-client';
import type { Running } from '../services/services.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly description: string;
  readonly input: json.Reader<Arguments>;
  /** The operation of the service's control interface. */
  readonly operation: string;
  readonly readArguments?: (given: Arguments) => readonly unknown[];
  /** How much is kept of each list of the answer, which is all when absent. */
  readonly shorten?: (given: Arguments) => number;
  /** An operation whose answer says more; that of `operation` when absent. */
  readonly answersWith?: string;
}

const CONNECT = {
  stripe: connectStripe,
  identity: connectIdentity,
  database: connectDatabase,
  scheduling: connectScheduling,
} as const;

const service = json.oneOf(['stripe', 'identity', 'database', 'scheduling']);
const scheduled = json.oneOf(['stripe', 'scheduling']);
const clocked = json.oneOf(['stripe', 'identity', 'scheduling']);
const amount = json.optional(json.integer(0));

export const TOOLS: Readonly<Record<string, Tool>> = {
  state: {
    description:
      'What an emulator holds, of each list the last `limit`, 50 unless given; `left_off` says of how many',
    input: json.object({ service, limit: json.optional(json.integer(1, 1000)) }),
    operation: 'state',
    readArguments: () => [],
    shorten: ({ limit }) => Number(limit ?? 50),
  },
  reset: {
    description: "Restores an emulator's seed, and removes faults",
    input: json.object({ service }),
    operation: 'reset',
  },
  seed: {
    description:
      'Adds objects. Stripe: { "products": [{ "id": "tea", "name": "Tea" }], "prices": [{ "id": "monthly", "product": "tea", "unitAmount": 900 }] }, monthly unless "recurring" says otherwise. Scheduling: { "bookings": [{ "name": "Ada", "email": "ada@example.com" }] }. For accounts use add_people; for data, the REST interface of the database',
    input: json.object({ service: scheduled, seed: json.anyObject }),
    operation: 'seed',
    readArguments: ({ seed }) => [seed],
  },
  clock: {
    description: "The time of an emulator's clock. The database uses the machine's",
    input: json.object({ service: clocked }),
    operation: 'clock',
  },
  advance_time: {
    description:
      'Moves the clock forward, through every renewal, retry and expiry on the way. A renewal is a draft for an hour, so months: 1, hours: 2 pays it',
    input: json.object({ service: clocked, months: amount, days: amount, hours: amount, minutes: amount }),
    operation: 'advanceTime',
    readArguments: ({ service: _, ...span }) => [span],
    answersWith: 'clock',
  },
  faults: {
    description: 'The active faults',
    input: json.object({ service: scheduled }),
    operation: 'faults',
  },
  add_fault: {
    description:
      'Makes calls fail until removed, or "count" times. Stripe: { "kind": "slow", "path": "/v1/customers", "delayMs": 2000 }. Scheduling: { "target": "bookings", "mode": "fail" }',
    input: json.object({ service: scheduled, fault: json.anyObject }),
    operation: 'addFault',
    readArguments: ({ fault }) => [fault],
  },
  clear_faults: {
    description: 'Removes all faults',
    input: json.object({ service: scheduled }),
    operation: 'clearFaults',
  },
  deliveries: {
    description: 'Webhook deliveries with their attempts',
    input: json.object({ service: scheduled }),
    operation: 'deliveries',
  },
  settle: {
    description: 'Waits until every pending webhook is delivered, and everything is on disk',
    input: json.object({ service }),
    operation: 'settle',
  },
  pay_checkout: {
    description:
      'Pays a Stripe checkout session, as a visitor would on its page. card is a name: visa, declined, insufficient_funds, authentication, fails_on_renewal or disputed, among others',
    input: json.object({
      session: json.text,
      card: json.text,
      email: json.optional(json.text),
      name: json.optional(json.text),
    }),
    operation: 'pay',
    readArguments: ({ session, ...payment }) => [session, payment],
  },
};

/** Calls the tool's operation through the control interface, which checks its arguments. */
export async function callTool(running: Running, tool: Tool, input: unknown): Promise<unknown> {
  const given = tool.input(input, '');
  const name = service(given.service ?? 'stripe', 'service');
  const controlUrl = running[name]?.controlUrl;
  if (controlUrl === undefined) throw new RangeError(`${name} is not running.`);
  const operations = new Map<string, unknown>(Object.entries(CONNECT[name](controlUrl)));
  const call = async (operation: string, ...args: readonly unknown[]): Promise<unknown> => {
    const found = operations.get(operation);
    if (typeof found !== 'function') throw new RangeError(`${name} has no such operation.`);
    return found(...args);
  };
  const whole = await call(tool.operation, ...(tool.readArguments?.(given) ?? []));
  const result = tool.shorten === undefined ? whole : shortened(whole, tool.shorten(given));
  return (tool.answersWith === undefined ? result : await call(tool.answersWith)) ?? 'done';
}

/** Keeps the last of each list and of the children of each object. */
function shortened(value: unknown, limit: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // The names of an object's fields are few; those of data may be many.
  const kept = Object.entries(value).slice(-(Array.isArray(value) ? limit : Math.max(limit, 50)));
  const short = kept.map(([key, each]) => [key, shortened(each, limit)] as const);
  const left = Object.keys(value).length - kept.length;
  if (Array.isArray(value))
    return [...(left > 0 ? [{ left_off: left }] : []), ...short.map(([, each]) => each)];
  return { ...Object.fromEntries(short), ...(left > 0 && { left_off: left }) };
}
