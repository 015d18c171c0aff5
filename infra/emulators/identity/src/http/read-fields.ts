import type { IncomingMessage } from 'node:http';
import { readBody } from '@outharbor/emulator-kit/read-body';
import { ApiError, badRequest } from '../errors/api-error.ts';
import { inCamelCase } from '../wire/field-paths.ts';
import { Fields } from '../wire/fields.ts';

/** The largest is an import of a thousand users. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The fields of a JSON or form body; of an empty one, none. */
export async function readFields(request: IncomingMessage): Promise<Fields> {
  const text = await readBody(request, MAX_BYTES, tooLarge);
  if (text === '') return new Fields({});
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return new Fields(inCamelCase('', Object.fromEntries(new URLSearchParams(text))));
  }
  try {
    return new Fields(JSON.parse(text, inCamelCase));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw badRequest('Invalid JSON payload received.');
  }
}

function tooLarge(): ApiError {
  return new ApiError(413, 'INVALID_ARGUMENT', 'Request payload size exceeds the limit.');
}
