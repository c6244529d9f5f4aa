import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Skeleton from '@mui/material/Skeleton'
import Switch from '@mui/material/Switch'
import { useId } from 'react'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import { type DocsSettings, useChangeDocs, useDocsSettings } from './queries.ts'

/** What readers of the documentation are offered, and whether search engines are among them. */
export function DocsSection() {
  const settings = useDocsSettings()
  const canEdit = usePermissions().can('WorkspaceSettingsCreateUpdateDelete')
  return (
    <SettingsSection title="Docs Settings" isReadOnly={!canEdit}>
      {settings.isPending ? <Skeleton variant="rounded" height={150} /> : null}
      {settings.isError ? <ReadFault error={settings.error} onRetry={() => void settings.refetch()} /> : null}
      {settings.data ? <DocsFields settings={settings.data} canEdit={canEdit} /> : null}
    </SettingsSection>
  )
}

function DocsFields({ settings, canEdit }: { settings: DocsSettings; canEdit: boolean }) {
  const change = useChangeDocs()
  const mocking = useFeatures().data?.find(({ name }) => name === 'hosted_mocking')
  const disabled = !canEdit || change.isPending
  const toggleOf = (name: keyof DocsSettings, setting: string) => ({
    label: setting,
    checked: settings[name],
    disabled,
    onChange: (isOn: boolean) => change.mutate({ settings: { [name]: isOn }, setting }),
  })
  const mocks = toggleOf('show_tryit_mock_server', 'Show Mock Servers')
  const noMocks =
    mocking && !mocking.in_plan
      ? 'The plan of this workspace has no mock servers.'
      : settings.show_tryit
        ? undefined
        : 'Mock servers are offered where operations can be tried.'
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
    </Box>
  )
}

interface ToggleProps {
  label: string
  /** The feature that it belongs to. */
  badge?: string
  help: string
  checked: boolean
  disabled: boolean
  onChange: (isOn: boolean) => void
}

function Toggle({ label, badge, help, checked, disabled, onChange }: ToggleProps) {
  const id = useId()
  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
        <FormControlLabel
          label={label}
          control={
            <Switch
              checked={checked}
              disabled={disabled}
              onChange={(_event, isOn) => onChange(isOn)}
              slotProps={{ input: { 'aria-describedby': id } }}
            />
          }
        />
        {badge ? <Chip size="small" variant="outlined" label={badge} /> : null}
      </Box>
      <FormHelperText id={id} sx={{ mt: 0, ml: 6 }}>
        {help}
      </FormHelperText>
    </div>
  )
}
