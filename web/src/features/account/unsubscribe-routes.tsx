import Button from '@mui/material/Button'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../../shared/config/paths.ts'
import { callApi } from '../../shared/data/api.ts'
import { useRead } from '../../shared/data/read.ts'
import { EntryLayout } from '../../shared/ui/EntryLayout.tsx'
import { FormError } from '../../shared/ui/forms/FormError.tsx'
import { Spinner } from '../../shared/ui/Spinner.tsx'

interface Unsubscribed {
  workspace: { name: string }
  email: string
  kind: keyof typeof names
}

const names = { daily_summary: 'the daily summary', mentions: 'mails about mentions' }

/** Where the unsubscribe link of a mail leads; works without signing in. */
export default function UnsubscribeRoutes() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const result = useRead({
    key: ['unsubscribe', { token }],
    anybody: true,
    read: () => callApi<Unsubscribed>('/auth/unsubscribe', { method: 'POST', json: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (result.isPending) return <Spinner />
  if (result.isError) {
    return (
      <EntryLayout title="Unsubscribe">
        <FormError>Something went wrong, please try again later</FormError>
        <Button component={Link} to={paths.account.basics} variant="outlined" size="large">
          Go to account settings
        </Button>
      </EntryLayout>
    )
  }
  return (
    <EntryLayout
      title={`You have unsubscribed from ${names[result.data.kind]}`}
      intro={
        <>
          {result.data.email} no longer gets {names[result.data.kind]} of {result.data.workspace.name}. You
          can subscribe again in your account settings.
        </>
      }
    >
      {null}
    </EntryLayout>
  )
}
