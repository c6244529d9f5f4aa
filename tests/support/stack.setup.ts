// One instance for a whole vitest run, however many projects ask for it.
import type { TestProject } from 'vitest/node'
import { type RunningStack, type StackInfo, startStack } from './stack.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    stack: StackInfo
  }
}

const shared = globalThis as { waymarkStack?: { running: Promise<RunningStack>; users: number } }

export default async function setup(project: TestProject) {
  shared.waymarkStack ??= { running: startStack({ env: { WAYMARK_ALLOW_HTTP_PROVIDERS: '1' } }), users: 0 }
  const stack = shared.waymarkStack
  stack.users++
  const { pid: _pid, run: _run, output: _output, end: _end, stop, ...info } = await stack.running
  project.provide('stack', info)
  return async () => {
    if (--stack.users > 0) return
    delete shared.waymarkStack
    await stop()
  }
}
