// A host's Git remote: `git http-backend` as a CGI (git-http-backend(1)) behind the host's own authentication. What a
// push has changed is told to the hooks.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, dirname } from 'node:path'
import { serveCgi } from '../../support/git-cgi.ts'
import type { GitState, Repository } from './state.ts'

const services = /\/(info\/refs|git-upload-pack|git-receive-pack)$/

/** What of an address is the repository and what is Git's, or null where it is no call of Git. */
export function gitCallIn(url: URL): { repository: string; call: string } | null {
  const [suffix, call] = services.exec(url.pathname) ?? []
  if (suffix === undefined || call === undefined) return null
  return { repository: url.pathname.slice(0, -suffix.length).replace(/\.git$/, ''), call }
}

/** Whether a call would write. */
export function isPush(url: URL): boolean {
  return url.pathname.endsWith('/git-receive-pack') || url.searchParams.get('service') === 'git-receive-pack'
}

/** Answers a call of Git for a repository. */
export function serveGit(
  state: GitState,
  repo: Repository,
  {
    req,
    res,
    url,
    call,
    user,
  }: { req: IncomingMessage; res: ServerResponse; url: URL; call: string; user: string },
): void {
  const before = isPush(url) ? repo.bare.refs() : null
  serveCgi(
    {
      GIT_PROJECT_ROOT: dirname(repo.bare.dir),
      PATH_INFO: `/${basename(repo.bare.dir)}/${call}`,
      QUERY_STRING: url.search.slice(1),
      REMOTE_USER: user,
    },
    req,
    res,
    () => {
      // Before the answer ends: who has pushed finds the hooks told.
      if (before) state.changed(repo, before)
    },
  )
}
