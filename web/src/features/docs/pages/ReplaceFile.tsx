import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { encodeId } from '../../../../../supabase/functions/_shared/domain/ids.ts'
import { callApi, messageOf } from '../../../shared/data/api.ts'
import { accessToken } from '../../../shared/data/session.ts'
import { useProjectPermissions } from '../../../shared/data/workspace.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { analysisQuery, type Branch, type Project } from '../queries.ts'

/** Chooses a file and imports it into the branch; nothing for who may not. */
export function ReplaceFile({ project, branch, label }: { project: Project; branch: Branch; label: string }) {
  const { can } = useProjectPermissions(project.id)
  const toast = useToast()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const send = useMutation({
    mutationFn: (file: File) => importFile(project, branch, file),
    onSuccess: () => client.invalidateQueries({ queryKey: analysisQuery(branch.id).queryKey }),
    onError: (error) => toast.error(messageOf(error)),
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

async function importFile(project: Project, branch: Branch, file: File): Promise<void> {
  const body = new FormData()
  body.set('file', file)
  const path = `/projects/${encodeId('prj', project.id)}/branches/${encodeURIComponent(branch.slug)}/import`
  await callApi(path, { method: 'POST', body, token: await accessToken() })
}
