import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Running } from '../services/running.ts';
import { callTool, TOOLS } from './tools.ts';

const answer = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] });

/**
 * Offers the control interfaces as tools of the Model Context Protocol on standard input and output, which
 * only the program that started this one can reach. `onEnd` is called when that program is gone.
 */
export async function serveMcp(
  running: Running,
  { addresses, version, onEnd }: { addresses: object; version: string; onEnd: () => void },
): Promise<void> {
  const server = new McpServer({ name: 'emulators', version });
  server.registerTool(
    'addresses',
    { description: 'Where the emulators run, and the keys that they accept' },
    () => answer(addresses),
  );
  for (const [name, tool] of Object.entries(TOOLS)) {
    server.registerTool(name, { description: tool.description, inputSchema: tool.input }, async (given) =>
      answer(await callTool(running, tool, given)),
    );
  }
  process.stdin.once('end', onEnd);
  await server.connect(new StdioServerTransport());
}
