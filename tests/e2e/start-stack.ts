// One whole instance for the browser tests, with the app and the demo workspace, ended when they are done.
import { startStack } from '../support/stack.ts'

export default async function start(): Promise<() => Promise<void>> {
  const stack = await startStack({ args: [], env: { WAYMARK_ALLOW_HTTP_PROVIDERS: '1' } })
  const { pid: _pid, run: _run, output: _output, end: _end, stop, ...info } = stack
  process.env.WAYMARK_E2E_STACK = JSON.stringify(info)
  return stop
}
