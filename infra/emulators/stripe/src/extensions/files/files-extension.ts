import type { FastifyInstance, FastifyReply } from 'fastify';
import { authenticate, authorize } from '../../calls/authenticate.ts';
import type { Context } from '../../kinds/context.ts';
import { type Part, reference, type Visits } from '../../kinds/part.ts';
import type { Collection } from '../../kinds/store/collection.ts';
import type { Store } from '../../kinds/store/store.ts';
import type { PageRequest } from '../../pages/send-page.ts';
import { EVIDENCE_FILES } from '../../payments/disputes/dispute.ts';
import {
  FILE_TYPES,
  type FileLink,
  fileExpiry,
  fileRules,
  fileWire,
  hasExpired,
  type UploadedFile,
} from './file.ts';
import { fileEndpoints } from './files.ts';

function fileLinkWith({ fileLinks }: Store, secret: string) {
  const [link] = fileLinks.where('secret', secret);
  return link;
}

/** The contents of files: with a secret key, or by a link. */
function fileRoutes(server: FastifyInstance, { findKeys, holding }: Visits): void {
  const fileContext = holding((store, id) => store.files.get(id));
  const linkContext = holding(fileLinkWith);
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

declare module '../../kinds/store/store.ts' {
  interface Store {
    readonly files: Collection<UploadedFile>;
    readonly fileLinks: Collection<FileLink>;
  }
}

const file = reference('file upload', ({ files }) => files, fileWire);

export const files: Part = {
  collections: { fileLinks: null, files: null },
  endpoints: fileEndpoints,
  pages: fileRoutes,
  references: { file },
  fields: {
    'file.links': (_context, { links }) => links,
    ...Object.fromEntries(
      EVIDENCE_FILES.map((name) => [
        `dispute/${name}`,
        (context, evidence) => file.show(context, String(evidence[name])),
      ]),
    ),
  },
};
