import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { usePermissions } from '../../../shared/data/me.ts'
import { useSettings, type WorkspaceSettings } from '../../../shared/data/settings.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { SettingsSection } from '../../../shared/ui/SettingsSection.tsx'
import { useSaver } from '../saving/use-saver.tsx'
import { Toggle } from '../Toggle.tsx'
import { FeatureLock, useIsInPlan } from './FeatureLock.tsx'
import { LandingRow } from './LandingRow.tsx'
import { PictureRow } from './PictureRow.tsx'
import { ThemeRow } from './ThemeRow.tsx'

/** How the workspace looks: to its people, to the visitors of its documentation, in its mails. */
export function LookSection() {
  const settings = useSettings()
  const canEdit = usePermissions().can('WorkspaceSettingsCreateUpdateDelete')
  return (
    <SettingsSection title="Look & Feel" isReadOnly={!canEdit}>
      {settings.isPending ? <Skeleton variant="rounded" height={320} /> : null}
      {settings.isError ? <ReadFault error={settings.error} onRetry={() => void settings.refetch()} /> : null}
      {settings.data ? <LookFields settings={settings.data} canEdit={canEdit} /> : null}
    </SettingsSection>
  )
}

function LookFields({ settings, canEdit }: { settings: WorkspaceSettings; canEdit: boolean }) {
  return (
    <div>
      <BrandingToggle isHidden={settings.hide_powered_by} canEdit={canEdit} />
      <ThemeRow kept={settings.theme} canEdit={canEdit} />
      <PictureRow kind="favicon" kept={settings.favicon_url} canEdit={canEdit} />
      <PictureRow kind="logo" kept={settings.logo_url} canEdit={canEdit} />
      <LandingRow kept={settings.home_content} canEdit={canEdit} />
    </div>
  )
}

function BrandingToggle({ isHidden, canEdit }: { isHidden: boolean; canEdit: boolean }) {
  const { save, isPending, question } = useSaver()
  const isInPlan = useIsInPlan('whitelabel')
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1, pb: 1.5 }}>
      <Toggle
        label="Remove branding"
        help="Pages, documentation and mails no longer say that they are powered by Waymark."
        checked={isHidden && isInPlan}
        // What a plan no longer holds can still be taken out.
        disabled={!canEdit || isPending || (!isInPlan && !isHidden)}
        onChange={(isOn) => save({ hide_powered_by: isOn }, 'Remove branding')}
      />
      {isInPlan ? null : (
        <Box sx={{ pt: 1 }}>
          <FeatureLock feature="whitelabel" />
        </Box>
      )}
      {question}
    </Box>
  )
}
