/** Line icons in a 24 × 24 box, drawn in the text colour with a round stroke of 1.75. */
export const ICON_PATHS = {
  calendar: 'M4 6.5h16V20H4ZM4 11h16M8 3.5v5M16 3.5v5M9 15.5l2 2 4-4',
  verified: 'M12 3l7.5 3v5.5c0 4.5-3 7.8-7.5 9.5-4.5-1.7-7.5-5-7.5-9.5V6ZM8.5 12l2.5 2.5 4.5-5',
  launch:
    'M12 3v13M12 4c4.5 2.5 6.5 6.5 6.5 11H12M12 7c-3 1.5-5 4.5-5.5 8H12M3.5 18.5h17c-1 1.5-2.5 2.5-4.5 2.5H8c-2 0-3.5-1-4.5-2.5Z',
  tailored: 'M4 20l1-4.5L16.5 4a2 2 0 0 1 3 3L8.5 19ZM14 6.5l3.5 3.5M13 20h7',
  support:
    'M5 13v-1.5a7 7 0 0 1 14 0V13M5 13h2.5v5H6a2 2 0 0 1-2-2v-1.5A1.5 1.5 0 0 1 5 13ZM19 13h-2.5v5H18a2 2 0 0 0 2-2v-1.5a1.5 1.5 0 0 0-1-1.5ZM17.5 18c-.5 2-2 3-4.5 3',
  growth: 'M4 20h16M6 16.5v-3M11 16.5V11M16 16.5V8.5M5 9l5-4 4 2 5.5-4M16 3h3.5v3.5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M7 7l10 10M17 7 7 17',
  warning: 'M12 4 2.5 20h19ZM12 10v5M12 17.5v.1',
  menu: 'M4 7h16M4 12h16M4 17h16',
  arrow: 'M4 12h15M13 6l6 6-6 6',
  chevron: 'M6 9.5l6 6 6-6',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5.5l3.5 2',
  mail: 'M3.5 6h17v12.5h-17ZM4 6.5l8 6.5 8-6.5',
  external: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
} as const;

export type IconName = keyof typeof ICON_PATHS;
