import AccountTree from '@mui/icons-material/AccountTreeOutlined'
import GitHub from '@mui/icons-material/GitHub'
import Key from '@mui/icons-material/KeyOutlined'
import Mail from '@mui/icons-material/MailOutlined'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { type PictureSize, pictureSizes } from '../ui/sizes.ts'
import type { IntegrationKind } from './kinds.ts'

const marks: Record<IntegrationKind, { colour: string; mark: ReactNode }> = {
  builtin: { colour: '#4338ca', mark: <Mail fontSize="inherit" /> },
  github: { colour: '#24292f', mark: <GitHub fontSize="inherit" /> },
  gitlab: { colour: '#c93d0e', mark: 'GL' },
  ldap: { colour: '#0f766e', mark: <AccountTree fontSize="inherit" /> },
  saml: { colour: '#6d28d9', mark: <Key fontSize="inherit" /> },
  bitbucket_cloud: { colour: '#0052cc', mark: 'BB' },
  bitbucket_data_center: { colour: '#0747a6', mark: 'BB' },
  azure_devops_server: { colour: '#005a9e', mark: 'AZ' },
  azure_devops_services: { colour: '#0068b8', mark: 'AZ' },
}

/** The mark of a provider; its name stands beside it. */
export function IntegrationIcon({ kind, size = 'row' }: { kind: IntegrationKind; size?: PictureSize }) {
  const { colour, mark } = marks[kind]
  const side = pictureSizes[size]
  return (
    <Box
      aria-hidden
      sx={{
        width: side,
        height: side,
        flex: 'none',
        borderRadius: `${side / 4}px`,
        display: 'grid',
        placeItems: 'center',
        color: '#fff',
        bgcolor: colour,
      }}
    >
      {/* A button gives what begins it a size and a wrapping of its own: the mark keeps to itself. */}
      <Box
        component="span"
        sx={{
          display: 'inline-flex',
          fontSize: typeof mark === 'string' ? side * 0.42 : side * 0.64,
          fontWeight: 700,
          lineHeight: 1,
          whiteSpace: 'nowrap',
        }}
      >
        {mark}
      </Box>
    </Box>
  )
}
