import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { messageOf } from '../../shared/data/api.ts'
import { EntryLayout } from '../../shared/ui/EntryLayout.tsx'
import { FormError } from '../../shared/ui/forms/FormError.tsx'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { type DeviceRequest, useDeviceAnswer, useDeviceRequest } from './queries.ts'

/** Shows what asks to be signed in; nothing is answered without a click. */
export function RequestPage({ code, onOther }: { code: string; onOther: () => void }) {
  const query = useDeviceRequest(code)
  const answer = useDeviceAnswer(code)
  if (query.isError) {
    return (
      <EntryLayout title="Sign in a program">
        <FormError>{messageOf(query.error)}</FormError>
        <Button
          variant="contained"
          size="large"
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Try again
        </Button>
      </EntryLayout>
    )
  }
  const request = answer.data ?? query.data
  if (!request) return <Spinner />
  if (request.outcome === 'unknown') return <Unknown request={request} onOther={onOther} />
  if (request.outcome !== 'waiting') return <Answered {...request} />
  return (
    <EntryLayout
      title="Allow this program to sign in?"
      intro="Allow it only if you have just started it yourself and it shows this code."
    >
      <Typography component="dl" sx={{ m: 0, '& dd': { m: 0, mb: 1, fontWeight: 600 } }}>
        <dt>Code</dt>
        <dd>{code.toUpperCase()}</dd>
        <dt>Machine</dt>
        <dd>{request.machine}</dd>
        <dt>Asked from</dt>
        <dd>{request.ip_address ?? 'unknown'}</dd>
        <dt>Asked</dt>
        <dd>
          <RelativeTime at={request.asked_at} />
        </dd>
        <dt>Workspace</dt>
        <dd>{request.workspace}</dd>
      </Typography>
      <Typography color="text.secondary">
        For thirty days it may do what you may do in this workspace, but change nothing of your account. You
        can sign it out in your account at any time.
      </Typography>
      <FormError>{answer.error ? messageOf(answer.error) : null}</FormError>
      <Button
        variant="contained"
        size="large"
        loading={answer.isPending && answer.variables}
        disabled={answer.isPending}
        onClick={() => answer.mutate(true)}
      >
        Allow
      </Button>
      <Button
        variant="outlined"
        size="large"
        loading={answer.isPending && !answer.variables}
        disabled={answer.isPending}
        onClick={() => answer.mutate(false)}
      >
        Refuse
      </Button>
    </EntryLayout>
  )
}

function Unknown({ request, onOther }: { request: DeviceRequest; onOther: () => void }) {
  const intro =
    request.retry_after > 0
      ? 'Too many attempts. Please wait a while and try again.'
      : 'It may be mistyped, have expired, or be for a workspace that you are no member of.'
  return (
    <EntryLayout title="Nothing waits with this code" intro={intro}>
      <Button variant="contained" size="large" onClick={onOther}>
        Enter another code
      </Button>
    </EntryLayout>
  )
}

function Answered({ outcome, machine }: DeviceRequest) {
  return outcome === 'allowed' ? (
    <EntryLayout
      title="The program is signed in"
      intro={`Go back to it on ${machine}. You can close this page.`}
    >
      {null}
    </EntryLayout>
  ) : (
    <EntryLayout title="The program was refused" intro="It is not signed in. You can close this page.">
      {null}
    </EntryLayout>
  )
}
