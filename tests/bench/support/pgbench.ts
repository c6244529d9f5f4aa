// Debian's pgbench beside our own doors: what Postgres itself gives for the same SQL on the same machine.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Transactions a second of `statements`, sent as one pipeline as our own compiler does, at `connections`. */
export async function pgbench(
  program: string,
  dbUrl: string,
  statements: string[],
  o: { connections: number; seconds: number },
): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'waymark-pgbench-'))
  try {
    const file = join(dir, 'script.sql')
    writeFileSync(
      file,
      ['\\startpipeline', ...statements.map((sql) => `${sql};`), '\\endpipeline', ''].join('\n'),
    )
    const args = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(o.connections),
      '-j',
      '1',
      '-T',
      String(o.seconds),
      '-f',
      file,
    ]
    const { stdout } = await run(program, [...args, dbUrl])
    const tps = /tps = ([\d.]+)/.exec(stdout)?.[1]
    if (!tps) throw new Error(`pgbench measured nothing: ${stdout.trim()}`)
    return Number(tps)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
