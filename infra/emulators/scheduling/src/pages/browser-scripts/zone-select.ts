import { element } from './page-elements.ts';

/** The visitor's own zone, with every other one to choose from. */
export function visitorZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

export function fillZoneSelect(selected: string, onChange: (timeZone: string) => void): void {
  const select = element('zone', HTMLSelectElement);
  const zones = new Set(['UTC', selected, ...Intl.supportedValuesOf('timeZone')]);
  for (const zone of [...zones].sort()) {
    select.add(new Option(zone.replaceAll('_', ' '), zone, false, zone === selected));
  }
  select.addEventListener('change', () => onChange(select.value));
}
