// The app's page as hosts of workspaces have it: it names no product, for a workspace may go without that name and which
// one does is known only once the app runs (docs/decisions/0614-hosts-of-workspaces-name-no-product.md).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const HEAD = '<title>Workspace</title><link rel="icon" href="data:," />'
const TEXT = '<noscript>This page needs JavaScript to run.</noscript>'

/** The page of the build in `dir`, without the product's name, icon and description. */
export function pageOfWorkspaces(dir: string): string {
  const html = readFileSync(join(dir, 'index.html'), 'utf8')
  return withPart(
    withPart(html, 'head', `<!--head-->${HEAD}<!--/head-->`),
    'text',
    `<!--text-->${TEXT}<!--/text-->`,
  )
}

/** The page with `html` in place of the part that a pair of comments of this name marks. Throws where it has none. */
export function withPart(page: string, mark: string, html: string): string {
  const part = new RegExp(`<!--${mark}-->[\\s\\S]*?<!--/${mark}-->`)
  if (!part.test(page)) throw new Error(`The app's page does not say where its ${mark} is.`)
  // By a function: a replacement's text may hold "$&".
  return page.replace(part, () => html)
}
