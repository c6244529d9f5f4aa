// A branch at its Git host → its files. Nothing is checked out: a repository without a working tree has no symbolic
// links to follow, no hooks, filters or submodules to run, and no names that climb (decision 0091).
import { createHash } from 'node:crypto'
import { DescriptionError } from '../../analysis/errors.ts'
import { filesTooLarge, maxImportBytes } from '../../supabase/functions/_shared/domain/imports.ts'
import type { ImportedFile } from '../analyze/files.ts'
import { type CommitDetails, commitDetails } from './commit-details.ts'
import { EMPTY, failureOf, RemoteError } from './failures.ts'
import { expectSuccess, FETCHED, fetchTip, type Git, inLocal } from './local.ts'
import type { Remote } from './remote.ts'
import { chooseFiles, type TreeFile } from './tree.ts'

export interface FetchedBranch {
  /** The commit that the branch stands at. */
  commit: string
  details: CommitDetails | null
  files: ImportedFile[]
  /** Names in the commit that cannot be used; their files were left out. */
  unusable: number
}

const MOST_ENTRIES = 100_000
const MOST_FILES = 5_000

/** Fetches the newest commit of a branch and reads the files that an analysis reads. Throws RemoteError. */
export function fetchBranch(remote: Remote): Promise<FetchedBranch> {
  return inLocal(remote, async (git) => {
    const commit = await fetchTip(git, remote.branch, remote.blobless).catch(async (error) => {
      throw await orEmpty(git, error)
    })
    const { files, unusable } = await listFiles(git)
    if (remote.blobless) await fetchContents(git, remote, files)
    return { commit, details: await readDetails(git), files: await readFiles(git, files), unusable }
  })
}

// Of a repository without any branch, none is missing: it waits for its first push.
async function orEmpty(git: Git, error: unknown): Promise<unknown> {
  if (!(error instanceof RemoteError) || error.lacks !== 'branch') return error
  const { code, stdout, tooMuch } = await git(['ls-remote', '--heads', 'origin'])
  return code === 0 && !tooMuch && stdout.length === 0 ? new RemoteError('refused', EMPTY, 'content') : error
}

// Names first, contents then: of a large repository with a few descriptions most is never sent.
async function fetchContents(git: Git, { branch }: Remote, files: TreeFile[]): Promise<void> {
  const listed = await expectSuccess(
    git(['rev-list', '--objects', '--missing=print', FETCHED], { mostOutput: 64 * 2 ** 20 }),
  )
  const missing = new Set(listed.toString('latin1').match(/(?<=^\?)[0-9a-f]+$/gm))
  const wanted = new Set(files.map(({ object }) => object).filter((object) => missing.has(object)))
  if (wanted.size === 0) return
  const how = [
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
    '--filter=blob:none',
    '--stdin',
  ]
  const result = await git(['fetch', '--quiet', ...how, 'origin'], { stdin: `${[...wanted].join('\n')}\n` })
  if (result.code !== 0) throw failureOf(result, branch)
}

/** What the commit says of itself; null where it says too much. */
async function readDetails(git: Git): Promise<CommitDetails | null> {
  const { code, stdout, tooMuch } = await git(['cat-file', 'commit', FETCHED])
  return code === 0 && !tooMuch ? commitDetails(stdout) : null
}

async function listFiles(git: Git): Promise<{ files: TreeFile[]; unusable: number }> {
  const { code, stdout, tooMuch } = await git(['ls-tree', '-r', '-z', '--full-tree', FETCHED], {
    mostOutput: 32 * 2 ** 20,
  })
  if (tooMuch || stdout.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0) > MOST_ENTRIES)
    throw new RemoteError('refused', `A branch may have up to ${thousands(MOST_ENTRIES)} files.`)
  if (code !== 0) throw new RemoteError('refused', 'The commit at the Git host is broken.')
  const chosen = chooseFiles(stdout)
  if (chosen.files.length > MOST_FILES)
    throw new RemoteError('refused', `A branch may have up to ${thousands(MOST_FILES)} files to document.`)
  return chosen
}

function thousands(count: number): string {
  return count.toLocaleString('en-US')
}

async function readFiles(git: Git, files: TreeFile[]): Promise<ImportedFile[]> {
  if (files.length === 0) return []
  const stdin = `${files.map(({ object }) => object).join('\n')}\n`
  const sizes = (
    await expectSuccess(git(['cat-file', '--batch-check=%(objecttype) %(objectsize)'], { stdin }))
  )
    .toString('latin1')
    .trimEnd()
    .split('\n')
    .map((line) => Number(/^blob (\d+)$/.exec(line)?.[1] ?? Number.NaN))
  let total = 0
  for (const [index, size] of sizes.entries()) {
    total += size
    if (!(total <= maxImportBytes)) throw new DescriptionError(filesTooLarge, files[index]?.path ?? '')
  }
  const mostOutput = total + files.length * 100
  const contents = await expectSuccess(git(['cat-file', '--batch=%(objectsize)'], { stdin, mostOutput }))
  let at = 0
  return files
    .map(({ path }, index) => {
      const start = contents.indexOf(10, at) + 1
      const end = start + (sizes[index] ?? 0)
      at = end + 1
      const bytes = contents.subarray(start, end)
      return { path, bytes, hash: createHash('sha256').update(bytes).digest() }
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}
