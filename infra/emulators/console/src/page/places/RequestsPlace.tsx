import type { requestDetail } from '../../model/details.ts';
import type { Detail as Read, RequestRow } from '../../rows.ts';
import { StatusBadge } from '../parts/Badge.tsx';
import { Breakable, CopyId, Go } from '../parts/Go.tsx';
import { BodyView } from '../parts/JsonView.tsx';
import { listPlace } from '../parts/ListPlace.tsx';
import { Fact, Headers, Panel } from '../parts/Panel.tsx';
import { DetailPlace } from '../parts/Place.tsx';
import type { Column } from '../parts/Table.tsx';
import { When } from '../parts/When.tsx';

type RequestDetail = Read<typeof requestDetail>;

export const REQUEST_COLUMNS: readonly Column<RequestRow>[] = [
  {
    title: 'Request',
    cell: ({ id, method, url }) => (
      <Go to={['requests', id]}>
        {method} <Breakable text={url.split('?')[0] ?? ''} />
      </Go>
    ),
  },
  { title: 'Service', cell: ({ service }) => <span className="unbroken">{service}</span> },
  { title: 'Answer', by: 'status', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Why', cell: ({ reason }) => reason },
  {
    title: 'Took',
    by: 'durationMs',
    isNumber: true,
    cell: ({ durationMs }) => (
      <span className="unbroken">{durationMs === null ? 'still waiting' : `${durationMs} ms`}</span>
    ),
  },
  { title: 'When', by: 'at', cell: ({ at, realAt }) => <When at={at} realAt={realAt} /> },
];

export const RequestsPlace = listPlace('requests', {
  about: "The last 2,000 that each service got, and the product's own server where it is known.",
  columns: REQUEST_COLUMNS,
  empty: 'No requests yet. Use the site, or point your product at the emulators.',
});

/** Nginx reports the requests to the product's server without their bodies. */
function noBody({ service }: RequestRow): string {
  return service === 'api' ? 'No body is known.' : 'Nothing.';
}

export function RequestPlace({ id }: { readonly id: string }) {
  const about = <Go to={['requests']}>All requests</Go>;
  return (
    <DetailPlace area="requests" id={id} title={() => 'Request'} about={about}>
      {(request: RequestDetail) => (
        <>
          <RequestFacts request={request} />
          <div className="panels">
            {request.logged.length > 0 && (
              <Panel title="What the server logged" wide>
                {request.logged.map((line) => (
                  <BodyView key={line} text={line} />
                ))}
              </Panel>
            )}
            <Panel title="What was asked">
              <Headers headers={request.requestHeaders} />
              <BodyView text={request.requestBody} empty={noBody(request)} />
            </Panel>
            <Panel title="What was answered">
              <Headers headers={request.responseHeaders} />
              <BodyView text={request.responseBody} empty={noBody(request)} />
            </Panel>
          </div>
        </>
      )}
    </DetailPlace>
  );
}

function RequestFacts({ request }: { readonly request: RequestDetail }) {
  return (
    <dl className="facts">
      <Fact name={request.service}>
        <code>
          {request.method} {request.url}
        </code>
      </Fact>
      <Fact name="Answer">
        <StatusBadge status={request.status} />
      </Fact>
      {request.requestId && (
        <Fact name="Request id">
          <CopyId id={request.requestId} />
        </Fact>
      )}
      {request.reason && <Fact name="Why">{request.reason}</Fact>}
    </dl>
  );
}
