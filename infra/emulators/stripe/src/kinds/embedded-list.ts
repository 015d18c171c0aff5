const PAGE = 10;

/** A list inside another object, which shows only its first page. */
export function firstPage<T>(all: readonly T[], url: string) {
  return { object: 'list' as const, data: all.slice(0, PAGE), has_more: all.length > PAGE, url };
}

/** The same with the number of all items, which most such lists tell. */
export function embeddedList<T>(all: readonly T[], url: string) {
  return { ...firstPage(all, url), total_count: all.length };
}
