/** A refusal with the status that the protocol answers and a sentence for people. */
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
