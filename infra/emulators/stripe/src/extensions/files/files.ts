import type Stripe from 'stripe';
import { invalidRequest, missingParameter, rejected } from '../../description/api-error.ts';
import { rejectPast } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, post } from '../../kinds/endpoint.ts';
import { finder, newId } from '../../kinds/objects.ts';
import { callParams, describedParams } from '../../kinds/params/as-described.ts';
import { changedMetadata, type metadata, object } from '../../kinds/params/composite.ts';
import type { FormValue } from '../../kinds/params/form.ts';
import { oneOf, type Reader, type ReadValue } from '../../kinds/params/reader.ts';
import { randomText } from '../../kinds/random-text.ts';
import { resource } from '../../kinds/resource.ts';
import {
  FILE_PURPOSES,
  FILE_TYPES,
  type FileLink,
  type FilePurpose,
  fileExpiry,
  fileLinkWire,
  fileRules,
  fileWire,
  hasExpired,
  type UploadedFile,
} from './file.ts';

const upload: Reader<Pick<UploadedFile, 'content' | 'filename' | 'type'>> = (value, name) => {
  if (value === undefined) throw missingParameter(name);
  const part = (key: string): FormValue | undefined => (typeof value === 'string' ? undefined : value[key]);
  const [content, filename, mime] = [part('content'), part('name'), part('type')];
  if (typeof content !== 'string' || typeof filename !== 'string') {
    throw invalidRequest('Invalid file: send it as a part of a multipart/form-data request.', {
      param: name,
    });
  }
  const ending = filename.split('.').at(-1)?.toLowerCase().replace('jpeg', 'jpg') ?? '';
  return { content, filename, type: FILE_TYPES[String(mime)] ?? ending };
};

const createParams = object({
  file: upload,
  ...describedParams<Stripe.FileCreateParams>('POST /v1/files')('file_link_data'),
  purpose: oneOf(...(Object.keys(FILE_PURPOSES) as FilePurpose[])),
});
const LINKS = '/v1/file_links';
const updateLinkParams = callParams<Stripe.FileLinkUpdateParams>(`POST ${LINKS}/:id`);

const files = resource('/v1/files', finder('file upload', 'files'), fileWire, { event: 'file' });
const links = resource(LINKS, finder('file link', 'fileLinks'), fileLinkWire);

export const fileEndpoints: readonly Endpoint[] = [
  post('/v1/files', createParams, (context, params) => {
    const { file, file_link_data: link, purpose } = params;
    rejectUnfit(file, purpose);
    const made = { ...file, id: newId('file'), created: context.time.now(), purpose };
    if (link?.create === true) context.store.fileLinks.put(newLink(context, made, link, 'file_link_data'));
    return files.created(context, made);
  }),
  files.list({ fields: ['purpose'] }),
  files.retrieve,
  post(LINKS, callParams<Stripe.FileLinkCreateParams>(`POST ${LINKS}`), (context, params) =>
    links.created(context, newLink(context, requireFile(context, params.file, 'file'), params)),
  ),
  links.list({
    fields: ['file'],
    filters: {
      expired: ({ expires_at }, { time }) => hasExpired(expires_at, time.now()),
    },
  }),
  links.retrieve,
  links.update(updateLinkParams, ({ expires_at }, before, { time }) => {
    const now = time.now();
    if (hasExpired(before.expires_at, now)) throw rejected('Expired file links cannot be updated.');
    if (typeof expires_at === 'number') rejectPast(expires_at, now, 'expires_at');
    return { expires_at: expires_at === 'now' ? now : expires_at };
  }),
];

function rejectUnfit({ content, type }: ReadValue<typeof upload>, purpose: FilePurpose): void {
  const { maxKilobytes, types } = fileRules(purpose);
  const size = Buffer.byteLength(content, 'base64');
  const fault =
    (size === 0 && 'The file is empty.') ||
    (size > maxKilobytes * 1024 && `A file for ${purpose} has at most ${maxKilobytes} kilobytes.`) ||
    (!types.includes(type) && `A file for ${purpose} has one of these types: ${types.join(', ')}.`);
  if (fault) throw rejected(fault, 'file');
}

/** A file that is still available. */
function requireFile(context: Context, id: string, param: string): UploadedFile {
  const file = files.find(context, id, param);
  if (!hasExpired(fileExpiry(file), context.time.now())) return file;
  throw rejected(`The file ${id} has expired.`, param);
}

interface GivenLink {
  readonly expires_at?: number | undefined;
  readonly metadata?: ReadValue<typeof metadata>;
}

/** `parent` is the parameter with those of the link, if there is one. */
function newLink(
  { time }: Context,
  { id: file, purpose }: UploadedFile,
  { expires_at, metadata: change }: GivenLink,
  parent?: string,
): FileLink {
  if (!fileRules(purpose).isDownloadable) {
    throw rejected(`You cannot create a link to a file for ${purpose}.`, { param: parent ?? 'file' });
  }
  const param = parent === undefined ? 'expires_at' : `${parent}[expires_at]`;
  rejectPast(expires_at, time.now(), param);
  return {
    id: newId('link'),
    created: time.now(),
    file,
    secret: `fl_${randomText(24)}`,
    expires_at: expires_at ?? null,
    metadata: changedMetadata({}, change),
  };
}
