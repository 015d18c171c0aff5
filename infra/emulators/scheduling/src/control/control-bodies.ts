import * as json from '@outharbor/emulator-kit/json-reader';

const MAX_BOOKINGS = 500;

export const readSeed = json.object({
  bookings: json.optional(
    json.list(
      json.object({ name: json.text, email: json.text, start: json.optional(json.instant) }),
      MAX_BOOKINGS,
    ),
  ),
});

/** Bookings to make; those without a start get the next open slot. */
export type SeedBody = ReturnType<typeof readSeed>;

export const readReschedule = json.object({ start: json.optional(json.instant) });

export type RescheduleBody = ReturnType<typeof readReschedule>;

export const readConfiguration = json.object({ publicUrl: json.optional(json.httpUrl) });

export type ConfigureBody = ReturnType<typeof readConfiguration>;
