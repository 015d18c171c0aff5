import { Packet } from '../protocol/packet.ts';
import { formatPath, type Path } from '../tree/node-path.ts';

/** Something that listeners are told: an overwrite (`d`) or a merge (`m`) at a path. */
export class Push {
  readonly action: 'd' | 'm';
  readonly path: Path;
  /** The data as JSON text in export form. */
  readonly data: string;
  #packet: Packet | null = null;

  constructor(action: 'd' | 'm', path: Path, data: string) {
    this.action = action;
    this.path = path;
    this.data = data;
  }

  /** The message of the socket protocol. Listeners without a tag share one. */
  packet(tag?: number): Packet {
    if (tag !== undefined) return new Packet(this.#message(`,"t":${tag}`));
    this.#packet ??= new Packet(this.#message(''));
    return this.#packet;
  }

  #message(tag: string): string {
    const path = JSON.stringify(formatPath(this.path));
    return `{"t":"d","d":{"a":"${this.action}","b":{"p":${path},"d":${this.data}${tag}}}}`;
  }
}
