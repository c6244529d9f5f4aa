// The process of one fix: what a rule found on the default branch is mended, and becomes a branch and its proposal. Killed
// anywhere it can begin again: the same objects, the same commit, and one transaction that makes the proposal.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { DescriptionError } from '../../analysis/errors.ts'
import { kindByName } from '../../analysis/files/kinds.ts'
import { decodeFile, encodeFile, type FileText } from '../../editing/documents/text.ts'
import { type FoundAt, mendFiles } from '../../editing/fixes/mend-files.ts'
import { asksOf } from '../../lint/index.ts'
import { maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import { serveParent } from '../analyze/serve-parent.ts'
import { RemoteError } from '../git/failures.ts'
import { refusePipelines } from '../git/pipelines.ts'
import { pushCommit, takeBack } from '../git/push-commit.ts'
import type { Remote } from '../git/remote.ts'
import { guidesOf } from '../lint/guides.ts'
import { bytesOf, storedFiles } from '../lint/stored.ts'
import { openDatabase } from '../process-database.ts'
import { createStorage, type Storage } from '../storage.ts'
import type { BegunFix, FixOutcome, FixRequest } from './protocol.ts'

/** Of one fix; a second one takes up the rest. */
const MOST_FOUND = 2_000
const SECONDS = 60

serveParent(perform)

async function perform(request: FixRequest): Promise<FixOutcome> {
  const { fix, remote, isServiceAccount } = request
  const db = await openDatabase(request.dbUrl, 'waymark-fix')
  try {
    const storage = createStorage(request)
    if (remote && fix.pushed_on !== null) {
      // What this very fix pushed before it was killed is pushed again, and known.
      const isItsOwn = !fix.is_over && fix.pushed_on === fix.commit_hash
      await withoutBranch(db, remote, fix, isItsOwn ? fix.time : 0)
    }
    if (fix.is_over) return { kind: 'over' }
    const { files, mended, left } = await mendedFiles(db, storage, fix)
    if (files.size === 0) return { kind: 'empty' }
    if (!remote) {
      const uploads = await uploaded(storage, fix, files)
      const isProposed = await propose(db, fix, {
        mended,
        left,
        uploads: JSON.stringify(uploads),
        commit: null,
      })
      return isProposed ? { kind: 'proposed', mended, left } : { kind: 'over' }
    }
    if (isServiceAccount) await refusePipelines(db, [...files.keys()])
    const base = fix.commit_hash ?? ''
    await notePush(db, fix, fix.commit_hash)
    const pushed = await pushCommit(remote, { ...orderOf(fix), base, files })
    if (!('commit' in pushed)) return { kind: 'moved' }
    if (await propose(db, fix, { mended, left, uploads: null, commit: pushed.commit }))
      return { kind: 'proposed', mended, left }
    await withoutBranch(db, remote, { ...fix, pushed_on: base }, 0)
    return { kind: 'over' }
  } catch (error) {
    if (error instanceof RemoteError) {
      // A host that takes no branch back, or has another one of its name, never will: the next fix has a name of its own.
      if (error.kind === 'refused') await notePush(db, fix, null)
      return { kind: error.kind, message: error.message }
    }
    if (error instanceof DescriptionError) return { kind: 'refused', message: error.message }
    throw error
  } finally {
    await db.end()
  }
}

const orderOf = ({ rule, author, time, new_branch: newBranch }: BegunFix) => ({
  message: `Fix ${rule}`,
  author: { name: author?.name ?? '', email: author?.email ?? '' },
  time,
  newBranch,
})

/** Takes the branch back that was pushed and is not proposed; one of this time is left. */
async function withoutBranch(db: pg.Client, remote: Remote, fix: BegunFix, time: number): Promise<void> {
  const isGone = await takeBack(remote, { ...orderOf(fix), base: fix.pushed_on ?? '', time })
  // One that is left for now is to be known of still, where this attempt ends before it pushes.
  if (isGone || time === 0) await notePush(db, fix, null)
}

const notePush = (db: pg.Client, { id }: BegunFix, base: string | null) =>
  db.query('select private.note_fix_push($1, $2)', [id, base])

async function mendedFiles(db: pg.Client, storage: Storage, { branch_id, rule }: BegunFix) {
  const branchId = String(branch_id)
  const { ruleset } = await guidesOf(db, storage, branchId)
  const { rows: found } = await db.query<FoundAt>(
    `select file, pointer from public.findings where branch_id = $1 and rule = $2 and waiver_id is null order by file, id limit $3`,
    [branchId, rule, MOST_FOUND],
  )
  const known = await textsOf(db, storage, branchId)
  const until = Date.now() + SECONDS * 1_000
  const texts = new Map([...known].map(([path, { text }]) => [path, text]))
  const asks = ruleset ? asksOf(ruleset, rule) : []
  const { mended, left, ...result } = mendFiles(texts, found, { code: rule, asks }, () => Date.now() < until)
  const files = new Map<string, Buffer>()
  for (const [path, text] of result.texts) {
    const before = known.get(path)
    if (before) files.set(path, Buffer.from(encodeFile({ ...before, text })))
  }
  return { files, mended, left }
}

/** The texts that may refer to each other. */
async function textsOf(db: pg.Client, storage: Storage, branchId: string): Promise<Map<string, FileText>> {
  const texts = new Map<string, FileText>()
  for (const [path, file] of await storedFiles(db, branchId)) {
    if (kindByName(path) !== 'data' && kindByName(path) !== 'markdown') continue
    const text = decodeFile(await bytesOf(storage, file, maxImportBytes))
    if (text) texts.set(path, text)
  }
  return texts
}

async function uploaded(storage: Storage, { id, workspace_id }: BegunFix, files: Map<string, Buffer>) {
  const uploads: { path: string; object: string }[] = []
  for (const [path, bytes] of files) {
    // Named by what is in it: done again it is the same object.
    const name = createHash('sha256').update(path).update('\0').update(bytes).digest('hex')
    const object = `${workspace_id}/fix-${id}/${name}`
    await storage.upload('uploads', object, bytes)
    uploads.push({ path, object })
  }
  return uploads
}

interface Made {
  mended: number
  left: number
  uploads: string | null
  commit: string | null
}

/** Proposes it; false where something speaks against that by now, which is then said of the fix. */
async function propose(
  db: pg.Client,
  fix: BegunFix,
  { mended, left, uploads, commit }: Made,
): Promise<boolean> {
  const { rows } = await db.query<{ is_proposed: boolean }>(
    'select private.propose_rule_fix($1, $2, $3, $4, $5, $6) as is_proposed',
    [fix.id, fix.content_hash, mended, left, uploads, commit],
  )
  return rows[0]?.is_proposed ?? false
}
