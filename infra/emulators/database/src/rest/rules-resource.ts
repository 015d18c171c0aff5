import { compileRules } from '../namespace/rules-source.ts';
import { withoutComments } from '../rules/json-with-comments.ts';
import type { RestRequest } from './rest-request.ts';
import { ok, RestError, type RestResponse } from './rest-response.ts';

/** Serves `/.settings/rules.json`: reads and sets the rules of a namespace, for the owner only. */
export function rulesResource(request: RestRequest, body: string): RestResponse {
  requireOwner(request);
  if (request.method === 'GET') return ok(rulesText(request));
  if (request.method !== 'PUT') throw new RestError(405, `The method ${request.method} is not supported.`);
  request.namespace.setRules(compileRules(body));
  return ok('{"status":"ok"}');
}

/** Returns the rules as set, or without comments with `format=strict`. */
function rulesText({ namespace, parameters }: RestRequest): string {
  const { text } = namespace.rules;
  return parameters.get('format') === 'strict' ? withoutComments(text) : text;
}

export function requireOwner({ authority }: RestRequest): void {
  if (authority.kind !== 'owner') throw new RestError(401, 'Unauthorized request.');
}
