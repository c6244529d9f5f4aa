import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { OfferText } from '../../../shared/billing/OfferText.tsx'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { useSettings, type WorkspaceSettings } from '../../../shared/data/settings.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { SettingsSection } from '../../../shared/ui/SettingsSection.tsx'
import { useSaver } from '../saving/use-saver.tsx'
import { Toggle } from '../Toggle.tsx'
import { TagFields } from './TagFields.tsx'

/** What readers of the documentation are offered, and whether search engines are among them. */
export function DocsSection() {
  const settings = useSettings()
  const canEdit = usePermissions().can('WorkspaceSettingsCreateUpdateDelete')
  return (
    <SettingsSection title="Docs Settings" isReadOnly={!canEdit}>
      {settings.isPending ? <Skeleton variant="rounded" height={150} /> : null}
      {settings.isError ? <ReadFault error={settings.error} onRetry={() => void settings.refetch()} /> : null}
      {settings.data ? <DocsFields settings={settings.data} canEdit={canEdit} /> : null}
    </SettingsSection>
  )
}

type Switched = {
  [Name in keyof WorkspaceSettings]: WorkspaceSettings[Name] extends boolean ? Name : never
}[keyof WorkspaceSettings]

function DocsFields({ settings, canEdit }: { settings: WorkspaceSettings; canEdit: boolean }) {
  const { save, isPending, question } = useSaver()
  const mocking = useFeatures().data?.find(({ name }) => name === 'hosted_mocking')
  const disabled = !canEdit || isPending
  const toggleOf = (name: Switched, setting: string) => ({
    label: setting,
    checked: settings[name],
    disabled,
    onChange: (isOn: boolean) => save({ [name]: isOn }, setting),
  })
  const mocks = toggleOf('show_tryit_mock_server', 'Show Mock Servers')
  const canBill = usePermissions().can('WorkspaceBilling')
  const isSold = !mocking || mocking.in_plan
  const noMocks = isSold ? (
    settings.show_tryit ? undefined : (
      'Mock servers are offered where operations can be tried.'
    )
  ) : (
    <>
      The plan of this workspace has no mock servers. <OfferText feature="hosted_mocking" canBill={canBill} />
    </>
  )
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Toggle
        {...toggleOf('show_tryit', 'Enable Try It')}
        help="Readers send requests from the documentation of an operation."
      />
      <Toggle
        {...mocks}
        disabled={disabled || noMocks !== undefined}
        help={noMocks ?? 'Every branch answers at /mocks with examples from its description.'}
      />
      <Toggle
        {...toggleOf('allow_search_indexing', 'Allow Search Engine Indexing')}
        badge="Custom Domain"
        help="Search engines may list the pages of public projects."
      />
      <TagFields settings={settings} canEdit={canEdit} />
      <Toggle
        {...toggleOf('disable_cookie_tracking', 'Ask Visitors Before Tracking')}
        help="Tag Manager, Localize and UserWay are loaded once a visitor has allowed it."
      />
      {question}
    </Box>
  )
}
