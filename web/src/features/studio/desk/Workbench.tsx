import { useEffect, useMemo } from 'react'
import { displayName } from '../../../../../supabase/functions/_shared/domain/display-name.ts'
import { useMe } from '../../../shared/data/me.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { DocumentsContext } from '../documents/use-open-document.ts'
import type { StudioBranch, StudioOpening, StudioProject } from '../model.ts'
import { keepShell } from '../offline/keep-shell.ts'
import { type Me, rememberMe } from '../offline/known.ts'
import { OfflineNotice } from '../offline/OfflineNotice.tsx'
import { type Kept, useKeepDesk } from '../offline/use-kept-desk.ts'
import { useSendWaiting } from '../offline/use-send-waiting.ts'
import { useFiles } from '../queries.ts'
import { Desk } from './Desk.tsx'
import { Lines } from './Lines.tsx'
import { useStore } from './use-store.ts'

interface Props {
  opening: StudioOpening
  project: StudioProject
  branch: StudioBranch
  readOnly: boolean
  /** Of the address. */
  branchSlug: string | undefined
  /** The desk as this browser knows it, while no server answers; of it is the opening then. */
  kept: Kept | null
}

/** The Studio at a branch: its documents and its files, and the desk on which they lie. */
export default function Workbench({ kept, branchSlug, ...props }: Props) {
  const { opening, project, branch, readOnly } = props
  const workspace = useWorkspace()
  const me = useMe()
  const files = useFiles(branch.id, project.id)
  const person = me.data ? { id: me.data.id, name: displayName(me.data) } : (kept?.me ?? null)
  const isLive = opening.view === 'live'
  const shown = files.data ?? kept?.files
  useRemembered(me.data ? person : null)
  useKeepDesk(
    kept === null && me.data && isLive ? person : null,
    { workspaceId: workspace.id, projectSlug: project.slug, branchSlug },
    opening,
    files.data,
  )
  const store = useStore({
    projectId: project.id,
    branchSlug: branch.slug,
    me: person,
    readOnly,
    isLive,
  })
  const byId = useMemo(() => new Map(shown?.map((file) => [file.id, file.path])), [shown])
  const documents = useMemo(() => store && { store, pathOf: (id: string) => byId.get(id) }, [store, byId])
  useSendWaiting(store, byId, files.data !== undefined)
  if (files.isError && !shown) {
    return <ReadFault error={files.error} onRetry={() => void files.refetch()} />
  }
  if (!documents || !shown || (!person && me.isPending && me.fetchStatus !== 'idle')) {
    return <Spinner label="Opening the Studio" />
  }
  return (
    <DocumentsContext value={documents}>
      <Lines store={documents.store} branchId={branch.id} />
      {kept ? <OfflineNotice at={kept.at} /> : null}
      <Desk {...props} store={documents.store} files={shown} pathOf={documents.pathOf} />
    </DocumentsContext>
  )
}

/** Whoever works here may open the Studio without a server the next time. */
function useRemembered(me: Me | null): void {
  const [id, name] = [me?.id, me?.name]
  useEffect(() => {
    if (id === undefined || name === undefined) return
    rememberMe({ id, name })
    keepShell()
  }, [id, name])
}
