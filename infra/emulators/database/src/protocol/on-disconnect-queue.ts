import type { Authority } from '../namespace/authority.ts';
import type { Namespace } from '../namespace/namespace.ts';
import { DatabaseError } from '../tree/database-error.ts';
import { type Path, startsWith } from '../tree/node-path.ts';
import type { WriteRequest } from '../tree/write-request.ts';

const MAX_WRITES = 10_000;

/** Writes to apply when a session ends, in the order they were requested. */
export class OnDisconnectQueue {
  #writes: WriteRequest[] = [];

  add(write: WriteRequest): void {
    for (const { path } of write.assignments) this.cancel(path);
    if (this.#writes.length >= MAX_WRITES) {
      throw new DatabaseError(
        'too_many_writes',
        'Too many onDisconnect writes are pending for this connection',
      );
    }
    this.#writes.push(write);
  }

  /** Cancels the queued writes at or below the path. */
  cancel(path: Path): void {
    this.#writes = this.#writes.flatMap((write) => {
      const assignments = write.assignments.filter((assignment) => !startsWith(assignment.path, path));
      if (assignments.length === write.assignments.length) return [write];
      return assignments.length === 0 ? [] : [{ ...write, assignments }];
    });
  }

  /** A write that the rules now reject is dropped: there is no client left to notify. */
  run(namespace: Namespace, authority: Authority): void {
    const writes = this.#writes;
    this.#writes = [];
    for (const write of writes) {
      try {
        namespace.write(authority, write);
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
      }
    }
  }
}
