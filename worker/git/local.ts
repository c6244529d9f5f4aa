// The folder that a remote branch is fetched into: bare, bounded in time and disk, with no settings but ours.
import { failureOf, type RemoteError, tooLarge, tooSlow } from './failures.ts'
import { type GitResult, gitEnvironment, runGit } from './program.ts'
import type { Remote } from './remote.ts'
import { sizeOf } from './scratch.ts'

/** What the fetched commit is called in the folder. */
export const FETCHED = 'refs/waymark/fetched'

const WATCH_MS = 200
/** `http.curloptResolve`, which holds the host to the address that was checked, is not known before. */
const OLDEST_GIT = [2, 37]

export type Git = (
  args: string[],
  input?: { stdin?: string | Buffer; mostOutput?: number },
) => Promise<GitResult>

/** Makes the bare repository in the remote's folder and lends it. Throws what ended it: RemoteError where the host or a bound did. */
export async function inLocal<T>(remote: Remote, use: (git: Git) => Promise<T>): Promise<T> {
  const watch = watchFolder(remote)
  const env = gitEnvironment(remote.scratch, settingsFor(remote))
  const git: Git = (args, input = {}) =>
    runGit(args, { folder: remote.scratch, env, signal: watch.signal, ...input }, remote.megabytes * 2 ** 20)
  try {
    await requireGit(git)
    await expectSuccess(git(['init', '--quiet', '--bare', '--template=', '.']))
    return await use(git)
  } catch (error) {
    throw watch.reason() ?? error
  } finally {
    watch.stop()
  }
}

/** Fetches the newest commit of the branch; answers its hash. `blobless`: without what files hold. Throws RemoteError. */
export async function fetchTip(git: Git, branch: string, blobless: boolean): Promise<string> {
  const filter = blobless ? ['--filter=blob:none'] : []
  const what = ['--depth=1', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', ...filter]
  const result = await git(['fetch', '--quiet', ...what, 'origin', `+refs/heads/${branch}:${FETCHED}`])
  if (result.code !== 0) throw failureOf(result, branch)
  return (await expectSuccess(git(['rev-parse', '--verify', `${FETCHED}^{commit}`]))).toString().trim()
}

/** The lines at the head of the fetched commit, and its message; null for one that cannot be read. */
export async function fetchedCommit(git: Git): Promise<{ head: string[]; message: string } | null> {
  const { code, stdout, tooMuch } = await git(['cat-file', 'commit', FETCHED])
  if (code !== 0 || tooMuch) return null
  const text = stdout.toString()
  const end = text.indexOf('\n\n')
  return { head: text.slice(0, end).split('\n'), message: text.slice(end + 2) }
}

/** What a call of Git printed that has to succeed. */
export async function expectSuccess(running: Promise<GitResult>): Promise<Buffer> {
  const { code, signal, stdout, tooMuch } = await running
  if (code === 0 && !tooMuch) return stdout
  throw new Error(`Git ended with ${signal ?? code}.`)
}

/** Settings win over whatever stands in a repository's own file, and are seen by no list of processes. */
function settingsFor({ url, authorization, pinned }: Remote): [string, string][] {
  const { origin, protocol } = new URL(url)
  const settings: [string, string][] = [
    ['protocol.allow', 'never'],
    [`protocol.${protocol.slice(0, -1)}.allow`, 'always'],
    // Neither to other hosts nor to other addresses of this one; alternates of a plain web server are such too.
    ['http.followRedirects', 'false'],
    ['http.proxy', ''],
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '30'],
    ['transfer.bundleURI', 'false'],
    ['credential.helper', ''],
    ['core.hooksPath', '/dev/null'],
    ['core.symlinks', 'false'],
    ['core.bigFileThreshold', '1m'],
    ['submodule.recurse', 'false'],
    ['fetch.unpackLimit', '1'],
    ['fetch.negotiationAlgorithm', 'noop'],
    ['fetch.writeCommitGraph', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['pack.threads', '1'],
    ['remote.origin.url', url],
  ]
  if (pinned !== null) settings.push(['http.curloptResolve', pinned])
  if (authorization !== null)
    settings.push([`http.${origin}/.extraHeader`, `Authorization: ${authorization}`])
  return settings
}

async function requireGit(git: Git): Promise<void> {
  const version = (await expectSuccess(git(['version']))).toString()
  const [major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? []
  const [oldest = 0, least = 0] = OLDEST_GIT
  if (major < oldest || (major === oldest && minor < least))
    throw new Error(`The worker needs Git ${OLDEST_GIT.join('.')} or newer.`)
}

/** Ends Git when its folder grows too large or its time is over; `reason` then says which. */
function watchFolder({ scratch, seconds, megabytes }: Remote) {
  const ending = new AbortController()
  let reason: RemoteError | undefined
  const end = (error: RemoteError) => {
    reason ??= error
    ending.abort()
  }
  const clock = setTimeout(() => end(tooSlow()), seconds * 1000)
  const look = setInterval(async () => {
    if ((await sizeOf(scratch)) > megabytes * 2 ** 20) end(tooLarge())
  }, WATCH_MS)
  return {
    signal: ending.signal,
    reason: () => reason,
    stop() {
      clearTimeout(clock)
      clearInterval(look)
    },
  }
}
