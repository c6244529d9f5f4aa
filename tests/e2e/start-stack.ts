// Instances for the browser tests, with the app and the demo workspace, ended when they are done. Each worker of
// Playwright has one of its own: stories lock the demo workspace or end its sessions, which others would notice.
import type { FullConfig } from '@playwright/test'
import { freePort } from '../support/ports.ts'
import { type RunningStack, startStack } from '../support/stack.ts'
import type { StoryPorts } from './support.ts'

export default async function start({ workers }: FullConfig): Promise<() => Promise<void>> {
  const stacks: RunningStack[] = []
  const ports: StoryPorts[] = []
  const stopAll = async () => {
    await Promise.all(stacks.map((stack) => stack.stop()))
  }
  try {
    for (let worker = 0; worker < workers; worker += 1)
      ports.push({ dns: await freePort(), platforms: await freePort() })
    const [first, ...others] = ports.map(({ dns, platforms }) => async () => {
      const env = {
        WAYMARK_ALLOW_HTTP_PROVIDERS: '1',
        WAYMARK_DNS_SERVERS: `127.0.0.1:${dns}`,
        WAYMARK_USERWAY_ACCOUNT: 'waymark-stories',
        WAYMARK_LEGACY_URL: `http://127.0.0.1:${platforms}/next`,
      }
      stacks.push(await startStack({ args: [], env }))
    })
    // The first builds the app that all of them serve.
    await first?.()
    await Promise.all(others.map((start) => start()))
  } catch (error) {
    await stopAll()
    throw error
  }
  const infos = stacks.map(
    ({ pid: _pid, run: _run, output: _output, end: _end, stop: _stop, ...info }) => info,
  )
  process.env.WAYMARK_E2E_STACKS = JSON.stringify(infos)
  process.env.WAYMARK_E2E_PORTS = JSON.stringify(ports)
  return stopAll
}
