import { styled } from '@mui/material/styles'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { Branch } from '../../queries.ts'

const Native = styled('select')({
  width: '100%',
  font: 'inherit',
  fontSize: typeSizes.code,
  fontWeight: 500,
  padding: '7px 10px',
  borderRadius: 8,
  border: '1px solid var(--docs-border)',
  background: 'var(--docs-paper)',
  color: 'var(--docs-text)',
  textOverflow: 'ellipsis',
})

/** The branch (version) whose docs show; the listed ones first, then the others. */
export function BranchSelect({
  branches,
  value,
  onChange,
}: {
  branches: readonly Branch[]
  value: string
  onChange: (slug: string) => void
}) {
  const groups = [
    { label: 'Versions', branches: branches.filter((branch) => branch.is_published) },
    { label: 'Unlisted', branches: branches.filter((branch) => !branch.is_published) },
  ]
  return (
    <Native aria-label="Version" value={value} onChange={(event) => onChange(event.target.value)}>
      {groups.map((group) =>
        group.branches.length > 0 ? (
          <optgroup key={group.label} label={group.label}>
            {group.branches.map((branch) => (
              <option key={branch.id} value={branch.slug}>
                {branch.name}
                {branch.is_default ? ' (Default)' : ''}
              </option>
            ))}
          </optgroup>
        ) : null,
      )}
    </Native>
  )
}
