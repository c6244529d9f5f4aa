// Which code a data folder belongs to: the commit that applied its migrations, and what they read like then. A
// folder that is some steps behind is brought forward; one that is ahead, or went another way, is refused before anything
// starts, and nothing in it is touched.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSecret } from '../../keys.ts'

/** What is kept beside the data, in code.json. */
export interface CodeVersion {
  version: string
  /** The commit of the code that applied the migrations; undefined outside a Git clone. */
  commit: string | undefined
  /** By file name: the id that Git gives the file's content. */
  migrations: Record<string, string>
}

const MIGRATIONS = 'supabase/migrations'
const FILE = 'code.json'

/** The code as it is in `root` now. */
export function currentCode(root: string, version: string): CodeVersion {
  const files = readdirSync(join(root, MIGRATIONS)).filter((file) => file.endsWith('.sql'))
  const ids = files.map((file) => [file, blobId(readFileSync(join(root, MIGRATIONS, file)))])
  return { version, commit: git(root, ['rev-parse', 'HEAD'])?.trim(), migrations: Object.fromEntries(ids) }
}

/** The same, read from a database that kept no record beside it: what its book-keeping says. */
export function codeOf(applied: Map<string, string>): CodeVersion {
  const migrations = [...applied].map(([file, sql]) => [file, blobId(sql)])
  return { version: 'of an unknown version', commit: undefined, migrations: Object.fromEntries(migrations) }
}

/** Writes down that the folder's database has all migrations of this code. */
export async function recordCode(dataDir: string, code: CodeVersion): Promise<void> {
  await writeSecret(join(dataDir, FILE), JSON.stringify(code, null, 2))
}

export function recordedCode(dataDir: string): CodeVersion | undefined {
  const file = join(dataDir, FILE)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CodeVersion) : undefined
}

/**
 * Throws when the folder cannot be brought forward to the code: one of its migrations reads differently, or is not known
 * here. Those that only the code has are steps, which the start applies.
 */
export function mustFit(dataDir: string, applied: CodeVersion, root: string, code: CodeVersion): void {
  const other = Object.keys(applied.migrations).find(
    (file) => applied.migrations[file] !== code.migrations[file],
  )
  if (other === undefined) return
  const head = `The data in ${dataDir} was made by other migrations than this code's (first: ${other}). Nothing was changed.`
  throw new Error(`${head} ${needed(dataDir, applied, root)}`)
}

/** What to say when a step failed: how far the folder came, which is whole there, and which code goes on with it. */
export function stoppedBefore(dataDir: string, applied: CodeVersion, root: string, reason: string): string {
  const last = Object.keys(applied.migrations).sort().at(-1)
  const head = `A step could not be applied, and nothing of it was kept: ${reason}.`
  if (last === undefined) return head
  return `${head} The data in ${dataDir} is whole, as of ${last}. ${needed(dataDir, applied, root)}`
}

function needed(dataDir: string, applied: CodeVersion, root: string): string {
  const commit = commitOf(root, applied) ?? applied.commit
  if (commit === undefined) {
    return `It needs the code that made it (Waymark ${applied.version}): start that with "npm start -- --data ${dataDir}", and take the data along with its "npm run backup -- DIR".`
  }
  const short = commit.slice(0, 12)
  return `It needs the commit ${short}: "git worktree add ../waymark-${short} ${short} && cd ../waymark-${short} && npm start -- --data ${dataDir}" goes on with it, and there "npm run backup -- DIR" takes the data along.`
}

/** The newest commit known here whose migrations are exactly those. */
function commitOf(root: string, { migrations }: CodeVersion): string | undefined {
  const commits = git(root, ['log', '--format=%H', '--', MIGRATIONS])?.split('\n').filter(Boolean) ?? []
  const wanted = listing(Object.entries(migrations))
  return commits.find((commit) => listing(treeAt(root, commit)) === wanted)
}

function treeAt(root: string, commit: string): [string, string][] {
  const lines =
    git(root, ['ls-tree', commit, `${MIGRATIONS}/`])
      ?.split('\n')
      .filter(Boolean) ?? []
  return lines.flatMap((line) => {
    const [, id, path] = /^\d+ blob (\w+)\t(.*\.sql)$/.exec(line) ?? []
    return id && path ? [[path.slice(MIGRATIONS.length + 1), id]] : []
  })
}

function listing(entries: [string, string][]): string {
  return entries
    .map((entry) => entry.join(' '))
    .sort()
    .join('\n')
}

/** The id that Git gives a file with this content. */
export function blobId(content: string | Buffer): string {
  const bytes = Buffer.from(content)
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

// Without Git, or outside a clone, there is nothing to be known.
function git(root: string, args: string[]): string | undefined {
  const result = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return result.status === 0 ? result.stdout : undefined
}
