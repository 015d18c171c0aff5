import type { DataNode } from '../tree/data-node.ts';
import { formatPath, type Path } from '../tree/node-path.ts';
import { toExportJson } from '../tree/to-json.ts';
import { Packet } from '../wire/packet.ts';

/** The path is relative to the push. */
export type PushEntry = readonly [relativePath: string, node: DataNode];
type Format = (node: DataNode) => string;

/** A change sent to listeners: a new node at one path, or several changed nodes at and below it. */
export class Push {
  readonly path: Path;
  readonly #content: DataNode | readonly PushEntry[];
  #packet: Packet | null = null;
  #json: string | null = null;

  constructor(path: Path, content: DataNode | readonly PushEntry[]) {
    this.path = path;
    this.#content = content;
  }

  get isMerge(): boolean {
    return Array.isArray(this.#content);
  }

  json(format: Format): string {
    if (!Array.isArray(this.#content)) return format(this.#content as DataNode);
    const entries = this.#content as readonly PushEntry[];
    return `{${entries.map(([path, node]) => `${JSON.stringify(path)}:${format(node)}`).join(',')}}`;
  }

  /** Listeners without a tag share one packet. */
  packet(tag?: number): Packet {
    if (tag !== undefined) return new Packet(this.#message(`,"t":${tag}`));
    this.#packet ??= new Packet(this.#message(''));
    return this.#packet;
  }

  #message(tag: string): string {
    this.#json ??= this.json(toExportJson);
    const path = JSON.stringify(formatPath(this.path));
    return `{"t":"d","d":{"a":"${this.isMerge ? 'm' : 'd'}","b":{"p":${path},"d":${this.#json}${tag}}}}`;
  }
}
