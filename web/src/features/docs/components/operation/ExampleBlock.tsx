import { styled } from '@mui/material/styles'
import { useMemo, useState } from 'react'
import { exactDigits } from '../../../../../../analysis/parse/exact-number.ts'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { Example, MediaContent } from '../../model/types.ts'
import { bodyExample } from '../../samples/request.ts'
import type { SchemaDoc } from '../../schema/flatten.ts'
import { jsonText } from '../../schema/json-text.ts'
import { CodeBlock } from '../code/CodeBlock.tsx'
import { TextLink } from '../markdown/links.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { Select } from '../Select.tsx'

const Root = styled('div')({
  display: 'grid',
  gap: 6,
  minWidth: 0,
  '& > .said': { fontSize: typeSizes.note, color: 'var(--docs-muted)' },
  '& > .said a': { color: 'var(--docs-accent)' },
})

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
    () => (content.examples ?? []).filter(({ value, externalValue }) => value !== undefined || externalValue),
    [content],
  )
  const [at, setAt] = useState(0)
  const picked = given[at]
  const made = useMemo(
    () => (given.length > 0 ? undefined : bodyExample(content, doc, direction)),
    [given, content, doc, direction],
  )
  if (!picked && !made) return null
  const pick = (index: number): void => {
    setAt(index)
    onPick?.(given[index]?.value)
  }
  const options = given.map(({ key, summary }, index) => ({ value: String(index), label: summary || key }))
  const tools =
    options.length > 1 ? (
      <Select
        label="Example"
        value={String(at)}
        options={options}
        onChange={(value) => pick(Number(value))}
      />
    ) : null
  const code = picked?.externalValue ?? exampleText(picked ? picked.value : made?.value)
  return (
    <Root>
      <CodeBlock
        title={made ? `${title} (generated)` : title}
        label={title}
        code={code}
        language={languageOf(content.mediaType)}
        maxHeight={380}
        tools={tools}
      />
      {picked ? <Said example={picked} alone={options.length === 1} /> : null}
    </Root>
  )
}

/** What the author says of an example; its summary stands in the choice where there is one. */
function Said({ example, alone }: { example: Example; alone: boolean }) {
  const { summary, description, externalValue } = example
  if (!(alone && summary) && !description && !externalValue) return null
  return (
    <div className="said">
      {alone && summary ? <strong>{summary}</strong> : null}
      {description ? <Markdown text={description} compact /> : null}
      {externalValue ? <TextLink href={externalValue}>Open this example</TextLink> : null}
    </div>
  )
}

function languageOf(mediaType: string): string {
  if (/xml|html/i.test(mediaType)) return 'xml'
  return /yaml/i.test(mediaType) ? 'yaml' : 'json'
}

function exampleText(value: unknown): string {
  return typeof value === 'string' ? (exactDigits(value) ?? value) : jsonText(value, 2)
}
