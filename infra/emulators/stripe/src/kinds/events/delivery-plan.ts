import * as json from '@outharbor/emulator-kit/json-reader';

export const delayMs = json.optional(json.integer(0, 600_000));
const MAX_COPIES = 100;

const PLAN = {
  hold: json.optional(json.flag),
  delayMs,
  /** How many times each is sent, even if the first is accepted. */
  copies: json.optional(json.integer(1, MAX_COPIES)),
};

export const readDeliveryPlan = json.object(PLAN);
export const readRedelivery = json.object({ copies: PLAN.copies, delayMs });

export type DeliveryPlan = { -readonly [K in keyof typeof PLAN]: NonNullable<ReturnType<(typeof PLAN)[K]>> };
export type Redelivery = ReturnType<typeof readRedelivery>;

export function ordinaryPlan(): DeliveryPlan {
  return { hold: false, delayMs: 0, copies: 1 };
}
