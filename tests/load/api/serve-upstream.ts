import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An external service that answers immediately, with keep-alive. */
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response
      .setHeader('content-type', 'application/json')
      .end('{"id":"cs_test_a1","url":"https://pay.example/a1"}');
  });
});
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
