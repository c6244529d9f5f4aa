// What files said at another time, told by how it differs from what they say now: a history without copies.

/** In the file at `path`: a text becomes another, or what stands from one text up to another is left out. */
export type Edit = { path: string } & (
  | { replace: [was: string, becomes: string] }
  | { cut: [from: string, to: string] }
)

/** The same files after the edits, each of which must fit exactly one place. */
export function edited(files: Map<string, Uint8Array>, edits: readonly Edit[]): Map<string, Uint8Array> {
  const changed = new Map(files)
  for (const edit of edits) {
    const content = changed.get(edit.path)
    if (!content) throw new Error(`There is no file ${edit.path} to edit.`)
    changed.set(edit.path, Buffer.from(apply(Buffer.from(content).toString(), edit)))
  }
  return changed
}

function apply(text: string, edit: Edit): string {
  if ('replace' in edit) {
    const [was, becomes] = edit.replace
    const at = onlyPlace(text, was)
    return text.slice(0, at) + becomes + text.slice(at + was.length)
  }
  const [from, to] = edit.cut
  const start = onlyPlace(text, from)
  const end = text.indexOf(to, start)
  if (end < 0) throw new Error(`Nothing says ${JSON.stringify(to)} behind ${JSON.stringify(from)}.`)
  return text.slice(0, start) + text.slice(end)
}

function onlyPlace(text: string, part: string): number {
  const at = text.indexOf(part)
  if (at < 0 || text.includes(part, at + 1)) throw new Error(`${JSON.stringify(part)} should be there once.`)
  return at
}
