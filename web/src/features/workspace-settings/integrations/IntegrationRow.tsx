import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Chip from '@mui/material/Chip'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { messageOf } from '../../../shared/data/api.ts'
import { IntegrationIcon } from '../../../shared/integrations/IntegrationIcon.tsx'
import { kindNames } from '../../../shared/integrations/kinds.ts'
import { toasts } from '../../../shared/ui/toast.ts'
import { type Integration, useChangeIntegration } from './queries.ts'

interface Props {
  integration: Integration
  /** Whether it is the last way in, which stays on. */
  isLast: boolean
  canEdit: boolean
  onOpen: () => void
}

/** One integration with its state: the row opens its form, the switch turns it on and off. */
export function IntegrationRow({ integration, isLast, canEdit, onOpen }: Props) {
  const { name, enabled } = integration
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        pr: 1,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <ButtonBase
        onClick={onOpen}
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          // On small screens what it is for comes below its name.
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          gap: 1.5,
          p: 1.5,
          justifyContent: 'flex-start',
          textAlign: 'left',
          borderRadius: 1,
        }}
      >
        <IntegrationIcon kind={integration.kind} size="entry" />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" noWrap>
            {name}
          </Typography>
          <Typography variant="body2" color="textSecondary" noWrap>
            {detailsOf(integration)}
          </Typography>
        </Box>
        <Box sx={{ flex: { xs: '1 0 100%', sm: 'none' }, display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          {integration.is_default_idp ? <Chip size="small" label="Default IDP" /> : null}
          {statesOf(integration).map((state) => (
            <Chip key={state} size="small" variant="outlined" label={state} />
          ))}
        </Box>
      </ButtonBase>
      <EnabledSwitch integration={integration} isDisabled={!canEdit || (isLast && enabled)} />
    </Box>
  )
}

function EnabledSwitch({ integration, isDisabled }: { integration: Integration; isDisabled: boolean }) {
  const change = useChangeIntegration(integration.id)
  return (
    <Switch
      checked={integration.enabled}
      disabled={isDisabled || change.isPending}
      onChange={(_event, enabled) =>
        change.mutate({ enabled }, { onError: (error) => toasts.error(messageOf(error)) })
      }
      slotProps={{ input: { 'aria-label': `${integration.name} is enabled` } }}
    />
  )
}

/** What it is and where it leads; of the built-in one its name says the first already. */
function detailsOf({ kind, config }: Integration): string {
  if (kind === 'builtin') return 'E-mail and password'
  const where = [config.hostUrl, config.url, config.entryPoint].find((address) => typeof address === 'string')
  return [kindNames[kind], where].filter(Boolean).join(' · ')
}

function statesOf({ enabled, allow_user_login, allow_user_register }: Integration): string[] {
  if (!enabled) return ['Disabled']
  const ways = [allow_user_login && 'Sign In', allow_user_login && allow_user_register && 'Registration']
  const allowed = ways.filter((way): way is string => way !== false)
  return allowed.length > 0 ? allowed : ['No sign-in']
}
