import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { EntryLayout } from '../../../shared/ui/EntryLayout.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { confirmByLink } from '../queries.ts'

/** An address confirmed by the link of its mail, instead of the code. */
export function ConfirmLinkPage() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  // A token works once: the query is never repeated.
  const confirmation = useQuery({
    queryKey: ['confirm-by-link', token],
    queryFn: async () => {
      await confirmByLink(token)
      return true
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (confirmation.isPending) return <Spinner />
  return (
    <EntryLayout title={confirmation.isError ? 'Confirm your email' : 'Email confirmed!'}>
      {confirmation.isError ? (
        <FormError>There was a problem confirming your email address</FormError>
      ) : (
        <p>You can use the address to sign in now.</p>
      )}
      <Button component={Link} to={paths.home} variant="contained" size="large">
        Continue
      </Button>
    </EntryLayout>
  )
}
