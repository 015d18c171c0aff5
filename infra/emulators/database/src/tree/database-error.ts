/** A rejected request, with the protocol's status and a message for developers. */
export class DatabaseError extends Error {
  readonly status: string;
  constructor(status: string, message: string) {
    super(message);
    this.name = 'DatabaseError';
    this.status = status;
  }
}

/** A write that the existing data does not allow. A client without permission is not told. */
export class ExistingDataError extends DatabaseError {
  constructor(why: string, status: 'invalid_data' | 'invalid_parameters' = 'invalid_data') {
    super(status, `${status === 'invalid_data' ? 'Invalid data' : 'Invalid parameters'}: ${why}`);
    this.name = 'ExistingDataError';
  }
}

export function permissionDenied(): DatabaseError {
  return new DatabaseError('permission_denied', 'Permission denied');
}

export function invalidData(why: string): DatabaseError {
  return new DatabaseError('invalid_data', `Invalid data: ${why}`);
}
