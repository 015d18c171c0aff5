import type Stripe from 'stripe';
import type { Context } from '../../kinds/context.ts';
import { firstPage } from '../../kinds/read-page.ts';
import { type FileLink, fileExpiry, fileRules, hasExpired, type UploadedFile } from './file-entities.ts';

export function fileWire(context: Context, file: UploadedFile): Stripe.File {
  const { publicUrl, pagesPath } = context.settings;
  const { content, ...visible } = file;
  const { id, purpose } = file;
  const links = Array.from(context.store.fileLinks.where('file', id), (link) => fileLinkWire(context, link));
  return {
    ...visible,
    object: 'file',
    expires_at: fileExpiry(file),
    links: firstPage(links, `/v1/file_links?file=${id}`),
    size: Buffer.byteLength(content, 'base64'),
    title: null,
    url: fileRules(purpose).isDownloadable ? `${publicUrl}${pagesPath}/files/${id}/contents` : null,
  };
}

export function fileLinkWire({ settings, time }: Context, { secret, ...link }: FileLink): Stripe.FileLink {
  return {
    ...link,
    object: 'file_link',
    expired: hasExpired(link.expires_at, time.now()),
    livemode: false,
    url: `${settings.publicUrl}${settings.pagesPath}/file_links/${secret}`,
  };
}
