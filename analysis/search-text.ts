import type { NodeDraft } from './drafts.ts'
import { isObject, ownEntries, ownItems, ownObject, ownString } from './json.ts'
import { mapSubschemas } from './schema/subschemas.ts'
import type { JsonObject, JsonValue } from './types.ts'

const MAX_LENGTH = 8_000
const MAX_DESCRIPTION = 3_000

/** The words a node is found by, most telling first, each once: at most 8,000 characters. */
export function searchTextOf(
  draft: Pick<NodeDraft, 'name' | 'path' | 'method' | 'summary' | 'tags' | 'data'>,
): string {
  const words = new WordList()
  for (const text of [draft.name, draft.method, draft.path, ...draft.tags, draft.summary]) words.add(text)
  words.add(ownString(draft.data, 'iid'))
  words.add(ownString(draft.data, 'description')?.slice(0, MAX_DESCRIPTION))
  words.add(ownString(draft.data, 'markdown'))
  addParameters(words, draft.data)
  addSchemas(words, draft.data)
  return words.text()
}

class WordList {
  private readonly seen = new Set<string>()
  private readonly parts: string[] = []
  private length = 0

  get isFull(): boolean {
    return this.length >= MAX_LENGTH
  }

  add(text: string | undefined): void {
    const clean = text?.trim()
    if (!clean || this.isFull || this.seen.has(clean)) return
    const part = clean.slice(0, MAX_LENGTH - this.length).toWellFormed()
    this.seen.add(clean)
    this.parts.push(part)
    this.length += part.length + 1
  }

  text(): string {
    return this.parts.join('\n')
  }
}

function addParameters(words: WordList, data: JsonObject): void {
  const request = ownObject(data, 'request') ?? {}
  for (const group of ['path', 'query', 'headers', 'cookie']) {
    for (const parameter of ownItems(request, group).filter(isObject)) words.add(ownString(parameter, 'name'))
  }
}

function addSchemas(words: WordList, data: JsonObject): void {
  addPropertyNames(words, data)
  const body = ownObject(ownObject(data, 'request') ?? {}, 'body') ?? {}
  for (const holder of [body, ...ownItems(data, 'responses')]) {
    if (!isObject(holder)) continue
    for (const content of ownItems(holder, 'contents')) {
      if (isObject(content) && isObject(content.schema)) addPropertyNames(words, content.schema)
    }
  }
  for (const [, schema] of ownEntries(data, '__bundled__')) addPropertyNames(words, schema)
}

function addPropertyNames(words: WordList, schema: JsonValue): void {
  if (words.isFull || !isObject(schema)) return
  for (const [name] of ownEntries(schema, 'properties')) words.add(name)
  mapSubschemas(schema, (child) => {
    addPropertyNames(words, child)
    return child
  })
}
