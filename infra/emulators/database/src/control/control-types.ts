import type { InNamespace } from '@outharbor/emulator-kit/control-client';
import type { RuleCoverage } from '../rules/coverage.ts';

/** By the name of a database. */
export type ByDatabase<T> = Readonly<Record<string, T>>;

/** What the control routes do, for the databases in no namespace or for those of one. */
export interface DatabaseControl {
  health(): object;
  /** Empties the database of that name, or all of them. Connections stay and see it. */
  reset(database?: string): Promise<void>;
  /** Resolves when everything accepted so far has been handed to its sockets and is on disk. */
  settle(): Promise<void>;
  /** The data, in the export format. */
  state(): Promise<ByDatabase<unknown>>;
  /** How often each rule came out which way. */
  coverage(): ByDatabase<readonly RuleCoverage[]>;
}

/** What tests and the console can do from another process. */
export interface Control extends Omit<DatabaseControl, 'coverage' | 'health'> {
  coverage(): Promise<ByDatabase<readonly RuleCoverage[]>>;
}

export type NamespaceControl = InNamespace<Control>;
