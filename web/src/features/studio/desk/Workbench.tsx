import { useMemo } from 'react'
import { useMe } from '../../../shared/data/me.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { DocumentsContext } from '../documents/use-open-document.ts'
import type { StudioBranch, StudioOpening, StudioProject } from '../model.ts'
import { useFiles } from '../queries.ts'
import { Desk } from './Desk.tsx'
import { Lines } from './Lines.tsx'
import { useStore } from './use-store.ts'

interface Props {
  opening: StudioOpening
  project: StudioProject
  branch: StudioBranch
  readOnly: boolean
}

/** The Studio at a branch: its documents and its files, and the desk on which they lie. */
export default function Workbench(props: Props) {
  const { opening, project, branch, readOnly } = props
  const me = useMe()
  const files = useFiles(branch.id, project.id)
  const person = me.data
    ? { id: me.data.id, name: `${me.data.first_name} ${me.data.last_name}`.trim() || me.data.username }
    : null
  const store = useStore({
    projectId: project.id,
    branchSlug: branch.slug,
    me: person,
    readOnly,
    isLive: opening.view === 'live',
  })
  const byId = useMemo(() => new Map(files.data?.map((file) => [file.id, file.path])), [files.data])
  const documents = useMemo(() => store && { store, pathOf: (id: string) => byId.get(id) }, [store, byId])
  if (files.isError && !files.data) {
    return <ReadFault error={files.error} onRetry={() => void files.refetch()} />
  }
  if (!documents || !files.data || (me.isPending && me.fetchStatus !== 'idle')) {
    return <Spinner label="Opening the Studio" />
  }
  return (
    <DocumentsContext value={documents}>
      <Lines store={documents.store} branchId={branch.id} />
      <Desk {...props} store={documents.store} files={files.data} pathOf={documents.pathOf} />
    </DocumentsContext>
  )
}
