/** How new deliveries are sent. */
export interface DeliveryPlan {
  /** Holds deliveries until they are released. */
  hold: boolean;
  delayMs: number;
  /** How many times each is sent, even if the first is accepted. */
  copies: number;
}

export function ordinaryPlan(): DeliveryPlan {
  return { hold: false, delayMs: 0, copies: 1 };
}
