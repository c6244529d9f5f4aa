// The first page of documentation in one answer. To visitors it came with the HTML, which was written for anybody; whoever
// is signed in asks for what they may read. Its parts are taken once each: what is read later is asked for by itself.
import { rpcExact } from '../../shared/data/exact.ts'
import { firstPage } from '../../shared/data/first-page.ts'
import { sessionState } from '../../shared/data/session.ts'
import type { Project } from './model/project.ts'
import type { DocsNode } from './model/types.ts'
import type { TocEntry } from './toc/types.ts'

declare module '../../shared/data/supabase.ts' {
  interface Results {
    docs_page: FirstDocs | null
  }
}

interface FirstDocs {
  project: Project
  branch_id: number | null
  contents: TocEntry[] | null
  node: DocsNode | null
}

/** What an address of documentation names. */
export interface DocsAddress {
  workspace: string
  project: string
  branch?: string | undefined
  /** The page; none where the branch opens with its first one. */
  slug?: string | undefined
}

const taken = new Set<keyof FirstDocs>()
let fetched: { reader: string; page: FirstDocs | null } | undefined

/** Reads the page that a tab of somebody who is signed in opens with; does nothing from the second time on. */
export async function fetchFirst({ workspace, project, branch, slug }: DocsAddress): Promise<void> {
  const reader = readerNow()
  if (fetched || !reader) return
  fetched = { reader, page: null }
  fetched.page = await rpcExact('docs_page', {
    p_workspace_slug: workspace,
    p_project_slug: project,
    ...(branch && { p_branch_slug: branch }),
    ...(slug && { p_slug: slug }),
  })
}

/** A part of it, if it is of the page that fits; null where it is not, and from the second time on. */
export function takeFirst<Part extends keyof FirstDocs>(
  part: Part,
  fits: (page: FirstDocs) => boolean,
): FirstDocs[Part] | null {
  const page = pageForReader()
  if (!page || taken.has(part) || !fits(page)) return null
  taken.add(part)
  return page[part]
}

function pageForReader(): FirstDocs | null {
  if (sessionState().status === 'signed-out') return firstPage<{ page?: FirstDocs }>()?.page ?? null
  return fetched && fetched.reader === readerNow() ? fetched.page : null
}

function readerNow(): string | null {
  const session = sessionState()
  return session.status === 'signed-in' ? session.authId : null
}
