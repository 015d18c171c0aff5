import { type DataNode, nodeAt } from '../tree/data-node.ts';
import { formatPath, type Path, startsWith } from '../tree/node-path.ts';
import type { Edit } from '../tree/write-request.ts';
import { Push, type PushEntry } from './push.ts';

/** An accepted write and the pushes it produces. */
export class Change {
  readonly kind: 'put' | 'merge';
  readonly base: Path;
  readonly edits: readonly Edit[];
  /** The tree after the write. */
  readonly root: DataNode;
  readonly #pushes = new Map<string, Push>();

  constructor(kind: 'put' | 'merge', base: Path, edits: readonly Edit[], root: DataNode) {
    this.kind = kind;
    this.base = base;
    this.edits = edits;
    this.root = root;
  }

  /** True when the write replaced the whole node at `path`: at the path itself or above it. */
  overwrites(path: Path): boolean {
    return this.edits.some((edit) => startsWith(path, edit.path));
  }

  editsBelow(path: Path): readonly Edit[] {
    return startsWith(this.base, path)
      ? this.edits
      : this.edits.filter((edit) => startsWith(edit.path, path));
  }

  /** Keys of the children of `path` that a deeper write changed. */
  childrenChanged(path: Path): Set<string> {
    return new Set(this.editsBelow(path).map((edit) => edit.path[path.length] as string));
  }

  /** Push for an unfiltered listener at `path`. One write is one push, so nobody sees a partial write. */
  pushTo(path: Path): Push {
    if (this.overwrites(path)) return this.#toOverwrite(path);
    const [first] = this.edits;
    if (this.kind === 'put' && first) return this.#toOverwrite(first.path);
    return this.#mergeTo(path);
  }

  #mergeTo(path: Path): Push {
    const base = startsWith(this.base, path) ? this.base : path;
    if (this.overwrites(base)) return this.#toOverwrite(base);
    return this.#once(`merge ${formatPath(base)}`, () => {
      const entries = this.editsBelow(base).map((edit) => toEntry(base, edit));
      return new Push(base, entries);
    });
  }

  #toOverwrite(path: Path): Push {
    return this.#once(formatPath(path), () => new Push(path, nodeAt(this.root, path)));
  }

  #once(key: string, make: () => Push): Push {
    let push = this.#pushes.get(key);
    if (!push) {
      push = make();
      this.#pushes.set(key, push);
    }
    return push;
  }
}

function toEntry(base: Path, { path, after }: Edit): PushEntry {
  return [path.slice(base.length).join('/'), after];
}
