import { createRoute, z } from '@hono/zod-openapi'
import { pushingTo } from '../../../_shared/auth/caller.ts'
import { recordCommit } from '../../../_shared/db/service-git.ts'
import { decodeId } from '../../../_shared/domain/ids.ts'
import { maxImportBytes } from '../../../_shared/domain/imports.ts'
import { wholeBody } from '../../../_shared/http/body.ts'
import { bearer, jsonAnswer, jsonBody, problems } from '../../../_shared/http/describe.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusalFor } from '../../../_shared/http/problem.ts'
import { invalid, type Router } from '../../../_shared/http/router.ts'
import { boundedJson } from '../../model/bounded-json.ts'
import { branchParam } from '../../model/branch.ts'
import { commitSchema, commitView, shaParam } from '../../model/commit.ts'

/**
 * As it can be stored: no control characters and no halves of characters, cut where it is too long. What lies far behind the
 * cut is not looked at.
 */
const storable = (most: number) =>
  z.string().transform((text) => {
    const seen = text.slice(0, 4 * most).replaceAll(/[^\P{Cc}\n\t]/gu, '')
    return [...seen.toWellFormed()].slice(0, most).join('')
  })

const bodySchema = z
  .object({
    sha: shaParam,
    parent_commit_sha: shaParam.nullish(),
    msg: storable(5000)
      .nullish()
      .meta({ description: 'The message.', example: 'Describe how to-dos are completed' }),
    vcs_author_email: storable(255).nullish().meta({ example: 'ada@example.com' }),
    vcs_author_name: storable(200).nullish().meta({ example: 'Ada Lovelace' }),
    committed_at: z.iso.datetime({ offset: true }).nullish(),
  })
  .meta({ id: 'NewCommit', description: 'What else is sent is read over.' })

const route = createRoute({
  method: 'post',
  path: '/projects/{id}/branches/{slug}/commits',
  tags: ['Pushing'],
  summary: 'Announce a commit',
  description:
    'For scripts, with the CI token of the project as Bearer: says what the commit is called that a push is about to ' +
    'bring. It becomes the content of the branch by the push alone, and what was analysed is not rewritten.',
  operationId: 'createCommit',
  security: bearer,
  request: { params: branchParam, body: jsonBody(bodySchema) },
  responses: { 201: jsonAnswer('The commit.', commitSchema), ...problems(400, 401, 404, 413, 429) },
})

/** POST /projects/{id}/branches/{slug}/commits; registered by hand, because the body may be longer than others. */
export function createCommit(app: Router): void {
  app.openAPIRegistry.registerPath(route)
  app.post('/projects/:id/branches/:slug/commits', async (c) => {
    const { id, slug } = c.req.param()
    const project = pushingTo(c)
    if (decodeId('prj', id) !== project.project_id) throw refusalFor('project_not_found')
    await limit(c, 'commit', 60, 600)
    // Clients send the document of the commit along, which is read over: as much as an import brings.
    const commit = commitOf(await wholeBody(c.req.raw, maxImportBytes))
    const row = await recordCommit(project, slug, commit)
    return c.json(commitView({ ...row, branches: { slug } }), 201)
  })
}

function commitOf(body: Uint8Array) {
  const read = bodySchema.safeParse(boundedJson(new TextDecoder().decode(body)))
  if (!read.success) throw invalid(read.error.issues.slice(0, 20))
  const { sha, parent_commit_sha, msg, vcs_author_email, vcs_author_name, committed_at } = read.data
  return {
    sha,
    parent_sha: parent_commit_sha ?? null,
    message: msg ?? '',
    author_email: vcs_author_email ?? null,
    author_name: vcs_author_name ?? null,
    committed_at: committed_at ?? null,
  }
}
