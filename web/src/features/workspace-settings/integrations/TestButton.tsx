import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { UseFormReturn } from 'react-hook-form'
import { ApiProblem } from '../../../shared/data/api.ts'
import type { IntegrationKind } from '../../../shared/integrations/kinds.ts'
import { useTestIntegration } from './queries.ts'
import { configOf, filled, type IntegrationValues } from './values.ts'

interface Props {
  form: UseFormReturn<IntegrationValues>
  kind: IntegrationKind
  /** The integration whose kept secrets stand in for the masked ones. */
  integrationId: string | null
}

/** Tries the settings as they stand in the form, saved or not. */
export function TestButton({ form, kind, integrationId }: Props) {
  const test = useTestIntegration()
  const outcome = test.error ? failureOf(test.error) : test.data
  const tryThem = form.handleSubmit((values) => {
    const { config, secrets } = configOf(kind, values)
    const kept = integrationId === null ? {} : { workspace_integration_id: integrationId }
    test.mutate({ kind, config: filled(config), secrets, ...kept })
  })
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Button type="button" variant="outlined" loading={test.isPending} onClick={() => void tryThem()}>
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

/** The server's words for what can be mended here: wrong settings, or too many tries. */
function failureOf(error: Error) {
  const isSpecific = error instanceof ApiProblem && (error.status === 400 || error.status === 429)
  return {
    success: false,
    message: isSpecific ? error.detail : 'Something went wrong, please try again later.',
  }
}
