import { styled } from '@mui/material/styles'
import { Fragment } from 'react'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { Server } from '../../model/types.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { Select } from '../Select.tsx'

const Root = styled('div')({
  border: '1px solid var(--docs-border)',
  borderRadius: 8,
  padding: '10px 14px',
  display: 'grid',
  gap: 8,
  fontSize: typeSizes.note,
  '& > .line, & label': { display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 },
  '& .label': { color: 'var(--docs-muted)', fontWeight: 600, flex: 'none' },
  '& input': {
    font: 'inherit',
    flex: 1,
    minWidth: 0,
    padding: '4px 8px',
    borderRadius: 6,
    border: '1px solid var(--docs-border)',
    background: 'var(--docs-paper)',
    color: 'var(--docs-text)',
  },
})

export interface ServerChoice {
  index: number
  variables: Record<string, string>
}

/** The server that samples call, and its variables. */
export function ServerSelect({
  servers,
  choice,
  onChange,
}: {
  servers: Server[]
  choice: ServerChoice
  onChange: (choice: ServerChoice) => void
}) {
  const server = servers[choice.index]
  if (!server) return null
  const options = servers.map((candidate, index) => ({ value: String(index), label: serverLabel(candidate) }))
  const set = (name: string, value: string): void =>
    onChange({ ...choice, variables: { ...choice.variables, [name]: value } })
  return (
    <Root>
      <div className="line">
        <span className="label">Server</span>
        {servers.length > 1 ? (
          <Select
            label="Server"
            value={String(choice.index)}
            options={options}
            onChange={(value) => onChange({ index: Number(value), variables: {} })}
          />
        ) : (
          <span style={{ overflowWrap: 'anywhere' }}>{server.description || server.url}</span>
        )}
      </div>
      {Object.entries(server.variables ?? {}).map(([name, variable]) => {
        const value = choice.variables[name] ?? variable.default ?? ''
        const values = (variable.enum ?? []).map((option) => ({ value: option, label: option }))
        return (
          <Fragment key={name}>
            {values.length > 0 ? (
              <div className="line">
                <span className="label">{name}</span>
                <Select label={name} value={value} options={values} onChange={(next) => set(name, next)} />
              </div>
            ) : (
              <label>
                <span className="label">{name}</span>
                <input value={value} onChange={(event) => set(name, event.target.value)} />
              </label>
            )}
            {variable.description ? <Markdown text={variable.description} compact /> : null}
          </Fragment>
        )
      })}
    </Root>
  )
}

function serverLabel(server: Server): string {
  return server.description ? `${server.description} (${server.url})` : server.url
}
