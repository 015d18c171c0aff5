import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createHttpServer } from '@outharbor/emulator-kit/listening';
import { isPublicTraffic, type PageGuard } from '@outharbor/emulator-kit/page-guard';
import type { RequestLog } from '@outharbor/emulator-kit/request-log';
import type { Caller, Context } from '../context.ts';
import { ApiError, badRequest, forbidden, notFound, notImplemented } from '../errors/api-error.ts';
import type { Projects } from '../projects.ts';
import { requireTenant, tenantOfRequest } from '../tenants/tenant-of-request.ts';
import type { Fields } from '../wire/fields.ts';
import type { Answer } from './answer.ts';
import { authorize } from './authorize.ts';
import { corsHeaders, preflightHeaders } from './cross-origin.ts';
import { findRoute, isServicePath, servicePath } from './find-route.ts';
import { asOfficial } from './official-answer.ts';
import { PAGES } from './pages.ts';
import { readFields } from './read-fields.ts';
import { RELYING_PARTY_PATH } from './relying-party.ts';
import { SERVICES } from './service-hosts.ts';

export interface PublicServerOptions {
  readonly projects: Projects;
  readonly guard: PageGuard;
  readonly requests: RequestLog;
  readonly onWarning: (message: string) => void;
}

export function createPublicServer(options: PublicServerOptions): Server {
  return createHttpServer(
    options.requests.record((request, response) => {
      void respond(request, response, options);
    }),
  );
}

async function respond(request: IncomingMessage, response: ServerResponse, options: PublicServerOptions) {
  const url = URL.parse(request.url ?? '/', 'http://emulator');
  const path = url === null ? '' : servicePath(url.pathname, request.headers.host);
  let isOpenToPages = isBrowserPath(path);
  let answer: Answer;
  let permissive = false;
  try {
    ({ permissive } = await options.projects.defaultProject.context);
    isOpenToPages ||= permissive || isToolOfDeveloper(request, options.guard);
    answer = url === null ? rejection(notFound('Not Found')) : await answerTo(options, request, url, path);
  } catch (error) {
    answer = rejection(asApiError(error, options.onWarning));
  }
  if (permissive) answer = asOfficial(path, answer);
  if (response.destroyed) return;
  // The rest of a rejected body is not read.
  if (!request.complete) response.setHeader('connection', 'close');
  send(response, answer, isOpenToPages ? corsHeaders(request.headers) : {});
}

async function answerTo(
  { projects, guard }: PublicServerOptions,
  request: IncomingMessage,
  url: URL,
  path: string,
): Promise<Answer> {
  const { method = 'GET', headers } = request;
  const { searchParams: query } = url;
  const isPublic = isPublicTraffic(headers);
  const ofHost = isPublic ? undefined : guard.rejectHost(headers);
  if (ofHost !== undefined) throw forbidden(ofHost);
  const own = await projects.defaultProject.context;
  if (method === 'OPTIONS' && (isBrowserPath(path) || own.permissive || isToolOfDeveloper(request, guard))) {
    return { status: 204, body: {}, headers: preflightHeaders(headers, own.permissive) };
  }
  if (path === '' && method === 'GET' && !isPublic) return { status: 200, body: ready(own) };
  const inHeader = [headers['x-goog-api-key']].flat()[0] ?? null;
  const apiKey = query.get('key') ?? query.get('apiKey') ?? inHeader;
  const page = method === 'GET' ? PAGES.get(path) : undefined;
  if (page !== undefined) {
    if (isPublic) throw forbidden('Not public.');
    return page(await contextOfPage(projects, apiKey, query), query);
  }
  const found = findRoute(method, path);
  if (found === undefined) throw isPublic ? forbidden('Not public.') : unknownCall(method, path);
  const { route, projectId } = found;
  const project = projects.find({ projectId, apiKey, isPublic });
  const context = await (project ?? projects.defaultProject).context;
  if (context.project.answerDelayMs > 0) await delay(context.project.answerDelayMs);
  const caller = authorize(context, route.access, { headers, apiKey, guard });
  if (project === undefined) throw projectId === undefined ? invalidKey() : notFound('PROJECT_NOT_FOUND');
  const body = await readFields(request);
  requireOwnProject(context, caller, body);
  const findProject = (id: string | undefined) =>
    id === undefined ? undefined : projects.find({ projectId: id, apiKey: null, isPublic })?.project;
  const target = route.ofProject
    ? context
    : await enterTenant(context, found.tenantId ?? query.get('tenantId') ?? undefined, body);
  if (target.project.config.disabled && isBrowserPath(path) && !route.ofProject)
    throw badRequest('PROJECT_DISABLED');
  const { tenantId = '', id = '' } = found;
  const language = readLanguage(headers);
  const result = await route.run(
    { ...target, ...(language && { language }) },
    { body, query, caller, tenantId, id, findProject },
  );
  const { maxAge } = route;
  return {
    status: 200,
    body: result,
    ...(maxAge && { headers: { 'cache-control': `public, max-age=${maxAge}` } }),
  };
}

