// The files of the three states that a merge is made of, by their hashes; texts are read where both sides changed them.
import type { ClientBase } from 'pg'
import { decodeFile, encodeFile, type FileText } from '../../editing/documents/text.ts'
import { resolved } from '../../editing/merge/resolve.ts'
import { type MergedTexts, mergeTexts } from '../../editing/merge/texts.ts'
import type { Conflict } from '../../editing/merge/values.ts'
import { maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import type { Storage } from '../storage.ts'

/** Path → hash (hex). */
export type Files = Map<string, string>

export interface ThreeStates {
  base: Files
  /** Of the branch that it is for. */
  ours: Files
  /** Of the branch that is proposed. */
  theirs: Files
}

/** What both sides made of one file. */
export interface Disputed {
  path: string
  conflicts: { name: string; base: string; ours: string; theirs: string }[]
}

export type Choice = 'ours' | 'theirs'

/** Files as merged: those that one of the two has, by hash, and texts that neither has. */
export interface Merged {
  kept: Files
  written: Map<string, Uint8Array>
}

const BRANCH = `select path, encode(hash, 'hex') as hash from public.branch_files where branch_id = $1`

/** The three states of a proposal's branches; the base is what the branch began with, as far as that is known. */
export async function threeStates(
  db: ClientBase,
  { branchId, baselineId }: { branchId: string; baselineId: string },
): Promise<ThreeStates> {
  const [ours, theirs] = [await filesBy(db, BRANCH, [baselineId]), await filesBy(db, BRANCH, [branchId])]
  const base = await filesBy(
    db,
    `select path, encode(hash, 'hex') as hash from private.branch_origin_files where branch_id = $1
     union all
     select c.path, encode(c.hash, 'hex') from private.commit_files c
     where c.branch_id = $2 and not exists (select from private.branch_origins o where o.branch_id = $1)
       and c.sha = (
         select k.sha from public.commits k join public.branches b on b.id = $1
         where k.branch_id = $2 and k.analyzed_at <= b.created_at
           and exists (select from private.commit_files f where f.branch_id = k.branch_id and f.sha = k.sha)
         order by k.analyzed_at desc limit 1)`,
    [branchId, baselineId],
  )
  return { base, ours, theirs }
}

async function filesBy(db: ClientBase, sql: string, values: unknown[]): Promise<Files> {
  const { rows } = await db.query<{ path: string; hash: string }>(sql, values)
  return new Map(rows.map(({ path, hash }) => [path, hash]))
}

/** Reads files of a workspace by their hashes. */
export class Reader {
  private readonly db: ClientBase
  private readonly storage: Storage
  private readonly workspaceId: string
  private left = 2 * maxImportBytes

  constructor(db: ClientBase, storage: Storage, workspaceId: string) {
    this.db = db
    this.storage = storage
    this.workspaceId = workspaceId
  }

  /** The text of a file; null for one that is no text, is lost, or is more than a merge may read. */
  async text(hash: string | undefined): Promise<FileText | null> {
    if (hash === undefined) return null
    const { rows } = await this.db.query<{ object: string }>(
      `select workspace_id || '/' || object_id as object from public.files where workspace_id = $1 and hash = decode($2, 'hex')`,
      [this.workspaceId, hash],
    )
    const bytes = rows[0] && (await this.storage.download('files', rows[0].object, this.left))
    if (!bytes || typeof bytes === 'string') return null
    this.left -= bytes.length
    return decodeFile(bytes)
  }
}

/** Brings all files together that one side changed; those that both did are asked for by `decide`. */
export async function bringTogether(
  { base, ours, theirs }: ThreeStates,
  decide: (path: string) => Promise<string | Uint8Array | null>,
): Promise<Merged> {
  const merged: Merged = { kept: new Map(), written: new Map() }
  for (const path of new Set([...ours.keys(), ...theirs.keys()])) {
    const [was, own, other] = [base.get(path), ours.get(path), theirs.get(path)]
    const decided = own === other || was === other ? own : was === own ? other : await decide(path)
    if (typeof decided === 'string') merged.kept.set(path, decided)
    else if (decided) merged.written.set(path, decided)
  }
  return merged
}

const MOST_CONFLICTS = 200
const MOST_SHOWN = 2_000

/** A file that both sides changed: brought together where that can be, with what is in dispute. */
export interface BothSides {
  disputed: Disputed
  /** As decided; a hash for one of the two as it is, null for none. */
  decide: (choices: readonly Choice[]) => string | Uint8Array | null
}

/** Looks at a file that both sides changed. */
export async function bothSides(
  { base, ours, theirs }: ThreeStates,
  path: string,
  reader: Reader,
): Promise<BothSides> {
  const [was, own, other] = [base.get(path), ours.get(path), theirs.get(path)]
  const whole = (name: string): BothSides => ({
    disputed: {
      path,
      conflicts: [
        {
          name,
          base: '',
          ours: own ? 'The file as it is' : '(deleted)',
          theirs: other ? 'The file as proposed' : '(deleted)',
        },
      ],
    },
    decide: ([choice]) => (choice === 'theirs' ? other : own) ?? null,
  })
  if (own === undefined || other === undefined) return whole('The file')
  const [before, mine, proposed] = [await reader.text(was), await reader.text(own), await reader.text(other)]
  if (!mine || !proposed) return whole('The file')
  const format = /\.json$/i.test(path) ? 'json' : /\.ya?ml$/i.test(path) ? 'yaml' : 'text'
  const found = mergeTexts(format, before?.text ?? '', mine.text, proposed.text)
  const isSafe = resolved(format, found, () => true) !== null
  if (!isSafe || found.conflicts.length > MOST_CONFLICTS) return whole('The file')
  return {
    disputed: { path, conflicts: found.conflicts.map((conflict) => shown(conflict, found)) },
    decide: (choices) => {
      const text = resolved(format, found, (_conflict, index) => choices[index] === 'theirs')
      if (text === null) throw new Error(`${path} cannot be written as it was decided.`)
      return encodeFile({ ...mine, text })
    },
  }
}

function shown(conflict: Conflict, { text }: MergedTexts): Disputed['conflicts'][number] {
  const { path, range, base, ours, theirs } = conflict
  const name = range
    ? `Line ${text.slice(0, range.from).split('\n').length}`
    : path.length === 0
      ? 'The whole file'
      : path.join(' › ')
  return { name: name.slice(0, 500), base: asText(base), ours: asText(ours), theirs: asText(theirs) }
}

function asText(value: unknown): string {
  if (value === undefined) return '(nothing)'
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}
