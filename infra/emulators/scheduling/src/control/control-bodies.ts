import type { Static } from 'typebox';
import { FAULT_MODES, FAULT_TARGETS } from '../faults/fault-switches.ts';

const YEAR_MS = 366 * 24 * 60 * 60_000;

export const AdvanceBody = {
  type: 'object',
  additionalProperties: false,
  required: ['advanceMs'],
  properties: { advanceMs: { type: 'integer', minimum: 0, maximum: 10 * YEAR_MS } },
} as const;
export type AdvanceBody = Static<typeof AdvanceBody>;

export const FaultBody = {
  type: 'object',
  additionalProperties: false,
  required: ['target', 'mode'],
  properties: {
    target: { enum: FAULT_TARGETS },
    mode: { enum: FAULT_MODES },
    count: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
    delayMs: { type: 'integer', minimum: 0, maximum: 60_000 },
  },
} as const;
export type FaultBody = Static<typeof FaultBody>;

const SeededBooking = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'email'],
  properties: {
    name: { type: 'string', minLength: 1 },
    email: { type: 'string', minLength: 3 },
    /** The next open slot where it is left out. */
    start: { type: 'string', format: 'date-time' },
  },
} as const;

export const SeedBody = {
  type: 'object',
  additionalProperties: false,
  properties: { bookings: { type: 'array', items: SeededBooking, maxItems: 500 } },
} as const;
export type SeedBody = Static<typeof SeedBody>;

export const ConfigureBody = {
  type: 'object',
  additionalProperties: false,
  properties: { publicUrl: { type: 'string', pattern: '^https?://' } },
} as const;
export type ConfigureBody = Static<typeof ConfigureBody>;
