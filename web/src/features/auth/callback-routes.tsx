import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { messageOf } from '../../shared/data/api.ts'
import { useSite } from '../../shared/data/workspace.tsx'
import { answerOpener, type CallbackAnswer } from '../../shared/sign-in/exchange.ts'
import { popupMessages } from '../../shared/sign-in/messages.ts'
import { isState } from '../../shared/sign-in/state.ts'
import { EntryLayout } from '../../shared/ui/EntryLayout.tsx'
import { FormError } from '../../shared/ui/forms/FormError.tsx'
import { MessagePage } from '../../shared/ui/MessagePage.tsx'
import { JoinNotice } from './components/JoinNotice.tsx'
import { type LoginResult, loginByCode, loginByUnaskedCode } from './queries.ts'

/** An opener that has not spoken after this long is not the tab that asked, ms. */
const openerPatienceMs = 5_000

/** Where providers send the browser back to: the popup tells its opener, a tab alone signs in itself. */
export default function CallbackRoutes() {
  const [query] = useSearchParams()
  const answer: CallbackAnswer = {
    code: query.get('code'),
    error: query.get('error_description') ?? query.get('error'),
    state: query.get('state') ?? query.get('RelayState'),
  }
  const integration = query.get('integration')
  const asked = useOpener(answer)
  if (answer.state === null && integration === null) return <Failed>{popupMessages.missingState}</Failed>
  if (answer.state !== null && !isState(answer.state)) return <Failed>{popupMessages.mismatch}</Failed>
  if (asked) return <Redirecting />
  if (answer.error !== null || answer.code === null)
    return <Failed>{answer.error ?? popupMessages.mismatch}</Failed>
  return <Redeem code={answer.code} state={answer.state} integration={integration} />
}

/** Whether the tab that opened this window takes the answer. */
function useOpener(answer: CallbackAnswer): boolean {
  const [opener, setOpener] = useState(() => (window.opener ?? null) as Window | null)
  const { code, error, state } = answer
  const talks = opener !== null && !opener.closed && state !== null
  useEffect(() => {
    if (!talks) return
    const patience = setTimeout(() => setOpener(null), openerPatienceMs)
    const stop = answerOpener(opener, { code, error, state }, () => {
      clearTimeout(patience)
      window.close()
    })
    return () => {
      clearTimeout(patience)
      stop()
    }
  }, [talks, opener, code, error, state])
  return talks
}

function Redeem({
  code,
  state,
  integration,
}: {
  code: string
  state: string | null
  integration: string | null
}) {
  // A code works once: the query is never repeated.
  const { data, error } = useQuery({
    queryKey: ['redeem', code],
    queryFn: () =>
      state === null ? loginByUnaskedCode(code, integration ?? '') : loginByCode({ code, state }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <Failed>{messageOf(error)}</Failed>
  if (!data) return <Redirecting />
  return <Done result={data} />
}

function Done({ result }: { result: LoginResult }) {
  const { token, return_to: target, join_request_status: joining } = result
  const entered = token !== null && joining === null
  useEffect(() => {
    // A whole load: the session of the target's host begins with it.
    if (entered) window.location.replace(target ?? paths.home)
  }, [entered, target])
  if (entered) return <Redirecting />
  if (result.confirmation_required) return <Confirm result={result} />
  return (
    <EntryLayout title="Sign in">
      <JoinNotice status={joining} />
      <BackToSignIn />
    </EntryLayout>
  )
}

/** The confirmation screen is the workspace's: from the base host it takes a whole load. */
function Confirm({ result }: { result: LoginResult }) {
  const site = useSite()
  const page = `${paths.authPage('confirm-workspace-member-email')}?email=${encodeURIComponent(result.email ?? '')}`
  const origin = result.return_to ? new URL(result.return_to, window.location.href).origin : ''
  const away = site.kind !== 'workspace' && origin !== ''
  useEffect(() => {
    if (away) window.location.replace(`${origin}${page}`)
  }, [away, origin, page])
  return away ? <Redirecting /> : <Navigate to={page} replace />
}

function Redirecting() {
  return <MessagePage title="Redirecting..." />
}

function Failed({ children }: { children: ReactNode }) {
  return (
    <EntryLayout title="Sign in">
      <FormError>{children}</FormError>
      <BackToSignIn />
    </EntryLayout>
  )
}

function BackToSignIn() {
  return (
    <Button component={Link} to={paths.auth()} variant="outlined" size="large">
      Back to sign in
    </Button>
  )
}
