// The processes of an instance (Postgres, worker, functions) and what /health says of its services.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Health } from '../gateway/index.ts'

type OnPid = (name: string, pid: number | undefined) => void

/** Counts the starts and ends that `onPid` hears of, and passes them on to it. */
export function processMetrics(registry: Registry, onPid: OnPid): OnPid {
  const up = new Gauge({
    name: 'waymark_process_up',
    help: '1 while the process runs.',
    labelNames: ['process'],
    registers: [registry],
  })
  const starts = new Counter({
    name: 'waymark_process_starts_total',
    help: 'How often it was started: more than once, and it died or was replaced.',
    labelNames: ['process'],
    registers: [registry],
  })
  return (name, pid) => {
    up.set({ process: name }, pid === undefined ? 0 : 1)
    if (pid !== undefined) starts.inc({ process: name })
    onPid(name, pid)
  }
}

/** A gauge of what /health says, service by service. */
export function healthMetrics(registry: Registry, health: () => Promise<Health>): void {
  new Gauge({
    name: 'waymark_service_up',
    help: '1 where GET /health has nothing against the service.',
    labelNames: ['service'],
    registers: [registry],
    async collect() {
      const { services, problems = [] } = await health()
      const bad = new Set(problems.map(({ service }) => service))
      this.reset()
      for (const service of Object.keys(services)) this.set({ service }, bad.has(service) ? 0 : 1)
    },
  })
}
