import { EmailForm } from './EmailForm.tsx'
import { Panel } from './Panel.tsx'

/** Who hears of invoices. */
export function ContactPanel({ email }: { email: string | null }) {
  return (
    <Panel title="Billing contact">
      <EmailForm email={email} />
    </Panel>
  )
}
