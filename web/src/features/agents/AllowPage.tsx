import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { messageOf } from '../../shared/data/api.ts'
import { EntryLayout } from '../../shared/ui/EntryLayout.tsx'
import { FormError } from '../../shared/ui/forms/FormError.tsx'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { useAgent, useAllowAgent } from './queries.ts'
import { type AgentRequest, answerAddress, describedAt, receiverOf } from './request.ts'

const leaveFor = (address: string) => window.location.assign(address)

/** Shows which agent asks to be let in; nothing is answered, and nobody sent anywhere, without a click. */
export function AllowPage({ request }: { request: AgentRequest }) {
  const query = useAgent(request)
  const allow = useAllowAgent(request, (code) => {
    if (code !== null) leaveFor(answerAddress(request, { code }))
  })
  if (query.isError) {
    return (
      <EntryLayout title="Let an agent in">
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
  if (!query.data) return <Spinner />
  const { name, registered_at, workspace } = query.data
  if (name === null || registered_at === null) return <UnknownAgent />
  const host = describedAt(request)
  return (
    <EntryLayout
      title="Let this agent read?"
      intro="Allow it only if you have just connected it yourself. It says its own name, which anybody may choose."
    >
      <Typography component="dl" sx={{ m: 0, '& dd': { m: 0, mb: 1, fontWeight: 600 } }}>
        <dt>Calls itself</dt>
        <dd>{name}</dd>
        <dt>The answer goes to</dt>
        <dd>{receiverOf(request)}</dd>
        <dt>{host === null ? 'Registered' : 'Described by'}</dt>
        <dd>{host ?? <RelativeTime at={registered_at} />}</dd>
        <dt>Workspace</dt>
        <dd>{workspace}</dd>
      </Typography>
      <Typography color="text.secondary">
        For thirty days it may read the documentation that you may read in this workspace. It changes nothing
        and sees nothing of your account. You can sign it out in your account, under Security, at any time.
      </Typography>
      <FormError>
        {allow.error
          ? messageOf(allow.error)
          : allow.data === null
            ? 'This can not be allowed. Start again in the agent.'
            : null}
      </FormError>
      <Button
        variant="contained"
        size="large"
        loading={allow.isPending || typeof allow.data === 'string'}
        onClick={() => allow.mutate()}
      >
        Allow
      </Button>
      <Button
        variant="outlined"
        size="large"
        disabled={allow.isPending || typeof allow.data === 'string'}
        onClick={() => leaveFor(answerAddress(request, { error: 'access_denied' }))}
      >
        Refuse
      </Button>
    </EntryLayout>
  )
}

/** What asks is not known, or does not say what it must: the browser stays here. */
export function UnknownAgent() {
  return (
    <EntryLayout
      title="This agent can not be let in"
      intro="It is not registered here, asks in a way that is not safe, or wants its answer sent where it may not go. Start again in the agent, or connect it anew."
    >
      {null}
    </EntryLayout>
  )
}
