import type { Operation } from '../model/types.ts'
import type { CodeLanguage } from './code.ts'

const GRAMMARS: Readonly<Record<string, string>> = {
  'c#': 'csharp',
  'c++': 'cpp',
  'f#': 'fsharp',
  'objective-c': 'objectivec',
}

/** The samples that an operation brings along (`x-codeSamples`). */
export function authoredSamples({ extensions }: Operation): CodeLanguage[] {
  const given = extensions?.['x-codeSamples'] ?? extensions?.['x-code-samples']
  if (!Array.isArray(given)) return []
  return given.flatMap((sample: unknown): CodeLanguage[] => {
    const { lang, label, source } = (sample ?? {}) as Record<string, unknown>
    if (typeof lang !== 'string' || typeof source !== 'string') return []
    const name = typeof label === 'string' && label ? label : lang
    const grammar = GRAMMARS[lang.toLowerCase()] ?? lang.toLowerCase()
    return [{ id: `author:${name}`, label: name, group: 'From the authors', grammar, write: () => source }]
  })
}
