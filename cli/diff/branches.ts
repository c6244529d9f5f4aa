import type { SourceFile } from '../../analysis/types.ts'
import type { ServerClient } from '../server/client.ts'
import { withRetries } from '../server/retries.ts'

/** A description as a branch has it, with all that it refers to inside. */
export async function descriptionOf(
  client: ServerClient,
  project: string,
  branch: string,
  path: string,
): Promise<SourceFile> {
  const at = `projects/${encodeURIComponent(project)}/branches/${encodeURIComponent(branch)}`
  const address = `${at}/export?path=${encodeURIComponent(path)}&kind=bundled`
  return { path: `${branch}:${path}`, content: await withRetries(() => client.text(address)) }
}
