import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { connectTester } from '@outharbor/console/tester';
import * as json from '@outharbor/emulator-kit/json-reader';
import type { Running } from '../services/services.ts';
import { TESTER_TOOLS } from './tester-tools.ts';
import { callTool, TOOLS } from './tools.ts';

const INSTRUCTIONS =
  'Emulators of Stripe, Firebase Auth, the Realtime Database and a scheduler. They start empty: seed a product and a price, then add_people. Read with search, list and read; let things happen with start_scenario, pay_checkout and advance_time; settle before looking at the result.';

const ADDRESSES =
  'Where the emulators run, and the keys that they accept. Call them there with the SDKs of Stripe and Firebase, or over HTTP; data of the database is at <url>/<path>.json?ns=<projectId>-default-rtdb';

/** Tools that change nothing, and those that delete what cannot be brought back. */
const READS = ['addresses', 'state', 'clock', 'faults', 'deliveries', 'search', 'list', 'read', 'scenarios'];
const DESTROYS = ['act', 'reset', 'load_state', 'save_state'];

interface ServedTool {
  readonly description: string;
  readonly input: json.Reader<unknown>;
  readonly run: (given: unknown) => unknown;
}

export interface McpOptions {
  readonly consoleUrl: string;
  readonly emulators?: Running;
  readonly addresses: object;
  readonly version: string;
  /** The folder of saved states. */
  readonly files: string;
  readonly onEnd: () => void;
}

/**
 * Offers the control interfaces as tools of the Model Context Protocol on standard input and output, which
 * only the program that started this one can reach. `onEnd` is called when that program is gone.
 * Without `emulators`, it offers what the console of a running stack does.
 */
export async function serveMcp({
  consoleUrl,
  emulators,
  addresses,
  version,
  files,
  onEnd,
}: McpOptions): Promise<void> {
  const tester = connectTester(consoleUrl);
  const ofServices = Object.entries(emulators === undefined ? {} : TOOLS);
  const tools = new Map<string, ServedTool>([
    ['addresses', { description: ADDRESSES, input: json.object({}), run: () => addresses }],
    ...ofServices.map(
      ([name, tool]) =>
        [name, { ...tool, run: (given: unknown) => callTool(emulators ?? {}, tool, given) }] as const,
    ),
    ...Object.entries(TESTER_TOOLS).map(
      ([name, tool]) =>
        [name, { ...tool, run: (given: unknown) => tool.run({ tester, files }, given) }] as const,
    ),
  ]);
  const server = new Server(
    { name: 'emulators', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools].map(([name, { description, input }]) => ({
      name,
      description,
      inputSchema: input.schema as Tool['inputSchema'],
      annotations: {
        readOnlyHint: READS.includes(name),
        destructiveHint: DESTROYS.includes(name),
        openWorldHint: false,
      },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    answer(tools.get(params.name), params.arguments ?? {}),
  );
  process.stdin.once('end', onEnd);
  await server.connect(new StdioServerTransport());
}

/** A failure is an answer too, which the caller reads. */
async function answer(tool: ServedTool | undefined, given: unknown): Promise<CallToolResult> {
  try {
    if (tool === undefined) throw new RangeError('There is no such tool.');
    return inWords(JSON.stringify((await tool.run(given)) ?? 'done'));
  } catch (error) {
    return { ...inWords(error instanceof Error ? error.message : String(error)), isError: true };
  }
}

const inWords = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
