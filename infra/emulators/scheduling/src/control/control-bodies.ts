import {
  httpUrl,
  instant,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
} from '@outharbor/emulator-kit/json-reader';
import { FAULT_MODES, FAULT_TARGETS } from '../faults/fault-switches.ts';

const MAX_DELAY_MS = 60_000;
const MAX_BOOKINGS = 500;

export const readFault = object({
  target: oneOf(FAULT_TARGETS),
  mode: oneOf(FAULT_MODES),
  count: optional(nullable(integer(1))),
  skip: optional(integer(0)),
  delayMs: optional(integer(0, MAX_DELAY_MS)),
});

export const readSeed = object({
  bookings: optional(list(object({ name: text, email: text, start: optional(instant) }), MAX_BOOKINGS)),
});

/** Bookings to make; those without a start get the next open slot. */
export type SeedBody = ReturnType<typeof readSeed>;

export const readConfiguration = object({ publicUrl: optional(httpUrl) });

export type ConfigureBody = ReturnType<typeof readConfiguration>;

export const readRedelivery = object({});
