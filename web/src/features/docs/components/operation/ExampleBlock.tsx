import { useMemo, useState } from 'react'
import { exactDigits } from '../../../../../../analysis/parse/exact-number.ts'
import type { MediaContent } from '../../model/types.ts'
import { bodyExample } from '../../samples/request.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import { jsonText } from '../../schema/json-text.ts'
import { CodeBlock } from '../code/CodeBlock.tsx'
import { Select } from '../Select.tsx'

interface Props {
  title: string
  content: MediaContent
  doc: SchemaDoc
  direction: 'request' | 'response'
  onPick?: (value: unknown) => void
}

/** The examples of a body: the given ones to choose from, else one made from the schema. */
export function ExampleBlock({ title, content, doc, direction, onPick }: Props) {
  const given = useMemo(
    () => (content.examples ?? []).filter((example) => example.value !== undefined),
    [content],
  )
  const [picked, setPicked] = useState(0)
  const example = useMemo(
    () =>
      given.length > 0
        ? { value: given[picked]?.value, generated: false }
        : bodyExample(content, doc, direction),
    [given, picked, content, doc, direction],
  )
  const external = content.examples?.find((candidate) => candidate.externalValue)?.externalValue
  if (!example) return external ? <p>The example lies at {external}</p> : null
  const pick = (index: number): void => {
    setPicked(index)
    onPick?.(given[index]?.value)
  }
  const options = given.map(({ key, summary }, index) => ({ value: String(index), label: summary || key }))
  const tools =
    options.length > 1 ? (
      <Select
        label="Example"
        value={String(picked)}
        options={options}
        onChange={(value) => pick(Number(value))}
      />
    ) : null
  return (
    <CodeBlock
      title={example.generated ? `${title} (generated)` : title}
      label={title}
      code={exampleText(example.value)}
      language={/xml/i.test(content.mediaType) ? 'xml' : 'json'}
      maxHeight={380}
      tools={tools}
    />
  )
}

function exampleText(value: unknown): string {
  return typeof value === 'string' ? (exactDigits(value) ?? value) : jsonText(value, 2)
}
