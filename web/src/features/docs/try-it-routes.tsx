import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { answerAsker } from '../../shared/provider-popup/exchange.ts'
import { MessagePage } from '../../shared/ui/MessagePage.tsx'

/** Where the page of an API's provider comes back to: it hands the code to the tab that asked, and to nobody else. */
export default function TryItRedirect() {
  const [query] = useSearchParams()
  const [code, error, state] = ['code', 'error', 'state'].map((name) => query.get(name))
  const description = query.get('error_description')
  useEffect(() => {
    const redirectUri = window.location.origin + window.location.pathname
    const answer = {
      code: code ?? null,
      error: error ? (description ?? error).slice(0, 300) : null,
      state: state ?? null,
      redirectUri,
      iss: null,
    }
    return answerAsker(answer, () => window.close())
  }, [code, error, description, state])
  return (
    <MessagePage title="Signed in">
      This window closes by itself. If it does not, close it and ask for the token again.
    </MessagePage>
  )
}
