/** An error response of the REST API: `{"error": message}` with a status. */
export class RestError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.name = 'RestError';
    this.statusCode = statusCode;
  }
}
