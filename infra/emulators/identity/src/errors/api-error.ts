/** An error in the service's format: `CODE` or `CODE : detail`. SDKs split at the colon. */
export class ApiError extends Error {
  readonly statusCode: number;
  readonly status: string;

  constructor(statusCode: number, status: string, message: string) {
    super(message);
    this.name = 'ApiError';
    this.statusCode = statusCode;
    this.status = status;
  }

  toBody(): object {
    const { statusCode, status, message } = this;
    return {
      error: {
        code: statusCode,
        message,
        errors: [{ message, domain: 'global', reason: statusCode === 400 ? 'invalid' : 'forbidden' }],
        status,
      },
    };
  }
}

/** An error of a token endpoint, in OAuth's format (RFC 6749, section 5.2). */
export class OAuthError extends ApiError {
  constructor(code: string, description: string) {
    super(400, code, description);
    this.name = 'OAuthError';
  }

  override toBody(): object {
    return { error: this.status, error_description: this.message };
  }
}

export const badRequest = (message: string) => new ApiError(400, 'INVALID_ARGUMENT', message);
export const forbidden = (message: string) => new ApiError(403, 'PERMISSION_DENIED', message);
export const unauthenticated = (message: string) => new ApiError(401, 'UNAUTHENTICATED', message);
export const notFound = (message: string) => new ApiError(404, 'NOT_FOUND', message);
export const notImplemented = (what: string) =>
  new ApiError(501, 'NOT_IMPLEMENTED', `NOT_IMPLEMENTED : The identity emulator does not support ${what}.`);
