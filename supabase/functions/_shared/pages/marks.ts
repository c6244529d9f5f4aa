// Parts of Markdown that several kinds of pages have.
import { type Budget, isSpent } from './budget.ts'
import { type Fields, fieldsOf, oneLine, plainLine, textOf } from './read.ts'

export const lines = (list: string[]) => list.filter(Boolean).join('\n')

/** A titled part, where it says anything. */
export function section(title: string, blocks: string[], level = 2): string[] {
  const said = blocks.filter((block) => block.trim() !== '')
  return said.length > 0 ? [`${'#'.repeat(level)} ${title}`, ...said] : []
}

/** Where else something is described. */
export function docsLine(given: unknown): string {
  const { url, description } = fieldsOf(given)
  const address = textOf(url)
  if (!/^https?:\/\/[^\s<>()]{1,2000}$/.test(address)) return ''
  return `See [${plainLine(description) || plainLine(address)}](${address})`
}

/** A text that stands by itself, in a fence longer than any within: it cannot end its block. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[\w+#.-]{1,30}$/.test(language) ? language : ''}\n${text}\n${fence}`
}

/** Each of some things as a text, as far as they may cost. */
export function each(list: readonly Fields[], budget: Budget, write: (one: Fields) => string): string[] {
  const texts: string[] = []
  for (const one of list) {
    if (isSpent(budget)) break
    budget.steps -= 1
    const text = write(one)
    budget.characters -= text.length
    texts.push(text)
  }
  return texts
}

/** The entries of an object, each with its name. */
export function named(value: unknown): Fields[] {
  return Object.entries(fieldsOf(value)).map(([name, one]) => ({ ...fieldsOf(one), name }))
}

/** A sentence behind what it is about. */
export const about = (text: unknown): string => {
  const said = oneLine(text)
  return said ? `. ${said}` : ''
}
