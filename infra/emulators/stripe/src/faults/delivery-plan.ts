/** How new deliveries are sent, beyond the ordinary. */
export interface DeliveryPlan {
  /** Keep them until they are released. */
  hold: boolean;
  delayMs: number;
  /** How many times each is sent, though the first was accepted. */
  copies: number;
}

export function ordinaryPlan(): DeliveryPlan {
  return { hold: false, delayMs: 0, copies: 1 };
}
