import { isObject } from '../description/json.ts';
import type { Exchange } from './exchange.ts';

type Answered = Pick<Exchange, 'answer' | 'status'>;

/** How the emulator's answer differs from the recorded one, in words. */
export function differencesBetween(recorded: Answered, here: Answered): string[] {
  if (recorded.status !== here.status) {
    return [
      `Stripe answers ${recorded.status}${errorMessage(recorded)}, the emulator ${here.status}${errorMessage(here)}`,
    ];
  }
  return [...compared(recorded.answer, here.answer, '')];
}

function errorMessage({ answer }: Answered): string {
  const error = answer?.error;
  return isObject(error) && typeof error.message === 'string' ? ` (${error.message})` : '';
}

function* compared(recorded: unknown, here: unknown, place: string): Generator<string> {
  if (isObject(recorded) && isObject(here)) {
    yield* comparedObjects(recorded, here, typeof recorded.object === 'string' ? recorded.object : place);
  } else if (Array.isArray(recorded) && Array.isArray(here)) {
    if (recorded.length !== here.length) {
      yield `${place} has ${recorded.length} items at Stripe and ${here.length} here`;
      return;
    }
    for (const [index, item] of recorded.entries()) yield* compared(item, here[index], `${place}[]`);
  } else if (describeKind(recorded) !== describeKind(here)) {
    yield `${place} is ${shown(recorded)} at Stripe and ${shown(here)} here`;
  } else if (recorded !== here && !isIncidental(recorded, here, place)) {
    yield `${place} is ${shown(recorded)} at Stripe and ${shown(here)} here`;
  }
}

function* comparedObjects(
  recorded: Readonly<Record<string, unknown>>,
  here: Readonly<Record<string, unknown>>,
  place: string,
): Generator<string> {
  for (const [name, part] of Object.entries(recorded)) {
    const inner = place === '' ? name : `${place}.${name}`;
    if (!Object.hasOwn(here, name)) yield `${inner} is missing here`;
    else if (name !== 'metadata') yield* compared(part, here[name], inner);
  }
  for (const name of Object.keys(here)) {
    if (!Object.hasOwn(recorded, name))
      yield `${place === '' ? name : `${place}.${name}`} does not exist at Stripe`;
  }
}

function describeKind(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? `a ${describeKind(value)}` : JSON.stringify(value);
}

/** Times, ids, addresses and texts drawn at random differ between any two accounts. */
function isIncidental(recorded: unknown, here: unknown, place: string): boolean {
  if (typeof recorded === 'number' && typeof here === 'number') {
    return recorded > 1_000_000_000 && here > 1_000_000_000;
  }
  if (typeof recorded !== 'string' || typeof here !== 'string') return false;
  if (recorded.includes('redacted')) return true;
  const isDrawn =
    /(?:^|\.)(?:authorization_code|id|fingerprint|invoice_prefix|number|request_log_url|client_secret)$/;
  const isId = (text: string) => /^[a-z]+_[A-Za-z0-9_]{8,}$/.test(text);
  const isAddress = (text: string) => /^https?:/.test(text);
  return (
    isDrawn.test(place) ||
    (isId(recorded) && isId(here)) ||
    (isAddress(recorded) && isAddress(here)) ||
    mentionsIds(recorded, here)
  );
}

/** Messages that differ only in the ids they name. */
function mentionsIds(recorded: string, here: string): boolean {
  const plain = (text: string) =>
    text.replaceAll(
      /\b[A-Z0-9]{6,8}-\d{4}\b|\b[A-Za-z0-9]{8}\b(?=')|[a-z]+_[A-Za-z0-9_]{8,}|https?:\S+|\b\d{10}\b/g,
      '…',
    );
  return plain(recorded) === plain(here);
}
