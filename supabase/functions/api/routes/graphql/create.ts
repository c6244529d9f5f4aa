// POST /graphql at the product's own address: the calls of Stoplight's command line, by name. It is no GraphQL engine; who
// asks for data finds it at /graphql/v1.
import { z } from 'zod'
import { pushingTo } from '../../../_shared/auth/caller.ts'
import { findCiToken, type PushedBranch, pushedBranches } from '../../../_shared/db/service-git.ts'
import { maxImportBytes } from '../../../_shared/domain/imports.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { readLongString } from '../../../_shared/http/long-string.ts'
import { ProblemError, refusal, refusalFor } from '../../../_shared/http/problem.ts'
import { invalid, type Router } from '../../../_shared/http/router.ts'
import { ciTokenPattern } from '../../model/ci-token.ts'
import { pushResults, type Upload, type UploadVariables, uploadOf } from './upload.ts'

/** As much as a push may bring, with what the client says about it. */
const bounds = { bytes: maxImportBytes, rest: 64 * 1024 }

const requestSchema = z.strictObject({
  query: z.string().max(10_000),
  variables: z.record(z.string(), z.unknown()).default({}),
  operationName: z.string().max(100),
})

type Variables = z.infer<typeof requestSchema>['variables']
type Operation = (c: AppContext, variables: Variables, upload: Upload | null) => Promise<unknown>

const ciTokenSchema = z.strictObject({ ciToken: z.string().regex(ciTokenPattern) })
const projectSchema = z.object({ projectId: z.int(), branch: z.string().max(255).nullish() })
const uploadSchema = z.strictObject({
  ...projectSchema.shape,
  analyzerResults: z.literal(''),
  branch: z.string().min(1).max(255).nullish(),
  commitHash: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/)
    .nullish(),
  releaseNote: z.string().max(10_000).nullish(),
})

const operations: Record<string, Operation> = {
  // The token of the project is what the client shows with the calls that follow; there is nothing that it is worth more.
  GetJwtCiToken: async (c, variables) => {
    const { ciToken } = checked(ciTokenSchema, variables)
    await limit(c, 'ci-token', 300, 600)
    if (!(await findCiToken(ciToken))) throw refusal('INVALID_TOKEN', 'The CI token is not valid.')
    return { getNewCiAccessToken: { token: ciToken } }
  },
  GetProjectByCiToken: async (c, variables) => projects(c, checked(ciTokenSchema, variables).ciToken),
  GetBranchIdFromSlug: async (c, variables) => {
    const schema = ciTokenSchema.extend({ branchSlug: z.string().min(1).max(255) })
    const { ciToken, branchSlug } = checked(schema, variables)
    const found = await projects(c, ciToken, ({ name, slug }) => slug === branchSlug || name === branchSlug)
    if (found.projects[0]?.branches.length === 0) throw refusalFor('branch_not_found')
    return found
  },
  // What differs is found here, by the files: the client always sends all of them.
  GetDataHashForNodes: async (c, variables) => nothingToCompare(c, variables),
  GetDataForNodes: async (c, variables) => nothingToCompare(c, variables),
  UploadNodesOrig: upload,
  UploadNodesWithReleaseNote: upload,
}

/** POST /graphql; not part of the API's own description. */
export function answerStoplight(app: Router): void {
  app.post('/graphql', async (c) => {
    try {
      return c.json({ data: await answer(c) }, 200)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const { code, status, detail } = error.problem
      return c.json({ errors: [{ message: detail, extensions: { code } }] }, status as 400, error.headers)
    }
  })
}

async function answer(c: AppContext): Promise<unknown> {
  const sent = uploadOf(c)
  try {
    const { rest, taken } = await readLongString(c.req.raw, 'analyzerResults', bounds, sent.take)
    const { operationName, query, variables } = checked(requestSchema, rest)
    const operation = Object.hasOwn(operations, operationName) ? operations[operationName] : undefined
    if (!operation || !query.includes(operationName)) {
      const known = Object.keys(operations).join(', ')
      throw refusal('VALIDATION_ERROR', `This address answers ${known}; GraphQL is at /graphql/v1.`)
    }
    return await operation(c, variables, taken)
  } finally {
    await sent.end()
  }
}

async function upload(c: AppContext, variables: Variables, sent: Upload | null): Promise<unknown> {
  const { projectId, branch, commitHash }: UploadVariables & { projectId: number } = checked(
    uploadSchema,
    variables,
  )
  await ofProject(c, projectId)
  if (!sent) throw refusalFor('import_without_file')
  return pushResults(c, sent, { branch, commitHash })
}

async function nothingToCompare(c: AppContext, variables: Variables) {
  const schema = z.strictObject({
    ...projectSchema.shape,
    uris: z.array(z.string()).max(10_000).optional(),
    cursor: z.int().default(0),
  })
  await ofProject(c, checked(schema, variables).projectId)
  return { branchNodes: [] }
}

async function ofProject(c: AppContext, projectId: number): Promise<void> {
  if (pushingTo(c).project_id !== projectId) throw refusalFor('project_not_found')
}

async function projects(
  c: AppContext,
  ciToken: string,
  wanted: (branch: PushedBranch) => boolean = () => true,
) {
  const project = pushingTo(c)
  // Two tokens in one request: which one was meant is not guessed.
  if (!c.req.header('authorization')?.endsWith(` ${ciToken}`)) throw refusalFor('project_not_found')
  const branches = (await pushedBranches(project.project_id)).filter(wanted)
  return {
    projects: [
      {
        id: project.project_id,
        slug: project.slug,
        branches: branches.map(({ id, slug, is_default, commit_hash }) => ({
          id,
          slug,
          isDefault: is_default,
          commitHash: commit_hash,
        })),
      },
    ],
  }
}

function checked<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const read = schema.safeParse(value)
  if (!read.success) throw invalid(read.error.issues.slice(0, 20))
  return read.data
}
