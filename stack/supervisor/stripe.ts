// Stripe, or what stands in for it: with a key of the operator's the real one, without one the double as a child, whose
// keys follow from the instance's own secret and whose state is in the data folder.
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import type { Ports } from './folder/run-file.ts'
import { runOnce } from './run-once.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { startWorker, type Worker } from './worker.ts'

const READY_WITHIN = 10_000

/** Whether the double is used: nobody pays on an installation of one workspace, and a key is Stripe's own. */
export function usesDouble({ stripeSecretKey, mode }: Pick<Settings, 'stripeSecretKey' | 'mode'>): boolean {
  return stripeSecretKey === undefined && mode === 'multi_tenant'
}

/** What functions, worker and `npm run billing` know of Stripe. */
export function stripeEnvironment(
  settings: Settings,
  ports: Pick<Ports, 'stripe'>,
  secretKey: string,
): Record<string, string> {
  if (settings.stripeSecretKey !== undefined)
    return {
      STRIPE_SECRET_KEY: settings.stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: settings.stripeWebhookSecret ?? '',
      STRIPE_API_URL: settings.stripeApiUrl ?? '',
    }
  if (!usesDouble(settings)) return {}
  return {
    STRIPE_SECRET_KEY: `sk_test_${derived(secretKey, 'key')}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${derived(secretKey, 'webhook')}`,
    STRIPE_API_URL: `http://127.0.0.1:${ports.stripe}`,
  }
}

const derived = (secret: string, what: string) =>
  createHmac('sha256', secret).update(`stripe double ${what}`).digest('hex')

interface DoubleOptions {
  root: string
  dataDir: string
  tmpDir: string
  ports: Ports
  settings: Settings
  secrets: Pick<Secrets, 'secretKey'>
  log: Log
  onPid(name: string, pid: number | undefined): void
}

/** Starts the double, where it is used, and waits until it answers. */
export async function startDouble(o: DoubleOptions): Promise<Worker | undefined> {
  if (!usesDouble(o.settings)) return undefined
  const double = startWorker({
    name: 'stripe',
    program: join(o.root, 'stack/stripe/main.ts'),
    cwd: o.root,
    env: {
      PATH: process.env.PATH,
      TMPDIR: o.tmpDir,
      ...stripeEnvironment(o.settings, o.ports, o.settings.secretKey ?? o.secrets.secretKey),
      STRIPE_DOUBLE_PORT: String(o.ports.stripe),
      STRIPE_DOUBLE_FILE: join(o.dataDir, 'stripe', 'account.json'),
      STRIPE_DOUBLE_WEBHOOK_URL: `http://127.0.0.1:${o.ports.gateway}/api/v1/webhooks/stripe`,
    },
    log: o.log,
    onPid: (pid) => o.onPid('stripe', pid),
  })
  await double.ready(READY_WITHIN)
  return double
}

/** Makes the plans' products and prices in the double; a real account is the operator's to change. */
export async function syncDouble(
  o: { root: string; tmpDir: string; settings: Settings; ending: AbortSignal; log: Log },
  env: Record<string, string>,
): Promise<void> {
  if (!usesDouble(o.settings)) return
  const program = join(o.root, 'worker/billing/main.ts')
  const { code, output, errors } = await runOnce(program, ['sync'], { ...o, env })
  if (code === 0) return
  const message = errors.trim() || output.trim()
  // Without prices nobody can buy; all else works.
  o.log('error', { service: 'stripe', message: `The plans are not in Stripe's double: ${message}` })
}
