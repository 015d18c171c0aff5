import { html } from '@outharbor/emulator-kit/html';
import type { FastifyReply } from 'fastify';
import type { WidgetAddresses } from '../widget/widget-files.ts';
import { layout } from './layout.ts';

/** A page for visitors that says why there is no other. */
export function sendMessage(
  reply: FastifyReply,
  status: number,
  text: string,
  assets: WidgetAddresses,
): FastifyReply {
  const title = status === 404 ? 'Not found' : 'Something went wrong';
  const body = html`<main class="card plain"><h1>${title}</h1><p>${text}</p></main>`;
  const page = layout({ title, assets, colors: {}, body });
  return reply.status(status).type('text/html; charset=utf-8').send(page);
}
