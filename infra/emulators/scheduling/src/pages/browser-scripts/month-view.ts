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

/**
 * A month grid of day buttons that follows the ARIA authoring practices: one button is in the tab order;
 * arrow keys, Home, End, Page Up and Page Down move the focus. Unavailable days can be focused but not
 * chosen.
 */
export class MonthView {
  readonly #actions: MonthViewActions;
  readonly #grid = element('days', HTMLTableElement);
  #state: MonthViewState | undefined;
  #focused: DateKey | undefined;

  constructor(actions: MonthViewActions) {
    this.#actions = actions;
    this.#grid.addEventListener('keydown', (event) => this.#onKey(event));
    element('previous-month', HTMLButtonElement).addEventListener('click', () => this.#turn(-1));
    element('next-month', HTMLButtonElement).addEventListener('click', () => this.#turn(1));
  }

  render(state: MonthViewState): void {
    const hadFocus = this.#grid.contains(document.activeElement);
    this.#state = state;
    this.#focused = this.#tabStop(state);
    element('month', HTMLElement).textContent = monthName(state.month);
    element('previous-month', HTMLButtonElement).disabled = state.month <= state.firstMonth;
    element('next-month', HTMLButtonElement).disabled = state.month >= state.lastMonth;
    this.#grid.replaceChildren(head(), this.#body(state));
    if (hadFocus) this.#focusTabStop();
  }

  focus(): void {
    this.#focusTabStop();
  }

  #tabStop(state: MonthViewState): DateKey {
    const within = (date: DateKey | undefined): date is DateKey => date?.startsWith(state.month) ?? false;
    if (within(this.#focused)) return this.#focused;
    if (within(state.selected)) return state.selected;
    return [...state.bookable].find(within) ?? `${state.month}-01`;
  }

  #body(state: MonthViewState): HTMLTableSectionElement {
    const body = document.createElement('tbody');
    for (const week of weeksIn(state.month)) {
      const row = body.insertRow();
      for (const date of week) {
        const cell = row.insertCell();
        if (date !== null) cell.append(this.#day(date, state));
      }
    }
    return body;
  }

  #day(date: DateKey, state: MonthViewState): HTMLButtonElement {
    const bookable = state.bookable.has(date);
    const day = button(String(Number(date.slice(8))), () => bookable && this.#actions.onSelect(date));
    day.dataset.date = date;
    day.setAttribute('aria-label', dayName(date));
    day.setAttribute('aria-disabled', String(!bookable));
    day.setAttribute('aria-pressed', String(date === state.selected));
    if (date === state.today) day.setAttribute('aria-current', 'date');
    day.tabIndex = date === this.#focused ? 0 : -1;
    return day;
  }

  #onKey(event: KeyboardEvent): void {
    const target = this.#focused && this.#state && destination(event.key, this.#focused);
    if (!target || !this.#state) return;
    event.preventDefault();
    const { month, firstMonth, lastMonth } = this.#state;
    const targetMonth = toMonth(target);
    if (targetMonth < firstMonth || targetMonth > lastMonth) return;
    this.#focused = target;
    if (targetMonth === month) this.render(this.#state);
    else this.#actions.onMonth(targetMonth);
  }

  #turn(by: number): void {
    if (this.#state) this.#actions.onMonth(addMonths(this.#state.month, by));
  }

  #focusTabStop(): void {
    this.#grid.querySelector<HTMLButtonElement>('button[tabindex="0"]')?.focus();
  }
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
