// The documentation of a project as an element of another page: the same renderer, without what belongs to the app
// around it (account, sharing, settings, updates).
import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { slugAfter } from '../../../shared/data/projects.ts'
import { type Query, useRead } from '../../../shared/data/read.ts'
import { KnownSite, useWorkspace } from '../../../shared/data/workspace.tsx'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { MessagePage } from '../../../shared/ui/MessagePage.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { branchOf } from '../model/project.ts'
import { type Project, readProject, workspaceQuery } from '../queries.ts'
import { EmbeddedBranch } from './EmbeddedBranch.tsx'
import { useEmbedding } from './embedding.ts'

/** Finds the workspace that the element names. */
export function EmbeddedDocs() {
  const { workspace: slug, report } = useEmbedding()
  const query = useRead({ ...workspaceQuery(slug), anybody: true })
  useEffect(() => {
    if (query.isError) report('error', { message: query.error.message })
  }, [query.isError, query.error, report])
  if (query.isPending) return <Spinner label="Loading the docs" />
  if (query.isError) return <QueryErrorPage error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Missing />
  return (
    <KnownSite workspace={query.data}>
      <EmbeddedProject />
    </KnownSite>
  )
}

function EmbeddedProject() {
  const { projectSlug = '', branchSlug, '*': nodePath = '' } = useParams()
  const query = useRead(namedProject(useWorkspace().id, projectSlug))
  if (query.isPending) return <Spinner label="Loading the docs" />
  if (query.isError) return <QueryErrorPage error={query.error} onRetry={() => void query.refetch()} />
  const branch = query.data ? branchOf(query.data, branchSlug) : undefined
  if (!query.data || (!branch && !branchSlug)) return <Missing />
  if (!branch) return <Navigate to={paths.docs(query.data.slug)} replace />
  return <EmbeddedBranch project={query.data} branch={branch} nodePath={nodePath} />
}

// A page that was written before a project was renamed keeps its element, whose addresses stay below the name it says.
function namedProject(workspaceId: number, slug: string): Query<Project | null> {
  const read = async () => {
    const found = await readProject(workspaceId, slug)
    if (found) return found
    const now = await slugAfter(workspaceId, slug)
    const moved = now === null ? null : await readProject(workspaceId, now)
    return moved && { ...moved, slug }
  }
  return { key: ['docs-project', { embedded: slug }], read }
}

function Missing() {
  const { report } = useEmbedding()
  const message = 'There is no such documentation, or it is not public.'
  useEffect(() => report('error', { message }), [report])
  return <MessagePage title="Documentation not found">{message}</MessagePage>
}
