import { useEffect } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { paths, workspaceOrigin } from '../../../shared/config/paths.ts'
import { ApiProblem } from '../../../shared/data/api.ts'
import { useSite } from '../../../shared/data/workspace.tsx'
import { QueryErrorPage } from '../../../shared/ui/error-pages.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { useToast } from '../../../shared/ui/toast.ts'
import { InvitationAccept } from '../components/InvitationAccept.tsx'
import { InvitationRefused } from '../components/InvitationRefused.tsx'
import { useInvitation } from '../queries.ts'
import { useSignedInAccount } from '../use-account.ts'

/** The page that an invitation's link leads to. */
export function AcceptInvitePage() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const site = useSite()
  const invitation = useInvitation(token)
  const { account, isPending } = useSignedInAccount()
  const slug = invitation.data?.workspace.slug
  const elsewhere = slug !== undefined && (site.kind !== 'workspace' || site.workspace.slug !== slug)
  useEffect(() => {
    const here = `${paths.acceptInvite}?token=${encodeURIComponent(token)}`
    if (elsewhere && slug) window.location.replace(`${workspaceOrigin(slug)}${here}`)
  }, [elsewhere, slug, token])
  const unknown =
    !token || (invitation.error instanceof ApiProblem && [400, 404].includes(invitation.error.status))
  if (unknown) return <Invalid />
  if (invitation.isError)
    return <QueryErrorPage error={invitation.error} onRetry={() => void invitation.refetch()} />
  if (invitation.isPending || isPending || elsewhere) return <Spinner />
  if (invitation.data.state !== 'ok') return <InvitationRefused invitation={invitation.data} />
  return <InvitationAccept token={token} invitation={invitation.data} account={account} />
}

function Invalid() {
  const toast = useToast()
  useEffect(() => toast.error('Invalid invite URL'), [toast])
  return <Navigate to={paths.auth()} replace />
}
