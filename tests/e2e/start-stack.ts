// Instances for the browser tests, with the app and the demo workspace, ended when they are done. Each worker of
// Playwright has one of its own: stories lock the demo workspace or end its sessions, which others would notice.
import type { FullConfig } from '@playwright/test'
import { type RunningStack, startStack } from '../support/stack.ts'

export default async function start({ workers }: FullConfig): Promise<() => Promise<void>> {
  const stacks: RunningStack[] = []
  const stopAll = async () => {
    await Promise.all(stacks.map((stack) => stack.stop()))
  }
  try {
    // One after the other: the first builds the app that all of them serve.
    for (let worker = 0; worker < workers; worker += 1) {
      stacks.push(await startStack({ args: [], env: { WAYMARK_ALLOW_HTTP_PROVIDERS: '1' } }))
    }
  } catch (error) {
    await stopAll()
    throw error
  }
  const infos = stacks.map(
    ({ pid: _pid, run: _run, output: _output, end: _end, stop: _stop, ...info }) => info,
  )
  process.env.WAYMARK_E2E_STACKS = JSON.stringify(infos)
  return stopAll
}
