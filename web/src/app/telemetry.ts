// Traces of the browser: loads, changes of route, requests. They go to /otel/v1/traces, which forwards them when the
// installation has a collector and drops them otherwise. Loaded after the first paint.
import { trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { FetchInstrumentation } from '@opentelemetry/instrumentation-fetch'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, WebTracerProvider } from '@opentelemetry/sdk-trace-web'
import { config } from '../shared/config/config.ts'

const endpoint = '/otel/v1/traces'

/** Starts tracing; `sampleRate` of the traces are kept (0 to 1). Returns what sends at once what waits to be sent. */
export function startTelemetry(sampleRate: number): () => Promise<void> {
  const provider = new WebTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'waymark-web', 'service.version': config.version }),
    sampler: new TraceIdRatioBasedSampler(sampleRate),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: endpoint }))],
  })
  provider.register()
  registerInstrumentations({
    instrumentations: [
      new FetchInstrumentation({
        ignoreUrls: [endpoint, /\/otel\/v1\/traces$/],
        // A query may hold what somebody searched for, or a token.
        applyCustomAttributesOnSpan: (span) => void span.setAttribute('url.full', withoutQuery(span)),
      }),
    ],
  })
  traceLoad()
  return () => provider.forceFlush()
}

/** Notes that a route was shown. */
export function traceRoute(pathname: string): void {
  trace
    .getTracer('waymark-web')
    .startSpan('route', { attributes: { 'url.path': areaOf(pathname) } })
    .end()
}

/** Only the area of the app: slugs name customers' projects. */
function areaOf(pathname: string): string {
  return `/${pathname.split('/')[1] ?? ''}`
}

function traceLoad(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!entry) return
  const at = (ms: number) => performance.timeOrigin + ms
  trace
    .getTracer('waymark-web')
    .startSpan('load', {
      startTime: at(entry.startTime),
      attributes: { 'url.path': areaOf(location.pathname) },
    })
    .end(at(entry.loadEventEnd || performance.now()))
}

function withoutQuery(span: { attributes?: Record<string, unknown> } | object): string {
  const url = 'attributes' in span ? String(span.attributes?.['url.full'] ?? '') : ''
  return url.split('?')[0] ?? ''
}
