import { useMemo } from 'react'
import { type CodeLanguage, codeLanguages } from '../../samples/code.ts'
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
  const languages = useMemo(() => [...authored, ...codeLanguages], [authored])
  const [language, setLanguage] = useCodeLanguage(languages)
  const code = useMemo(() => language.write(request), [language, request])
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
