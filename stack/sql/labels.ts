import type { ReadQuery } from './tree.ts'

/** The output columns of a query by name. */
export function labelsOf(query: ReadQuery): string[] {
  const own = query.fields.flatMap((field) =>
    field.kind === 'star' ? [...(query.relation?.columns.keys() ?? [])] : [field.label],
  )
  const embedded = query.embeds.flatMap((embed) => {
    if (embed.hidden) return []
    return embed.shape === 'spread' ? labelsOf(embed.query) : [embed.label]
  })
  return [...own, ...embedded]
}
