import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { messageOf } from '../../../shared/data/api.ts'
import type { ExportForm } from '../../../shared/data/exports.ts'
import { useRead } from '../../../shared/data/read.ts'
import type { ExportSource } from './docs-source.tsx'

interface Props {
  id: string
  anchor: HTMLElement
  exports: ExportSource
  onClose: () => void
  onChoose: (path: string, form: ExportForm) => void
}

const asItIs: [string, ExportForm][] = [['Original', { kind: 'original' }]]
const formsOfData: [string, ExportForm][] = [
  ...asItIs,
  ['Original, as JSON', { kind: 'original', format: 'json' }],
  ['Original, as YAML', { kind: 'original', format: 'yaml' }],
  ['Bundled references, as JSON', { kind: 'bundled', format: 'json' }],
  ['Bundled references, as YAML', { kind: 'bundled', format: 'yaml' }],
  ['Dereferenced, as JSON', { kind: 'dereferenced', format: 'json' }],
  ['Dereferenced, as YAML', { kind: 'dereferenced', format: 'yaml' }],
]

/** The forms in which the file of the page is exported. */
export function ExportMenu({ id, anchor, exports, onClose, onChoose }: Props) {
  const { data: path, error } = useRead(exports.file)
  const forms = path && /\.(json|ya?ml)$/i.test(path) ? formsOfData : asItIs
  return (
    <Menu id={id} anchorEl={anchor} open onClose={onClose}>
      {path ? (
        forms.map(([label, form]) => (
          <MenuItem key={label} onClick={() => onChoose(path, form)}>
            {label}
          </MenuItem>
        ))
      ) : (
        <MenuItem disabled>
          {error ? messageOf(error) : path === null ? 'There is no file to export' : 'Loading…'}
        </MenuItem>
      )}
    </Menu>
  )
}
