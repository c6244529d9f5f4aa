import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { useOffer } from '../../../shared/billing/offer.ts'
import type { IntegrationValues } from './values.ts'

interface ConfigTypeProps {
  control: Control<IntegrationValues>
  /** Whether the plan lets one's own configuration be used. */
  allowsCustom: boolean
  isDisabled: boolean
}

/** The platform's registration with the host, or one's own. */
export function ConfigTypeChoice({ control, allowsCustom, isDisabled }: ConfigTypeProps) {
  const labelId = useId()
  const { field } = useController({ control, name: 'config_type' })
  const { to } = useOffer('custom_git_integration')
  const own = (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      Custom
      {allowsCustom ? null : (
        <Chip
          component={Link}
          to={to}
          clickable
          size="small"
          color="primary"
          variant="outlined"
          label="Upgrade"
        />
      )}
    </Box>
  )
  return (
    <div>
      <FormLabel id={labelId}>Configuration</FormLabel>
      <RadioGroup {...field} row aria-labelledby={labelId}>
        <FormControlLabel value="default" control={<Radio />} label="Default" disabled={isDisabled} />
        <FormControlLabel
          value="custom"
          control={<Radio />}
          label={own}
          disabled={isDisabled || (!allowsCustom && field.value !== 'custom')}
        />
      </RadioGroup>
    </div>
  )
}

interface AuthTypeProps {
  control: Control<IntegrationValues>
  /** What is kept now; null for a new integration. */
  initial: string | null
  isDisabled: boolean
}

/** How people sign in to a Bitbucket Data Center; changing it ends their connections, so that is confirmed. */
export function AuthTypeChoice({ control, initial, isDisabled }: AuthTypeProps) {
  const labelId = useId()
  const { field } = useController({ control, name: 'authType' })
  const { field: understood } = useController({ control, name: 'understood' })
  const changes = initial !== null && field.value !== initial
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <div>
        <FormLabel id={labelId}>Authentication</FormLabel>
        <RadioGroup {...field} row aria-labelledby={labelId}>
          <FormControlLabel value="basic" control={<Radio />} label="Basic" disabled={isDisabled} />
          <FormControlLabel value="oauth" control={<Radio />} label="OAuth" disabled={isDisabled} />
        </RadioGroup>
      </div>
      {changes ? (
        <Alert severity="warning" variant="outlined">
          Everybody who connected an account of this integration has to connect it again.
          <FormControlLabel
            sx={{ display: 'flex', mt: 0.5 }}
            control={
              <Checkbox
                checked={understood.value === true}
                onChange={(_event, checked) => understood.onChange(checked)}
                onBlur={understood.onBlur}
              />
            }
            label="I understand, change the authentication"
          />
        </Alert>
      ) : null}
    </Box>
  )
}
