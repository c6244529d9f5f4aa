// What brings a file into a branch from a script.
import { encodeId } from '../../../../supabase/functions/_shared/domain/ids.ts'
import { apiUrl } from './api.ts'
import { shellQuote } from './shell-quote.ts'

/** The variable that scripts keep the CI token of a project in. */
export const tokenVariable = '$WAYMARK_CI_TOKEN'

/** The command that makes the files of a folder the content of a branch; without one, of the one that is checked out. */
export function folderPushCommand(branchSlug?: string): string {
  const branch = branchSlug === undefined ? '' : ` --branch ${shellQuote(branchSlug)}`
  return `waymark push --url ${shellQuote(window.location.origin)}${branch}`
}

/** The command that pushes a description to a branch; `token` stands in it as it is. */
export function pushCommand(projectId: number, branchSlug: string, token: string = tokenVariable): string {
  const path = `/projects/${encodeId('prj', projectId)}/branches/${encodeURIComponent(branchSlug)}/import`
  return [
    `curl --request POST ${shellQuote(new URL(apiUrl(path), window.location.origin).href)} \\`,
    `  --header "Authorization: Bearer ${token}" \\`,
    '  --form file=@openapi.yaml',
  ].join('\n')
}
