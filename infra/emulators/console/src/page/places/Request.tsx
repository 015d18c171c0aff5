import type { Details } from '../../model/details.ts';
import { KEPT_BYTES } from '../../rows.ts';
import { StatusBadge } from '../parts/Badge.tsx';
import { Form, Input } from '../parts/Form.tsx';
import { CopyButton, CopyId } from '../parts/Go.tsx';
import { BodyView } from '../parts/JsonView.tsx';
import { Facts, Headers, Panel } from '../parts/Panel.tsx';
import { useConsole } from '../state/console-context.ts';

export function Request(request: Details['requests']) {
  const { id, service, method, url, status, requestId, reason, logged } = request;
  const { 'stripe-version': version } = request.requestHeaders;
  const { act } = useConsole();
  const curl = curlOf(request);
  // Nginx reports the requests to the product's server without their bodies.
  const noBody = service === 'api' ? 'No body is known.' : 'Nothing.';
  return (
    <>
      <Facts
        facts={[
          [service, <code key="url">{`${method} ${url}`}</code>],
          ['Answer', <StatusBadge key="status" status={status} />],
          ['Request id', requestId && <CopyId id={requestId} />],
          ['Why', reason],
          ['curl', curl && <CopyButton text={curl} label="Copy as curl" />],
        ]}
      />
      <div className="panels">
        {logged.length > 0 && (
          <Panel title="What the server logged" wide>
            {logged.map((line) => (
              <BodyView key={line} text={line} />
            ))}
          </Panel>
        )}
        {service === 'stripe' && (
          <Panel title="Ask again, in another version" wide>
            <Form
              submit="Ask again"
              onSubmit={(form) => act('requests/again', { id, apiVersion: String(form.get('version')) })}
            >
              <Input label="Stripe-Version" name="version" required defaultValue={version} />
            </Form>
          </Panel>
        )}
        <Panel title="What was asked">
          <Headers headers={request.requestHeaders} />
          <BodyView text={request.requestBody} empty={noBody} />
        </Panel>
        <Panel title="What was answered">
          <Headers headers={request.responseHeaders} />
          <BodyView text={request.responseBody} empty={noBody} />
        </Panel>
      </div>
    </>
  );
}

/** What curl sets itself. */
const OF_CONNECTION = ['accept-encoding', 'connection', 'content-length', 'transfer-encoding'];
/** The request as a command, in which what was redacted is to be filled in; undefined when too little is known. */
function curlOf({ method, url, requestHeaders, requestBody }: Details['requests']): string | undefined {
  const { host, ...headers } = requestHeaders;
  if (!host || requestBody.length >= KEPT_BYTES) return undefined;
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const given = Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name));
  return [
    `curl -X ${method} ${quoted(`http://${host}${url}`)}`,
    ...given.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(requestBody ? [`--data-raw ${quoted(requestBody)}`] : []),
  ].join(' \\\n  ');
}
