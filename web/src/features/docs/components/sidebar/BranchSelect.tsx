import type { Branch } from '../../queries.ts'
import { NativeSelect } from '../Select.tsx'

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
    <NativeSelect
      data-size="large"
      aria-label="Version"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
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
    </NativeSelect>
  )
}
