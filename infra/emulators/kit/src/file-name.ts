/** Windows reserves these for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
const NAME = /^([\w-]+)(?:\+([\da-f]+))?$/;

/**
 * A file name for an id of letters, digits, hyphens and underscores. It differs in more than case from those of other
 * ids, because Windows and macOS ignore case: the bits after the `+` say which letters are capitals (`Demo` → `demo+1`).
 */
export function toFileName(id: string): string {
  const bit = (letter: string, at: number) => (/[A-Z]/.test(letter) ? 1n << BigInt(at) : 0n);
  const capitals = Array.from(id, bit).reduce((bits, each) => bits | each, 0n);
  return capitals === 0n && !DEVICE.test(id) ? id : `${id.toLowerCase()}+${capitals.toString(16)}`;
}

/** The id of a file, by its name without the extension; undefined if that is of no id. */
export function readFileName(name: string): string | undefined {
  const [, letters, capitals] = NAME.exec(name) ?? [];
  if (letters === undefined) return undefined;
  const bits = BigInt(`0x${capitals ?? 0}`);
  const id = Array.from(letters, (letter, at) =>
    (bits >> BigInt(at)) & 1n ? letter.toUpperCase() : letter,
  ).join('');
  return toFileName(id) === name ? id : undefined;
}
