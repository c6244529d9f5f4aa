// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/docs/secret-project" }
// What leaves the browser in traces: areas and addresses, and nothing that somebody searched for, or is called.
import { afterEach, expect, it, vi } from 'vitest'
import { startTelemetry, traceRoute } from './telemetry.ts'

interface Kept {
  name: string
  attributes: Record<string, unknown>
}

const kept = vi.hoisted((): Kept[] => [])
// Tests run where its other half, for servers, would be taken.
vi.mock('@opentelemetry/exporter-trace-otlp-http', () => ({
  OTLPTraceExporter: class {
    export(spans: Kept[], done: (result: { code: number }) => void) {
      kept.push(...spans.map(({ name, attributes }) => ({ name, attributes })))
      done({ code: 0 })
    }
    shutdown() {
      return Promise.resolve()
    }
  },
}))
afterEach(() => vi.unstubAllGlobals())

it('traces say which area was shown and what was asked, without queries and names of projects', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('{}')),
  )
  const flush = startTelemetry(1)
  traceRoute('/docs/secret-project/secret-page')
  await fetch('http://acme.waymark.localhost:3000/api/v1/search?q=secret-words')
  // The span of a request ends a moment later.
  await vi.waitFor(async () => {
    await flush()
    expect(kept.map(({ name }) => name)).toContain('GET')
  })
  expect(kept).toContainEqual({ name: 'route', attributes: { 'url.path': '/docs' } })
  expect(kept.find(({ name }) => name === 'GET')?.attributes).toMatchObject({
    'url.full': 'http://acme.waymark.localhost:3000/api/v1/search',
  })
  expect(JSON.stringify(kept)).not.toContain('secret')
})
