import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormErrors } from './form-errors.ts';

export function sendHtml(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page);
}

/** Whether a script of ours sent the form; without one the browser itself did. */
export function isScripted({ headers }: FastifyRequest): boolean {
  return headers.accept === 'application/json';
}

type FormAnswer =
  | { readonly redirect: string }
  | { readonly errors: FormErrors; readonly page: () => string };

/** Leads on, or shows what is wrong: as JSON to a script, as a page to a browser without one. */
export function answerForm(reply: FastifyReply, scripted: boolean, answer: FormAnswer): FastifyReply {
  if ('redirect' in answer) {
    return scripted ? reply.send(answer) : reply.redirect(answer.redirect, 303);
  }
  return scripted ? reply.send({ errors: answer.errors }) : sendHtml(reply, answer.page());
}
