import { readBoth } from '../content.ts'
import { DiffNote, TextDiff } from '../layout/TextDiff.tsx'
import type { StudioFile } from '../model.ts'

interface Props {
  projectId: number
  branchSlug: string
  file: StudioFile
}

/** A file as it was published beside what it is now. */
export function FileDiff({ projectId, branchSlug, file }: Props) {
  if (file.kind !== 'text') return <DiffNote>This file is not text.</DiffNote>
  return (
    <TextDiff
      path={file.path}
      isLive
      query={{
        key: ['studio-diff', { id: file.id, epoch: file.epoch }],
        read: () => readBoth(projectId, branchSlug, file),
      }}
    />
  )
}
