import type Stripe from 'stripe';
import type { Context } from '../../kinds/context.ts';
import { firstPage } from '../../kinds/embedded-list.ts';
import { type FileLink, fileExpiry, fileRules, hasExpired, type UploadedFile } from './file-entities.ts';

export function fileWire(context: Context, file: UploadedFile): Stripe.File {
  const { publicUrl, pagesPath } = context.settings;
  const { id, content, created, filename, purpose, type } = file;
  const links = Array.from(context.store.fileLinks.where('file', id), (link) => fileLinkWire(context, link));
  return {
    id,
    object: 'file',
    created,
    expires_at: fileExpiry(file),
    filename,
    links: firstPage(links, `/v1/file_links?file=${id}`),
    purpose,
    size: Buffer.byteLength(content, 'base64'),
    title: null,
    type,
    url: fileRules(purpose).isDownloadable ? `${publicUrl}${pagesPath}/files/${id}/contents` : null,
  };
}

export function fileLinkWire({ settings, time }: Context, link: FileLink): Stripe.FileLink {
  const { id, created, expires_at, file, metadata, secret } = link;
  return {
    id,
    object: 'file_link',
    created,
    expired: hasExpired(expires_at, time.now()),
    expires_at,
    file,
    livemode: false,
    metadata,
    url: `${settings.publicUrl}${settings.pagesPath}/file_links/${secret}`,
  };
}
