import Button from '@mui/material/Button'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { PageHeader } from '../../../shared/ui/PageHeader.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { TokensSection } from '../audit/TokensSection.tsx'
import { WebhookSection } from '../audit/WebhookSection.tsx'
import { ActivityUpsell } from '../components/ActivityUpsell.tsx'

/** The activity for programs, by tokens and by a webhook: /admin/activity/audit. */
export function AuditPage() {
  usePageTitle('Audit')
  const features = useFeatures()
  const isLocked = features.data?.find(({ name }) => name === 'activity_logs')?.allowed === false
  return (
    <>
      <PageHeader
        title="Audit"
        description="The activity for other programs: read with a token, or sent to an address of yours."
        actions={
          <Button component={RouterLink} to={paths.admin.activity} variant="outlined">
            Activity
          </Button>
        }
      />
      {isLocked ? <ActivityUpsell /> : null}
      <WebhookSection />
      <TokensSection />
    </>
  )
}
