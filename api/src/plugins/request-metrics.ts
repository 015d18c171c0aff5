import type { Metrics } from '../metrics/metrics.ts';
import type { Answer } from './answers.ts';

/** Measures every answer under its route's pattern, so that no address makes a series of its own. */
export function measureAnswers({ requests }: Metrics): (answer: Answer) => void {
  const series = new Map<string, ReturnType<Metrics['requests']['labels']>>();

  const seriesOf = (method: string, route: string, status: number) => {
    const key = `${method} ${route} ${status}`;
    const known = series.get(key);
    if (known !== undefined) return known;
    const added = requests.labels({ method, route, status });
    series.set(key, added);
    return added;
  };

  return ({ request, status, milliseconds }) => {
    const route = request.routeOptions.url ?? 'unknown';
    seriesOf(request.method, route, status).observe(milliseconds / 1000);
  };
}
