import { element } from './page-elements.ts';

const option = (zone: string, selected: string) =>
  new Option(zone.replaceAll('_', ' '), zone, false, zone === selected);

/** Adds the other 400 zones only when the list is opened, because they are slow to lay out. */
export function fillZoneSelect(selected: string, onChange: (timeZone: string) => void): void {
  const select = element('zone', HTMLSelectElement);
  select.add(option(selected, selected));
  select.addEventListener('change', () => onChange(select.value));

  const listeners = new AbortController();
  const addOthers = (): void => {
    listeners.abort();
    const zones = new Set(['UTC', selected, ...Intl.supportedValuesOf('timeZone')]);
    select.replaceChildren(...[...zones].sort().map((zone) => option(zone, selected)));
  };
  for (const event of ['pointerdown', 'focus']) {
    select.addEventListener(event, addOthers, { signal: listeners.signal });
  }
}
