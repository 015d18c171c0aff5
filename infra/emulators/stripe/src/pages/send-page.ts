import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify';
import type { Context } from '../kinds/context.ts';
import type { FormErrors } from './asked-field.ts';
import { plainPage } from './layout.ts';

/** A request for the page of the object that its path names. */
export interface PageRequest {
  Params: { readonly id: string };
  Querystring: Readonly<Record<string, unknown>>;
  Body: string | undefined;
}

type Visit<R extends RouteGenericInterface, A> = (
  act: A,
  request: FastifyRequest<R>,
  reply: FastifyReply,
) => FastifyReply;

/** Serves what there is by method, and by path below `base`, to a visit. */
export function servePages<R extends RouteGenericInterface, A>(
  server: FastifyInstance,
  base: string,
  pages: Readonly<Record<string, A>>,
  visit: Visit<R, A>,
): void {
  for (const [name, act] of Object.entries(pages)) {
    const [method = '', path = ''] = name.split(' ');
    const url = base + path;
    server.route({
      method,
      url,
      handler: (request, reply) => visit(act, request as FastifyRequest<R>, reply),
    });
  }
}

export function sendHtml(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page);
}

/** Says what is not at an address. */
export function sendNotFound(context: Context, reply: FastifyReply, text: string): FastifyReply {
  return sendHtml(reply.code(404), plainPage(context, { title: 'Not found', text }));
}

/** Whether the form was submitted by script rather than by the browser. */
export function isScripted({ headers }: FastifyRequest): boolean {
  return headers.accept === 'application/json';
}

type FormAnswer =
  | { readonly redirect: string }
  | { readonly errors: FormErrors; readonly page: () => string };

/** Redirects or shows errors: as JSON to a script, as a page to a browser. */
export function answerForm(reply: FastifyReply, scripted: boolean, answer: FormAnswer): FastifyReply {
  if ('redirect' in answer) return scripted ? reply.send(answer) : reply.redirect(answer.redirect, 303);
  return scripted ? reply.send({ errors: answer.errors }) : sendHtml(reply, answer.page());
}
