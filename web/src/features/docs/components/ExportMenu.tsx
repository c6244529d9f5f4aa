import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { messageOf } from '../../../shared/data/api.ts'
import type { ExportForm } from '../../../shared/data/exports.ts'
import { useRead } from '../../../shared/data/read.ts'
import type { ExportedFile } from '../read-exported-file.ts'
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
  const { data: file, error } = useRead(exports.file)
  return (
    <Menu id={id} anchorEl={anchor} open onClose={onClose}>
      {file ? (
        formsOf(file).map(([label, form]) => (
          <MenuItem key={label} onClick={() => onChoose(file.path, form)}>
            {label}
          </MenuItem>
        ))
      ) : (
        <MenuItem disabled>
          {error ? messageOf(error) : file === null ? 'There is no file to export' : 'Loading…'}
        </MenuItem>
      )}
    </Menu>
  )
}

function formsOf({ path, isLegacy }: ExportedFile): [string, ExportForm][] {
  if (!/\.(json|ya?ml)$/i.test(path)) return asItIs
  return isLegacy ? formsOfData.filter(([, { kind }]) => kind !== 'bundled') : formsOfData
}
