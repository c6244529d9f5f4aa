// Bringing files from this computer into the working copy.
import { useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { BundleError, type PickedFile } from '../../../shared/import-files/bundle.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import type { StudioFile, StudioProject } from '../model.ts'
import { useCreateFiles } from '../queries.ts'
import { uploadFiles } from './upload-files.ts'

interface Given {
  project: StudioProject
  branchId: number
  /** Those that are there. */
  files: readonly StudioFile[]
  onOpen: (id: string) => void
}

/** Puts chosen or dropped files into a folder, says what came of them, and opens the first. */
export function useBring({ project, branchId, files, onOpen }: Given) {
  const toast = useToast()
  const create = useCreateFiles(branchId)
  const [isBusy, setBusy] = useState(false)
  const bring = async (picking: PickedFile[] | Promise<PickedFile[]>, folder = '') => {
    const taken = new Set(files.map(({ path }) => path.toLowerCase()))
    setBusy(true)
    try {
      const [picked, { brought, saidOf }] = await Promise.all([picking, import('./brought.ts')])
      if (picked.length === 0) return
      const bundle = await brought(picked)
      const made = await create.mutateAsync(
        await uploadFiles(bundle.files, folder, taken, project.workspace_id),
      )
      const said = saidOf(bundle, picked.length)
      if (said) toast.success(said)
      if (made[0]) onOpen(made[0].id)
    } catch (error) {
      toast.error(
        error instanceof BundleError ? error.message : messageOf(error, 'The files could not be uploaded.'),
      )
    } finally {
      setBusy(false)
    }
  }
  return { bring, isBusy }
}
