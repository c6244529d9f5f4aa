// What brings a file into a branch from a script.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { apiUrl } from './api.ts'
import { shellQuote } from './shell-quote.ts'

/** The variable that scripts keep the CI token of a project in. */
export const tokenVariable = '$WAYMARK_CI_TOKEN'

/** The command that pushes a description to a branch; `token` stands in it as it is. */
export function pushCommand(projectId: number, branchSlug: string, token: string = tokenVariable): string {
  const path = `/projects/${encodeId('prj', projectId)}/branches/${encodeURIComponent(branchSlug)}/import`
  return [
    `curl --request POST ${shellQuote(new URL(apiUrl(path), window.location.origin).href)} \\`,
    `  --header "Authorization: Bearer ${token}" \\`,
    '  --form file=@openapi.yaml',
  ].join('\n')
}
