// CI tokens: what a script pushes the content of one project with. It can be shown again to who may push.
import { z } from '@hono/zod-openapi'
import type { KeptCiToken } from '../../_shared/db/service-git.ts'
import { timestamp } from '../../_shared/http/describe.ts'
import { type Box, open, SealError, seal } from '../../_shared/secrets/box.ts'

export const ciTokenSchema = z
  .object({
    ci_token: z.string().nullable().meta({
      description: 'Null until one is made, and where it cannot be read any more.',
      example: 'wmci_6f1Jw0…',
    }),
    created_at: timestamp.nullable(),
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'CiToken' })

/** What a token looks like. */
export const ciTokenPattern = /^wmci_[A-Za-z0-9_-]{43}$/

/** A new token. */
export function newCiToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const text = btoa(String.fromCharCode(...bytes))
  return `wmci_${text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`
}

/** Seals a token of a project. */
export function sealCiToken(projectId: number, token: string): Promise<Box> {
  return seal(token, contextOf(projectId))
}

/** The token of a project as it is shown to who may push. */
export async function answerOf(
  projectId: number,
  kept: KeptCiToken | null,
): Promise<z.infer<typeof ciTokenSchema>> {
  if (!kept) return { ci_token: null, created_at: null, last_used_at: null }
  const { created_at, last_used_at } = kept
  return { ci_token: await openCiToken(projectId, kept), created_at, last_used_at }
}

/** Opens it again; null where that cannot be done any more, so that a new one is made. */
async function openCiToken(projectId: number, box: Box): Promise<string | null> {
  try {
    return await open(box, contextOf(projectId))
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

function contextOf(projectId: number): string {
  return `project:${projectId}:ciToken`
}
