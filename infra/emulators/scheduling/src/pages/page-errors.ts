import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { BookingError } from '../bookings/booking.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { InjectedFailure } from '../faults/fault-gate.ts';
import { sendMessage } from './message-page.ts';

/** Invalid form values that got past the form's own checks. */
export class InvalidDetails extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super('Please check what you entered.');
    this.name = 'InvalidDetails';
    this.fields = fields;
  }
}

/** JSON for the page's script, a page for visitors. */
export function pageErrorHandler({ pagesPath, widgetAddresses: assets }: EmulatorContext) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, code, message, fields } = describe(error);
    if (status >= 500 && !(error instanceof InjectedFailure)) process.emitWarning(error);
    if (request.url.startsWith(`${pagesPath}/api/`)) {
      return reply.status(status).send({ error: { code, message, ...(fields && { fields }) } });
    }
    return sendMessage(reply, status, message, assets);
  };
}

function describe(error: FastifyError | Error) {
  if (error instanceof BookingError) {
    return { status: error.status, code: error.code, message: error.message, fields: undefined };
  }
  if (error instanceof InvalidDetails) {
    return { status: 400, code: 'invalid_details', message: error.message, fields: error.fields };
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  return status < 500
    ? { status, code: 'invalid_request', message: error.message, fields: undefined }
    : { status: 500, code: 'internal', message: 'The scheduling service failed.', fields: undefined };
}
