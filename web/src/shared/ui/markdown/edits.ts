// What the buttons of the Markdown editor do, as pure functions: from a text and its selection to one replacement.

export interface Draft {
  text: string
  start: number
  end: number
}

/** Replaces [from, to) by `insert`; afterwards [start, end) is selected. */
export interface Edit {
  from: number
  to: number
  insert: string
  start: number
  end: number
}

/** Puts a marker on both sides of the selection, or takes it away where it is; without a selection, of the word. */
export function toggleWrap(draft: Draft, marker: string, placeholder: string): Edit {
  const { text, start, end } = tight(draft.start === draft.end ? wordAround(draft) : draft)
  const size = marker.length
  const chosen = text.slice(start, end)
  if (chosen === '') return replace(start, end, marker + placeholder + marker, size, placeholder.length)
  if (chosen.includes('\n')) return wrapLines({ text, start, end }, marker)
  if (isWrapped(chosen, marker)) return replace(start, end, chosen.slice(size, -size))
  const isAround = text.slice(start - size, start) === marker && text.slice(end, end + size) === marker
  if (start >= size && isAround) return replace(start - size, end + size, chosen)
  return replace(start, end, marker + chosen + marker, size, chosen.length)
}

/** A link to the selected address, or with the selected words; what is missing is selected to be typed over. */
export function insertLink(draft: Draft): Edit {
  const { text, start, end } = tight(draft)
  const chosen = text.slice(start, end)
  if (/^(https?:\/\/|mailto:)\S+$/.test(chosen)) return replace(start, end, `[text](${chosen})`, 1, 4)
  if (chosen === '') return replace(start, end, '[text](https://)', 1, 4)
  return replace(start, end, `[${chosen}](https://)`, chosen.length + 3, 'https://'.length)
}

/** The selected lines as a block of code, fenced more strongly than any fence inside. */
export function insertCode(draft: Draft): Edit {
  const chosen = draft.text.slice(draft.start, draft.end).replace(/^\n+|\n+$/g, '')
  const longest = Math.max(2, ...[...chosen.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return insertBlock(draft, `${fence}\n${chosen}\n${fence}`, fence.length + 1, chosen.length)
}

/**
 * A block on lines of its own, with blank lines around it, in place of the selection or after the line of the cursor.
 * Selects `length` characters of the block from `at`; all of it by default.
 */
export function insertBlock(draft: Draft, block: string, at = 0, length = block.length - at): Edit {
  const { text } = draft
  const isCaret = draft.start === draft.end
  const from = isCaret && lineAt(text, draft.start).trim() !== '' ? lineEnd(text, draft.start) : draft.start
  const to = isCaret ? from : draft.end
  const before = missingBreaks(text.slice(0, from).match(/\n*$/)?.[0] ?? '', from === 0)
  const after = missingBreaks(text.slice(to).match(/^\n*/)?.[0] ?? '', to === text.length)
  return replace(from, to, before + block + after, before.length + at, length)
}

/** Where the line of a position begins. */
export function lineStart(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1
}

/** Where the line of a position ends, before its line break. */
export function lineEnd(text: string, position: number): number {
  const found = text.indexOf('\n', position)
  return found === -1 ? text.length : found
}

/** The line of a position. */
export function lineAt(text: string, position: number): string {
  return text.slice(lineStart(text, position), lineEnd(text, position))
}

/** One replacement; selects `length` characters of what was inserted from `at`. */
export function replace(from: number, to: number, insert: string, at = 0, length = insert.length - at): Edit {
  return { from, to, insert, start: from + at, end: from + at + length }
}

function missingBreaks(present: string, isEdge: boolean): string {
  return isEdge ? '' : '\n'.repeat(Math.max(0, 2 - present.length))
}

function isWrapped(text: string, marker: string): boolean {
  return text.length > 2 * marker.length && text.startsWith(marker) && text.endsWith(marker)
}

/** Emphasis ends with its paragraph, so each line gets its own. */
function wrapLines({ text, start, end }: Draft, marker: string): Edit {
  const lines = text.slice(start, end).split('\n')
  const bodies = lines.map((line) => line.trim()).filter((line) => line !== '')
  const isOn = bodies.every((body) => isWrapped(body, marker))
  const change = (line: string) => {
    const body = line.trim()
    if (body === '') return line
    const next = isOn ? body.slice(marker.length, -marker.length) : marker + body + marker
    return line.replace(body, () => next)
  }
  return replace(start, end, lines.map(change).join('\n'))
}

/** The selection without the blanks at its edges, which emphasis does not survive. */
function tight({ text, start, end }: Draft): Draft {
  const chosen = text.slice(start, end)
  if (chosen.trim() === '') return { text, start, end: start + (chosen.includes('\n') ? 0 : chosen.length) }
  const leading = chosen.length - chosen.trimStart().length
  return { text, start: start + leading, end: start + chosen.trimEnd().length }
}

function wordAround({ text, start }: Draft): Draft {
  const before = /[\p{L}\p{N}]+$/u.exec(text.slice(0, start))?.[0].length ?? 0
  const after = /^[\p{L}\p{N}]+/u.exec(text.slice(start))?.[0].length ?? 0
  // At a word's edge somebody goes on writing; only inside is the word meant.
  return before && after ? { text, start: start - before, end: start + after } : { text, start, end: start }
}
