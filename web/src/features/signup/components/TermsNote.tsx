import Link from '@mui/material/Link'
import { config } from '../../../shared/config/config.ts'

/** What signing up means; the documents are linked where the installation has them. */
export function TermsNote() {
  return (
    <>
      By signing up you agree to the <Document name="terms of service" url={config.termsUrl} /> and the{' '}
      <Document name="privacy policy" url={config.privacyUrl} />.
    </>
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
