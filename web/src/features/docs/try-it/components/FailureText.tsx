import type { SendProblem } from '../send.ts'
import { SmallButton } from './style.ts'

const sentences = {
  offline: 'You are offline. Check your connection and send the request again.',
  unreachable:
    'Your browser got no answer: the API is not reachable, or it does not allow other pages to call it (CORS).',
  mixed: 'This page is secure and the API’s address is not (http): your browser does not send the request.',
  too_slow: 'The API did not answer within 60 seconds.',
  refused: 'The request could not be sent.',
  stopped: 'The request was stopped.',
} as const

/** Why a request came to nothing, and what else there is to try. */
export function FailureText({
  problem,
  onWaymark,
}: {
  problem: SendProblem
  onWaymark?: (() => void) | undefined
}) {
  const isTheBrowsers = problem.failure === 'unreachable'
  return (
    <section>
      <p className="error" role="alert" style={{ margin: 0, overflowWrap: 'anywhere' }}>
        {problem.message || sentences[problem.failure]}
      </p>
      {isTheBrowsers && onWaymark ? (
        <>
          <span className="muted">
            Waymark can send the request in your browser’s place. It passes on what the form says, sign-in
            included, and keeps nothing of it.
          </span>
          <SmallButton type="button" onClick={onWaymark}>
            Send through Waymark
          </SmallButton>
        </>
      ) : null}
    </section>
  )
}
