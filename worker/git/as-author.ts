// Writes to the repository of a project as somebody: by their own account at its host, or the project's service account.
import { RECONNECT } from '../../supabase/functions/_shared/domain/reconnect.ts'
import type { Context } from '../context.ts'
import { RemoteError } from './failures.ts'
import { openRemote } from './open-remote.ts'
import type { Remote } from './remote.ts'
import { makeScratch, removeScratch } from './scratch.ts'
import { readSource, type Source } from './source.ts'

/** Why nothing was written: what a person has to mend, or what may be otherwise the next time. */
export interface NotWritten {
  kind: 'refused' | 'credentials' | 'later'
  message: string
}

export interface Place {
  projectId: number
  authorId: number
  branch: string
}

/** Does what writes to a branch, once more where the token had ended and was renewed. */
export async function asAuthor<Outcome extends { kind: string }>(
  context: Context,
  { projectId, authorId, branch }: Place,
  write: (remote: Remote, isServiceAccount: boolean) => Promise<Outcome>,
): Promise<Outcome | NotWritten> {
  const opened = async (source: Source) => {
    const scratch = await makeScratch()
    try {
      return await write(await openRemote(context.config, source, branch, scratch), source.isServiceAccount)
    } finally {
      await removeScratch(scratch)
    }
  }
  try {
    const source = await readSource(context, String(projectId), authorId)
    if (!source.access) return { kind: 'credentials', message: RECONNECT }
    const outcome = await opened(source)
    if (outcome.kind !== 'credentials' || source.access.type !== 'oauth') return outcome
    const accessToken = await source.access.renew?.(source.access.accessToken)
    return accessToken ? await opened({ ...source, access: { ...source.access, accessToken } }) : outcome
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    return { kind: error.kind, message: error.message }
  }
}
