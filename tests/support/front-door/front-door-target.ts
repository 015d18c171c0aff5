export interface FrontDoorTarget {
  readonly url: string;
  /** Runs `during` while the API is unavailable. */
  withApiUnavailable(during: () => Promise<void>): Promise<void>;
}
