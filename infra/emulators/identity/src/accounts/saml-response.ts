import { badRequest } from '../errors/api-error.ts';
import type { Claims } from '../tokens/jwt.ts';
import { Fields } from '../wire/fields.ts';

export type SamlSubject = ReturnType<typeof readSamlResponse>;

/** Parses the JSON that replaces a SAML response here; throws INVALID_IDP_RESPONSE when it has no subject. */
export function readSamlResponse(text: string) {
  const assertion = parsed(text).object('assertion') ?? rejectWithout('assertion');
  const subject = assertion.object('subject') ?? rejectWithout('assertion.subject');
  const nameId = subject.text('nameId') || rejectWithout('assertion.subject.nameId');
  return { nameId, attributes: assertion.object('attributeStatements')?.all() as Claims | undefined };
}

function parsed(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest('INVALID_IDP_RESPONSE ((SAMLResponse must be strict JSON.))');
  }
  return new Fields(value, 'SAMLResponse');
}

function rejectWithout(path: string): never {
  throw badRequest(`INVALID_IDP_RESPONSE ((Missing ${path} in SAMLResponse.))`);
}
