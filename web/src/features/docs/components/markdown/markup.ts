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
