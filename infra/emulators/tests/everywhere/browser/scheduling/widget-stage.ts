import {
  DEFAULT_API_TOKEN,
  type SchedulingEmulator,
  type SchedulingEmulatorOptions,
  startSchedulingEmulator,
} from '@outharbor/scheduling-emulator';
import { type Control, connectControl } from '@outharbor/scheduling-emulator/control-client';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { keptHeadlessShell } from '../../../support/browser.ts';
import { SchedulingClient } from '../../../support/scheduling/scheduling-client.ts';
import { Visitor } from '../../../support/scheduling/visitor.ts';
import { type EmbeddingServer, startEmbeddingServer } from './embedding-server.ts';
import { openPage, type WidgetPage } from './widget-browser.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
export const MONDAY = 'Monday, November 23';
/** Ten o'clock on that Monday in New York, the visitors' time zone. */
export const MONDAY_AT_TEN = '2026-11-23T15:00:00.000Z';

export interface RecordedEvent {
  readonly name: string;
  readonly origin: string;
  readonly payload: Record<string, unknown>;
}

/** The emulator, a site that embeds its widget with the unmodified library, and a browser. */
export class WidgetStage {
  readonly emulator: SchedulingEmulator;
  readonly embedding: EmbeddingServer;
  readonly browser: Browser;
  readonly control: Control;
  readonly api: SchedulingClient;
  readonly visitor: Visitor;

  private constructor(parts: Pick<WidgetStage, 'emulator' | 'embedding' | 'browser'>) {
    this.emulator = parts.emulator;
    this.embedding = parts.embedding;
    this.browser = parts.browser;
    this.control = connectControl(parts.emulator.controlUrl);
    this.api = new SchedulingClient(parts.emulator.url, DEFAULT_API_TOKEN);
    this.visitor = new Visitor(parts.emulator.url);
  }

  static async start(options: SchedulingEmulatorOptions = {}): Promise<WidgetStage> {
    const emulator = await startSchedulingEmulator({ now: () => NOW, ...options });
    const embedding = await startEmbeddingServer(emulator.url, '/emulated/scheduling');
    return new WidgetStage({ emulator, embedding, browser: await keptHeadlessShell() });
  }

  /** Opens the page with the library; the widget comes from another origin, like the real one. */
  open(props: object = {}, options: BrowserContextOptions = {}): Promise<WidgetPage> {
    return openPage(
      this.browser,
      this.embedding.pageFor({ url: this.emulator.eventTypeUrl, ...props }),
      options,
    );
  }

  async clear(): Promise<void> {
    await this.#closeContexts();
    this.emulator.configure({ publicUrl: this.emulator.url });
    await this.emulator.reset();
  }

  async close(): Promise<void> {
    await this.#closeContexts();
    await this.embedding.close();
    await this.emulator.close();
  }

  async #closeContexts(): Promise<void> {
    await Promise.all(this.browser.contexts().map((context) => context.close()));
  }
}

/** The events that the embedding page received, in order. */
export function recordedEvents(page: Page): Promise<readonly RecordedEvent[]> {
  return page.evaluate(() => (globalThis as unknown as { received: RecordedEvent[] }).received);
}

/** The names of the events, without heights, which are sent whenever the content changes. */
export async function eventNames(page: Page): Promise<string[]> {
  const names = (await recordedEvents(page)).map(({ name }) => name);
  return names.filter((name) => name !== 'page height');
}
