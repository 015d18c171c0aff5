import { type DateKey, dayName } from './dates.ts';
import { button, element } from './page-elements.ts';
import { timeIn } from './zoned-times.ts';

export interface TimeListState {
  readonly date: DateKey | undefined;
  readonly starts: readonly string[];
  readonly timeZone: string;
  readonly chosen: string | undefined;
}

export interface TimeListActions {
  readonly onChoose: (start: string) => void;
  readonly onNext: () => void;
}

/** Renders the times of the chosen day; the chosen time gets a "Next" button. */
export function renderTimeList(state: TimeListState, actions: TimeListActions): void {
  element('times', HTMLElement).hidden = state.date === undefined;
  element('times-title', HTMLElement).textContent = state.date === undefined ? '' : dayName(state.date);
  const items = state.starts.map((start) => item(start, state, actions));
  element('time-list', HTMLUListElement).replaceChildren(...items);
}

function item(start: string, state: TimeListState, actions: TimeListActions): HTMLLIElement {
  const entry = document.createElement('li');
  const time = button(timeIn(state.timeZone, start), () => actions.onChoose(start));
  time.setAttribute('aria-pressed', String(start === state.chosen));
  entry.append(time);
  if (start === state.chosen) {
    const next = button('Next', actions.onNext);
    next.className = 'primary';
    entry.append(next);
  }
  return entry;
}
