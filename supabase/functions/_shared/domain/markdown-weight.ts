// Formatting Markdown takes quadratic time in what stands inside one another or has to be matched: a few kilobytes of
// `*a_ ` or `>` would stop a page for minutes. So the work is estimated from the shape of the text first.

const MAX_LENGTH = 100_000
const MAX_LINES = 6_000
// One paragraph of 700 marks, or a thousand of 22.
const MAX_WORK = 500_000
const MAX_CELLS = 20_000
// Where a container begins or ends, all that was read before is moved. A thousand such lines took a quarter of a second.
const MAX_MOVES = 1_000
const blanks = /[ \t]{1000}/

const blank = /^[ \t>]*$/
const marks = /[*_~[\]<`&@]/g
// A label that certainly ends where it seems to: of plain text and plain code.
const label = /!?\[(?:[^[\]`\\<]|`[^`[\]\\<]+`(?!`))*\]/g
// Where an address that is written plainly may begin (GitHub's autolinks): each is sought back to the last open bracket.
const addresses = /(?<![\w+.-])[\w+.-]|(?<=[\d+._-])[hw]/gi
const containers = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*[ \t]*/
const item = /^ {0,3}(?:[-*+]|#{1,6}) +\S/
const fence = /^(`{3,}(?=[^`]*$)|~{3,})/
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/
const delimiters = /^ {0,3}\|?[ \t]*:?-[-:| \t]*$/

/**
 * Whether a Markdown text is formatted in a moment; or texts, all of them together, each of which is formatted by itself: what
 * is open at the end of one does not reach into the next. Reads every line once.
 */
export function isFormattable(text: string | readonly string[]): boolean {
  const texts = [text].flat()
  const length = texts.reduce((sum, one) => sum + one.length, 0)
  if (length > MAX_LENGTH || texts.some((one) => blanks.test(one))) return false
  const lines = texts.flatMap((one) => [...linesOutsideCode(one), ''])
  if (lines.length > MAX_LINES) return false
  let work = 0
  let inBlock = 0
  let addressesInBlock = 0
  let isOpen = false
  let moves = 0
  let before = 0
  let table: { columns: number; rows: number } | undefined
  for (const [at, line] of lines.entries()) {
    const columns = count(line, /\|/g)
    if (blank.test(line)) table = undefined
    else if (!table && isTableHead(line, lines[at + 1])) table = { columns, rows: 0 }
    if (table && Math.max(columns, table.columns) * ++table.rows > MAX_CELLS) return false
    // What is open in one block, item or row does not reach into the next.
    if (table || blank.test(line) || item.test(line)) {
      inBlock = 0
      addressesInBlock = 0
      isOpen = false
    }
    const found = count(line, marks)
    const within = depth(line)
    work += (inBlock + found) ** 2 - inBlock ** 2 + within ** 2
    inBlock += found
    isOpen ||= mayStayOpen(line)
    const sought = isOpen ? count(line, addresses) : 0
    work += ((addressesInBlock + sought) ** 2 - addressesInBlock ** 2) / 10
    addressesInBlock += sought
    if (within > 1 || underline.test(line) || (before > 0 && within < 1)) moves++
    // A line after a quote or an item goes on with it, marked or not, until a blank one ends its paragraph.
    before = blank.test(line) ? 0 : Math.max(before, within)
    if (work > MAX_WORK || moves > MAX_MOVES) return false
  }
  return true
}

function count(line: string, what: RegExp): number {
  return line.match(what)?.length ?? 0
}

/** Whether a bracket may be open at the end of the line: labels, and labels in labels, are closed. */
function mayStayOpen(line: string): boolean {
  return line.includes('[') && line.replace(label, '').replace(label, '').includes('[')
}

/** How many quotes and lists a line may stand in. */
function depth(line: string): number {
  const before = containers.exec(line)?.[0] ?? ''
  const blanks = before.replaceAll('\t', '    ').replace(/\S/g, '').length
  return count(before, /[>*+.)-]/g) + blanks / 2
}

function isTableHead(line: string, next: string | undefined): boolean {
  if (next === undefined || /[\\`]/.test(line) || !delimiters.test(next)) return false
  const columns = count(line, /\|/g)
  return columns > 0 && columns === count(next, /\|/g)
}

/** Fenced code costs nothing. A fence is believed only where it cannot be anything else. */
function linesOutsideCode(text: string): string[] {
  const out: string[] = []
  let code: string | undefined
  let html: 'no' | 'comment' | 'until blank' | 'for good' = 'no'
  for (const line of text.split(/\r\n?|\n/)) {
    if (code !== undefined) {
      const end = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1]
      if (end?.startsWith(code)) code = undefined
      continue
    }
    if (html === 'no') code = fence.exec(line)?.[1]
    if (code !== undefined) continue
    out.push(line)
    if (html === 'comment' ? line.includes('-->') : html === 'until blank' && blank.test(line)) html = 'no'
    else if (html === 'no') html = startOfHtml(line)
  }
  return out
}

function startOfHtml(line: string): 'no' | 'comment' | 'until blank' | 'for good' {
  if (!/^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]*)?</.test(line)) return 'no'
  if (/^ {0,3}<!--/.test(line)) return line.includes('-->') ? 'no' : 'comment'
  return /<(?:[!?]|script|pre|style|textarea)/i.test(line) ? 'for good' : 'until blank'
}
