import { useMemo } from 'react'
import { codeLanguages } from '../../samples/code.ts'
import type { SampleRequest } from '../../samples/request.ts'
import { CodeBlock } from '../code/CodeBlock.tsx'
import { Select } from '../Select.tsx'
import { useCodeLanguage } from './use-code-language.ts'

const options = codeLanguages.map(({ id, label }) => ({ value: id, label }))

/** The request as code; the language chosen stays chosen on every page. */
export function CodeSamples({ request }: { request: SampleRequest }) {
  const [language, setLanguage] = useCodeLanguage()
  const code = useMemo(() => language.write(request), [language, request])
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
