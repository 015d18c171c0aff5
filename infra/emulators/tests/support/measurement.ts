export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly note?: string;
}

/** The same figures for several subjects, rendered as a separate table. */
export interface Comparison {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export type Result = Measurement | Comparison;

/** Exported by each module in `tests/load` and `infra/emulators/tests/bench`. */
export interface Benchmark {
  readonly title: string;
  measure(): Promise<readonly Result[]>;
}
