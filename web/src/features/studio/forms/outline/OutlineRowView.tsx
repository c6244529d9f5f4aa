import ChevronRight from '@mui/icons-material/ChevronRight'
import { visuallyHidden } from '@mui/utils'
import { type MouseEvent, memo } from 'react'
import { MethodBadge } from '../../../../shared/ui/MethodBadge.tsx'
import { useForm } from '../binding/form-context.tsx'
import { useKeys, useSelected } from '../binding/use-part.ts'
import { NameBox } from '../fields/NameBox.tsx'
import { isMethod } from '../openapi/paths.ts'
import type { OutlineRow } from './outline-rows.ts'

interface Props {
  id: string
  row: OutlineRow
  top: number
  isActive: boolean
  isFocused: boolean
  isRenaming: boolean
  onAct: () => void
  onToggle: () => void
  onMenu: (event: MouseEvent<HTMLElement>) => void
  onName: (name: string) => void
  onNamed: () => void
  reasonAgainst: (name: string) => string | null
}

/** One row of the outline. */
export const OutlineRowView = memo(
  function OutlineRowView({ id, row, top, isActive, isFocused, isRenaming, ...on }: Props) {
    const isOperation = row.kind === 'operation'
    const operation = useOperation(row)
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around handles the keyboard
      // biome-ignore lint/a11y/useFocusableInteractive: the tree names its current row by aria-activedescendant
      <div
        id={id}
        className="row"
        role="treeitem"
        style={{ transform: `translateY(${top}px)`, paddingLeft: 4 + row.depth * 12 }}
        aria-level={row.depth + 1}
        aria-posinset={row.position}
        aria-setsize={row.size}
        aria-expanded={row.isOpen}
        aria-selected={isActive}
        data-key={row.key}
        data-kind={row.kind}
        data-active={isActive || undefined}
        data-focused={isFocused || undefined}
        data-deprecated={operation.isDeprecated || undefined}
        title={row.label}
        onClick={on.onAct}
        onContextMenu={on.onMenu}
      >
        {row.isOpen === undefined ? null : (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around handles the keyboard
          // biome-ignore lint/a11y/noStaticElementInteractions: a part of the row for the mouse
          <span
            className="chevron"
            data-open={row.isOpen || undefined}
            onClick={(event) => {
              event.stopPropagation()
              on.onToggle()
            }}
          >
            <ChevronRight fontSize="tiny" />
          </span>
        )}
        {isOperation ? (
          <span className="method">
            <span style={visuallyHidden}>{row.label.toUpperCase()} </span>
            <span aria-hidden>
              <MethodBadge method={row.label} />
            </span>
          </span>
        ) : null}
        {isRenaming ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: what is typed here is not for the tree
          // biome-ignore lint/a11y/useKeyWithClickEvents: the same for clicks
          <span style={{ flex: 1, minWidth: 0 }} onClick={(event) => event.stopPropagation()}>
            <NameBox
              autoFocus
              isMono
              label={`New name of ${row.label}`}
              name={row.label}
              onName={(name) => {
                const why = on.reasonAgainst(name)
                if (why === null) {
                  on.onName(name)
                  on.onNamed()
                }
                return why
              }}
              onEnter={on.onNamed}
              onCancel={on.onNamed}
            />
          </span>
        ) : (
          <span className="label">{isOperation ? operation.label : row.label}</span>
        )}
        {row.kind === 'path' && !row.isOpen ? <Badges row={row} /> : null}
        {row.kind === 'section' ? (
          <span className="count" aria-hidden>
            {row.count.toLocaleString('en')}
          </span>
        ) : null}
      </div>
    )
  },
  (before, after) =>
    before.id === after.id &&
    before.top === after.top &&
    before.isActive === after.isActive &&
    before.isFocused === after.isFocused &&
    before.isRenaming === after.isRenaming &&
    JSON.stringify(before.row) === JSON.stringify(after.row),
)

/** What an operation is called; only for rows in sight, so only their parts are read. */
function useOperation(row: OutlineRow): { label: string; isDeprecated: boolean } {
  const { look } = useForm()
  return useSelected(() => {
    if (row.kind !== 'operation') return { label: row.label, isDeprecated: false }
    const words = [look([...row.path, 'summary']), look([...row.path, 'operationId'])]
    const label = words.find((word) => typeof word === 'string' && word !== '')
    return {
      label: label ? String(label) : String(row.path[1]),
      isDeprecated: look([...row.path, 'deprecated']) === true,
    }
  })
}

function Badges({ row }: { row: OutlineRow }) {
  const methods = useKeys(row.path).filter(isMethod)
  return (
    <span className="badges" aria-hidden="true">
      {methods.slice(0, 3).map((method) => (
        <MethodBadge key={method} method={method} />
      ))}
      {methods.length > 3 ? <span className="count">+{methods.length - 3}</span> : null}
    </span>
  )
}
