export interface Client {
  readonly name: string;
  readonly mark: string;
  readonly style: 'wide' | 'tight' | 'caps' | 'light' | 'heavy';
}

/** Fictional clients, as the page says. `mark`: SVG path data in a 24 × 24 box, filled with the text colour. */
export const CLIENTS: readonly Client[] = [
  {
    name: 'Northwick',
    mark: 'M12 2 22 20H15L12 14 9 20H2Z',
    style: 'wide',
  },
  {
    name: 'Fennlake',
    mark: 'M2 8c4-5 8 5 12 0s6-2 8 0v4c-4-4-6 3-10 1s-6-3-10 1Zm0 8c4-5 8 5 12 0s6-2 8 0v4c-4-4-6 3-10 1s-6-3-10 1Z',
    style: 'tight',
  },
  {
    name: 'Solvane',
    mark: 'M12 1a11 11 0 1 0 0 22A11 11 0 0 0 12 1Zm0 4a7 7 0 0 1 0 14Z',
    style: 'caps',
  },
  {
    name: 'Quayside',
    mark: 'M3 3h8v8H3Zm10 0h8v8h-8ZM3 13h8v8H3Zm14 0 4 4-4 4-4-4Z',
    style: 'heavy',
  },
  {
    name: 'Tallgrove',
    mark: 'M12 2c5 3 7 7 7 10a7 7 0 0 1-6 7v3h-2v-3a7 7 0 0 1-6-7c0-3 2-7 7-10Z',
    style: 'light',
  },
];
