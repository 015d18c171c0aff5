import { sign } from 'node:crypto';
import type { Context } from '../context.ts';
import { badRequest } from '../errors/api-error.ts';
import type { Fields } from '../wire/fields.ts';

/** Signs for the service account, with its newest key: admin SDKs without a key file make custom tokens this way. */
export function signBlob({ keys }: Context, body: Fields): object {
  const payload = body.text('payload');
  if (payload === undefined) throw badRequest('payload is required.');
  const { id, privateKey } = keys.newestOfServiceAccount;
  const signature = sign('sha256', Buffer.from(payload, 'base64'), privateKey);
  return { keyId: id, signedBlob: signature.toString('base64') };
}
