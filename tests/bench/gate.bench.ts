// What the gate costs: whether a workspace may have one project more, beside the bare count that it rests on. Taken in turns,
// so that both meet the same machine.
import pg from 'pg'
import { atMost, type BenchContext, percentile, type Row } from './bench.ts'
import { manyProjects } from './support/projects.ts'

const COMMAND = 'npm run bench gate'
const ROUNDS = 40
const CHECK = `select private.feature_allows($1, 'projects') as answer`
const COUNT = 'select count(*) from public.projects where workspace_id = $1'

export default async function bench({ stack: instance, sample }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const { workspaceId: id } = await manyProjects(stack)
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  try {
    const checks: number[] = []
    const counts: number[] = []
    for (let round = -3; round < ROUNDS; round++) {
      const [check, count] = await sample(async () => [await time(db, CHECK, id), await time(db, COUNT, id)])
      if (round < 0 || check === undefined || count === undefined) continue
      checks.push(check)
      counts.push(count)
    }
    // Of the fastest tenth: what other programs take from the machine is not the gate's cost.
    const [check, count] = [percentile(checks, 0.1), percentile(counts, 0.1)]
    return [
      atMost('The gate of one project more in a workspace with 10,000', check, 'ms', undefined, COMMAND),
      atMost('The gate, of the count that it rests on', check / count, '×', 1.5, COMMAND),
    ]
  } finally {
    await db.end()
  }
}

async function time(db: pg.Client, text: string, id: number): Promise<number> {
  const started = performance.now()
  await db.query({ name: text, text, values: [id] })
  return performance.now() - started
}
