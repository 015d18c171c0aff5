import {
  addDays,
  addMonths,
  type DateKey,
  dayName,
  type MonthKey,
  monthName,
  sameDayIn,
  toMonth,
  toWeekday,
  WEEKDAYS,
  weeksIn,
} from './dates.ts';
import { button, element } from './page-elements.ts';

export interface MonthViewState {
  readonly month: MonthKey;
  readonly firstMonth: MonthKey;
  readonly lastMonth: MonthKey;
  readonly today: DateKey;
  readonly bookable: ReadonlySet<DateKey>;
  readonly selected: DateKey | undefined;
}

export interface MonthViewActions {
  readonly onSelect: (date: DateKey) => void;
  readonly onMonth: (month: MonthKey) => void;
}

export type MonthView = ReturnType<typeof monthView>;

/**
 * A month grid of day buttons that follows the ARIA authoring practices: one button is in the tab order;
 * arrow keys, Home, End, Page Up and Page Down move the focus. Unavailable days can be focused but not
 * chosen.
 */
export function monthView({ onSelect, onMonth }: MonthViewActions) {
  const grid = element('days', HTMLTableElement);
  const previous = element('previous-month', HTMLButtonElement);
  const next = element('next-month', HTMLButtonElement);
  let shown: MonthViewState | undefined;
  let focused: DateKey | undefined;
  const tabStop = (state: MonthViewState): DateKey => {
    const within = (date: DateKey | undefined): date is DateKey => date?.startsWith(state.month) ?? false;
    if (within(focused)) return focused;
    if (within(state.selected)) return state.selected;
    return [...state.bookable].find(within) ?? `${state.month}-01`;
  };
  const dayButton = (date: DateKey, state: MonthViewState): HTMLButtonElement => {
    const bookable = state.bookable.has(date);
    const day = button(String(Number(date.slice(8))), () => bookable && onSelect(date));
    day.dataset.date = date;
    day.setAttribute('aria-label', dayName(date));
    day.setAttribute('aria-disabled', String(!bookable));
    day.setAttribute('aria-pressed', String(date === state.selected));
    if (date === state.today) day.setAttribute('aria-current', 'date');
    day.tabIndex = date === focused ? 0 : -1;
    return day;
  };
  const bodyOf = (state: MonthViewState): HTMLTableSectionElement => {
    const body = document.createElement('tbody');
    for (const week of weeksIn(state.month)) {
      const row = body.insertRow();
      for (const date of week) {
        const cell = row.insertCell();
        if (date !== null) cell.append(dayButton(date, state));
      }
    }
    return body;
  };
  const focus = (): void => grid.querySelector<HTMLButtonElement>('button[tabindex="0"]')?.focus();
  const render = (state: MonthViewState): void => {
    const hadFocus = grid.contains(document.activeElement);
    shown = state;
    focused = tabStop(state);
    element('month', HTMLElement).textContent = monthName(state.month);
    previous.disabled = state.month <= state.firstMonth;
    next.disabled = state.month >= state.lastMonth;
    grid.replaceChildren(head(), bodyOf(state));
    if (hadFocus) focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    const target = focused && destination(event.key, focused);
    if (!target || !shown) return;
    event.preventDefault();
    const { month, firstMonth, lastMonth } = shown;
    const targetMonth = toMonth(target);
    if (targetMonth < firstMonth || targetMonth > lastMonth) return;
    focused = target;
    if (targetMonth === month) render(shown);
    else onMonth(targetMonth);
  };
  const turn = (by: number): void => {
    if (shown) onMonth(addMonths(shown.month, by));
  };
  grid.addEventListener('keydown', onKey);
  previous.addEventListener('click', () => turn(-1));
  next.addEventListener('click', () => turn(1));
  return { render, focus };
}

function head(): HTMLTableSectionElement {
  const section = document.createElement('thead');
  const row = section.insertRow();
  for (const weekday of WEEKDAYS) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.abbr = weekday;
    cell.textContent = weekday.slice(0, 3);
    row.append(cell);
  }
  return section;
}

function destination(key: string, from: DateKey): DateKey | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(from, -1);
    case 'ArrowRight':
      return addDays(from, 1);
    case 'ArrowUp':
      return addDays(from, -7);
    case 'ArrowDown':
      return addDays(from, 7);
    case 'Home':
      return addDays(from, -toWeekday(from));
    case 'End':
      return addDays(from, 6 - toWeekday(from));
    case 'PageUp':
      return sameDayIn(addMonths(toMonth(from), -1), from);
    case 'PageDown':
      return sameDayIn(addMonths(toMonth(from), 1), from);
    default:
      return undefined;
  }
}
