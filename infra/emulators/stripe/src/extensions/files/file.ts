import type Stripe from 'stripe';
import type { Context } from '../../kinds/context.ts';
import { firstPage } from '../../kinds/read-page.ts';
import type { Entity, Labelled } from '../../kinds/store/kind-type.ts';

export interface UploadedFile extends Entity {
  readonly purpose: FilePurpose;
  readonly filename: string;
  /** The ending of files of its format. */
  readonly type: string;
  /** In base64. */
  readonly content: string;
}

/** A public address of a file. */
export interface FileLink extends Labelled {
  readonly file: string;
  /** The end of its address. */
  readonly secret: string;
  /** Null if it does not expire. */
  readonly expires_at: number | null;
}

interface FileRules {
  readonly types: readonly string[];
  readonly maxKilobytes: number;
  /** Absent if it is kept. */
  readonly keptForDays?: number;
  readonly isDownloadable: boolean;
}

const DOCUMENTS = ['pdf', 'jpg', 'png'];
const IMAGES = ['jpg', 'png', 'gif'];
const MEGABYTE = 1024;
const DOCUMENT = { types: DOCUMENTS, maxKilobytes: 16 * MEGABYTE, isDownloadable: false };
const IMAGE = { types: IMAGES, maxKilobytes: 512, isDownloadable: true };

/** What files for each purpose may be: https://docs.stripe.com/file-upload */
export const FILE_PURPOSES = {
  account_requirement: { ...DOCUMENT, maxKilobytes: 64 * MEGABYTE },
  additional_verification: DOCUMENT,
  business_icon: IMAGE,
  business_logo: IMAGE,
  customer_signature: {
    types: ['jpg', 'png', 'svg'],
    maxKilobytes: 4 * MEGABYTE,
    keptForDays: 7,
    isDownloadable: true,
  },
  dispute_evidence: {
    types: DOCUMENTS,
    maxKilobytes: 5 * MEGABYTE,
    keptForDays: 270,
    isDownloadable: true,
  },
  identity_document: { ...DOCUMENT, maxKilobytes: 32 * MEGABYTE },
  pci_document: { types: ['pdf'], maxKilobytes: 16 * MEGABYTE, isDownloadable: true },
  tax_document_user_upload: {
    types: [...DOCUMENTS, 'csv', 'xlsx', 'docx'],
    maxKilobytes: 16 * MEGABYTE,
    isDownloadable: true,
  },
} as const satisfies Readonly<Record<string, FileRules>>;

export type FilePurpose = keyof typeof FILE_PURPOSES;

export function fileRules(purpose: FilePurpose): FileRules {
  return FILE_PURPOSES[purpose];
}

/** The formats by MIME type. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'text/csv': 'csv',
};

/** Whether a file or a link is no longer available; `expiry` is null if it is kept. */
export function hasExpired(expiry: number | null, now: number): boolean {
  return expiry !== null && expiry <= now;
}

/** When a file is no longer available; null if it is kept. */
export function fileExpiry({ created, purpose }: UploadedFile): number | null {
  const { keptForDays } = fileRules(purpose);
  return keptForDays === undefined ? null : created + keptForDays * 86_400;
}

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
