// GET /metrics in Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/), on a port of
// its own that listens on 127.0.0.1 alone: what reaches the gateway from the network never reaches this.
import { createServer, type Server } from 'node:http'
import type { Registry } from 'prom-client'
import { KEPT_MS } from '../http/kept.ts'
import { sendProblem } from '../http/problem.ts'
import { sendText } from '../http/send.ts'

// A page of a browser on this machine comes with its own name here (DNS rebinding), a proxy for others with theirs.
const LOOPBACK = /^(localhost|127\.0\.0\.1)(:\d+)?$/i
const PROXIED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Listens; rejects with a sentence where the port is taken. */
export function serveMetrics(registry: Registry, port: number): Promise<Server> {
  // Whoever reads at the same time reads the same.
  let reading: Promise<string> | undefined
  const read = () => {
    reading ??= registry.metrics().finally(() => {
      reading = undefined
    })
    return reading
  }
  const server = createServer({ keepAliveTimeout: KEPT_MS }, (req, res) => {
    const isLocal = LOOPBACK.test(req.headers.host ?? '') && !PROXIED.some((name) => name in req.headers)
    if (!isLocal) return sendProblem(res, 403, 'Forbidden', 'Metrics are for programs on this machine.')
    if (req.url?.split('?')[0] !== '/metrics')
      return sendProblem(res, 404, 'Not found', 'There is no such page.')
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return sendProblem(res, 405, 'Method not allowed', 'Metrics are read with GET.')
    read().then(
      (text) => sendText(res, 200, registry.contentType, text),
      () => sendProblem(res, 503, 'Busy', 'The metrics could not be read. Try again in a moment.'),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const busy = error.code === 'EADDRINUSE'
      reject(busy ? new Error(`Port ${port} is in use: choose another by WAYMARK_METRICS_PORT.`) : error)
    })
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
