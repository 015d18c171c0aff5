/** Error body of Calendly's public v2 API. */
export interface RestErrorBody {
  readonly title: string;
  readonly message: string;
  readonly details?: readonly {
    readonly parameter: string;
    readonly message: string;
    readonly code?: string;
  }[];
}

export class RestError extends Error {
  readonly status: number;
  readonly body: RestErrorBody;

  constructor(status: number, body: RestErrorBody) {
    super(body.message);
    this.name = 'RestError';
    this.status = status;
    this.body = body;
  }
}

export function unauthenticated(): RestError {
  return new RestError(401, { title: 'Unauthenticated', message: 'The access token is invalid' });
}

export function notFound(): RestError {
  return new RestError(404, {
    title: 'Resource Not Found',
    message: 'The server could not find the requested resource.',
  });
}

/** Throws the 404 for what does not exist. */
export function orNotFound<T>(found: T | undefined): T {
  if (found === undefined) throw notFound();
  return found;
}

export function alreadyExists(): RestError {
  return new RestError(409, { title: 'Already Exists', message: 'Hook with this url already exists.' });
}

export function permissionDenied(message: string): RestError {
  return new RestError(403, { title: 'Permission Denied', message });
}

export function invalidArgument(parameter: string, message: string, code?: string): RestError {
  return new RestError(400, {
    title: 'Invalid Argument',
    message: 'The supplied parameters are invalid.',
    details: [{ parameter, message, ...(code !== undefined && { code }) }],
  });
}

/** `what` is a request, a parameter or a value. */
export function unsupported(what: string): RestError {
  return new RestError(501, { title: 'Not Implemented', message: `The emulator does not support ${what}.` });
}
