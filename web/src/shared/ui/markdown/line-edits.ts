// Edits of whole lines: quotes, lists, headings.
import { type Draft, type Edit, lineEnd, lineStart, replace } from './edits.ts'

export type LinePrefix = 'quote' | 'bulleted' | 'numbered' | 'checkbox' | `heading${1 | 2 | 3 | 4 | 5 | 6}`

const listMarker = /^(\s*)(?:[-*+] \[[ xX]\] |[-*+] |\d+[.)] )/

/** Begins the selected lines as `prefix` says, or takes that beginning away where all of them have it. */
export function togglePrefix(draft: Draft, prefix: LinePrefix): Edit {
  const from = lineStart(draft.text, draft.start)
  // A selection that ends at the beginning of a line does not mean that line.
  const last = draft.end > draft.start && draft.text[draft.end - 1] === '\n' ? draft.end - 1 : draft.end
  const to = lineEnd(draft.text, last)
  const lines = draft.text.slice(from, to).split('\n')
  const isMeant = (line: string) => lines.length === 1 || line.trim() !== ''
  const isOn = lines.filter(isMeant).every((line) => has(line, prefix))
  let count = 0
  const changed = lines.map((line) => {
    if (!isMeant(line)) return line
    count += 1
    return isOn ? without(line, prefix) : begin(without(line, prefix, true), prefix, count)
  })
  const insert = changed.join('\n')
  if (draft.start !== draft.end) return replace(from, to, insert)
  const caret = Math.max(from, draft.start + insert.length - (to - from))
  return { from, to, insert, start: caret, end: caret }
}

/** What Enter does at the end of a list's item: begins the next, or ends the list after an empty one. */
export function continueList(draft: Draft): Edit | undefined {
  if (draft.start !== draft.end) return undefined
  const from = lineStart(draft.text, draft.start)
  const line = draft.text.slice(from, draft.start)
  const marker = listMarker.exec(line)?.[0]
  if (marker === undefined || draft.start !== lineEnd(draft.text, draft.start)) return undefined
  if (line === marker) return replace(from, draft.start, '')
  const next = marker.replace(/\d+/, (number) => String(Number(number) + 1)).replace(/\[[xX]\]/, '[ ]')
  const insert = `\n${next}`
  return replace(draft.start, draft.start, insert, insert.length)
}

function has(line: string, prefix: LinePrefix): boolean {
  if (prefix === 'quote') return line.startsWith('>')
  if (prefix === 'checkbox') return /^\s*[-*+] \[[ xX]\] /.test(line)
  if (prefix === 'bulleted') return /^\s*[-*+] (?!\[[ xX]\] )/.test(line)
  if (prefix === 'numbered') return /^\s*\d+[.)] /.test(line)
  return new RegExp(`^#{${level(prefix)}} `).test(line)
}

/** The line without this kind of beginning; a list's items change their kind, so `any` list marker goes. */
function without(line: string, prefix: LinePrefix, any = false): string {
  if (prefix === 'quote') return any ? line : line.replace(/^> ?/, '')
  if (prefix.startsWith('heading')) return line.replace(/^#{1,6} +/, '')
  return line.replace(listMarker, '$1')
}

function begin(line: string, prefix: LinePrefix, number: number): string {
  if (prefix === 'quote') return `> ${line}`
  if (prefix.startsWith('heading')) return `${'#'.repeat(level(prefix))} ${line}`
  const marker = { bulleted: '- ', numbered: `${number}. `, checkbox: '- [ ] ' }[prefix as 'bulleted']
  return line.replace(/^\s*/, (indent) => indent + marker)
}

function level(prefix: LinePrefix): number {
  return Number(prefix.slice(-1))
}
