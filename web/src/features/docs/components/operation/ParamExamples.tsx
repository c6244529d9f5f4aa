import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { Example } from '../../model/types.ts'
import { valueText } from '../../schema/facts.ts'
import { TextLink } from '../markdown/links.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { Select } from '../Select.tsx'

const Root = styled('div')({
  display: 'grid',
  gap: 6,
  marginTop: 6,
  fontSize: typeSizes.note,
  '& > .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 6 },
  '& .label': { color: 'var(--docs-muted)' },
  '& code': {
    fontFamily: 'var(--docs-mono)',
    fontSize: typeSizes.codeSmall,
    padding: '1px 6px',
    borderRadius: 4,
    border: '1px solid var(--docs-border)',
    background: 'var(--docs-code-bg)',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
    minWidth: 0,
  },
  '& a': { color: 'var(--docs-accent)' },
})

/** The named examples of a parameter; the one chosen goes into the code samples. */
export function ParamExamples({
  name,
  examples,
  onPick,
}: {
  name: string
  examples: readonly Example[]
  onPick?: ((value: unknown) => void) | undefined
}) {
  const [at, setAt] = useState(0)
  const example = examples[at]
  if (!example) return null
  const options = examples.map(({ key, summary }, index) => ({ value: String(index), label: summary || key }))
  const pick = (index: number): void => {
    setAt(index)
    onPick?.(examples[index]?.value)
  }
  return (
    <Root>
      <div className="line">
        <span className="label">Example:</span>
        {options.length > 1 ? (
          <Select
            label={`Example of ${name}`}
            value={String(at)}
            options={options}
            onChange={(value) => pick(Number(value))}
          />
        ) : (
          <span>{example.summary}</span>
        )}
        {example.value === undefined ? null : <code>{valueText(example.value)}</code>}
        {example.externalValue ? (
          <TextLink href={example.externalValue}>{example.externalValue}</TextLink>
        ) : null}
      </div>
      {example.description ? <Markdown text={example.description} compact /> : null}
    </Root>
  )
}
