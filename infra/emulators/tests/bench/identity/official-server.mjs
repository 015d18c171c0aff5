// The Auth emulator of firebase-tools, without any code of ours around it.
const { createServer } = process.getBuiltinModule('node:http');
const { createRequire } = process.getBuiltinModule('node:module');

const load = createRequire(new URL('../../../official-identity/src/official-emulator.ts', import.meta.url));
const { createApp } = load('firebase-tools/lib/emulator/auth/server.js');
const server = createServer(await createApp('demo-bench'));
server.listen(0, '127.0.0.1', () =>
  console.log(`official emulator listens on http://127.0.0.1:${server.address().port}`),
);
process.once('SIGTERM', () => process.exit());
