import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { Fact } from '../../schema/facts.ts'

const FIRST_VALUES = 12

const List = styled('dl')({
  margin: '5px 0 0',
  display: 'grid',
  gap: 4,
  fontSize: typeSizes.note,
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 5, alignItems: 'baseline' },
  '&& dt': { color: 'var(--docs-muted)', fontWeight: 400 },
  '&& dd': {
    margin: 0,
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
  '& button': {
    border: 0,
    background: 'none',
    padding: 0,
    font: 'inherit',
    fontWeight: 600,
    color: 'var(--docs-accent)',
    cursor: 'pointer',
  },
})

/** Limits, allowed values and examples of a value. */
export function SchemaFacts({ facts, not }: { facts: Fact[]; not?: string }) {
  if (facts.length === 0 && !not) return null
  return (
    <List>
      {facts.map((fact) => (
        <FactLine key={`${fact.label}:${fact.values[0]}`} fact={fact} />
      ))}
      {not ? <FactLine fact={{ label: 'Must not be', values: [not] }} /> : null}
    </List>
  )
}

function FactLine({ fact }: { fact: Fact }) {
  const [all, setAll] = useState(false)
  const values = [...new Set(all ? fact.values : fact.values.slice(0, FIRST_VALUES))]
  const hidden = fact.values.length - values.length
  return (
    <div>
      <dt>{fact.label}:</dt>
      {values.map((value) => (
        <dd key={value}>{short(value)}</dd>
      ))}
      {hidden > 0 && !all ? (
        <dd style={{ border: 0, background: 'none', padding: 0 }}>
          <button type="button" onClick={() => setAll(true)}>
            {hidden} more
          </button>
        </dd>
      ) : null}
    </div>
  )
}

const short = (value: string): string => (value.length > 300 ? `${value.slice(0, 300)}…` : value)
