import { ApiProblem } from '../../../shared/data/api.ts'
import type { IntegrationKind } from '../../../shared/sign-in/kinds.ts'
import { useToast } from '../../../shared/ui/toast.ts'
import { type Integration, useIntegrationCalls } from './queries.ts'
import { filled, type IntegrationValues, inputOf } from './values.ts'

const generic = 'Something went wrong, please try again'

/** Keeps or uninstalls an integration and says so; refusals are thrown in the specified words (spec 3 §8). */
export function useSaveIntegration(
  kind: IntegrationKind,
  integration: Integration | null,
  callbackKey: string,
) {
  const calls = useIntegrationCalls()
  const toast = useToast()

  const add = async (values: IntegrationValues) => {
    const { config = {}, ...input } = inputOf(kind, values)
    await calls.add(kind, {
      ...input,
      config: filled(config),
      unset_all_saml_idps: values.defaultIdp,
      callback_key: callbackKey,
    })
    toast.success('Workspace Integration Added')
  }
  const change = async (id: string, values: IntegrationValues) => {
    await calls.change(id, inputOf(kind, values))
    toast.success('Workspace Integration Updated')
  }
  const save = (values: IntegrationValues) =>
    (integration ? change(integration.id, values) : add(values)).catch((error: unknown) => {
      throw inWords(error)
    })
  const uninstall = async () => {
    if (!integration) return
    try {
      await calls.uninstall(integration.id)
      toast.success(`Your integration ${integration.name} was uninstalled.`)
    } catch (error) {
      toast.error(`Error uninstalling integration ${integration.name}.`)
      throw error
    }
  }
  return { save, uninstall }
}

/** What people can mend is told as the server says it; the rest stays generic. */
function inWords(error: unknown): unknown {
  if (!(error instanceof ApiProblem) || (error.status >= 400 && error.status < 500)) return error
  return new ApiProblem({ code: error.code, status: error.status, detail: generic, fields: [] })
}
