// What Stoplight's command line uploads becomes a push like any other: its files are stored, then queued for the worker.
import { pushingTo } from '../../../_shared/auth/caller.ts'
import { pushedBranches, queuePush } from '../../../_shared/db/service-git.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { fingerprintOf } from '../../../_shared/http/idempotency.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { tooManyRequests } from '../../../_shared/http/problem.ts'
import { pushedPlace, removeUploads } from '../../../_shared/storage/uploads.ts'
import { type Received, receiveResults } from '../../model/analyzer-results.ts'
import { pushFingerprint } from '../../model/push.ts'

export type Upload = Received

export interface UploadVariables {
  branch?: string | null | undefined
  commitHash?: string | null | undefined
}

/** Projects that something is being uploaded to: one upload at a time holds memory and connections here. */
const uploading = new Set<number>()

/** Takes an upload while it comes; `end` lets the next one in, and removes what nothing came of. */
export function uploadOf(c: AppContext) {
  let received: Received | undefined
  let busy: number | undefined
  const take = async (parts: AsyncIterable<string>): Promise<Received> => {
    const project = pushingTo(c)
    await limit(c, 'push', 60, 600)
    if (uploading.has(project.project_id)) throw tooManyRequests(10)
    busy = project.project_id
    uploading.add(busy)
    const folder = `${project.workspace_id}/ci-${project.project_id}/${crypto.randomUUID()}/`
    received = { files: [], images: [], counts: new Map(), folder, stored: [], queued: false }
    await receiveResults(project, parts, received)
    return received
  }
  const end = async (): Promise<void> => {
    if (busy !== undefined) uploading.delete(busy)
    if (!received || received.queued) return
    const { folder, stored } = received
    await removeUploads(stored.map((hash) => pushedPlace(folder + hash)))
  }
  return { take, end }
}

/** Queues what was received, as a push of the branch; the answer counts what the client sent. */
export async function pushResults(
  c: AppContext,
  received: Received,
  { branch: named, commitHash }: UploadVariables,
) {
  const { files, images, folder, stored, counts } = received
  const to = pushingTo(c)
  const isStored = new Set(stored)
  const branch = named ?? (await pushedBranches(to.project_id))[0]?.name ?? 'main'
  const commit = commitHash ?? null
  const fingerprint = await pushFingerprint({ branch, commit, files })
  const { came_before } = await queuePush(to, {
    branch,
    commit,
    // Images are not known yet: what has some is never what came before.
    fingerprint: images.length > 0 ? await fingerprintOf(fingerprint + c.get('requestId')) : fingerprint,
    uploads: files
      .filter(({ sha256 }) => isStored.has(sha256))
      .map(({ path, sha256 }) => ({ path, object: folder + sha256 })),
    held: files
      .filter(({ sha256 }) => !isStored.has(sha256))
      .map(({ path, sha256 }) => ({ path, hash: sha256 })),
    images,
  })
  received.queued = !came_before
  const countOf = (type: string) => counts.get(type) ?? 0
  return {
    analyzerPush: {
      httpServices: countOf('http_service'),
      httpOperations: countOf('http_operation'),
      models: countOf('model'),
      articles: countOf('article'),
      nodes: [...counts.values()].reduce((sum, count) => sum + count, 0),
      tableOfContents: countOf('table_of_contents'),
    },
  }
}
