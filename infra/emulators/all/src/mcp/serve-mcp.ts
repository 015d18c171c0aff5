import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { openTester } from '@outharbor/console/tester';
import type { Emulators } from '../start-emulators.ts';
import { TESTER_TOOLS } from './tester-tools.ts';
import { callTool, TOOLS } from './tools.ts';

const answer = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] });

const INSTRUCTIONS =
  'Emulators of Stripe, Firebase Auth, the Realtime Database and a scheduler. They start empty: seed a product and a price, then add_people. Read with search, list and read; let things happen with start_scenario, pay_checkout and advance_time; settle before looking at the result.';

/**
 * Offers the control interfaces as tools of the Model Context Protocol on standard input and output, which
 * only the program that started this one can reach. `onEnd` is called when that program is gone.
 */
export async function serveMcp(
  emulators: Emulators,
  {
    projectId,
    addresses,
    version,
    onEnd,
  }: { projectId: string; addresses: object; version: string; onEnd: () => void },
): Promise<void> {
  const server = new McpServer({ name: 'emulators', version }, { instructions: INSTRUCTIONS });
  server.registerTool(
    'addresses',
    {
      description:
        'Where the emulators run, and the keys that they accept. Call them there with the SDKs of Stripe and Firebase, or over HTTP; data of the database is at <url>/<path>.json?ns=<projectId>-default-rtdb',
    },
    () => answer(addresses),
  );
  for (const [name, tool] of Object.entries(TOOLS)) {
    server.registerTool(name, { description: tool.description, inputSchema: tool.input }, async (given) =>
      answer(await callTool(emulators, tool, given)),
    );
  }
  const tester = openTester(emulators, projectId);
  for (const [name, { description, input, run }] of Object.entries(TESTER_TOOLS)) {
    server.registerTool(name, { description, inputSchema: input }, async (given) =>
      answer((await run({ tester, emulators }, given)) ?? 'done'),
    );
  }
  process.stdin.once('end', onEnd);
  await server.connect(new StdioServerTransport());
}
