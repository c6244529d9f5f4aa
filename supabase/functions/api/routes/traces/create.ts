// The browser's traces on their way to the operator's collector; without one they end here.
import { wholeBody } from '../../../_shared/http/body.ts'
import { limit } from '../../../_shared/http/limit.ts'
import type { Router } from '../../../_shared/http/router.ts'
import { forwardTraces } from '../../model/trace-forwarding.ts'

const mostBytes = 512 * 1024

/** POST /otel/v1/traces (OTLP over HTTP); the collector is OTEL_EXPORTER_OTLP_ENDPOINT. */
export function traces(app: Router): void {
  app.post('/otel/v1/traces', async (c) => {
    await limit(c, 'traces', 600, 300)
    // A page that closes breaks off what it sends.
    const body = await wholeBody(c.req.raw, mostBytes)
    const collector = Deno.env.get('OTEL_EXPORTER_OTLP_ENDPOINT')
    if (collector) forwardTraces(collector, c.req.header('content-type') ?? 'application/json', body)
    return c.json({}, 202)
  })
}
