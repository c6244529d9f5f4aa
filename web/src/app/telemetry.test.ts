// @vitest-environment-options { "url": "http://acme.waymark.localhost:3000/docs/secret-project" }
// What leaves the browser in traces: what docs/telemetry.md says, field by field, at the rate that the installation keeps;
// nothing that somebody searched for, or is called.
import { readFileSync } from 'node:fs'
import { trace } from '@opentelemetry/api'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTelemetry, traceRoute } from './telemetry.ts'

interface Kept {
  name: string
  attributes: Record<string, unknown>
  events: { name: string }[]
  resource: { attributes: Record<string, unknown> }
}

const kept = vi.hoisted((): Kept[] => [])
// Tests run where its other half, for servers, would be taken.
vi.mock('@opentelemetry/exporter-trace-otlp-http', () => ({
  OTLPTraceExporter: class {
    export(spans: Kept[], done: (result: { code: number }) => void) {
      kept.push(...spans)
      done({ code: 0 })
    }
    shutdown() {
      return Promise.resolve()
    }
  },
}))
beforeEach(() => {
  kept.length = 0
})
afterEach(() => {
  trace.disable()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const OWN = 'http://acme.waymark.localhost:3000/api/v1/search'
const ELSEWHERE = 'http://api.example/rest/v1/projects'

const times = (start: number) => ({
  startTime: start,
  fetchStart: start,
  domainLookupStart: start + 0.01,
  domainLookupEnd: start + 0.02,
  connectStart: start + 0.03,
  secureConnectionStart: start + 0.04,
  connectEnd: start + 0.05,
  requestStart: start + 0.06,
  responseStart: start + 0.07,
  responseEnd: start + 0.08,
  encodedBodySize: 10,
  decodedBodySize: 20,
})

/** The browser's own measures: of the page, and of each request that is made from now on. */
function measured(): void {
  const resources: object[] = []
  const measures: Record<string, object[]> = {
    navigation: [{ startTime: 0, loadEventEnd: 5 }],
    resource: resources,
  }
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(
    (type) => (measures[type] ?? []) as PerformanceEntryList,
  )
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => {
      const now = performance.now()
      // What is at another host is asked for first.
      if (url.startsWith(ELSEWHERE))
        resources.push({ name: url, initiatorType: 'fetch', ...times(now), duration: 0.08 })
      resources.push({ name: url, initiatorType: 'fetch', ...times(now + 0.1), duration: 0.08 })
      return new Response('{}', { status: url.startsWith(ELSEWHERE) ? 404 : 200 })
    }),
  )
}

/** Of the table of docs/telemetry.md: span → what stands between backticks in its last column. */
function documented(): { spans: Record<string, string[]>; resource: string[] } {
  const text = readFileSync(`${import.meta.dirname}/../../../docs/telemetry.md`, 'utf8')
  const [, part = ''] = /^## What is in a trace\n([\s\S]*?)^## /m.exec(text) ?? []
  const rows = part.split('\n').filter((line) => line.startsWith('| `'))
  const words = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '')
  const spans = rows.flatMap((row) => {
    const [, names, , says] = row.split('|')
    const said = words(says).filter((word) => !word.startsWith('/'))
    return words(names).map((name) => [name, said.sort()] as const)
  })
  const [, resource = ''] = /^The resource has (.*)\.$/m.exec(part) ?? []
  return { spans: Object.fromEntries(spans), resource: words(resource).filter((word) => word.includes('.')) }
}

const saidBy = (name: string) =>
  [
    ...new Set(
      kept
        .filter((span) => span.name === name)
        .flatMap(({ attributes, events }) => [
          ...Object.keys(attributes),
          ...events.map((event) => event.name),
        ]),
    ),
  ].sort()

it('traces say what is documented of them, each field, without queries and names of projects', async () => {
  measured()
  const flush = startTelemetry(1)
  traceRoute('/docs/secret-project/secret-page')
  await fetch(`${OWN}?q=secret-words`)
  await fetch(`${ELSEWHERE}?name=eq.secret`, { method: 'POST' }).then((answer) => answer.text())
  // The span of a request ends a moment later.
  await vi.waitFor(async () => {
    await flush()
    expect(kept.map(({ name }) => name)).toEqual(expect.arrayContaining(['GET', 'POST']))
  }, 15_000)
  expect(kept.find(({ name }) => name === 'route')?.attributes).toEqual({ 'url.path': '/docs' })
  expect(kept.find(({ name }) => name === 'GET')?.attributes).toMatchObject({ 'url.full': OWN })
  const { spans, resource } = documented()
  expect([...new Set(kept.map(({ name }) => name))].sort()).toEqual(Object.keys(spans).sort())
  for (const name of ['load', 'route', 'CORS Preflight']) expect(saidBy(name), name).toEqual(spans[name])
  expect([...new Set([...saidBy('GET'), ...saidBy('POST')])].sort()).toEqual(spans.GET)
  for (const span of kept) expect(Object.keys(span.resource.attributes).sort()).toEqual(resource.sort())
  expect(JSON.stringify(kept.map(({ attributes, events }) => [attributes, events]))).not.toContain('secret')
})

it.each([
  [0, 0, 0],
  // Seven standard deviations around a quarter.
  [0.25, 40, 160],
  [1, 400, 400],
])('of a share of %d so many of 400 routes are kept', async (rate, least, most) => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('{}')),
  )
  const flush = startTelemetry(rate)
  for (let route = 0; route < 400; route++) traceRoute('/docs')
  await flush()
  const routes = kept.filter(({ name }) => name === 'route').length
  expect(routes).toBeGreaterThanOrEqual(least)
  expect(routes).toBeLessThanOrEqual(most)
})
