import { describeFragment, describeImage } from './assets.ts'
import type { Workshop } from './drafts.ts'
import type { Branch } from './files/branch.ts'

/** Adds the images of a branch, and edges from articles to what they link to; links to nothing go into the log. */
export function addImagesAndLinks(branch: Branch, workshop: Workshop): void {
  const users = new Map<string, boolean[]>()
  for (const { path, from } of workshop.links) {
    if (path === null || branch.tree.get(path)?.kind !== 'image') continue
    const internal = users.get(path)
    if (internal) internal.push(from.isInternal)
    else users.set(path, [from.isInternal])
  }
  const accepted = new Set(branch.images)
  for (const file of branch.tree.files) {
    const usedBy = users.get(file.path)
    if (!accepted.has(file) && !usedBy) continue
    // An image that only internal articles show is theirs.
    workshop.drafts.push(describeImage(file, usedBy?.every((isInternal) => isInternal) ?? false))
  }
  addLinks(branch, workshop)
}

function addLinks(branch: Branch, workshop: Workshop): void {
  const uris = new Set(workshop.drafts.map(({ uri }) => uri))
  const seen = new Set<string>()
  for (const { path, written, line, column, from } of workshop.links) {
    const isImage = /\.(png|jpe?g|gif|svg|webp|avif|ico|bmp)$/i.test(path ?? written)
    if (path !== null && uris.has(`/${path}`)) {
      const key = `${from.uri}\n${path}`
      if (!seen.has(key)) workshop.edges.push({ type: 'ref', from: from.uri, to: `/${path}`, path: '' })
      seen.add(key)
    } else if (path === null || !branch.tree.has(path)) {
      const code = isImage ? 'broken-image' : 'broken-link'
      workshop.log.add(code, { file: from.file, line, column }, { link: written })
    }
  }
}

/** Adds the files that are no nodes of their own, but that others refer to. */
export function addFragments(branch: Branch, workshop: Workshop): void {
  const uris = new Set(workshop.drafts.map(({ uri }) => uri))
  const missing = new Set(workshop.edges.map(({ to }) => to).filter((to) => !uris.has(to)))
  for (const uri of [...missing].sort()) {
    const path = uri.slice(1)
    const document = branch.tree.get(path) && branch.documents.get(path)
    if (document) workshop.drafts.push(describeFragment(document))
  }
}
