import { httpUrl, instant, list, object, optional, text } from '@outharbor/emulator-kit/json-reader';

const MAX_BOOKINGS = 500;

export const readSeed = object({
  bookings: optional(list(object({ name: text, email: text, start: optional(instant) }), MAX_BOOKINGS)),
});

/** Bookings to make; those without a start get the next open slot. */
export type SeedBody = ReturnType<typeof readSeed>;

export const readReschedule = object({ start: optional(instant) });

export type RescheduleBody = ReturnType<typeof readReschedule>;

export const readConfiguration = object({ publicUrl: optional(httpUrl) });

export type ConfigureBody = ReturnType<typeof readConfiguration>;
