import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageGuard } from '@outharbor/emulator-kit/page-guard';
import { readBody } from '@outharbor/emulator-kit/read-body';
import type { Namespaces } from '../namespace/namespaces.ts';
import { awaitKey } from '../protocol/auth-token.ts';
import { ProtocolError } from '../protocol/messages.ts';
import { RulesError } from '../rules/rules-error.ts';
import { findTokenRules, OWNER_CREDENTIAL, type TokenRules } from '../tokens/token-authority.ts';
import { DatabaseError } from '../tree/database-error.ts';
import { DATA_METHODS } from './data-resource.ts';
import { type EventStreamOptions, openEventStream } from './event-stream.ts';
import { COVERAGE, inspect, rulesResource } from './owner-resources.ts';
import { asRequested, rejectConditions, rejectInvalidLimits } from './response-options.ts';
import { type RestRequest, readCaller } from './rest-request.ts';
import { failure, RestError, type RestResponse, writeResponse } from './rest-response.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag',
};
const PREFLIGHT = {
  ...CORS,
  'access-control-allow-methods': 'GET, PUT, PATCH, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, If-Match, If-None-Match, X-Firebase-ETag, X-HTTP-Method-Override',
};
/** A header or a parameter. */
const METHOD_OVERRIDE = 'x-http-method-override';

export interface RestServerOptions extends EventStreamOptions, TokenRules {
  readonly guard: PageGuard;
  readonly maxBodyBytes: number;
  readonly onWarning: (message: string) => void;
}

/** Result of a handler that keeps the response open. */
const STREAMING = Symbol('streaming');

/** Answers what is neither a socket nor a long poll. */
export function restServer(namespaces: Namespaces, options: RestServerOptions) {
  const { guard, maxBodyBytes, onWarning, tokenAuthority } = options;
  const read = (request: IncomingMessage, url: URL): RestRequest => {
    const parameters = url.searchParams;
    const namespace = namespaces.get(parameters.get('ns') ?? '');
    const path = decodePath(url.pathname.replace(/\.json$/, ''));
    const rules = { ...findTokenRules(namespace.name, options), guard };
    const assumed = path === COVERAGE ? OWNER_CREDENTIAL : undefined;
    return {
      method: overriddenMethod(request, parameters),
      namespace,
      path,
      isJson: url.pathname.endsWith('.json'),
      parameters,
      headers: request.headers,
      ...readCaller(request, parameters, rules, assumed),
    };
  };
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<RestResponse | typeof STREAMING> => {
    if (request.method === 'OPTIONS') return { status: 204, body: '', headers: PREFLIGHT };
    await awaitKey(url.searchParams.get('auth') ?? '', tokenAuthority);
    const call = read(request, url);
    if (wantsStream(call) && call.isJson) {
      openEventStream(call, response, options, CORS);
      return STREAMING;
    }
    if (url.pathname.startsWith('/.inspect/')) return inspect(call, namespaces);
    const body = ['GET', 'HEAD', 'DELETE'].includes(call.method)
      ? ''
      : await readBody(request, maxBodyBytes, () => tooLarge(maxBodyBytes));
    if (url.pathname === '/.settings/rules.json') return rulesResource(call, body);
    if (call.path.startsWith('/.settings/'))
      throw new RestError(501, `The emulator does not support ${call.path}.`);
    if (!call.isJson) throw new RestError(404, 'Append .json to the path to use the REST API.');
    const method = DATA_METHODS.get(call.method);
    if (!method) throw new RestError(405, `The method ${call.method} is not supported.`);
    rejectInvalidLimits(call);
    rejectConditions(call);
    return asRequested(call, method(call, body));
  };
  const toFailure = (error: unknown): RestResponse => {
    if (error instanceof RestError) return failure(error.statusCode, error.message);
    if (error instanceof DatabaseError) {
      return failure(error.status === 'permission_denied' ? 401 : 400, error.message);
    }
    if (error instanceof RulesError || error instanceof ProtocolError) return failure(400, error.message);
    onWarning(`a request failed: ${error instanceof Error ? error.stack : String(error)}`);
    return failure(500, 'Internal error');
  };
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const given = await answer(request, response, url).catch(toFailure);
    if (given === STREAMING || response.destroyed) return;
    // The rest of a rejected body is not read.
    if (!request.complete) response.setHeader('connection', 'close');
    writeResponse(response, { ...given, headers: { ...CORS, ...given.headers } });
  };
}

function wantsStream({ method, headers }: RestRequest): boolean {
  return method === 'GET' && (headers.accept?.includes('text/event-stream') ?? false);
}

function overriddenMethod({ method, headers }: IncomingMessage, parameters: URLSearchParams): string {
  const override = headers[METHOD_OVERRIDE] ?? parameters.get(METHOD_OVERRIDE);
  return method === 'POST' && typeof override === 'string' ? override.toUpperCase() : (method ?? 'GET');
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new RestError(400, 'The path is not encoded correctly.');
  }
}

/** The service does not answer 413 (firebase.google.com/docs/reference/rest/database, error conditions). */
function tooLarge(maxBytes: number): RestError {
  return new RestError(400, `The request body is larger than ${maxBytes} bytes.`);
}
