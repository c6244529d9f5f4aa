import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import { useRef } from 'react'
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { ApiProblem, messageOf } from '../../../shared/data/api.ts'
import { callAsMe } from '../../../shared/data/as-me.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useProjectPermissions } from '../../../shared/data/me.ts'
import type { AnalysisError, Branch, Project } from '../queries.ts'
import { FailureText } from './FailureText.tsx'

/** Chooses a file and imports it into the branch; nothing for who may not. */
export function ReplaceFile({ project, branch, label }: { project: Project; branch: Branch; label: string }) {
  const { can } = useProjectPermissions(project.id)
  const input = useRef<HTMLInputElement>(null)
  const send = useChange({
    run: (file: File) => importFile(project, branch, file),
    changes: ['docs-analysis'],
  })
  if (!can('project_contents_update')) return null
  return (
    <>
      <Button
        variant="contained"
        startIcon={<UploadIcon />}
        loading={send.isPending}
        loadingPosition="start"
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      {send.isError ? <FailureText error={refusal(send.error)} /> : null}
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.yaml,.yml"
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) send.mutate(file)
        }}
      />
    </>
  )
}

/** What the server found wrong with the file, with the place where it says one. */
function refusal(error: Error): AnalysisError {
  const found = error instanceof ApiProblem ? error.fields.find((field) => field.field === 'file') : undefined
  return found ? { ...found } : { message: messageOf(error) }
}

async function importFile(project: Project, branch: Branch, file: File): Promise<void> {
  const body = new FormData()
  body.set('file', file)
  const path = `/projects/${encodeId('prj', project.id)}/branches/${encodeURIComponent(branch.slug)}/import`
  await callAsMe(path, { method: 'POST', body })
}
