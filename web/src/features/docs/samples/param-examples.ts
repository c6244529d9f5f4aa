import type { Example, Param } from '../model/types.ts'

/** What a description gives as examples of a parameter, also of one that is a document of its own. */
export function examplesOfParam({ examples = [], content }: Param): Example[] {
  const [media] = Object.values(content ?? {})
  if (examples.length > 0 || !media) return examples
  const given = Object.entries(media.examples ?? {}).map(([key, example]) => ({ ...example, key }))
  return media.example === undefined ? given : [{ key: 'default', value: media.example }, ...given]
}
