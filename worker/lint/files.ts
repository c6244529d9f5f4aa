// What is found in the files of a branch: anew in those that changed, or that read one which did, else as it was found.
import type { ClientBase } from 'pg'
import { CONFIG_FILE } from '../../analysis/files/branch.ts'
import { kindByName } from '../../analysis/files/kinds.ts'
import { Branch } from '../../analysis/index.ts'
import { isObject } from '../../analysis/json.ts'
import { type Finding, LintError, lintText } from '../../lint/index.ts'
import { maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import type { Storage } from '../storage.ts'
import type { BranchGuides } from './guides.ts'
import { digestAt, type FoundInNode, nodeAt } from './places.ts'
import { bytesOf, type StoredFile } from './stored.ts'

/** A file, and what was found by linting it. */
export interface LintedFile {
  path: string
  hash: string
  /** The files that were read for it, by their hashes: null where there was none. */
  others: Record<string, string | null>
  findings: FoundInNode[]
  /** Whether it was linted now. */
  isNew: boolean
}

/** More of one file is not kept to be reused, nor more characters of a branch. */
const MOST_TAKEN = 20_000
const MOST_CHARACTERS = 20_000_000
/** What Postgres takes in no JSON: NUL and halves of characters. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/
const AT_ONCE = 8
/** Descriptions that are not read here are linted all the same. */
const OTHER_KINDS = ['asyncapi', 'arazzo']
const LOOKS_DESCRIBED = /^\s*["']?(?:openapi|swagger|asyncapi|arazzo)["']?\s*:/m

/**
 * Lints the descriptions and models of a branch. `nodes`: those of the branch, the stable id of each by its uri; `from`:
 * branches whose results may be reused, their own first.
 */
export async function lintFiles(
  db: ClientBase,
  storage: Storage,
  stored: Map<string, StoredFile>,
  guides: Pick<BranchGuides, 'ruleset' | 'hash'>,
  nodes: Map<string, string>,
  from: string[],
): Promise<LintedFile[]> {
  const { ruleset } = guides
  if (ruleset === undefined) return []
  const paths = [...stored.keys()].filter((path) => kindByName(path) === 'data')
  const known = await knownResults(db, stored, guides.hash, from)
  const isAllKnown = paths.every((path) => known.has(path))
  const branch = isAllKnown ? undefined : await readBranch(storage, stored)
  const linted: LintedFile[] = []
  for (const path of paths) {
    const before = known.get(path)
    const hash = stored.get(path)?.hash
    if (before) linted.push(before)
    else if (branch && hash)
      linted.push({ path, hash, isNew: true, ...(await lintOne(branch, path, ruleset)) })
  }

  return linted

  async function lintOne(branch: Branch, path: string, by: typeof ruleset & object) {
    const others: LintedFile['others'] = { [CONFIG_FILE]: stored.get(CONFIG_FILE)?.hash ?? null }
    const read = (name: string) => {
      if (name !== path) others[name] = stored.get(name)?.hash ?? null
      return branch.tree.text(name)
    }
    const content = branch.tree.text(path)
    if (content === undefined || !isDescription(branch, path, content)) return { others, findings: [] }
    try {
      const found = await lintText({ path, content }, by, { read })
      return { others, findings: inNodes(found, branch, nodes) }
    } catch (error) {
      if (!(error instanceof LintError)) throw error
      return { others, findings: [notLinted(path, error.message)] }
    }
  }
}

// A rule that fails on one file says nothing of the others.
function notLinted(file: string, reason: string): Finding {
  const start = { line: 0, character: 0 }
  const message = `This file could not be linted: ${reason}`
  return { code: 'lint-failed', severity: 'error', message, path: [], file, range: { start, end: start } }
}

/** In their nodes, each of which is read once however much is found in it. */
function inNodes(found: Finding[], branch: Branch, nodes: Map<string, string>): FoundInNode[] {
  const digests = new Map<string, string | undefined>()
  return found.map((one) => {
    const finding = placed(one, branch)
    const { file, path } = finding
    const { uri, inNode } = nodeAt(finding, nodes)
    const name = uri ?? `/${file}`
    if (!digests.has(name))
      digests.set(name, digestAt(branch.documents.get(file)?.root, path.slice(0, inNode)))
    const digest = digests.get(name)
    return digest === undefined ? finding : { ...finding, digest }
  })
}

/** With numbers in its path for items of lists, and for nothing else. */
function placed(finding: Finding, branch: Branch): Finding {
  let value: unknown = branch.documents.get(finding.file)?.root
  const path = finding.path.map((segment) => {
    const isItem = Array.isArray(value)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, segment) : undefined
    return isItem ? Number(segment) : String(segment)
  })
  return { ...finding, path }
}

/** Whether a file is something that rules are for, and no piece of another one or data of some tool. */
function isDescription(branch: Branch, path: string, content: string): boolean {
  if (!branch.dataPaths.includes(path)) return false
  if (branch.described(path)) return true
  const root = branch.documents.get(path)?.root
  if (root === undefined) return LOOKS_DESCRIBED.test(content)
  return isObject(root) && OTHER_KINDS.some((kind) => Object.hasOwn(root, kind))
}

async function readBranch(storage: Storage, stored: Map<string, StoredFile>): Promise<Branch> {
  const wanted = [...stored].filter(([path]) => {
    const kind = kindByName(path)
    return kind === 'data' || kind === 'config' || kind === 'toc' || kind === 'ruleset'
  })
  const files: { path: string; bytes: Buffer; hash: string }[] = []
  for (let start = 0; start < wanted.length; start += AT_ONCE)
    files.push(
      ...(await Promise.all(
        wanted.slice(start, start + AT_ONCE).map(async ([path, file]) => ({
          path,
          hash: file.hash,
          bytes: await bytesOf(storage, file, maxImportBytes),
        })),
      )),
    )
  return new Branch(files)
}

interface KnownRow {
  path: string
  hash: string
  others: Record<string, string | null>
  findings: FoundInNode[]
}

/** Results of the branch itself and of others that are about the very same files and ruleset. */
async function knownResults(
  db: ClientBase,
  stored: Map<string, StoredFile>,
  rulesetHash: Buffer,
  from: string[],
): Promise<Map<string, LintedFile>> {
  const { rows } = await db.query<KnownRow>(
    `select path, encode(hash, 'hex') as hash, others, findings from private.linted_files
     where branch_id = any ($1) and ruleset_hash = $2 order by array_position($1, branch_id)`,
    [from, rulesetHash],
  )
  const known = new Map<string, LintedFile>()
  for (const row of rows) {
    const isSame =
      stored.get(row.path)?.hash === row.hash &&
      Object.entries(row.others).every(([path, hash]) => (stored.get(path)?.hash ?? null) === hash)
    if (isSame && !known.has(row.path)) known.set(row.path, { ...row, isNew: false })
  }
  return known
}

/** Keeps what was found, to be reused; the caller holds the lock on the branch. */
export async function keepResults(
  db: ClientBase,
  branchId: string,
  rulesetHash: Buffer,
  linted: LintedFile[],
): Promise<void> {
  let left = MOST_CHARACTERS
  const kept = linted.flatMap(({ path, hash, others, findings }) => {
    const texts = { others: JSON.stringify(others), findings: JSON.stringify(findings) }
    const length = texts.others.length + texts.findings.length
    if (
      findings.length > MOST_TAKEN ||
      length > left ||
      Object.values(texts).some((text) => UNSTORABLE.test(text))
    )
      return []
    left -= length
    return [{ path, hash, ...texts }]
  })
  await db.query(
    'delete from private.linted_files where branch_id = $1 and (path <> all ($2) or ruleset_hash <> $3)',
    [branchId, kept.map(({ path }) => path), rulesetHash],
  )
  for (const { path, hash, others, findings } of kept)
    await db.query(
      `insert into private.linted_files as f (branch_id, path, hash, ruleset_hash, others, findings)
       values ($1, $2, decode($3, 'hex'), $4, $5, $6)
       on conflict (branch_id, path) do update set hash = excluded.hash, ruleset_hash = excluded.ruleset_hash,
         others = excluded.others, findings = excluded.findings
       where (f.hash, f.ruleset_hash, f.others) is distinct from (excluded.hash, excluded.ruleset_hash, excluded.others)`,
      [branchId, path, hash, rulesetHash, others, findings],
    )
}
