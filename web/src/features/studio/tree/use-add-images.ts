import { requireRoom } from '../../../shared/import-files/bundle.ts'
import type { StudioFile, StudioProject } from '../model.ts'
import { useCreateFiles } from '../queries.ts'
import { uploadFiles } from './upload-files.ts'

interface Given {
  project: StudioProject
  branchId: number
  /** Those that are there. */
  files: readonly StudioFile[]
}

/** Where images of articles lie. */
const folder = 'assets/images'

/** Makes images files of the working copy under names that are free; answers their paths. */
export function useAddImages({ project, branchId, files }: Given) {
  const create = useCreateFiles(branchId)
  return async (images: readonly File[]): Promise<string[]> => {
    const picked = images.map((image) => ({ path: image.name, content: image }))
    requireRoom(picked)
    const taken = new Set(files.map(({ path }) => path.toLowerCase()))
    const made = await uploadFiles(picked, folder, taken, project.workspace_id)
    await create.mutateAsync(made)
    return made.map(({ path }) => path)
  }
}
