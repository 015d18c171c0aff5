import type { Authority } from '../namespace/authority.ts';
import type { Namespace } from '../namespace/namespace.ts';
import { DatabaseError } from '../tree/database-error.ts';
import { type Path, startsWith } from '../tree/node-path.ts';
import type { WriteRequest } from '../tree/write-request.ts';

const MAX_WRITES = 10_000;

/** The writes that a session leaves for the moment it is gone, in the order they were asked for. */
export class OnDisconnectQueue {
  #writes: WriteRequest[] = [];

  add(write: WriteRequest): void {
    for (const { path } of write.assignments) this.cancel(path);
    if (this.#writes.length >= MAX_WRITES) {
      throw new DatabaseError('too_many_writes', 'Too many writes wait for the end of this connection');
    }
    this.#writes.push(write);
  }

  /** Takes back what would be written at the path or below. */
  cancel(path: Path): void {
    this.#writes = this.#writes.flatMap((write) => {
      const assignments = write.assignments.filter((assignment) => !startsWith(assignment.path, path));
      if (assignments.length === write.assignments.length) return [write];
      return assignments.length === 0 ? [] : [{ ...write, assignments }];
    });
  }

  /** A write that is refused by now is dropped; there is nobody left to tell. */
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
