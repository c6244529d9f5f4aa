// One comment of ours in a pull request, found again by a mark that readers do not see.
import type { Api } from './api.ts'
import type { GitHost } from './host.ts'
import type { PullRequestComment, RepositoryRef } from './model.ts'

const mostPages = 10

export interface CommentRequest {
  /** Names what the comment is about, e.g. the project: letters, digits and hyphens. */
  marker: string
  /** Markdown. */
  text: string
}

/**
 * Writes the caller's comment with this marker, once: others' comments are left alone even if they copy the mark. The
 * text stays as it is where it would not change.
 */
export async function putComment(
  host: GitHost,
  api: Api,
  ref: RepositoryRef,
  number: number,
  { marker, text }: CommentRequest,
): Promise<{ id: string; created: boolean }> {
  // A definition of a link that nothing refers to: all six hosts keep it and show nothing of it.
  const mark = `[waymark-${marker.replace(/[^\w-]/g, '')}]: #`
  const marked = `${text.slice(0, 30_000)}\n\n${mark}\n`
  const own = await ownComment(host, api, ref, number, mark)
  if (own === null) return { ...(await host.createComment(api, ref, number, marked)), created: true }
  if (own.text.trim() !== marked.trim()) await host.updateComment(api, ref, number, own, marked)
  return { id: own.id, created: false }
}

async function ownComment(
  host: GitHost,
  api: Api,
  ref: RepositoryRef,
  number: number,
  mark: string,
): Promise<PullRequestComment | null> {
  const { id } = await host.user(api)
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page++) {
    const { items, next } = await host.comments(api, ref, number, cursor)
    const own = items.find(({ author, text }) => author === id && text.split(/\r?\n/).includes(mark))
    if (own) return own
    if (next === null) return null
    cursor = next
  }
  return null
}
