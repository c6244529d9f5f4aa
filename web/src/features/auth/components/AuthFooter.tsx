import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { baseOrigin, paths } from '../../../shared/config/paths.ts'
import { useReturnPath } from '../return-path.ts'

interface Props {
  /** Offers the list of integrations, where there is more than this one. */
  others?: boolean
  /** Offers the form that asks for an e-mail address first. */
  register?: boolean
}

/** Other ways on from a sign-in page. */
export function AuthFooter({ others = false, register = false }: Props) {
  const target = useReturnPath()
  return (
    <>
      {others ? (
        <>
          <Link component={RouterLink} to={paths.auth(target)}>
            Other ways to sign in
          </Link>
          <br />
        </>
      ) : null}
      {register ? (
        <>
          New here?{' '}
          <Link component={RouterLink} to={paths.authPage('email', target)}>
            Sign up or join with your email
          </Link>
          <br />
        </>
      ) : null}
      Looking for another workspace? <Link href={`${baseOrigin()}${paths.login}`}>Find your workspaces</Link>
    </>
  )
}
