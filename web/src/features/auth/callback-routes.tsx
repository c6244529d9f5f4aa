import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { messageOf } from '../../shared/data/api.ts'
import { useRead } from '../../shared/data/read.ts'
import type { ProviderAnswer } from '../../shared/provider-popup/answer.ts'
import { answerOpener, type CallbackAnswer } from '../../shared/provider-popup/exchange.ts'
import { popupMessages } from '../../shared/provider-popup/messages.ts'
import { isState } from '../../shared/provider-popup/state.ts'
import { AskFirst } from './components/AskFirst.tsx'
import { Done, Failed, Redirecting } from './components/CallbackOutcome.tsx'
import { loginByCode } from './queries.ts'

/** An opener that has not spoken after this long is not the tab that asked, ms. */
const openerPatienceMs = 5_000

/** Where providers send the browser back to: the popup tells its opener, a tab alone signs in itself. */
export default function CallbackRoutes() {
  const [query] = useSearchParams()
  const answer: CallbackAnswer = {
    code: query.get('code'),
    error: reasonOf(query.get('error')),
    state: query.get('state') ?? query.get('RelayState'),
    redirectUri: window.location.origin + window.location.pathname,
    iss: query.get('iss'),
  }
  const integration = query.get('integration')
  const asked = useOpener(answer)
  if (answer.state === null && integration === null) return <Failed>{popupMessages.missingState}</Failed>
  if (answer.state !== null && !isState(answer.state)) return <Failed>{popupMessages.mismatch}</Failed>
  if (asked) return <Redirecting />
  if (answer.error !== null || answer.code === null)
    return <Failed>{answer.error ?? popupMessages.mismatch}</Failed>
  if (answer.state === null) return <AskFirst code={answer.code} integration={integration ?? ''} />
  return <Redeem answer={{ ...answer, code: answer.code, state: answer.state }} />
}

/** Why a provider sent nobody back, in our words: what else stands in the address, anybody may have written. */
function reasonOf(error: string | null): string | null {
  if (error === null) return null
  return error === 'access_denied' ? popupMessages.denied : popupMessages.mismatch
}

/** Whether the tab that opened this window takes the answer. */
function useOpener(answer: CallbackAnswer): boolean {
  const [opener, setOpener] = useState(() => (window.opener ?? null) as Window | null)
  const { code, error, state, redirectUri, iss } = answer
  const talks = opener !== null && !opener.closed && state !== null
  useEffect(() => {
    if (!talks) return
    const patience = setTimeout(() => setOpener(null), openerPatienceMs)
    const stop = answerOpener(opener, { code, error, state, redirectUri, iss }, () => {
      clearTimeout(patience)
      window.close()
    })
    return () => {
      clearTimeout(patience)
      stop()
    }
  }, [talks, opener, code, error, state, redirectUri, iss])
  return talks
}

function Redeem({ answer }: { answer: ProviderAnswer }) {
  // A code works once: the query is never repeated.
  const { data, error } = useRead({
    key: ['redeem', { code: answer.code }],
    anybody: true,
    read: () => loginByCode(answer),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <Failed>{messageOf(error)}</Failed>
  if (!data) return <Redirecting />
  return <Done result={data} />
}
