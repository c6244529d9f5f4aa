import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { MethodBadge } from '../../../../shared/ui/MethodBadge.tsx'
import { referenceTo } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { isMethod, methodsOf } from '../openapi/paths.ts'
import type { OutlineRow } from './outline-rows.ts'

interface Props {
  row: OutlineRow
  anchor: HTMLElement
  isReadOnly: boolean
  canRename: boolean
  canDelete: boolean
  onOpen: () => void
  onRename: () => void
  onDelete: () => void
  onAddOperation: (method: string) => void
  onClose: () => void
}

/** What can be done with a row, at its place. */
export function OutlineMenu({ row, anchor, isReadOnly, canRename, canDelete, onClose, ...on }: Props) {
  const { keys, look, flavour } = useForm()
  const perform = (act: () => void) => () => {
    onClose()
    act()
  }
  const own = row.kind === 'path' ? keys(row.path).filter(isMethod) : []
  const free =
    row.kind === 'path' && !isReadOnly
      ? methodsOf(flavour, look(['openapi'])).filter((method) => !own.some((known) => known === method))
      : []
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { dense: true, 'aria-label': `Actions of ${row.label}` } }}
    >
      {row.kind === 'section' ? null : <MenuItem onClick={perform(on.onOpen)}>Open</MenuItem>}
      {row.kind === 'component' ? (
        <MenuItem onClick={perform(() => void navigator.clipboard.writeText(referenceTo(row.path)))}>
          Copy reference
        </MenuItem>
      ) : null}
      {canRename ? <MenuItem onClick={perform(on.onRename)}>Rename</MenuItem> : null}
      {canDelete ? (
        <MenuItem onClick={perform(on.onDelete)} sx={{ color: 'error.main' }}>
          Delete
        </MenuItem>
      ) : null}
      {free.length > 0 ? <Divider /> : null}
      {free.map((method) => (
        <MenuItem
          key={method}
          aria-label={`Add ${method.toUpperCase()}`}
          onClick={perform(() => on.onAddOperation(method))}
        >
          Add&nbsp;
          <MethodBadge method={method} />
        </MenuItem>
      ))}
    </Menu>
  )
}
