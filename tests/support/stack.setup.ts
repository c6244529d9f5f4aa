// One instance for a whole vitest run, however many projects ask for it.
import type { TestProject } from 'vitest/node'
import { freePort } from './ports.ts'
import { type StackInfo, startOrJoin } from './stack.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    stack: StackInfo
    stripe: StripePlace
    /** Where the instance looks for NEXT and other platforms: whoever tests migrations starts their double there. */
    platformsPort: number
  }
}

/** Where the instance looks for Stripe: whoever tests billing starts a double there. */
export interface StripePlace {
  port: number
  secretKey: string
  webhookSecret: string
}

const shared = globalThis as {
  waymarkStack?: { running: ReturnType<typeof start>; users: number }
}

export default async function setup(project: TestProject) {
  shared.waymarkStack ??= { running: start(), users: 0 }
  const stack = shared.waymarkStack
  stack.users++
  const { stop, stripe, platformsPort, ...info } = await stack.running
  project.provide('stack', info)
  project.provide('stripe', stripe)
  project.provide('platformsPort', platformsPort)
  return async () => {
    if (--stack.users > 0) return
    delete shared.waymarkStack
    await stop()
  }
}

async function start() {
  const stripe = { port: await freePort(), secretKey: 'sk_test_double', webhookSecret: 'whsec_double' }
  const platformsPort = await freePort()
  const platforms = `http://127.0.0.1:${platformsPort}`
  const env = {
    WAYMARK_ALLOW_HTTP_PROVIDERS: '1',
    WAYMARK_ROADMAP_URL: 'https://roadmap.example/portal',
    WAYMARK_ROADMAP_SECRET: 'what-the-roadmap-of-tests-is-signed-with',
    WAYMARK_LEGACY_URL: `${platforms}/next`,
    WAYMARK_SWAGGERHUB_URL: `${platforms}/swaggerhub`,
    WAYMARK_POSTMAN_URL: `${platforms}/postman`,
    WAYMARK_STOPLIGHT_URL: `${platforms}/stoplight`,
    STRIPE_API_URL: `http://127.0.0.1:${stripe.port}`,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  }
  return { ...(await startOrJoin({ env })), stripe, platformsPort }
}
