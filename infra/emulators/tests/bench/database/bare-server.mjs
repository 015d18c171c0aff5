// Baseline cost of Node and ws: answers HTTP with null and each protocol request with ok.
import { WebSocketServer } from 'ws';

const { createServer } = process.getBuiltinModule('node:http');

const server = createServer((_, response) => response.end('null'));
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  socket.send('{"t":"c","d":{"t":"h","d":{"ts":0,"v":"5","h":"","s":""}}}');
  socket.on('message', (data) => {
    const { r } = JSON.parse(data.toString()).d;
    socket.send(JSON.stringify({ t: 'd', d: { r, b: { s: 'ok', d: '' } } }));
  });
});
server.listen(0, '127.0.0.1', () =>
  console.log(`bare server listens on http://127.0.0.1:${server.address().port}`),
);
process.once('SIGTERM', () => process.exit());
