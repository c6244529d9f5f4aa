import InputAdornment from '@mui/material/InputAdornment'
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import { TextInput } from '../../../shared/ui/forms/TextInput.tsx'
import type { Project } from '../model.ts'

/** The id that programs know the project by; it never changes. */
export function ProjectId({ project }: { project: Project }) {
  const id = encodeId('prj', project.id)
  const copy = (
    <InputAdornment position="end">
      <CopyButton text={id} label="Copy the project ID" />
    </InputAdornment>
  )
  return (
    <TextInput
      label="Project ID"
      value={id}
      slotProps={{ htmlInput: { readOnly: true }, input: { endAdornment: copy } }}
    />
  )
}
