// Identifiers are found whole and by their parts: listPets by "listpets", "list" and "pets", /pets/{petId} by "pet".
// Must cut words where public.search_nodes does: at everything that is no letter, digit or underscore.
import type { AnalyzedNode } from '../../analysis/index.ts'

const LONGEST_WORD = 100
const DESCRIPTION_LENGTH = 3_000

export interface SearchTexts {
  a: string
  b: string
  c: string
  d: string
}

/** The words of a node by weight: its name; path, method and tags; summary and description; the rest. */
export function searchTexts(node: AnalyzedNode): SearchTexts {
  const { description, markdown } = node.data
  const told = [description, markdown].filter((text) => typeof text === 'string')
  return {
    a: searchWords(node.name),
    b: searchWords([node.path, node.method, ...node.tags].join(' ')),
    c: searchWords([node.summary, ...told].join(' ').slice(0, DESCRIPTION_LENGTH)),
    d: searchWords(node.searchText),
  }
}

/** The words of a text, each once, with the parts of those that are put together; separated by spaces. */
export function searchWords(text: string): string {
  const words = new Set<string>()
  for (const word of text.split(/[^\p{L}\p{M}\p{N}_]+/u)) {
    if (word === '' || word.length > LONGEST_WORD) continue
    words.add(word.toLowerCase())
    const parts = partsOf(word)
    if (parts.length > 1) for (const part of parts) words.add(part.toLowerCase())
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
