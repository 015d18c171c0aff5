import type { TargetedEvent } from 'preact';
import { useId } from 'preact/hooks';
import type { deliveryDetail } from '../../model/details.ts';
import type { Detail as Read, WebhookRow } from '../../rows.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Badge, StatusBadge } from '../parts/Badge.tsx';
import { Breakable, CopyId, Go, linkColumn, Owner } from '../parts/Go.tsx';
import { BodyView } from '../parts/JsonView.tsx';
import { listPlace } from '../parts/ListPlace.tsx';
import { Fact, Headers, Panel } from '../parts/Panel.tsx';
import { DetailPlace } from '../parts/Place.tsx';
import type { Column } from '../parts/Table.tsx';
import { When } from '../parts/When.tsx';
import { useConsole } from '../state/console-context.ts';

type DeliveryDetail = Read<typeof deliveryDetail>;

export const WEBHOOK_COLUMNS: readonly Column<WebhookRow>[] = [
  linkColumn('Event', 'webhooks', ({ event }) => event),
  { title: 'State', by: 'state', cell: ({ state }) => <Badge state={state} /> },
  { title: 'Attempts', by: 'attempts', isNumber: true, cell: ({ attempts }) => attempts },
  {
    title: 'Last answer',
    cell: ({ attempts, lastStatus, state, answer }) =>
      attempts > 0 && (
        <>
          <StatusBadge status={lastStatus} />
          {FAILED.includes(state) && answer && (
            <small>
              {' '}
              <Breakable text={answer} />
            </small>
          )}
        </>
      ),
  },
  { title: 'Next attempt', by: 'nextAt', cell: ({ nextAt }) => nextAt && <When at={nextAt} real /> },
  { title: 'Person', cell: ({ person, email }) => <Owner person={person} email={email} /> },
  { title: 'When', by: 'at', cell: ({ at }) => <When at={at} /> },
  { title: 'Action', cell: (row) => <Redeliver {...row} /> },
];

const FAILED = ['failing', 'failed'];

function Redeliver({ service, id, event }: WebhookRow) {
  const { act } = useConsole();
  return (
    <ActionButton label={`Redeliver ${event}`} onPress={() => act('redeliver', { service, id })}>
      Redeliver
    </ActionButton>
  );
}

export const WebhooksPlace = listPlace('webhooks', {
  about: "What Stripe and the scheduling service sent to the product's server.",
  columns: WEBHOOK_COLUMNS,
  empty: 'No webhooks yet. They come with the first payment or booking.',
});

export function WebhookPlace({ id }: { readonly id: string }) {
  const title = (detail?: DeliveryDetail) => detail?.row.event ?? 'Webhook';
  return (
    <DetailPlace area="webhooks" id={id} title={title} about={<CopyId id={id} />}>
      {(detail) => <Delivery detail={detail} />}
    </DetailPlace>
  );
}

function Delivery({ detail: { row, payload, attempts } }: { readonly detail: DeliveryDetail }) {
  const lastFailed = attempts.findLastIndex(({ status }) => status === null || status >= 300);
  return (
    <>
      <DeliveryFacts row={row} />
      <div className="panels">
        <Panel title="Attempts" wide>
          {attempts.length === 0 && <p className="empty">Not sent yet.</p>}
          <ol className="attempts">
            {attempts.map((attempt, index) => (
              <Attempt
                key={attempt.at}
                attempt={attempt}
                open={index === attempts.length - 1 || index === lastFailed}
              />
            ))}
          </ol>
        </Panel>
        <Panel title="Send it again">
          <SendAgain {...row} />
        </Panel>
        <Panel title="Body that was sent">
          <BodyView text={payload} />
        </Panel>
      </div>
    </>
  );
}

function DeliveryFacts({ row }: Pick<DeliveryDetail, 'row'>) {
  return (
    <dl className="facts">
      <Fact name="State">
        <Badge state={row.state} />
      </Fact>
      <Fact name="Sent to">
        <CopyId id={row.url} />
      </Fact>
      {row.nextAt && (
        <Fact name="Next attempt">
          <When at={row.nextAt} real />
        </Fact>
      )}
      {row.eventId && (
        <Fact name="Event">
          <Go to={['events', row.eventId]}>{row.eventId}</Go>
        </Fact>
      )}
      {row.person && (
        <Fact name="Person">
          <Owner person={row.person} email={row.email} />
        </Fact>
      )}
    </dl>
  );
}

function Attempt({
  attempt,
  open,
}: {
  readonly attempt: DeliveryDetail['attempts'][number];
  readonly open: boolean;
}) {
  const { at, realAt, status, durationMs, signature, headers, answer } = attempt;
  return (
    <li>
      <details open={open}>
        <summary>
          <StatusBadge status={status} /> <When at={at} realAt={realAt} /> <small>{durationMs} ms</small>
        </summary>
        <h3>{status === null ? 'Why there was no answer' : 'Body of the answer'}</h3>
        <BodyView text={answer} />
        <h3>Signature that was sent</h3>
        <code>{signature}</code>
        <h3>Headers of the answer</h3>
        <Headers headers={headers} />
      </details>
    </li>
  );
}

function SendAgain({ service, id }: WebhookRow) {
  const { act } = useConsole();
  const fieldId = useId();
  const send = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const copies = Number(form.get('copies')) || 1;
    const delaySeconds = Number(form.get('delay')) || 0;
    void act('redeliver', { service, id, ...(service === 'stripe' && { copies, delaySeconds }) });
  };
  return (
    <form onSubmit={send}>
      {service === 'stripe' && (
        <>
          <div className="field">
            <label htmlFor={`${fieldId}-copies`}>Times</label>
            <input id={`${fieldId}-copies`} name="copies" type="number" min={1} max={100} defaultValue={1} />
          </div>
          <div className="field">
            <label htmlFor={`${fieldId}-delay`}>After seconds</label>
            <input id={`${fieldId}-delay`} name="delay" type="number" min={0} max={600} defaultValue={0} />
          </div>
        </>
      )}
      <button type="submit" className="button plain">
        Send
      </button>
      <p className="empty">
        For all events out of order, held or late: <Go to={['scenarios']}>Scenarios</Go>
      </p>
    </form>
  );
}
