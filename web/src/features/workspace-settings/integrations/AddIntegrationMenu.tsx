import Chip from '@mui/material/Chip'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { IntegrationIcon } from '../../../shared/integrations/IntegrationIcon.tsx'
import { type IntegrationKind, integrationKinds, kindNames } from '../../../shared/integrations/kinds.ts'
import { UpsellDialog } from '../../../shared/ui/UpsellDialog.tsx'
import { featureOf, hasDefault } from './settings.ts'

interface Props {
  anchor: HTMLElement
  onClose: () => void
  onChoose: (kind: IntegrationKind) => void
}

/** The feature that a new integration of a kind needs. */
function neededFor(kind: IntegrationKind) {
  return featureOf(kind, hasDefault(kind) ? 'default' : 'custom')
}

/** The eight kinds to add; those beyond the plan say so and lead to it. */
export function AddIntegrationMenu({ anchor, onClose, onChoose }: Props) {
  const features = useFeatures()
  const canBill = usePermissions().can('WorkspaceBilling')
  const [refused, setRefused] = useState<IntegrationKind | null>(null)
  const isAllowed = (kind: IntegrationKind) => {
    const needed = neededFor(kind)
    return needed === null || features.data?.find(({ name }) => name === needed)?.allowed !== false
  }
  if (refused)
    return (
      <UpsellDialog
        open
        title={`${kindNames[refused]} integration`}
        feature={neededFor(refused) ?? 'custom_git_integration'}
        canBill={canBill}
        onClose={onClose}
      />
    )
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {integrationKinds
        .filter((kind) => kind !== 'builtin')
        .map((kind) => (
          <MenuItem key={kind} onClick={() => (isAllowed(kind) ? onChoose(kind) : setRefused(kind))}>
            <ListItemIcon>
              <IntegrationIcon kind={kind} size="row" />
            </ListItemIcon>
            <ListItemText>{kindNames[kind]}</ListItemText>
            {isAllowed(kind) ? null : (
              <Chip size="small" color="primary" variant="outlined" label="Upgrade" sx={{ ml: 2 }} />
            )}
          </MenuItem>
        ))}
    </Menu>
  )
}
