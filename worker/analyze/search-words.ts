// Identifiers are found whole and by their parts: listPets by "listpets", "list" and "pets", /pets/{petId} by "pet".
// Must cut words where private.search_text does: at everything that is no letter or digit.
import type { AnalyzedNode } from '../../analysis/index.ts'

const LONGEST_WORD = 100
const DESCRIPTION_LENGTH = 3_000
/** Of the words of one weight: a tsvector holds 1 MB of all four, and words of many bytes count in full. */
const LONGEST_TEXT = 50_000

export interface SearchTexts {
  a: string
  b: string
  c: string
  d: string
}

/** What of a node is searched in. */
type Searched = Pick<AnalyzedNode, 'name' | 'path' | 'method' | 'tags' | 'summary' | 'data' | 'searchText'>

/** The words of a node by weight: its name; path, method, tags and identifier; summary and description; the rest. */
export function searchTexts(node: Searched): SearchTexts {
  const { description, markdown, iid } = node.data
  const identifier = typeof iid === 'string' ? iid : ''
  const texts = [description, markdown].filter((text) => typeof text === 'string')
  return {
    a: searchWords(node.name),
    // An identifier in one piece as well: issues/list-for-repo shares its words with a dozen others.
    b: searchWords(
      [node.path, node.method, ...node.tags, identifier, identifier.replace(/[^\p{L}\p{N}]+/gu, '')].join(
        ' ',
      ),
    ),
    c: searchWords([node.summary, ...texts].join(' ').slice(0, DESCRIPTION_LENGTH)),
    d: searchWords(node.searchText),
  }
}

/**
 * The words of a text, each once, with the parts of those that are put together; separated by spaces. Past 50 KB the
 * rest is left out.
 */
export function searchWords(text: string): string {
  const words = new Set<string>()
  let bytes = 0
  for (const { 0: word } of text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    if (word.length > LONGEST_WORD) continue
    const parts = partsOf(word)
    for (const one of parts.length > 1 ? [word, ...parts] : [word]) {
      const lower = one.toLowerCase()
      if (words.has(lower)) continue
      bytes += Buffer.byteLength(lower) + 1
      if (bytes > LONGEST_TEXT) return [...words].join(' ')
      words.add(lower)
    }
  }
  return [...words].join(' ')
}

function partsOf(word: string): string[] {
  return word
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .split('_')
    .filter((part) => part !== '')
}
