// Job `look_at_branch`: what a Git host has of a branch beyond what was read of it; `branch_remotes` tells who asked.
import type { Task } from 'graphile-worker'
import { RECONNECT } from '../../supabase/functions/_shared/domain/reconnect.ts'
import type { Context } from '../context.ts'
import { RemoteError } from '../git/failures.ts'
import { follow } from '../git/follow.ts'
import { type Look, lookAtBranch } from '../git/look-at-branch.ts'
import { openRemote } from '../git/open-remote.ts'
import { makeScratch, removeScratch } from '../git/scratch.ts'
import { readSource, type Source } from '../git/source.ts'

interface Asked {
  branch: string
  project_id: number
  base: string
}

const UNEXPECTED = 'This failed because of a problem on our side. Please try it again.'

/** The graphile-worker task; payload `{branch_id, user_id}`. The host is asked as that person, else as the project. */
export function lookAtBranchJob(context: Context): Task {
  const { db, log } = context
  return async (payload, { job }) => {
    const { branch_id: branchId, user_id: userId } = payload as { branch_id: number; user_id: number | null }
    const { rows } = await db.query<{ asked: Asked | null }>('select public.svc_begin_look($1) as asked', [
      branchId,
    ])
    const asked = rows[0]?.asked
    if (!asked) return
    const say = (found: Look | { status: 'failed'; reason: string }) =>
      db.query('select public.svc_end_look($1, $2, $3)', [branchId, asked.base, JSON.stringify(found)])
    try {
      const found = await looked(context, asked, userId)
      log('info', 'looked at a branch', { branch: branchId, outcome: found.status })
      await say(found)
    } catch (error) {
      if (error instanceof RemoteError) return void (await say({ status: 'failed', reason: error.message }))
      if (job.attempts >= job.max_attempts) await say({ status: 'failed', reason: UNEXPECTED })
      throw error
    }
  }
}

async function looked(context: Context, asked: Asked, userId: number | null): Promise<Look> {
  const source = await readSource(context, String(asked.project_id), userId ?? undefined)
  try {
    return await lookedAs(context, asked, source)
  } catch (error) {
    const { access } = source
    const projectId = String(asked.project_id)
    if (
      error instanceof RemoteError &&
      error.lacks === 'repository' &&
      (await follow(context, projectId, source))
    )
      return lookedAs(context, asked, await readSource(context, projectId, userId ?? undefined))
    if (!(error instanceof RemoteError) || error.kind !== 'credentials') throw error
    // A token that has ended is renewed once.
    const accessToken = access?.type === 'oauth' ? await access.renew?.(access.accessToken) : null
    if (access?.type !== 'oauth' || !accessToken) throw new RemoteError('credentials', RECONNECT)
    return lookedAs(context, asked, { ...source, access: { ...access, accessToken } })
  }
}

async function lookedAs({ config }: Context, { branch, base }: Asked, source: Source): Promise<Look> {
  const scratch = await makeScratch()
  try {
    return await lookAtBranch(await openRemote(config, source, branch, scratch), base)
  } finally {
    await removeScratch(scratch)
  }
}
