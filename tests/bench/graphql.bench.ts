// What GraphQL costs: workspace → 50 projects → branches and teams, beside hand-written SQL with the same answer, as
// the same role, taken in turns. Between them lie parsing, planning and putting JSON together as pg_graphql does.
import pg from 'pg'
import { claimsOf } from '../support/claims.ts'
import { atMost, type BenchContext, median, type Row } from './bench.ts'
import { load } from './support/load.ts'
import { type ManyProjects, manyProjects } from './support/projects.ts'
import { furnishTree, TREE_SQL, treeRequest } from './support/tree.ts'

const COMMAND = 'npm run bench graphql'
const ROUNDS = 5
const RUN = { connections: 1, seconds: 1 }

export default async function bench({ stack: instance, sample }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const world = await manyProjects(stack)
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  try {
    await furnishTree(db, world)
    // In turns, so that both meet the same machine.
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const requests = [treeRequest(stack, world)]
      ours.push((await sample(() => load({ port: stack.port, requests, ...RUN }))).median)
      theirs.push(await sample(() => bySql(db, world)))
    }
    return [
      atMost('GraphQL: workspace, 50 projects, branches, teams', median(ours), 'ms', undefined, COMMAND),
      atMost('The same tree by hand-written SQL', median(theirs), 'ms', undefined, COMMAND),
      atMost('Cost of GraphQL', median(ours) / median(theirs), '×', 1.5, COMMAND),
    ]
  } finally {
    await db.end()
  }
}

/** The median of transactions that take the role, ask and end. */
async function bySql(db: pg.Client, { workspaceId, viewer }: ManyProjects): Promise<number> {
  const claims = await claimsOf(db, viewer)
  const times: number[] = []
  const until = performance.now() + RUN.seconds * 1000
  while (performance.now() < until) {
    const started = performance.now()
    await db.query('begin')
    await db.query(
      `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
      [claims],
    )
    await db.query({ name: 'tree', text: TREE_SQL, values: [workspaceId] })
    await db.query('commit')
    times.push(performance.now() - started)
  }
  return median(times)
}
