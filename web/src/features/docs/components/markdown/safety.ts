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
    blockquote: [...(attributes.blockquote ?? []), 'dataTheme'],
    code: [...(attributes.code ?? []), 'dataTitle', 'dataMeta', 'dataLines'],
    table: [...(attributes.table ?? []), 'dataTitle'],
    div: [...(attributes.div ?? []), 'dataTab', 'dataTabs'],
  },
}

/** Whether a link leaves this site. */
export function isExternal(href: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href)
}

/** `rel` of every link in text that others wrote. */
export const untrustedRel = 'noopener noreferrer nofollow'

/** A link of a description if it may be followed (http, https, mailto, tel or relative), else undefined. */
export function safeHref(href: string | undefined): string | undefined {
  if (!href) return undefined
  // Browsers skip control characters and blanks inside a scheme.
  const plain = [...href].filter((char) => char > ' ' && char !== '\u007f').join('')
  const scheme = /^([^:/?#]*):/.exec(plain)?.[1]?.toLowerCase()
  if (scheme === undefined) return plain
  return ['http', 'https', 'mailto', 'tel'].includes(scheme) ? plain : undefined
}
