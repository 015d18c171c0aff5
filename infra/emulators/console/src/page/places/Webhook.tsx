import type { Details } from '../../model/details.ts';
import { Badge, StatusBadge } from '../parts/Badge.tsx';
import { Differences } from '../parts/Differences.tsx';
import { Choice, Form, Input } from '../parts/Form.tsx';
import { CopyId, Go, Owner } from '../parts/Go.tsx';
import { BodyView } from '../parts/JsonView.tsx';
import { Facts, Headers, Panel } from '../parts/Panel.tsx';
import { When } from '../parts/When.tsx';
import { useConsole } from '../state/console-context.ts';

export function Webhook(detail: Details['webhooks']) {
  const { row, payload, attempts, version, differences = [] } = detail;
  const { state, url, nextAt, eventId, person } = row;
  const lastFailed = attempts.findLastIndex(({ status }) => status === null || status >= 300);
  return (
    <>
      <Facts
        facts={[
          ['State', <Badge key="state" state={state} />],
          ['Sent to', <CopyId key="url" id={url} />],
          ['Next attempt', nextAt && <When at={nextAt} real />],
          ['Event', eventId && <Go to={['events', eventId]}>{eventId}</Go>],
          ['Person', person && <Owner {...row} />],
        ]}
      />
      <div className="panels">
        <Panel title="Attempts" wide>
          {attempts.length === 0 && <p className="empty">Not sent yet.</p>}
          <ol className="attempts">
            {attempts.map((attempt, index) => (
              <li key={attempt.at}>
                <details open={index === attempts.length - 1 || index === lastFailed}>
                  <Attempt {...attempt} />
                </details>
              </li>
            ))}
          </ol>
        </Panel>
        <Panel title="Send it again">
          <SendAgain {...detail} />
        </Panel>
        {differences.length > 0 && (
          <Panel title={`What the version ${version} changes`} wide>
            <Differences label="What the version changes" rows={differences} />
          </Panel>
        )}
        <Panel title="Body that was sent">
          <BodyView text={payload} />
        </Panel>
      </div>
    </>
  );
}

function Attempt(attempt: Details['webhooks']['attempts'][number]) {
  const { at, realAt, status, durationMs, signature, headers, answer } = attempt;
  return (
    <>
      <summary>
        <StatusBadge status={status} /> <When at={at} realAt={realAt} /> <small>{durationMs} ms</small>
      </summary>
      <h3>{status === null ? 'Why there was no answer' : 'Body of the answer'}</h3>
      <BodyView text={answer} />
      <h3>Signature that was sent</h3>
      <code>{signature}</code>
      <h3>Headers of the answer</h3>
      <Headers headers={headers} />
    </>
  );
}

function SendAgain({ row: { service, id }, version, versions }: Details['webhooks']) {
  const { act } = useConsole();
  const send = (form: FormData) => {
    const copies = Number(form.get('copies')) || 1;
    const delaySeconds = Number(form.get('delay')) || 0;
    const apiVersion = String(form.get('version') ?? '');
    const how = { copies, delaySeconds, ...(apiVersion && { apiVersion }) };
    return act('redeliver', { service, id, ...(service === 'stripe' && how) });
  };
  return (
    <Form submit="Send" onSubmit={send}>
      {service === 'stripe' && (
        <>
          <Input label="Times" name="copies" type="number" min={1} max={100} defaultValue={1} />
          <Input label="After seconds" name="delay" type="number" min={0} max={600} defaultValue={0} />
          <Choice label="API version" name="version" options={[['', `as it is: ${version}`], ...versions]} />
        </>
      )}
    </Form>
  );
}
