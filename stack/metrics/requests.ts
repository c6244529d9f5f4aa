// What the gateway answers, counted: by class of route and status, never by path or host, which strangers choose.
import type { ServerResponse } from 'node:http'
import { Histogram, type Registry } from 'prom-client'
import type { Route } from '../gateway/routes.ts'

// Seconds. Around what docs/benchmarks.md promises of pages and calls; the last two are imports and slow readers.
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]
const FUNCTIONS = new Set(['api', 'login', 'pages', 'billing', 'mocks'])

export interface RequestMetrics {
  /** Counts a request when its answer has ended; one whose client went away has the status 499. */
  watch(res: ServerResponse, route: Route): void
}

/** The histogram `waymark_http_request_duration_seconds`, whose `_count` says how many. */
export function requestMetrics(registry: Registry): RequestMetrics {
  const durations = new Histogram({
    name: 'waymark_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  return {
    watch(res, route) {
      const started = performance.now()
      res.once('close', () => {
        const status = res.writableFinished ? res.statusCode : 499
        durations.observe({ route: classOf(route), status }, (performance.now() - started) / 1000)
      })
    },
  }
}

/** The class that a route is counted in: its target, for functions with the function's name. */
export function classOf({ target, path }: Route): string {
  if (target !== 'functions') return target
  const [, name = ''] = path.split(/[/?]/, 2)
  return `functions/${FUNCTIONS.has(name) ? name : 'other'}`
}
