// Text in a description is written by strangers. The allow-list is GitHub's, narrowed further.
import { defaultSchema, type Options } from 'rehype-sanitize'

const attributes = defaultSchema.attributes ?? {}

/** What may stand in rendered Markdown; everything else is dropped. */
export const safeMarkup: Options = {
  ...defaultSchema,
  // Only the identifiers that footnotes need: others could shadow the page's own.
  clobber: [],
  attributes: {
    ...attributes,
    '*': [
      ...(attributes['*'] ?? []).filter((name) => name !== 'id' && name !== 'name'),
      ['id', /^user-content-/],
    ],
    blockquote: [...(attributes.blockquote ?? []), 'dataTheme', 'dataCallout'],
    code: [...(attributes.code ?? []), 'dataTitle', 'dataMeta', 'dataLines'],
    table: [...(attributes.table ?? []), 'dataTitle'],
    div: [...(attributes.div ?? []), 'dataTab', 'dataTabs'],
  },
}

interface Markup {
  properties?: Record<string, unknown>
  children?: unknown[]
}

/**
 * A rehype plugin: places that an author named in HTML (`<a name="limits">`) keep their names, behind a word that no part
 * of the page begins with.
 */
export function authorNames() {
  return function rename({ properties, children = [] }: Markup): void {
    const name = properties?.id ?? properties?.name
    if (properties && typeof name === 'string' && name && !name.startsWith('user-content-'))
      properties.id = `user-content-${name}`
    for (const child of children as Markup[]) rename(child)
  }
}
