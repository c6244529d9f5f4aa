import { ApiProblem } from '../../../shared/data/api.ts'
import type { IntegrationKind } from '../../../shared/integrations/kinds.ts'
import type { EditForm } from '../../../shared/ui/forms/use-edit-form.ts'
import {
  type Integration,
  useAddIntegration,
  useChangeIntegration,
  useUninstallIntegration,
} from './queries.ts'
import { changedInput, filled, type IntegrationValues, inputOf, seenOf } from './values.ts'

const generic = 'Something went wrong, please try again'

/** Keeps or uninstalls an integration and says so; refusals are thrown in the specified words. */
export function useSaveIntegration(
  kind: IntegrationKind,
  integration: Integration | null,
  callbackKey: string,
  sendOver: EditForm<IntegrationValues>['sendOver'],
) {
  const add = useAddIntegration()
  const change = useChangeIntegration(integration?.id ?? '')
  const uninstall = useUninstallIntegration()
  const send = async (values: IntegrationValues) => {
    if (integration)
      return sendOver(values, (changes, _seen, known) => {
        const input = changedInput(kind, values, changes)
        return change.mutateAsync({ ...input, seen: seenOf(integration, input, known) })
      })
    const { config = {}, ...input } = inputOf(kind, values)
    return add.mutateAsync({
      kind,
      ...input,
      config: filled(config),
      unset_all_saml_idps: values.defaultIdp,
      callback_key: callbackKey,
    })
  }
  return {
    save: (values: IntegrationValues) =>
      send(values).catch((error: unknown) => {
        throw inWords(error)
      }),
    uninstall: async () => integration && uninstall.mutateAsync(integration),
  }
}

/** What people can mend is told as the server says it; the rest stays generic. */
function inWords(error: unknown): unknown {
  if (!(error instanceof ApiProblem) || (error.status >= 400 && error.status < 500)) return error
  return new ApiProblem({ code: error.code, status: error.status, detail: generic, fields: [] })
}
