// What a Git host has of a branch beyond a commit that is known here: how many commits, by whom, and which files they change.
import { commitDetails } from './commit-details.ts'
import { RemoteError } from './failures.ts'
import { expectSuccess, FETCHED, fetchTip, type Git, inLocal } from './local.ts'
import type { Remote } from './remote.ts'

/** Commits that are fetched; whoever is further behind is told so. */
const DEPTH = 200
const MOST_COMMITS = 50
/** Merges make more of them than their depth says. */
const MOST_LISTED = 10_000
const MOST_PATHS = 500

export interface NewCommit {
  sha: string
  parent: string | null
  author: string | null
  email: string | null
  /** When it was written, in ISO 8601. */
  at: string | null
  message: string
}

/** How the branch stands to the commit. */
export type Look =
  | { status: 'same'; tip: string }
  /** `behind` is null where they are too many to count. */
  | { status: 'behind'; tip: string; behind: number | null; commits: NewCommit[]; paths: string[] | null }
  /** The commit is no part of the branch any more: somebody has rewritten its history. */
  | { status: 'rewritten'; tip: string; commits: NewCommit[] }
  | { status: 'gone' }

/** Looks; nothing is checked out, and no file is read. Throws RemoteError where the host does not say. */
export function lookAtBranch(remote: Remote, base: string): Promise<Look> {
  return inLocal(remote, async (git) => {
    const tip = await tipOf(git, remote)
    if (tip === null) return { status: 'gone' }
    if (tip === base) return { status: 'same', tip }
    const isWhole = await deepen(git, remote.branch)
    // Asked for a commit that is not here, Git would fetch it: what is listed was part of the branch.
    const listed = await expectSuccess(git(['rev-list', `--max-count=${MOST_LISTED}`, FETCHED]))
    const isThere = listed.toString().split('\n').includes(base)
    const commits = await commitsOf(git, isThere ? `${base}..${FETCHED}` : FETCHED)
    if (isThere) {
      const counted = await expectSuccess(git(['rev-list', '--count', `${base}..${FETCHED}`]))
      return { status: 'behind', tip, behind: Number(counted), commits, paths: await pathsOf(git, base) }
    }
    return isWhole
      ? { status: 'rewritten', tip, commits: commits.slice(0, 1) }
      : { status: 'behind', tip, behind: null, commits, paths: null }
  })
}

async function tipOf(git: Git, { branch, blobless }: Remote): Promise<string | null> {
  try {
    return await fetchTip(git, branch, blobless)
  } catch (error) {
    if (error instanceof RemoteError && error.lacks === 'branch') return null
    throw error
  }
}

/** Fetches what is before the tip; whether that is all there is. */
async function deepen(git: Git, branch: string): Promise<boolean> {
  const what = [
    `--depth=${DEPTH}`,
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
    '--filter=blob:none',
  ]
  await expectSuccess(git(['fetch', '--quiet', ...what, 'origin', `+refs/heads/${branch}:${FETCHED}`]))
  const shallow = await expectSuccess(git(['rev-parse', '--is-shallow-repository']))
  return shallow.toString().trim() === 'false'
}

async function commitsOf(git: Git, range: string): Promise<NewCommit[]> {
  const listed = await expectSuccess(git(['rev-list', `--max-count=${MOST_COMMITS}`, range]))
  const commits: NewCommit[] = []
  for (const sha of listed.toString().split('\n').filter(Boolean)) {
    const { code, stdout, tooMuch } = await git(['cat-file', 'commit', sha])
    const details = code === 0 && !tooMuch ? commitDetails(stdout) : null
    commits.push({
      sha,
      parent: details?.parent ?? null,
      author: details?.authorName ?? null,
      email: details?.authorEmail ?? null,
      at: details?.committedAt ?? null,
      // Fifty of them are kept together.
      message: (details?.message ?? '').slice(0, 1000).toWellFormed(),
    })
  }
  return commits
}

async function pathsOf(git: Git, base: string): Promise<string[] | null> {
  const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', base, FETCHED]
  const { code, stdout, tooMuch } = await git(args)
  if (code !== 0 || tooMuch) return null
  const paths = stdout
    .toString()
    .split('\0')
    .filter((path) => path !== '' && !path.includes('\ufffd'))
  return paths.length > MOST_PATHS ? null : paths
}
