// The style guides of a branch, from where they are stored to one ruleset.
import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { decodeText } from '../../analysis/index.ts'
import { type Guide, type GuidesRead, type LintFiles, readGuides } from '../../lint/index.ts'
import manifest from '../../package.json' with { type: 'json' }
import type { Storage } from '../storage.ts'
import { bytesOf, releasedFiles, type StoredFile, storedFiles } from './stored.ts'

/** Of a guide's files together with those that it extends; each of them may have a megabyte. */
const MOST_ROUNDS = 32
const MOST_BYTES = 1_000_000
const TOO_LARGE = ' '.repeat(MOST_BYTES + 1)

/** What is found changes with the linter, too, and with what is kept of it: since `digests`, what a node says. */
const ENGINE = [
  'digests',
  ...Object.entries(manifest.dependencies).filter(([name]) => name.startsWith('@stoplight/spectral-')),
]

interface GuideRow {
  guideId: string | null
  branchId: string
  path: string
  /** Where it stays, or the newest that it follows. */
  releaseId: string | null
}

/** A fault of a ruleset, and whose it is: null for that of the branch itself. */
export interface GuideFault {
  guide_id: string | null
  file: string
  line: number
  column: number
  rule: string | null
  message: string
}

export interface BranchGuides {
  kind: 'own' | 'extended' | 'recommended'
  ruleset: GuidesRead['ruleset']
  faults: GuideFault[]
  /** Equal while the same is found in the same files. */
  hash: Buffer
}

/** Reads the guides that hold for a branch. */
export async function guidesOf(db: ClientBase, storage: Storage, branchId: string): Promise<BranchGuides> {
  const { rows } = await db.query<GuideRow>(
    `select guide_id as "guideId", guide_branch_id as "branchId", path, release_id as "releaseId" from private.lint_guides($1) order by place`,
    [branchId],
  )
  const hash = createHash('sha256').update(JSON.stringify(ENGINE))
  const guides: Guide[] = []
  for (const row of rows) {
    const stored = await (row.releaseId === null
      ? storedFiles(db, row.branchId)
      : releasedFiles(db, row.releaseId))
    const { guide, used } = await loaded(storage, row, stored)
    guides.push(guide)
    hash.update(
      JSON.stringify([row.guideId !== null, row.path, used.map((path) => [path, stored.get(path)?.hash])]),
    )
  }
  const { ruleset, faults } = readGuides(guides)
  const kind = rows.length === 0 ? 'recommended' : rows.at(-1)?.guideId === null ? 'own' : 'extended'
  return {
    kind,
    ruleset,
    faults: rows.flatMap(({ guideId: guide_id }, index) =>
      (faults[index] ?? []).map(({ rule = null, ...fault }) => ({ guide_id, ...fault, rule })),
    ),
    hash: hash.digest(),
  }
}

/** A guide with the texts of all the files that reading it asks for. */
async function loaded(
  storage: Storage,
  { guideId, path }: GuideRow,
  stored: Map<string, StoredFile>,
): Promise<{ guide: Guide; used: string[] }> {
  const texts = new Map<string, string>()
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const missing = new Set<string>()
    const files: LintFiles = {
      read(name) {
        const text = texts.get(name)
        if (text === undefined && stored.has(name)) missing.add(name)
        return text
      },
    }
    const guide = { path, files, isOwn: guideId === null }
    readGuides([guide])
    if (missing.size === 0) return { guide, used: [...texts.keys()].sort() }
    for (const name of missing) {
      const file = stored.get(name)
      if (file) texts.set(name, await textOf(storage, file, name))
    }
  }
  return {
    guide: { path, files: { read: (name) => texts.get(name) }, isOwn: guideId === null },
    used: [...texts.keys()].sort(),
  }
}

async function textOf(storage: Storage, file: StoredFile, path: string): Promise<string> {
  if (file.size > MOST_BYTES) return TOO_LARGE
  const bytes = await bytesOf(storage, file, MOST_BYTES)
  try {
    return decodeText(bytes, path).text
  } catch {
    // No text: the reader says so of what stands for it.
    return ''
  }
}
