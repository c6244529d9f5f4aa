import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { IntegrationIcon } from '../../../shared/sign-in/IntegrationIcon.tsx'
import { kindNames } from '../../../shared/sign-in/kinds.ts'
import type { Integration } from './queries.ts'

/** One integration with its state; opens its form. */
export function IntegrationRow({ integration, onOpen }: { integration: Integration; onOpen: () => void }) {
  const { kind, name, config } = integration
  const where = [config.hostUrl, config.url, config.entryPoint].find((address) => typeof address === 'string')
  return (
    <li>
      <ButtonBase
        onClick={onOpen}
        sx={{
          width: '100%',
          display: 'flex',
          gap: 1.5,
          p: 1.5,
          justifyContent: 'flex-start',
          textAlign: 'left',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <IntegrationIcon kind={kind} size={32} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" noWrap>
            {name}
          </Typography>
          <Typography variant="body2" color="textSecondary" noWrap>
            {[kindNames[kind], where].filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, justifyContent: 'flex-end' }}>
          {integration.is_default_idp ? <Chip size="small" label="Default IDP" /> : null}
          <Chip size="small" variant="outlined" label={stateOf(integration)} />
        </Box>
      </ButtonBase>
    </li>
  )
}

function stateOf({ enabled, allow_user_login }: Integration): string {
  if (!enabled) return 'Disabled'
  return allow_user_login ? 'Sign In' : 'Enabled'
}
