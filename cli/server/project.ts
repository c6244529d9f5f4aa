// Projects by what people know of them: the ID from their settings, or the name in their address.
import type { ServerClient } from './client.ts'
import { withRetries } from './retries.ts'

interface Project {
  id: string
  slug: string
}

/** Whether somebody gave the ID of a project, and not its name in addresses. */
export function isProjectId(given: string): boolean {
  return /^prj:[1-9]\d*$/.test(Buffer.from(given, 'base64url').toString('latin1'))
}

/** The ID of a project that is named by it or as its address in the docs names it. Throws as the client does. */
export async function projectId(client: ServerClient, given: string): Promise<string> {
  if (isProjectId(given)) return given
  const path = `projects?slug=${encodeURIComponent(given)}`
  return (await withRetries(() => client.json<Project>(path))).id
}

/** How the address in the docs names the project of an ID. Throws as the client does. */
export async function projectSlug(client: ServerClient, id: string): Promise<string> {
  return (await withRetries(() => client.json<Project>(`projects/${encodeURIComponent(id)}`))).slug
}
