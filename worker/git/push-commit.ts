// Files of a working copy → a commit at their Git host, on top of the one they were read from. As for reading, nothing
// is checked out: the commit is written by fast-import, which changes the named paths and no others.
import { isProjectPath } from '../../analysis/paths.ts'
import { RECONNECT } from '../../supabase/functions/_shared/domain/reconnect.ts'
import { failureOf, RemoteError } from './failures.ts'
import { expectSuccess, FETCHED, fetchedCommit, fetchTip, type Git, inLocal } from './local.ts'
import type { GitResult } from './program.ts'
import type { Remote } from './remote.ts'

/** What is to be committed. The same order gives the same commit, so that one sent again is known. */
export interface CommitOrder {
  /** The commit that the files were read from. */
  base: string
  /** What each file holds afterwards; null deletes it. Others stay as they are. */
  files: ReadonlyMap<string, Buffer | null>
  message: string
  author: { name: string; email: string }
  /** Seconds since 1970, UTC. */
  time: number
  /** The branch that the commit begins; null for one on the remote's. Without files it begins at the base itself. */
  newBranch?: string | null
}

/** The commit that was made, or where the branch stands instead of at the base: then nothing was written. */
export type PushedCommit = { readonly commit: string } | { readonly movedTo: string }

const MADE = 'refs/waymark/made'
const DEFAULT_MODE = '100644'

/** Commits and pushes. Throws RemoteError where the host does not take it. https://git-scm.com/docs/git-fast-import */
export function pushCommit(remote: Remote, order: CommitOrder): Promise<PushedCommit> {
  return inLocal(remote, async (git) => {
    const tip = await (order.newBranch == null
      ? fetchTip(git, remote.branch, remote.blobless)
      : fetchTip(git, remote.branch, remote.blobless).catch((error) => fetchBase(git, order.base, error)))
    if (order.newBranch != null) return pushBranch(git, remote, order, tip, order.newBranch)
    if (tip !== order.base) return (await isOurs(git, order)) ? { commit: tip } : { movedTo: tip }
    const commit = await makeCommit(git, order)
    if (commit === tip) return { commit }
    const result = await push(git, MADE, remote.branch)
    if (result.code === 0) return { commit }
    // Hosts say in many words that the branch moved meanwhile: it is looked at instead.
    const now = isRefused(result) ? await fetchTip(git, remote.branch, remote.blobless) : tip
    if (now !== tip) return { movedTo: now }
    throw pushFailure(result, remote.branch)
  })
}

/**
 * Deletes a branch that one commit had begun, where its newest is still that commit, of the same committer: whatever others put
 * there, or made of it, stays. One that is of the same time as the order is left, too. Answers whether it was deleted; throws
 * RemoteError where the host does not take it.
 */
export function takeBack(
  remote: Remote,
  { base, message, author, time, newBranch }: Omit<CommitOrder, 'files'> & { newBranch: string },
): Promise<boolean> {
  return inLocal(remote, async (git) => {
    const tip = await fetchTip(git, newBranch, remote.blobless).catch((error) => {
      if (error instanceof RemoteError && error.lacks === 'branch') return null
      throw error
    })
    const made = tip === null ? null : await fetchedCommit(git)
    if (!made || !isOnTopOf(made.head, base) || made.message !== messageOf({ message })) return false
    const committer = made.head.find((line) => line.startsWith('committer ')) ?? ''
    if (!committer.startsWith(`committer ${identity(author)} `) || committer.endsWith(` ${time} +0000`))
      return false
    const result = await push(git, '', newBranch, [`--force-with-lease=refs/heads/${newBranch}:${tip}`])
    if (result.code !== 0) throw pushFailure(result, newBranch)
    return true
  })
}

