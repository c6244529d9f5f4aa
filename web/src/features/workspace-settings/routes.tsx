import { PageHeader } from '../../shared/ui/PageHeader.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { AccessSection } from './access/AccessSection.tsx'
import { DomainsSection } from './access/DomainsSection.tsx'
import { DocsSection } from './docs/DocsSection.tsx'
import { IntegrationsSection } from './integrations/IntegrationsSection.tsx'
import { TokensSection } from './tokens/TokensSection.tsx'

/** The workspace's settings, /admin/settings. */
export default function WorkspaceSettings() {
  usePageTitle('Settings')
  return (
    <>
      <PageHeader title="Settings" />
      <AccessSection />
      <DomainsSection />
      <DocsSection />
      <TokensSection />
      <IntegrationsSection />
    </>
  )
}
