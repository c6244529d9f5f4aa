import { PageHeader } from '../../shared/ui/PageHeader.tsx'
import { usePageTitle } from '../../shared/ui/page-title.ts'
import { DomainsSection } from './access/DomainsSection.tsx'
import { AgentsSection } from './agents/AgentsSection.tsx'
import { CustomDomainSection } from './custom-domain/CustomDomainSection.tsx'
import { DocsSection } from './docs/DocsSection.tsx'
import { GeneralSection } from './general/GeneralSection.tsx'
import { IntegrationsSection } from './integrations/IntegrationsSection.tsx'
import { ExportSection } from './leaving/ExportSection.tsx'
import { RemovalSection } from './leaving/RemovalSection.tsx'
import { LookSection } from './look/LookSection.tsx'
import { ScimSection } from './scim/ScimSection.tsx'
import { TokensSection } from './tokens/TokensSection.tsx'

/** The workspace's settings, /admin/settings. */
export default function WorkspaceSettings() {
  usePageTitle('Settings')
  return (
    <>
      <PageHeader title="Settings" />
      <GeneralSection />
      <DomainsSection />
      <LookSection />
      <DocsSection />
      <TokensSection />
      <AgentsSection />
      <IntegrationsSection />
      <ScimSection />
      <CustomDomainSection />
      <ExportSection />
      <RemovalSection />
    </>
  )
}
