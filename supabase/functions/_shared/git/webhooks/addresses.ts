import { encodeId } from '../../domain/ids.ts'

/** Where a host tells of a project: its own address, and the one that all projects of an integration had before. */
export function webhookAddresses(origin: string, integrationId: number, projectId: number) {
  const shared = `${origin}/api/v1/webhooks/git/${encodeId('wkintg', integrationId)}`
  return { own: `${shared}/${encodeId('prj', projectId)}`, shared }
}
