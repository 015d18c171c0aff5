import type { Metrics } from '../metrics/metrics.ts';
import type { Answer } from './answers.ts';

/** Labels requests by route pattern, so that URLs do not create new series. */
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
