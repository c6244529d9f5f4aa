import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '../ui/toast.ts'
import { messageOf } from './api.ts'
import { keyOf } from './keys.ts'
import type { ProjectRow } from './projects.ts'
import { rpc } from './supabase.ts'
import { useScope } from './workspace.tsx'

interface Change {
  project: ProjectRow
  pinned: boolean
}

/** Pins and unpins projects: the list changes at once and rolls back when the server refuses. */
export function usePin() {
  const client = useQueryClient()
  const toast = useToast()
  const key = keyOf(['pins'], useScope())
  return useMutation({
    mutationFn: ({ project, pinned }: Change) =>
      rpc(pinned ? 'pin_project' : 'unpin_project', { p_project_id: project.id }),
    onMutate: async ({ project, pinned }: Change) => {
      await client.cancelQueries({ queryKey: key })
      const before = client.getQueryData<ProjectRow[]>(key)
      const others = (before ?? []).filter((other) => other.id !== project.id)
      client.setQueryData(key, pinned ? [...others, project] : others)
      return before
    },
    onError: (error, _change, before) => {
      client.setQueryData(key, before)
      toast.error(`error during setting project pin: ${messageOf(error)}`)
    },
    onSuccess: (_result, { pinned }) =>
      toast.success(pinned ? 'Project pinned to your sidebar' : 'Project unpinned from your sidebar'),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
