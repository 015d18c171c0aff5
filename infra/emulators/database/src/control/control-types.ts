import type { InNamespace } from '@outharbor/emulator-kit/control-client';
import type { Controlled } from '@outharbor/emulator-kit/control-operations';
import type { RuleCoverage } from '../rules/rule-node.ts';

/** Values by database name. */
type ByDatabase<T> = Readonly<Record<string, T>>;

/** Behaviour that a test can change. */
export interface Switches {
  /** Rejects every write, also an administrator's. */
  readonly rejectWrites: boolean;
}

/** Operations of the control routes on the databases of one namespace, or of those outside any. */
export interface DatabaseControl extends Controlled {
  health(): object;
  /** Empties one database, or all of them. Connected clients see the change. */
  reset(database?: string): Promise<void>;
  /** Resolves when all accepted writes have been handed to the sockets and are on disk. */
  settle(): Promise<void>;
  /** The data, in the export format. */
  state(): Promise<ByDatabase<unknown>>;
  switches(): Promise<Switches>;
  setSwitches(changes: Partial<Switches>): Promise<Switches>;
  /** How often each rule had which result. */
  coverage(): ByDatabase<readonly RuleCoverage[]>;
}

/** The same operations from another process. */
export interface Control extends Omit<DatabaseControl, 'coverage' | 'health'> {
  coverage(): Promise<ByDatabase<readonly RuleCoverage[]>>;
}

export type NamespaceControl = InNamespace<Control>;
