import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../../calls/authenticate.ts';
import { authorize } from '../../calls/permissions.ts';
import type { Context } from '../../kinds/context.ts';
import type { ApiKey, FindContext } from '../../kinds/part.ts';
import type { Store } from '../../kinds/store/store.ts';
import type { PageRequest } from '../../pages/page-request.ts';
import { FILE_TYPES, fileExpiry, fileRules, hasExpired, type UploadedFile } from './file-entities.ts';

export function fileLinkWith({ fileLinks }: Store, secret: string) {
  const [link] = fileLinks.where('secret', secret);
  return link;
}

interface Finders {
  readonly fileContext: FindContext;
  readonly linkContext: FindContext;
  readonly findKeys: (request: FastifyRequest) => readonly ApiKey[];
}

/** The contents of files: with a secret key, or by a link. */
export function fileRoutes(server: FastifyInstance, { fileContext, linkContext, findKeys }: Finders): void {
  server.get<PageRequest>('/files/:id/contents', (request, reply) => {
    const { id } = request.params;
    const context = fileContext(request, id);
    const key = authenticate(request.headers.authorization, findKeys(request));
    authorize(key, 'GET', '/v1/files/:id');
    return key.livemode === context.livemode
      ? sendFile(context, reply, context.store.files.get(id))
      : reply.callNotFound();
  });
  server.get<PageRequest>('/file_links/:id', (request, reply) => {
    const { id } = request.params;
    const context = linkContext(request, id);
    const link = fileLinkWith(context.store, id);
    if (link === undefined || hasExpired(link.expires_at, context.time.now())) return reply.callNotFound();
    return sendFile(context, reply, context.store.files.get(link.file));
  });
}

/** As a download, so that no file acts as a page of this origin. */
function sendFile({ time }: Context, reply: FastifyReply, file: UploadedFile | undefined) {
  if (file === undefined || hasExpired(fileExpiry(file), time.now())) return reply.callNotFound();
  if (!fileRules(file.purpose).isDownloadable) return reply.callNotFound();
  const [mime] = Object.entries(FILE_TYPES).find(([, type]) => type === file.type) ?? [];
  const name = encodeURIComponent(file.filename);
  return reply
    .type(mime ?? 'application/octet-stream')
    .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    .send(Buffer.from(file.content, 'base64'));
}
