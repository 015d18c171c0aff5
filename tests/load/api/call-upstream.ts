import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** One call of an outside service, over a connection that stays open. */
export function callUpstream(url: string): Promise<{ readonly id: string; readonly url: string }> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve(JSON.parse(body) as { id: string; url: string }));
    });
    call.on('error', reject).end('plan=500');
  });
}
