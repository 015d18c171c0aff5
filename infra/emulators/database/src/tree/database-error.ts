/** A rejected request, with the protocol's status and a message for developers. */
export class DatabaseError extends Error {
  readonly status: string;
  constructor(status: string, message: string) {
    super(message);
    this.name = 'DatabaseError';
    this.status = status;
  }
}

export function permissionDenied(): DatabaseError {
  return new DatabaseError('permission_denied', 'Permission denied');
}
