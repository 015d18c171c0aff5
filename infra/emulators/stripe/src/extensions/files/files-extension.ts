import { type Part, reference } from '../../kinds/part.ts';
import type { Collection } from '../../kinds/store/collection.ts';
import { EVIDENCE_FILES } from '../../payments/disputes/dispute.ts';
import { fileWire } from './file.ts';
import type { FileLink, UploadedFile } from './file-entities.ts';
import { fileLinkWith, fileRoutes } from './file-routes.ts';
import { fileEndpoints } from './files.ts';

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
  pages: (server, { findKeys, holding }) =>
    fileRoutes(server, {
      findKeys,
      fileContext: holding((store, id) => store.files.get(id)),
      linkContext: holding(fileLinkWith),
    }),
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
