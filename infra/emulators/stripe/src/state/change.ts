/** One entity set (`value`) or removed (`value` undefined), with its previous value. */
export interface Change {
  readonly collection: string;
  readonly id: string;
  readonly value: unknown;
  readonly previous: unknown;
}
