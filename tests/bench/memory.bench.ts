// What an idle instance holds: its own process, Postgres, the worker and the functions that are running. Shared pages
// count once (PSS), as the machine feels it. Measured on an instance of its own, which has answered a request.
import { readdirSync, readFileSync } from 'node:fs'
import { atMost, type BenchContext, type Row } from './bench.ts'

const COMMAND = 'npm run bench memory'

export default async function bench({ start }: BenchContext): Promise<Row[]> {
  const stack = await start({ args: ['--no-demo'] })
  try {
    await fetch(`${stack.apiUrl}/health`).then((answer) => answer.text())
    const megabytes = family(stack.pid).reduce((sum, pid) => sum + proportionalKb(pid), 0) / 1024
    return [atMost('Memory of the stack at rest, with Postgres', megabytes, 'MB', 350, COMMAND)]
  } finally {
    await stack.stop()
  }
}

/** A process and everything below it. */
function family(root: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))] as const),
  )
  const found = [root]
  // Children found on the way are walked as well.
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child)
  return found
}

function parentOf(pid: number): number {
  // The command, in parentheses, may hold anything; what follows the last one is fixed.
  const stat = read(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

function proportionalKb(pid: number): number {
  return Number(/^Pss: +(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

/** A process may end between being listed and being read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
