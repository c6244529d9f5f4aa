// What Prometheus reads: who may, what is in it, and that nothing strangers choose makes it grow.

import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Registry } from 'prom-client'
import { afterEach, describe, expect, it } from 'vitest'
import { findRoute } from '../../stack/gateway/routes.ts'
import { databaseMetrics } from '../../stack/metrics/database.ts'
import { healthMetrics, processMetrics } from '../../stack/metrics/processes.ts'
import { classOf, requestMetrics } from '../../stack/metrics/requests.ts'
import { serveMetrics } from '../../stack/metrics/server.ts'
import { openPool } from '../../stack/postgres/pool.ts'
import { startGateway } from '../support/gateway.ts'
import { sharedStack } from '../support/stack.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function serve(registry: Registry): Promise<number> {
  const server = await serveMetrics(registry, 0)
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  const { port, address } = server.address() as AddressInfo
  expect(address).toBe('127.0.0.1')
  return port
}

function ask(port: number, headers: Record<string, string> = {}, path = '/metrics', method = 'GET') {
  return new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, async (res) =>
      resolve({
        status: res.statusCode ?? 0,
        type: String(res.headers['content-type']),
        body: await text(res),
      }),
    )
      .once('error', reject)
      .end()
  })
}

describe('who reads metrics', () => {
  it('answers a program on this machine in the text format', async () => {
    const port = await serve(new Registry())
    const { status, type } = await ask(port)
    expect([status, type]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')])
    expect((await ask(port, {}, '/metrics', 'POST')).status).toBe(405)
    expect((await ask(port, {}, '/')).status).toBe(404)
  })

  it.each([
    { host: 'evil.example' },
    { host: 'localhost.evil.example' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
  ])('refuses %o', async (headers) => {
    expect((await ask(await serve(new Registry()), headers)).status).toBe(403)
  })

  it('says which setting names another port', async () => {
    const port = await serve(new Registry())
    await expect(serveMetrics(new Registry(), port)).rejects.toThrow('WAYMARK_METRICS_PORT')
  })

  it('is nothing that the gateway serves', async () => {
    expect(findRoute('/metrics').target).toBe('app')
  })
})

describe('what metrics say', () => {
  it('counts requests by class and status, whatever paths are asked for', async () => {
    const registry = new Registry()
    const { gateway, port } = await startGateway({ metrics: requestMetrics(registry) })
    closing.push(() => gateway.close())
    for (const path of [
      '/health',
      '/health',
      '/rest/v1/secret-table',
      '/functions/v1/one',
      '/functions/v1/two',
    ])
      await ask(port, { host: 'x.example' }, path)
    const said = await registry.metrics()
    expect(said).toContain('waymark_http_request_duration_seconds_count{route="health",status="200"} 2')
    expect(said).toContain(
      'waymark_http_request_duration_seconds_count{route="functions/other",status="503"} 2',
    )
    expect(said).not.toMatch(/secret-table|x\.example/)
  })

  it.each([
    ['/api/v1/projects', 'functions/api'],
    ['/api/v1/auth/sessions', 'functions/login'],
    ['/llms.txt', 'functions/pages'],
    ['/mocks/x', 'functions/mocks'],
    ['/functions/v1/api?x', 'functions/api'],
    ['/functions/v1/%2e%2e', 'functions/other'],
    ['/any/page', 'app'],
  ])('counts %s as %s', (url, name) => {
    expect(classOf(findRoute(url))).toBe(name)
  })

  it('tells of the queue and the connections of Postgres', async () => {
    const registry = new Registry()
    const pool = openPool({ connectionString: sharedStack().dbUrl, max: 1 })
    closing.push(() => pool.end())
    databaseMetrics(registry, pool)
    const said = await registry.metrics()
    expect(said).toContain('waymark_postgres_answers 1')
    expect(said).toMatch(/waymark_postgres_connections\{role="\w+",state="active"\} [1-9]/)
    expect(said).toMatch(/waymark_postgres_max_connections [1-9]/)
    expect(said).toMatch(/waymark_queue_jobs\{task="analyze",state="waiting"\} \d+/)
    expect(said).toMatch(/waymark_queue_oldest_seconds\{task="analyze"\} \d/)
  })

  it('leaves out what Postgres does not say, and goes on without it', async () => {
    const registry = new Registry()
    let isThere = true
    const query = async (sql: string) => {
      if (!isThere) throw new Error('gone')
      if (sql.includes('to_regclass')) return { rows: [{ there: true }] }
      if (sql.includes('_private_jobs'))
        return { rows: [{ task: 't', waiting: 2, later: 0, running: 1, failed: 3, age: 9.5 }] }
      return {
        rows: sql.includes('max_connections') ? [{ most: 40 }] : [{ role: 'r', state: 'idle', count: 7 }],
      }
    }
    databaseMetrics(registry, { query } as never)
    const said = await registry.metrics()
    expect(said).toContain('waymark_queue_jobs{task="t",state="failed"} 3')
    expect(said).toContain('waymark_queue_oldest_seconds{task="t"} 9.5')
    isThere = false
    const later = await registry.metrics()
    expect(later).toContain('waymark_postgres_answers 0')
    expect(later).not.toMatch(/task="t"|role="r"|max_connections \d/)
  })

  it('tells which processes run, how often they were started, and what /health has against a service', async () => {
    const registry = new Registry()
    const passedOn: unknown[] = []
    const onPid = processMetrics(registry, (...args) => passedOn.push(args))
    onPid('worker', 1)
    onPid('worker', undefined)
    onPid('worker', 2)
    onPid('postgres', undefined)
    healthMetrics(registry, async () => ({
      version: '0',
      status: 'degraded',
      services: { rest: 'ok', queue: 'down' },
      since: '',
      problems: [{ service: 'queue', state: 'down', since: '', reason: undefined }],
    }))
    const said = await registry.metrics()
    expect(passedOn).toHaveLength(4)
    expect(said).toContain('waymark_process_up{process="worker"} 1')
    expect(said).toContain('waymark_process_up{process="postgres"} 0')
    expect(said).toContain('waymark_process_starts_total{process="worker"} 2')
    expect(said).toContain('waymark_service_up{service="queue"} 0')
    expect(said).toContain('waymark_service_up{service="rest"} 1')
  })
})
