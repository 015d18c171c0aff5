import { FastifyOtelInstrumentation } from '@fastify/otel';
import { DiagLogLevel, diag, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { API_PATHS } from '@outharbor/contract/paths';
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import type { ObserveDependency } from '../gateways/dependency.ts';

const SERVICE = 'outharbor-api';
const UNTRACED: readonly string[] = [API_PATHS.live, API_PATHS.ready];

export type Tracing = ReturnType<typeof startTracing>;

/** Sends traces to an OTLP collector over HTTP. Import this module only if traces are wanted: it loads the SDK. */
export function startTracing(endpoint: string, logger: FastifyBaseLogger) {
  reportFailures(logger);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': SERVICE }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  const requests = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    ignorePaths: ({ url }) => UNTRACED.includes(url),
    requestHook: (span, request) => span.setAttribute('request.id', request.id),
  });
  requests.setTracerProvider(provider);
  const tracer = trace.getTracer(SERVICE);
  return {
    /** A span for each request, in the trace of its `traceparent` header. */
    plugin: requests.plugin() as unknown as FastifyPluginAsync,
    /** A span for each call to an outside service, below that of the request. */
    observeDependency: ((dependency, operation, outcome, seconds) => {
      // A call that belongs to no request is not traced.
      if (trace.getActiveSpan() === undefined) return;
      const span = tracer.startSpan(`${dependency} ${operation}`, {
        startTime: Date.now() - seconds * 1000,
        attributes: { dependency, operation, outcome },
      });
      if (outcome === 'unavailable') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }) satisfies ObserveDependency,
    /** Sends the remaining spans. */
    close: () => provider.shutdown(),
  };
}

/** The SDK is silent about a collector that cannot be reached. */
function reportFailures(logger: FastifyBaseLogger): void {
  const warn = (reason: string) => logger.warn({ reason }, 'tracing failed');
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
