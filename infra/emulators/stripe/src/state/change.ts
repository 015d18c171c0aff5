/** One entity set (`value`) or removed (`value` undefined), with what was there before. */
export interface Change {
  readonly collection: string;
  readonly id: string;
  readonly value: unknown;
  readonly previous: unknown;
}
