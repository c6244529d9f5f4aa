import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { useRead } from '../../../shared/data/read.ts'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { loginByUnaskedCode } from '../queries.ts'
import { Done, Failed, Redirecting } from './CallbackOutcome.tsx'

/**
 * Asks before a sign-in that nobody began here: any page could have led the browser to it, to put somebody into an
 * account that is not theirs.
 */
export function AskFirst({ code, integration }: { code: string; integration: string }) {
  const asked = useRead({
    key: ['unasked-code', { code }],
    anybody: true,
    read: () => loginByUnaskedCode(code, integration, false),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const confirm = useChange({ run: () => loginByUnaskedCode(code, integration, true) })
  const error = asked.error ?? confirm.error
  if (error) return <Failed>{messageOf(error)}</Failed>
  if (confirm.data) return <Done result={confirm.data} />
  const whom = asked.data?.continue_as
  if (!whom) return <Redirecting />
  return (
    <EntryLayout
      title={`Continue as ${whom.name} in ${whom.workspace}?`}
      intro="The identity provider of this workspace began this sign-in by itself. Continue only if you did: whoever is signed in in this browser is replaced."
    >
      <Button variant="contained" size="large" loading={confirm.isPending} onClick={() => confirm.mutate()}>
        Continue
      </Button>
      <Button component={Link} to={paths.home} variant="outlined" size="large">
        Cancel
      </Button>
    </EntryLayout>
  )
}
