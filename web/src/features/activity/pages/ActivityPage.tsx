import Button from '@mui/material/Button'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { PageHeader } from '../../../shared/ui/PageHeader.tsx'
import { usePageTitle } from '../../../shared/ui/page-title.ts'
import { ActivityTable } from '../components/ActivityTable.tsx'
import { ActivityUpsell } from '../components/ActivityUpsell.tsx'
import { ExportMenu } from '../components/ExportMenu.tsx'
import { GroupFilter } from '../components/GroupFilter.tsx'
import { type EventGroup, eventGroups } from '../queries.ts'

const parameter = 'events'

/** Who changed what in the workspace, when and from where: /admin/activity. */
export function ActivityPage() {
  usePageTitle('Activity')
  const [search, setSearch] = useSearchParams()
  const features = useFeatures()
  const feature = features.data?.find(({ name }) => name === 'activity_logs')
  const groups = groupsOf(search.get(parameter))
  const filter = (next: EventGroup[]) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (next.length > 0) after.set(parameter, next.join(','))
        else after.delete(parameter)
        return after
      },
      { replace: true },
    )
  const isLocked = feature?.allowed === false
  return (
    <>
      <PageHeader
        title="Activity"
        description="Who changed what in the workspace, when and from where."
        actions={
          isLocked || !feature ? null : (
            <>
              <Button component={RouterLink} to={paths.admin.audit} variant="outlined">
                Audit
              </Button>
              <ExportMenu groups={groups} />
            </>
          )
        }
      />
      {isLocked ? (
        <ActivityUpsell />
      ) : (
        <>
          <GroupFilter value={groups} onChange={filter} />
          {features.isError ? (
            <Callout severity="error">Something went wrong, no data to display</Callout>
          ) : (
            <ActivityTable groups={groups} isReady={feature !== undefined} onReset={() => filter([])} />
          )}
        </>
      )}
    </>
  )
}

/** The groups that an address names, in their own order; what is no group is left out. */
function groupsOf(text: string | null): EventGroup[] {
  const asked = text?.split(',') ?? []
  return eventGroups.filter((group) => asked.includes(group))
}
