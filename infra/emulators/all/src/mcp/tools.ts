import { connectControl as connectDatabase } from '@outharbor/database-emulator/control-client';
import { connectControl as connectIdentity } from '@outharbor/identity-emulator/control-client';
import { connectControl as connectScheduling } from '@outharbor/scheduling-emulator/control-client';
import { connectControl as connectStripe } from '@outharbor/stripe-emulator/control-client';
import { z } from 'zod';
import type { Running } from '../services/running.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly description: string;
  readonly input: z.ZodRawShape;
  /** The operation of the service's control interface. */
  readonly operation: string;
  readonly readArguments: (given: Arguments) => readonly unknown[];
}

const service = z.enum(['stripe', 'identity', 'database', 'scheduling']);
const amount = z.number().int().min(0).optional();
const none = () => [];
const body = z.record(z.string(), z.unknown());

export const TOOLS: Readonly<Record<string, Tool>> = {
  state: {
    description: 'Everything that an emulator holds',
    input: { service },
    operation: 'state',
    readArguments: none,
  },
  reset: {
    description: "Restores an emulator's seed, and removes faults",
    input: { service },
    operation: 'reset',
    readArguments: none,
  },
  seed: {
    description: 'Adds objects, in the form of the config file: products and prices, users, data',
    input: { service, seed: body },
    operation: 'seed',
    readArguments: ({ seed }) => [seed],
  },
  clock: {
    description: "The time of an emulator's clock",
    input: { service },
    operation: 'clock',
    readArguments: none,
  },
  advance_time: {
    description: 'Moves the clock forward, through every renewal, retry and expiry on the way',
    input: { service, days: amount, hours: amount, minutes: amount },
    operation: 'advanceTime',
    readArguments: ({ service: _, ...span }) => [span],
  },
  faults: {
    description: 'The active faults',
    input: { service },
    operation: 'faults',
    readArguments: none,
  },
  add_fault: {
    description: 'Makes calls fail, such as { "kind": "slow", "path": "/v1/customers", "delayMs": 2000 }',
    input: { service, fault: body },
    operation: 'addFault',
    readArguments: ({ fault }) => [fault],
  },
  clear_faults: {
    description: 'Removes all faults',
    input: { service },
    operation: 'clearFaults',
    readArguments: none,
  },
  deliveries: {
    description: 'Webhook deliveries with their attempts',
    input: { service },
    operation: 'deliveries',
    readArguments: none,
  },
  settle: {
    description: 'Waits until every pending webhook is delivered',
    input: { service },
    operation: 'settle',
    readArguments: none,
  },
  pay_checkout: {
    description:
      'Pays a Stripe checkout session, as a visitor would on its page; card is a name such as visa',
    input: {
      session: z.string(),
      card: z.string(),
      email: z.string().optional(),
      name: z.string().optional(),
    },
    operation: 'pay',
    readArguments: ({ session, ...payment }) => [session, payment],
  },
};

const CONNECT = {
  stripe: connectStripe,
  identity: connectIdentity,
  database: connectDatabase,
  scheduling: connectScheduling,
} as const;

/** Calls the tool's operation through the control interface, which checks its arguments. */
export async function callTool(running: Running, tool: Tool, given: Arguments): Promise<unknown> {
  const name = service.parse(given.service ?? 'stripe');
  const controlUrl = running[name]?.controlUrl;
  if (controlUrl === undefined) throw new RangeError(`${name} is not running.`);
  const operation: unknown = Object.entries(CONNECT[name](controlUrl)).find(
    ([key]) => key === tool.operation,
  )?.[1];
  if (typeof operation !== 'function') throw new RangeError(`${name} has no such operation.`);
  return (await operation(...tool.readArguments(given))) ?? 'done';
}
