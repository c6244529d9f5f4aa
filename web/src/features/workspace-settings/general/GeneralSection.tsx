import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { config } from '../../../shared/config/config.ts'
import { usePermissions } from '../../../shared/data/me.ts'
import { useSettings, type WorkspaceSettings } from '../../../shared/data/settings.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { SettingsSection } from '../../../shared/ui/SettingsSection.tsx'
import { RedirectsField } from '../redirects/RedirectsField.tsx'
import { useSaver } from '../saving/use-saver.tsx'
import { Toggle } from '../Toggle.tsx'
import { DisplayName } from './DisplayName.tsx'
import { IdleTimeout } from './IdleTimeout.tsx'
import { WorkspaceIdentifier } from './WorkspaceIdentifier.tsx'

/** What the workspace is called, who may ask to join, and what its projects may be. */
export function GeneralSection() {
  const settings = useSettings()
  const canEdit = usePermissions().can('WorkspaceSettingsCreateUpdateDelete')
  return (
    <SettingsSection title="Workspace Settings" isReadOnly={!canEdit}>
      {settings.isPending ? <Skeleton variant="rounded" height={320} /> : null}
      {settings.isError ? <ReadFault error={settings.error} onRetry={() => void settings.refetch()} /> : null}
      {settings.data ? <GeneralFields settings={settings.data} canEdit={canEdit} /> : null}
    </SettingsSection>
  )
}

type Flag = {
  [Name in keyof WorkspaceSettings]: WorkspaceSettings[Name] extends boolean ? Name : never
}[keyof WorkspaceSettings]

interface Offered {
  name: Flag
  label: string
  help: string
  /** The column says the opposite of the label. */
  isInverse?: true
}

const toggles: Offered[] = [
  {
    name: 'join_requests_disabled',
    isInverse: true,
    label: 'Allow Join Requests',
    help: 'Strangers with an account may ask to join; administrators answer.',
  },
  {
    name: 'guests_receive_daily_digest',
    label: 'Send Daily Digest to Guests',
    help: 'Guests get the daily mail about the projects they see.',
  },
  {
    name: 'use_automatic_ssg_conversion',
    label: 'Automatic Style Guide Conversion',
    help: 'A project whose default branch holds a Spectral ruleset is offered to other projects as a style guide.',
  },
  {
    name: 'show_userway',
    label: 'UserWay Widget',
    help: 'Visitors of public documentation are offered the accessibility widget of UserWay.',
  },
  {
    name: 'allow_public_projects',
    label: 'Allow Public Projects',
    help: 'Projects and groups may be made readable by anybody.',
  },
  {
    name: 'allow_web_projects',
    label: 'Allow Web Projects',
    help: 'Projects may be made without a repository at a Git host.',
  },
  {
    name: 'disable_default_styleguide_editing',
    isInverse: true,
    label: 'Allow Projects to Disable Default Style Guides',
    help: 'Off: only administrators of the workspace take its default style guides from projects.',
  },
  {
    name: 'hide_sign_in',
    label: 'Hide Sign In',
    help: 'Visitors are shown no button to sign in. Members still do at /auth.',
  },
]

function GeneralFields({ settings, canEdit }: { settings: WorkspaceSettings; canEdit: boolean }) {
  const { save, isPending, question } = useSaver()
  const disabled = !canEdit || isPending
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <DisplayName kept={settings.name} canEdit={canEdit} />
      <WorkspaceIdentifier />
      {toggles.map(({ name, label, help, isInverse = false }) => {
        const isMissing = name === 'show_userway' && !config.userwayAccount
        return (
          <Toggle
            key={name}
            label={label}
            help={isMissing ? 'This installation has no account at UserWay.' : help}
            checked={settings[name] !== isInverse}
            disabled={disabled || isMissing}
            onChange={(isOn) => save({ [name]: isOn !== isInverse }, label)}
          />
        )
      })}
      <IdleTimeout
        seconds={settings.idle_timeout_seconds}
        disabled={disabled}
        onChange={(seconds) => save({ idle_timeout_seconds: seconds }, 'Sign out people who are idle')}
      />
      <RedirectsField kept={settings.redirects ?? ''} canEdit={canEdit} />
      {question}
    </Box>
  )
}
