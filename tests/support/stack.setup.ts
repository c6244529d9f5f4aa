// One instance for a whole vitest run, however many projects ask for it.
import type { TestProject } from 'vitest/node'
import { type StackInfo, startOrJoin } from './stack.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    stack: StackInfo
  }
}

const shared = globalThis as { waymarkStack?: { running: ReturnType<typeof startOrJoin>; users: number } }

export default async function setup(project: TestProject) {
  shared.waymarkStack ??= { running: startOrJoin({ env: { WAYMARK_ALLOW_HTTP_PROVIDERS: '1' } }), users: 0 }
  const stack = shared.waymarkStack
  stack.users++
  const { stop, ...info } = await stack.running
  project.provide('stack', info)
  return async () => {
    if (--stack.users > 0) return
    delete shared.waymarkStack
    await stop()
  }
}
