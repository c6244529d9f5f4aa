import { useEffect, useMemo, useState } from 'react'
import { type CodeLanguage, ownLanguages, type Write } from '../../samples/code.ts'
import { clientsFor, type LibraryClient } from '../../samples/library.ts'
import type { SampleRequest } from '../../samples/request.ts'
import { CodeBlock } from '../code/CodeBlock.tsx'
import { Select } from '../Select.tsx'
import { useCodeLanguage } from './use-code-language.ts'

const none: readonly CodeLanguage[] = []

/** The request as code, beside what its authors wrote; the language chosen stays chosen on every page. */
export function CodeSamples({
  request,
  authored = none,
}: {
  request: SampleRequest
  authored?: readonly CodeLanguage[]
}) {
  const languages = useMemo(() => [...authored, ...ownLanguages, ...clientsFor(request)], [authored, request])
  const [language, setLanguage] = useCodeLanguage(languages)
  const write = useWriter(language)
  const code = useMemo(() => write?.(request) ?? '', [write, request])
  const options = languages.map(({ id, label, group }) => ({ value: id, label, group }))
  return (
    <CodeBlock
      title="Request sample"
      label={`Request sample in ${language.label}`}
      code={code}
      language={language.grammar}
      maxHeight={380}
      tools={<Select label="Language" value={language.id} options={options} onChange={setLanguage} />}
    />
  )
}

const loaded = new Map<string, Write>()

/** What writes a language, at once where it is at hand; undefined while it is loading. */
function useWriter(language: CodeLanguage | LibraryClient): Write | undefined {
  const [, setArrived] = useState('')
  const { id } = language
  const load = 'load' in language ? language.load : undefined
  useEffect(() => {
    if (!load || loaded.has(id)) return
    let current = true
    void load().then((write) => {
      loaded.set(id, write)
      if (current) setArrived(id)
    })
    return () => {
      current = false
    }
  }, [id, load])
  return 'write' in language ? language.write : loaded.get(id)
}
