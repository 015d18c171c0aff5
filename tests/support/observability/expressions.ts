import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly datasource: { readonly uid: string };
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
    readonly targets: readonly { readonly expr: string }[];
  }[];
}
interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

export const readObservability = (file: string) =>
  readFileSync(new URL(`../../../infra/observability/${file}`, import.meta.url), 'utf8');

export const dashboard: Dashboard = JSON.parse(readObservability('grafana/dashboards/outharbor.json'));
export const rules = (parse(readObservability('prometheus/alerts.yml')) as Alerts).groups.flatMap(
  (group) => group.rules,
);

/** All expressions of panels and alerts. */
export const expressions = [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...rules.map(({ expr }) => expr),
];

const WORDS: ReadonlySet<string> = new Set(['sum', 'or', 'and', 'unless', 'offset']);

/** The series in a Prometheus expression: everything except labels, functions, durations and operators. */
export function seriesIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\b\d+[smhd]\b/g, ' ');
  const names = bare.match(/\b[a-z_][a-z0-9_:]*\b(?!\s*\()/g) ?? [];
  return names.filter((name) => !WORDS.has(name));
}
