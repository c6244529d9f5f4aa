import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ApiProblem } from '../../../shared/data/api.ts'
import type { IntegrationKind } from '../../../shared/sign-in/kinds.ts'
import { useTestIntegration } from './queries.ts'
import { configOf, filled, type IntegrationValues } from './values.ts'

interface Props {
  form: UseFormReturn<IntegrationValues>
  kind: IntegrationKind
  /** The integration whose kept secrets stand in for the masked ones. */
  integrationId: string | null
}

interface Outcome {
  success: boolean
  message: string
}

/** Tries the settings as they stand in the form, saved or not. */
export function TestButton({ form, kind, integrationId }: Props) {
  const test = useTestIntegration()
  const [isTrying, setTrying] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const tryThem = form.handleSubmit(async (values) => {
    setTrying(true)
    setOutcome(null)
    const { config, secrets } = configOf(kind, values)
    const kept = integrationId === null ? {} : { workspace_integration_id: integrationId }
    setOutcome(await test({ kind, config: filled(config), secrets, ...kept }).catch(failed))
    setTrying(false)
  })
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Button type="button" variant="outlined" loading={isTrying} onClick={() => void tryThem()}>
        Test these settings
      </Button>
      <Box role="status" sx={{ width: '100%' }}>
        {outcome ? (
          <Alert severity={outcome.success ? 'success' : 'error'} variant="outlined">
            {outcome.message}
          </Alert>
        ) : null}
      </Box>
    </Box>
  )
}

function failed(error: unknown): Outcome {
  const told = error instanceof ApiProblem && (error.status === 400 || error.status === 429)
  return { success: false, message: told ? error.detail : 'Something went wrong, please try again later.' }
}
