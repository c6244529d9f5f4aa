// The first page of documentation, which came with the HTML. It was written for anybody: visitors take it, each part
// once; whoever is signed in asks for what they may read.
import { firstPage } from '../../shared/data/first-page.ts'
import { sessionState } from '../../shared/data/session.ts'
import type { Project } from './model/project.ts'
import type { DocsNode } from './model/types.ts'
import type { TocEntry } from './toc/types.ts'

interface FirstDocs {
  project: Project
  branch_id: number | null
  contents: TocEntry[] | null
  node: DocsNode | null
}

const taken = new Set<keyof FirstDocs>()

/** A part of it, if it is of the page that fits; null where it is not, and from the second time on. */
export function takeFirst<Part extends keyof FirstDocs>(
  part: Part,
  fits: (page: FirstDocs) => boolean,
): FirstDocs[Part] | null {
  const page = firstPage<{ page: FirstDocs }>()?.page
  if (!page || taken.has(part) || sessionState().status !== 'signed-out' || !fits(page)) return null
  taken.add(part)
  return page[part]
}
