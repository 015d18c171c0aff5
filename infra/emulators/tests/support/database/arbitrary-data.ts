import fc from 'fast-check';

/** Keys that the SDK accepts, including some that sort in unusual ways. */
export const key = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', 'd') },
  fc.integer({ min: -20, max: 20 }).map(String),
  fc.constantFrom('007', '-0', '2147483647', '2147483648', '-2147483649', 'Z', 'é', '👋', 'constructor', '-'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }).filter(isKey),
);

function isKey(text: string): boolean {
  // A lone surrogate cannot be sent as UTF-8.
  return !/[.#$/[\]]|[^ -~\u0080-\uffff]/.test(text) && text.isWellFormed() && !PROTOTYPE_KEYS.includes(text);
}

// The SDK fails on a child that shadows the methods it calls.
const PROTOTYPE_KEYS = ['__proto__', 'hasOwnProperty'];

// JSON has no negative zero; adding zero turns it into zero.
const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);

export const scalar = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => text.isWellFormed()),
  fc.integer(),
  double,
  fc.boolean(),
);

const priority = fc.oneof(fc.constantFrom('p', 'q', ''), fc.integer({ min: -3, max: 3 }), double);

// The SDK calls methods inherited from Object.prototype.
export const PLAIN = { noNullPrototype: true } as const;

interface Trees {
  readonly tree: unknown;
}

/** Trees in export form: scalars and branches, some with priorities. */
export const { tree } = fc.letrec<Trees>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.record({ '.value': scalar, '.priority': priority }, PLAIN),
    fc.dictionary(key, tie('tree'), { maxKeys: 8, ...PLAIN }),
    fc
      .tuple(fc.dictionary(key, tie('tree'), { minKeys: 1, maxKeys: 5, ...PLAIN }), priority)
      .map(([children, value]) => ({
        ...children,
        '.priority': value,
      })),
  ),
}));
