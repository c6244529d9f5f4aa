// What a push is of: the branch and the commit, as Git or the pipeline says.
import { execFileSync } from 'node:child_process'
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'

/** What a folder without Git is pushed to. */
const DEFAULT_BRANCH = 'main'

/**
 * The branch that is checked out; in a pipeline, where often a commit is and no branch, the one that it runs for. A commit
 * that belongs to no known branch is not guessed at: it would replace the content of another.
 */
export function branchOf(folder: string, env: NodeJS.ProcessEnv): string {
  const branch = git(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']) ?? branchOfPipeline(env)
  if (branch) return branch
  if (commitAt(folder) === null) return DEFAULT_BRANCH
  throw new CliError(
    'A commit is checked out here, not a branch.',
    'Say which branch its content is for: --branch NAME.',
    EXIT.usage,
  )
}

/** The commit that the files of a folder are of; null where there is none, or where they were changed since. */
export function commitOf(folder: string): string | null {
  if (hasFilters(folder)) return null
  const args = ['--porcelain', '--untracked-files=no', '--ignore-submodules=all']
  const changed = git(folder, ['status', ...args, '--', '.'])
  return changed === '' ? commitAt(folder) : null
}

// To compare files Git runs the filters that the repository names: programs of whoever made the folder.
function hasFilters(folder: string): boolean {
  const filters = git(folder, ['config', '--show-scope', '--name-only', '--get-regexp', '^filter\\.'])
  return /^(?:local|worktree)\s/m.test(filters ?? '')
}

function commitAt(folder: string): string | null {
  return git(folder, ['rev-parse', '--verify', '--quiet', 'HEAD'])
}

function branchOfPipeline(env: NodeJS.ProcessEnv): string | undefined {
  const github = env.GITHUB_REF_TYPE === 'branch' ? env.GITHUB_REF_NAME : undefined
  const azure = (env.SYSTEM_PULLREQUEST_SOURCEBRANCH || env.BUILD_SOURCEBRANCH)?.match(
    /^refs\/heads\/(.+)$/,
  )?.[1]
  const gitlab =
    env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME || (env.CI_COMMIT_TAG ? undefined : env.CI_COMMIT_BRANCH)
  // A pull request of GitHub runs on a merge of its own; this is where it comes from.
  return env.GITHUB_HEAD_REF || github || gitlab || env.BITBUCKET_BRANCH || azure || undefined
}

// A folder comes from strangers, too: a repository inside it names programs that Git would run.
const OF_THE_FOLDER = [
  '-c',
  'safe.bareRepository=explicit',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
]

/** What Git prints; null where it fails, or is not there. It does not get to know the tokens. */
function git(folder: string, args: string[]): string | null {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('WAYMARK_')))
  try {
    return execFileSync('git', [...OF_THE_FOLDER, ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      // What is missing is not fetched: a remote names programs, too.
      env: { ...env, GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' },
    }).trim()
  } catch {
    return null
  }
}
