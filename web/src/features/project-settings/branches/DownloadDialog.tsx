import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useState } from 'react'
import { type ExportKind, readExport } from '../../../shared/data/exports.ts'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { download } from '../../../shared/ui/download.ts'
import type { Branch, SectionProps } from '../model.ts'

interface Props {
  project: SectionProps['project']
  branch: Branch
  onClose: () => void
}

const kinds: [ExportKind, string, string][] = [
  ['original', 'As written', 'Every file as it is in this branch, images too.'],
  ['bundled', 'Bundled', 'Each description together with what it refers to in other files.'],
  ['dereferenced', 'Dereferenced', 'References replaced by what they refer to, where that is possible.'],
]

/** All files of a branch as a zip archive, in one of the forms. */
export function DownloadDialog({ project, branch, onClose }: Props) {
  const [kind, setKind] = useState<ExportKind>('original')
  return (
    <ConfirmDialog
      open
      title={`Download ${branch.name}`}
      confirmLabel="Download"
      onConfirm={async () => {
        const { name, content } = await readExport(project.id, branch, null, { kind })
        download(name, content)
      }}
      onClose={onClose}
    >
      <RadioGroup
        aria-label="Form of the files"
        value={kind}
        onChange={(_, chosen) => setKind(chosen as ExportKind)}
      >
        {kinds.map(([value, label, about]) => (
          <div key={value}>
            <FormControlLabel
              value={value}
              control={<Radio slotProps={{ input: { 'aria-describedby': `form-${value}` } }} />}
              label={label}
            />
            <FormHelperText id={`form-${value}`} sx={{ ml: 4, mt: -1, mb: 1 }}>
              {about}
            </FormHelperText>
          </div>
        ))}
      </RadioGroup>
    </ConfirmDialog>
  )
}
