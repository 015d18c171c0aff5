const ID = /\b(?:cs_test|[a-z]{2,5})_(?:test_)?[A-Za-z0-9]{14,64}\b/g;

/** Replaces what differs between runs: numbers IDs in order of appearance, and blanks times and ports. */
export function normalised(value: unknown): unknown {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const replacementName = (id: string) => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const prefix = id.slice(0, id.indexOf('_'));
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    names.set(id, `${prefix}_${count}`);
    return `${prefix}_${count}`;
  };
  const text = JSON.stringify(value, (key, item) => {
    if (typeof item === 'number' && item > 1_500_000_000) return 'a time';
    if (key === 'invoice_prefix' || key === 'number') return 'an invoice number';
    return isPlain(item) ? sorted(item) : item;
  });
  return JSON.parse(text.replace(ID, replacementName).replace(/127\.0\.0\.1:\d+/g, 'emulator'));
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)));
}
