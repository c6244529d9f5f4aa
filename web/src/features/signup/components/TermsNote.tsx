import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { config } from '../../../shared/config/config.ts'

/** What signing up means; the documents are linked where the installation has them. */
export function TermsNote() {
  return (
    <Typography variant="caption" color="textSecondary">
      By signing up you agree to the <Document name="terms of service" url={config.termsUrl} /> and the{' '}
      <Document name="privacy policy" url={config.privacyUrl} />.
    </Typography>
  )
}

function Document({ name, url }: { name: string; url: string | undefined }) {
  if (!url) return <>{name}</>
  return (
    <Link href={url} target="_blank" rel="noreferrer">
      {name}
    </Link>
  )
}
