// The head of a page: what search engines list and chats unfurl.

import { productColours } from '../../_shared/domain/colours.ts'
import { encodeId } from '../../_shared/domain/ids.ts'
import type { WorkspaceSite } from '../../_shared/domain/rows.ts'
import { tabIcon } from '../../_shared/domain/tab-icon.ts'
import { readableOn, themeOf, type WorkspaceTheme } from '../../_shared/domain/theme.ts'
import { escaped } from '../../_shared/http/escaped.ts'
import { siteOrigin } from '../../_shared/http/workspace-host.ts'
import { docsPath } from './address.ts'
import type { DocsPage } from './docs-page.ts'

const mostDescription = 200
const { light, dark } = productColours

/** Title, description, canonical address, Open Graph, and whether robots list the page. */
export function headOf({ workspace, project, node }: DocsPage, branch: string | undefined): string {
  const origin = siteOrigin(workspace)
  const name = [node?.name, project.name].filter(Boolean).join(' · ')
  const title = [name, workspace.name, workspace.hide_powered_by ? '' : 'Waymark'].filter(Boolean).join(' · ')
  const description = plain(node?.summary || project.description || `Documentation of ${project.name}.`)
  const address = node && branch ? `${origin}${docsPath(project.slug, branch, node.slug)}` : ''
  const isDefault = project.branches.some(({ is_default, slug }) => is_default && slug === branch)
  const listed = workspace.allow_search_indexing && isDefault && node !== null
  const picture = pictureOf(workspace, origin)
  const theme = themeOf(workspace.theme)
  return [
    `<title>${escaped(title)}</title>`,
    sessionOf(workspace),
    meta('name', 'description', description),
    meta('name', 'robots', listed ? '' : 'noindex'),
    link('canonical', address),
    link('alternate', address && `${address}.md`, ' type="text/markdown"'),
    meta('property', 'og:type', 'article'),
    meta('property', 'og:site_name', workspace.name),
    meta('property', 'og:title', name),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', picture.address),
    ...(picture.isCard
      ? [meta('property', 'og:image:width', '1200'), meta('property', 'og:image:height', '630')]
      : []),
    meta('property', 'og:image:alt', picture.address && workspace.name),
    meta('name', 'twitter:card', picture.isCard ? 'summary_large_image' : 'summary'),
    meta('name', 'twitter:title', name),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', picture.address),
    meta('name', 'theme-color', theme['color-sidebar-bg'] ?? ''),
    link('icon', tabIcon(workspace)),
    styleOf(theme),
  ].join('')
}

/** The same of a page that members alone read, or that is not there: nobody can tell which. */
export function headOfWorkspace(workspace: WorkspaceSite): string {
  const title = [workspace.name, workspace.hide_powered_by ? '' : 'Waymark'].filter(Boolean).join(' · ')
  return [
    `<title>${escaped(title)}</title>`,
    sessionOf(workspace),
    meta('name', 'robots', 'noindex'),
    link('icon', tabIcon(workspace)),
  ].join('')
}

/** For which workspace `first-paint.js` opens the session of whoever has one. */
const sessionOf = ({ id }: WorkspaceSite) => meta('name', 'waymark-workspace', encodeId('wk', id))

/** The workspace's logo; without one the product's card, where the workspace does not go without its brand. */
function pictureOf({ logo_url, hide_powered_by }: DocsPage['workspace'], origin: string) {
  const logo = logo_url ?? ''
  if (logo.startsWith('/')) return { address: `${origin}${logo}`, isCard: false }
  if (logo.startsWith('https:')) return { address: logo, isCard: false }
  return hide_powered_by ? { address: '', isCard: false } : { address: `${origin}/social.png`, isCard: true }
}

/** The words before the app as it will have them: its bar, and links as far as the workspace's colour can be read there. */
function styleOf(theme: WorkspaceTheme): string {
  const { 'color-primary': primary, 'color-sidebar-bg': bar, 'color-sidebar-border': line } = theme
  const colours: string[] = []
  if (primary) {
    const [onLight, onDark] = [light.card, dark.page].map((ground) => readableOn(primary, [ground]))
    colours.push(`--accent:light-dark(${onLight},${onDark})`)
  }
  if (bar) colours.push(`--bar:${bar}`)
  if (line) colours.push(`--bar-line:${line}`)
  return colours.length === 0 ? '' : `<style>#first-text#first-text{${colours.join(';')}}</style>`
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return content && `<meta ${kind}="${name}" content="${escaped(content)}" />`
}

function link(rel: string, href: string, more = ''): string {
  return href && `<link rel="${rel}" href="${escaped(href)}"${more} />`
}

/** The first words of a text that may be Markdown. */
function plain(text: string): string {
  const words = text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*_#>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length <= mostDescription ? words : `${words.slice(0, mostDescription - 1).trimEnd()}…`
}