/** From the SDKs' `languageCode`. */
function readLanguage(headers: IncomingHttpHeaders): string | undefined {
  const [locale = ''] = [headers['x-firebase-locale']].flat();
  return /^[a-z]{2,3}([-_][a-z\d]{2,8}){0,4}$/i.test(locale) ? locale : undefined;
}

async function contextOfPage(
  projects: Projects,
  apiKey: string | null,
  query: URLSearchParams,
): Promise<Context> {
  const project = projects.find({ projectId: undefined, apiKey, isPublic: false }) ?? projects.defaultProject;
  const context = await project.context;
  const tenantId = query.get('tenantId') ?? query.get('tid');
  return tenantId ? requireTenant(context, tenantId).context : context;
}

function requireOwnProject(context: Context, { privileged }: Caller, body: Fields): void {
  if (body.has('targetProjectId') && !privileged) {
    throw badRequest('INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.');
  }
  // The credential is valid for this project only. The official emulator ignores `targetProjectId`.
  const { projectId: ownId } = context.project;
  if (!context.permissive && (body.text('targetProjectId') ?? ownId) !== ownId)
    throw notFound('PROJECT_NOT_FOUND');
}

/** Context of the tenant named in the request, or else of the project. */
async function enterTenant(
  context: Context,
  tenantInUrl: string | undefined,
  body: Fields,
): Promise<Context> {
  const tenantId = tenantOfRequest(tenantInUrl, body);
  return tenantId === undefined ? context : requireTenant(context, tenantId).context;
}

function unknownCall(method: string, path: string): ApiError {
  return isServicePath(path) ? notImplemented(`${method} /${path.slice(0, 200)}`) : notFound('Not Found');
}

function invalidKey(): ApiError {
  return badRequest('API key not valid. Please pass a valid API key.');
}

const BROWSER_PATHS = [SERVICES.toolkit, SERVICES.tokens, RELYING_PARTY_PATH];

/** A page that has an administrator's rights, such as the Firebase Emulator UI, may use the routes for tools. */
function isToolOfDeveloper({ headers }: IncomingMessage, guard: PageGuard): boolean {
  return headers.origin !== undefined && !isPublicTraffic(headers) && guard.rejectPage(headers) === undefined;
}

function isBrowserPath(path: string): boolean {
  return BROWSER_PATHS.some((start) => path.startsWith(`${start}/`));
}

function ready({ project, permissive }: Context): object {
  return { authEmulator: { ready: true, projectId: project.projectId, signedTokens: !permissive } };
}

function rejection(error: ApiError): Answer {
  return { status: error.statusCode, body: error.toBody() };
}

function asApiError(error: unknown, onWarning: (message: string) => void): ApiError {
  if (error instanceof ApiError) return error;
  onWarning(`a request failed: ${error instanceof Error ? error.stack : String(error)}`);
  return new ApiError(500, 'INTERNAL', 'Internal error encountered.');
}

function send(response: ServerResponse, { status, body, headers }: Answer, common: object): void {
  const isPage = typeof body === 'string';
  const text = status === 204 || status === 303 ? '' : isPage ? body : JSON.stringify(body);
  response.writeHead(status, {
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status !== 204 && { 'content-length': Buffer.byteLength(text) }),
    ...common,
    ...headers,
  });
  response.end(text);
}
