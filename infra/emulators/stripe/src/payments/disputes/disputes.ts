import type Stripe from 'stripe';
import { ApiError, invalidRequest, noSuch, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, nothing, type PathParams, post, retrieval } from '../../kinds/endpoint.ts';
import { requireReferred } from '../../kinds/objects.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import { changedMetadata, object } from '../../kinds/params/composite.ts';
import {
  clearable,
  countCharacters,
  optional,
  type Reader,
  type ReadValue,
  text,
} from '../../kinds/params/reader.ts';
import { OF_CHARGE, resource } from '../../kinds/resource.ts';
import { unset } from '../../kinds/store/kind-type.ts';
import { changeDispute, type Dispute, disputeWire, EVIDENCE_FILES, requireDispute } from './dispute.ts';
import { closeDispute, underReview } from './dispute-charge.ts';

const PATH = '/v1/disputes';
/** Older clients find a charge's dispute here. */
const PATH_OF_CHARGE = '/v1/charges/:id/dispute';

type Evidence = Readonly<Record<string, string | null | undefined>>;

const PIECES = Object.keys(unset('dispute_evidence'));

const evidence: Reader<Evidence> = object(
  Object.fromEntries(PIECES.map((name) => [name, clearable(text(20_000))])),
) as Reader<Evidence>;

const updateParams = object({
  ...describedParams<Stripe.DisputeUpdateParams>(`POST ${PATH}/:id`)('metadata', 'submit'),
  evidence: optional(evidence),
});

const disputes = resource(PATH, requireDispute, disputeWire);

/** Disputes are opened and decided by banks: through a test card or the control interface. */
export const disputeEndpoints: readonly Endpoint[] = [
  disputes.list({ fields: OF_CHARGE }),
  disputes.retrieve,
  post(`${PATH}/:id`, updateParams, update),
  post(`${PATH}/:id/close`, nothing, close),
  retrieval(PATH_OF_CHARGE, (context, id) => disputeWire(context, findDispute(context, id))),
  post(PATH_OF_CHARGE, updateParams, (context, params, { id = '' }) =>
    update(context, params, { id: findDispute(context, id).id }),
  ),
  post(`${PATH_OF_CHARGE}/close`, nothing, (context, params, { id = '' }) =>
    close(context, params, { id: findDispute(context, id).id }),
  ),
];

/** The latest dispute of a charge. */
function findDispute(context: Context, id: string): Dispute {
  if (context.store.charges.get(id) === undefined) throw noSuch('charge', id, 'charge', 404);
  const [dispute] = context.store.disputes.where('charge', id);
  if (dispute !== undefined) return dispute;
  throw new ApiError(404, 'invalid_request_error', `No dispute for charge: ${id}`);
}

function update(context: Context, params: ReadValue<typeof updateParams>, { id = '' }: PathParams): object {
  const dispute = requireDispute(context, id);
  if (dispute.status === 'won' || dispute.status === 'lost') throw closed();
  const { evidence: given, metadata: change, submit = given !== undefined } = params;
  if (given !== undefined) {
    requireFiles(context, given);
    rejectTooMuch(dispute, given);
  }
  const changed = {
    ...dispute,
    metadata: changedMetadata(dispute.metadata, change),
    ...(given !== undefined && { evidence: changedEvidence(dispute, given) }),
  };
  const after = submit ? underReview(context, changed) : changed;
  return disputeWire(context, changeDispute(context, dispute, after));
}

function requireFiles(context: Context, given: Evidence): void {
  for (const name of EVIDENCE_FILES) {
    const id = given[name];
    const param = `evidence[${name}]`;
    if (id == null) continue;
    const { expires_at, purpose } = requireReferred(context, 'file', id, param);
    if (expires_at != null && Number(expires_at) <= context.time.now()) {
      throw rejected(`The file ${id} has expired.`, param);
    }
    if (purpose === 'dispute_evidence' || purpose === name) continue;
    throw rejected(`The file ${id} was uploaded for ${purpose}. Upload it for dispute_evidence.`, param);
  }
}

/** Of all pieces together, by docs.stripe.com/api/disputes/update. */
const MAX_CHARACTERS = 150_000;

function rejectTooMuch(dispute: Dispute, given: Evidence): void {
  const length = Object.values(changedEvidence(dispute, given)).reduce(
    (sum, piece) => sum + countCharacters(piece),
    0,
  );
  if (length <= MAX_CHARACTERS) return;
  const message = `The combined length of the evidence must be at most ${MAX_CHARACTERS} characters, but it is ${length}.`;
  throw invalidRequest(message, { param: 'evidence' });
}

/** An empty value removes a piece of evidence. */
function changedEvidence({ evidence: before }: Dispute, given: Evidence): Record<string, string> {
  const texts = Object.entries({ ...before, ...given });
  return Object.fromEntries(
    texts.flatMap(([name, value]) => (value == null ? [] : [[name, value] as const])),
  );
}

const closed = () => rejected('This dispute is already closed');

/** Accepts the dispute as lost, or ends an inquiry. */
function close(context: Context, _params: object, { id = '' }: PathParams): object {
  const dispute = requireDispute(context, id);
  const { status } = dispute;
  if (!/needs_response|under_review/.test(status)) throw closed();
  const outcome = status.startsWith('warning_') ? 'warning_closed' : 'lost';
  return disputeWire(context, closeDispute(context, dispute, outcome));
}
