import { ERRORS, type ErrorCode } from '@outharbor/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, isAppError } from '../errors/app-error.ts';
import { scrub } from '../logging/scrub.ts';
import type { Metrics, OperatorTask } from '../metrics/metrics.ts';
import { tellOperator } from '../metrics/tell-operator.ts';
import { SECURITY_HEADERS } from './request-rules.ts';
import { validationMessage } from './validation-message.ts';

/** Sends every error response: one shape, with code and message from the catalogue. */
export function addErrorHandlers(app: FastifyInstance, metrics: Metrics): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown);
    const task = TASKS[error.code];
    if (task !== undefined)
      tellOperator({ logger: request.log, metrics }, task, { err: error }, error.message);
    return replyWithError(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => replyWithError(new AppError('not_found'), request, reply));
}

/** What somebody must change in a dashboard before it works again. */
const TASKS: Readonly<Partial<Record<ErrorCode, OperatorTask>>> = {
  plan_not_for_sale: 'plan_not_for_sale',
  dependency_rejected: 'stripe_rejected',
};

/** Handles requests that Fastify rejects before its hooks run, such as an undecodable URL. */
export function rejectUnroutable(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id });
  replyWithError(toAppError(error), request, reply);
}

function replyWithError(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  if (error.status >= 500) request.log.error({ err: error }, 'request failed');
  else request.log.info({ code: error.code, reason: toReason(error) }, 'request rejected');
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  return reply.status(error.status).send(errorBody(error, request.id));
}

function toReason({ message, cause }: AppError): string {
  return scrub(cause instanceof Error ? cause.message : message).slice(0, 200);
}

export function errorBody(
  { code, message }: { readonly code: ErrorCode; readonly message: string },
  requestId: string,
) {
  return { error: { code, message, requestId } };
}

const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (!isFastifyError(error)) return new AppError('internal_error', { cause: error });
  if (error.validation) {
    const message = validationMessage(error.validation, error.validationContext ?? 'request');
    return new AppError('validation_failed', { cause: error, message });
  }
  const known = FRAMEWORK_CODES[error.code];
  if (known !== undefined) return new AppError(known, { cause: error });
  const status = error.statusCode ?? 500;
  return new AppError(status >= 400 && status < 500 ? codeOfStatus(status) : 'internal_error', {
    cause: error,
  });
}

function codeOfStatus(status: number): ErrorCode {
  if (status === ERRORS.rate_limited.status) return 'rate_limited';
  return status === ERRORS.not_found.status ? 'not_found' : 'validation_failed';
}

const isFastifyError = (error: unknown): error is FastifyError => error instanceof Error && 'code' in error;
