// A list of pages for agents (llmstxt.org), in parts that lead from one to the next.
import type { RowOf } from '../../_shared/domain/contract.ts'
import { oneLine, plainLine } from '../../_shared/pages/read.ts'
import { docsPath } from './address.ts'

type Listed = Pick<RowOf<'open_page'>, 'id' | 'project_slug' | 'branch_slug' | 'slug' | 'name' | 'summary'>

/** How many pages a part has. */
export const partSize = 2_000

/**
 * One part: pages by project, each as Markdown, and where the next part is.
 * @param pages in their order; of one more than a part has, the next part begins with the last
 */
export function llmsPart(name: string, origin: string, pages: readonly Listed[], size = partSize): string {
  const next = pages[size]
  const address = next && `${origin}/llms.txt?from=${next.id}`
  const lines = [`# ${plainLine(name)}`, '', '> API documentation. Each page is linked as Markdown.']
  if (address)
    lines.push(`> These are ${size} of its pages: the list goes on at [the next part](${address}).`)
  const projects = Map.groupBy(pages.slice(0, size), ({ project_slug }) => project_slug)
  for (const [project, listed] of projects) lines.push('', `## ${project}`, '', ...listed.map(lineOf(origin)))
  if (address) lines.push('', '## More pages', '', `- [The next part of this list](${address})`)
  return `${lines.join('\n')}\n`
}

const lineOf = (origin: string) => (page: Listed) => {
  const about = plainLine(oneLine(page.summary).slice(0, 200))
  const address = `${origin}${docsPath(page.project_slug, page.branch_slug, page.slug)}.md`
  return `- [${plainLine(page.name)}](${address})${about ? `: ${about}` : ''}`
}