/** A branch that was deleted at the host: what was read of it is often there still, and another can begin with it. */
async function fetchBase(git: Git, base: string, error: unknown): Promise<string> {
  if (!(error instanceof RemoteError) || error.lacks !== 'branch') throw error
  const what = ['--depth=1', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head']
  const { code } = await git(['fetch', '--quiet', ...what, 'origin', `+${base}:${FETCHED}`])
  if (code !== 0) throw error
  return base
}

async function pushBranch(
  git: Git,
  { blobless }: Remote,
  order: CommitOrder,
  tip: string,
  name: string,
): Promise<PushedCommit> {
  if (tip !== order.base) return { movedTo: tip }
  const commit = order.files.size > 0 ? await makeCommit(git, order) : tip
  // Only where there is none: `refs/heads/NAME` is expected not to be.
  const result = await push(git, order.files.size > 0 ? MADE : FETCHED, name, [
    `--force-with-lease=refs/heads/${name}:`,
  ])
  if (result.code === 0) return { commit }
  if (isRefused(result)) {
    const there = await fetchTip(git, name, blobless).catch(() => null)
    // Pushed before, by who was killed then.
    if (there === commit) return { commit }
    if (there !== null) throw new RemoteError('refused', `The repository has a branch "${name}" already.`)
  }
  throw pushFailure(result, name)
}

function push(git: Git, what: string, branch: string, options: string[] = []): Promise<GitResult> {
  return git(['push', '--porcelain', '--no-verify', ...options, 'origin', `${what}:refs/heads/${branch}`])
}

function isRefused(result: GitResult): boolean {
  return /^!/m.test(result.stdout.toString())
}

/** Makes the commit in the folder; its hash, which is the base's where nothing would differ. */
async function makeCommit(git: Git, order: CommitOrder): Promise<string> {
  const hashOf = async (name: string) =>
    (await expectSuccess(git(['rev-parse', '--verify', name]))).toString().trim()
  const stream = commitStream(order, await modesIn(git))
  await expectSuccess(git(['fast-import', '--quiet', '--date-format=raw'], { stdin: stream }))
  const isSame = (await hashOf(`${MADE}^{tree}`)) === (await hashOf(`${FETCHED}^{tree}`))
  return isSame ? order.base : hashOf(MADE)
}

/**
 * Whether the newest commit at the host is this order's: it was pushed, and whoever pushed it was killed before they could say
 * so. With other files it is not: what was typed since has not been committed.
 */
async function isOurs(git: Git, order: CommitOrder): Promise<boolean> {
  const made = await fetchedCommit(git)
  if (!made) return false
  const { head, message } = made
  return (
    isOnTopOf(head, order.base) &&
    head.includes(`author ${signature(order)}`) &&
    head.includes(`committer ${signature(order)}`) &&
    message === messageOf(order) &&
    (await holds(git, order))
  )
}

function isOnTopOf(head: string[], base: string): boolean {
  const parents = head.filter((line) => line.startsWith('parent '))
  return parents.length === 1 && parents[0] === `parent ${base}`
}

async function holds(git: Git, { files }: CommitOrder): Promise<boolean> {
  const listing = await expectSuccess(
    git(['ls-tree', '-r', '-z', '--full-tree', FETCHED], { mostOutput: 32 * 2 ** 20 }),
  )
  const objects = new Map<string, string>()
  for (const entry of listing.toString().split('\0')) {
    const tab = entry.indexOf('\t')
    if (tab > 0) objects.set(entry.slice(tab + 1), entry.slice(0, tab).split(' ')[2] ?? '')
  }
  for (const [path, bytes] of files) {
    const there = objects.get(path) ?? null
    const here =
      bytes && (await expectSuccess(git(['hash-object', '--stdin'], { stdin: bytes }))).toString().trim()
    if (there !== here) return false
  }
  return true
}

/** The entries of the fetched commit by their path. */
async function modesIn(git: Git): Promise<Map<string, string>> {
  const listing = await expectSuccess(
    git(['ls-tree', '-r', '-z', '--full-tree', FETCHED], { mostOutput: 32 * 2 ** 20 }),
  )
  const modes = new Map<string, string>()
  for (const entry of listing.toString().split('\0')) {
    const tab = entry.indexOf('\t')
    if (tab > 0) modes.set(entry.slice(tab + 1), entry.slice(0, 6))
  }
  return modes
}

function commitStream(order: CommitOrder, modes: Map<string, string>): Buffer {
  const deleted = [...order.files].flatMap(([path, bytes]) => (bytes === null ? [path] : []))
  const staying = new Set(modes.keys())
  for (const path of deleted) staying.delete(path)
  const folders = new Set([...staying].flatMap(foldersOf))
  const parts = [
    Buffer.from(`commit ${MADE}\nauthor ${signature(order)}\ncommitter ${signature(order)}\n`),
    data(Buffer.from(messageOf(order))),
    Buffer.from(`from ${FETCHED}\n`),
    // What goes first makes room: a folder may take the place of a file of its name.
    ...deleted.filter((path) => modes.has(path)).map((path) => Buffer.from(`D ${quoted(path)}\n`)),
  ]
  for (const [path, bytes] of order.files) {
    if (bytes === null) continue
    const mode = modes.get(path) ?? DEFAULT_MODE
    // Fast-import would put the file in the place of a folder, a link or a submodule without a word.
    if (
      !isProjectPath(path) ||
      !mode.startsWith('100') ||
      folders.has(path) ||
      foldersOf(path).some((folder) => staying.has(folder))
    )
      throw new RemoteError(
        'refused',
        `The repository has something else at "${path}": the file needs another name.`,
      )
    parts.push(Buffer.from(`M ${mode} inline ${quoted(path)}\n`), data(bytes))
  }
  return Buffer.concat(parts)
}

function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

function data(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')])
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** `Name <address> seconds zone`. */
function signature({ author, time }: CommitOrder): string {
  return `${identity(author)} ${time} +0000`
}

/** `Name <address>`: none of its signs may stand in name or address. */
function identity({ name, email }: CommitOrder['author']): string {
  const plain = (text: string) => text.replace(/[<>\p{Cc}]/gu, ' ').trim()
  return `${plain(name) || 'Unknown'} <${plain(email)}>`
}

function messageOf({ message }: Pick<CommitOrder, 'message'>): string {
  return `${message.replaceAll('\0', '').trimEnd()}\n`
}

function pushFailure(result: GitResult, branch: string): RemoteError {
  if (isRefused(result))
    return new RemoteError(
      'refused',
      `The Git host refused the push to "${branch}": the branch is protected, or a rule of the repository does not allow it.`,
    )
  if (/returned error: 403\b/.test(result.stderr))
    return new RemoteError(
      'credentials',
      `The Git host does not let this account write to the repository. ${RECONNECT}`,
    )
  return failureOf(result, branch)
}
