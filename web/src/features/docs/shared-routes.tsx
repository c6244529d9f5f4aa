import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { useRead } from '../../shared/data/read.ts'
import { keepShareToken } from '../../shared/data/share-token.ts'
import { useWorkspace } from '../../shared/data/workspace.tsx'
import { QueryErrorPage } from '../../shared/ui/error-pages.tsx'
import { MessagePage } from '../../shared/ui/MessagePage.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { sharedProject } from './shared.ts'

/** The screen /shared#{token}: leads to the branch that the link opens. */
export default function SharedRoutes() {
  const workspace = useWorkspace()
  const client = useQueryClient()
  const token = useLocation().hash.slice(1)
  const [isKept, setKept] = useState<boolean>()
  useEffect(() => {
    setKept(keepShareToken(token))
    // What was read without the link knows nothing of what it opens.
    client.removeQueries({ queryKey: ['docs-project'] })
  }, [client, token])
  const query = useRead({
    key: ['shared', { token }],
    read: () => sharedProject(workspace.id),
    enabled: isKept === true,
    staleTime: 0,
  })
  const branch = query.data?.branches[0]
  if (isKept === false || (query.isSuccess && !branch)) {
    return (
      <MessagePage title="Project not found">
        This project is no longer shared, or the share URL may have changed.
      </MessagePage>
    )
  }
  if (query.isError) return <QueryErrorPage error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data || !branch) return <Spinner label="Opening the link" />
  return <Navigate to={paths.docs(query.data.slug, branch.slug)} replace />
}
