import { createRoute, z } from '@hono/zod-openapi'
import { signedIn } from '../../../_shared/auth/caller.ts'
import { rpc } from '../../../_shared/db/rest.ts'
import type { RowOf } from '../../../_shared/domain/contract.ts'
import { decodeId, encodeId } from '../../../_shared/domain/ids.ts'
import { maxImportSize } from '../../../_shared/domain/imports.ts'
import {
  hexColour,
  projectFlavor,
  projectName,
  projectSlug,
  projectType,
  projectVisibility,
  tagline,
} from '../../../_shared/domain/validation.ts'
import type { AppContext } from '../../../_shared/http/context.ts'
import { bearer, idParam, idSchema, problems } from '../../../_shared/http/describe.ts'
import { fingerprintOf, idempotencyHeader, type Outcome, once } from '../../../_shared/http/idempotency.ts'
import { limit } from '../../../_shared/http/limit.ts'
import { refusal } from '../../../_shared/http/problem.ts'
import { invalid, type Router } from '../../../_shared/http/router.ts'
import { isMultipart } from '../../../_shared/http/serve.ts'
import { formFingerprint, pathsField, type UploadedFile, withImportForm } from '../../model/import-form.ts'
import { iconFields, type ProjectRow, projectSchema, projectView } from '../../model/project.ts'
import { repositoryFields } from '../../model/repository.ts'

const fieldsSchema = z.object({
  name: projectName.meta({ example: 'To-dos' }),
  slug: projectSlug.optional().meta({ description: 'Made from the name when absent.', example: 'todos' }),
  description: tagline.optional().meta({ example: 'Everything we still have to do' }),
  visibility: projectVisibility.default('internal'),
  flavor: projectFlavor.default('design'),
  group_id: idSchema('grp').nullable().optional(),
  ...iconFields,
  icon_color: hexColour.optional(),
})

const bodySchema = fieldsSchema
  .extend({
    type: projectType.default('web').meta({
      description: '`vcs` with a repository; `cli` for one that scripts push to.',
    }),
    repository: z
      .object({
        workspace_integration_id: idSchema('wkintg'),
        external_id: repositoryFields.external_id,
      })
      .optional()
      .meta({
        description:
          'One that `GET /vcs-integrations/{id}/repositories` answered to the caller within a day, with its default ' +
          'branch. Its names and addresses are those that the host said; what else is sent here plays no part.',
      }),
    auto_invite_committers: z.boolean().default(false),
  })
  .meta({ id: 'ProjectCreate' })

const formSchema = fieldsSchema
  .extend({
    file: z
      .string()
      .optional()
      .meta({
        format: 'binary',
        description: `An OpenAPI 2.0, 3.0 or 3.1 document in JSON or YAML, or a Markdown article; at most ${maxImportSize}. With \`paths\` it may come many times.`,
      }),
    paths: pathsField,
  })
  .meta({ id: 'ProjectImport' })

const answerSchema = z
  .object({
    project: projectSchema,
    branch: z.object({ id: idSchema('br'), slug: z.string().meta({ example: 'main' }), name: z.string() }),
    job_id: z.uuid().nullable().meta({ description: 'The analysis of the file: see `GET /tasks/{job_id}`.' }),
  })
  .meta({ id: 'ProjectCreated' })

type Created = z.infer<typeof answerSchema>
type Body = z.infer<typeof bodySchema>
/** A form with a file brings no repository. */
type Draft = z.infer<typeof fieldsSchema> & Partial<Body>

declare module '../../../_shared/db/rest.ts' {
  interface Results {
    create_project: { project: ProjectRow; branch: RowOf<'branch_name'>; job_id: string | null }
  }
}

const route = createRoute({
  method: 'post',
  path: '/workspaces/{id}/projects',
  tags: ['Projects'],
  summary: 'Add a project',
  description:
    'Adds an empty project or one that lives in a Git repository (JSON), or one made from an API description (form with a file). The answer comes as soon as ' +
    'the file is stored; its analysis is a task. A file that cannot be read is refused with line and column, and then ' +
    'nothing is created; one of more than 2 MB (YAML: 1 MB) is read by its task, which fails with the same in ' +
    '`payload.error`. Send an `Idempotency-Key` to make retries safe.',
  operationId: 'createProject',
  security: bearer,
  request: {
    params: idParam('wk'),
    headers: idempotencyHeader,
    body: {
      required: true,
      content: { 'application/json': { schema: bodySchema }, 'multipart/form-data': { schema: formSchema } },
    },
  },
  responses: {
    201: {
      description: 'The project.',
      content: { 'application/json': { schema: answerSchema } },
      headers: z.object({ Location: z.string().meta({ example: '/api/v1/projects/cHJqOjc' }) }),
    },
    ...problems(400, 401, 402, 403, 404, 409, 413, 429),
  },
})

/** POST /workspaces/{id}/projects; registered by hand, because the form is read as a stream. */
export function createProject(app: Router): void {
  app.openAPIRegistry.registerPath(route)
  app.post('/workspaces/:id/projects', async (c) => {
    const workspaceId = decodeId('wk', c.req.param('id'))
    signedIn(c)
    await limit(c, 'create-project', 120, 600)
    const { status, body } = await (isMultipart(c.req.raw)
      ? fromForm(c, workspaceId)
      : fromJson(c, workspaceId))
    c.header('Location', `/api/v1/projects/${body.project.id}`)
    return c.json(body, status)
  })
}

async function fromJson(c: AppContext, workspaceId: number): Promise<Outcome<Created>> {
  const text = await c.req.text()
  const body = checked(bodySchema, parsed(text))
  return once(c, await fingerprintOf(text), () => create(c, workspaceId, body, []))
}

async function fromForm(c: AppContext, workspaceId: number): Promise<Outcome<Created>> {
  return once(c, formFingerprint(c), () =>
    withImportForm(c, workspaceId, ({ fields, files }) =>
      create(c, workspaceId, checked(fieldsSchema, filled(fields)), files),
    ),
  )
}

async function create(
  c: AppContext,
  workspaceId: number,
  body: Draft,
  files: UploadedFile[],
): Promise<Outcome<Created>> {
  const made = await rpc(c, 'create_project', {
    p_workspace_id: workspaceId,
    p_name: body.name,
    p_slug: body.slug ?? null,
    p_description: body.description ?? null,
    p_visibility: body.visibility,
    p_flavor: body.flavor,
    p_group_id: body.group_id ? decodeId('grp', body.group_id) : null,
    p_icon_name: body.icon ?? body.icon_name ?? null,
    p_icon_color: body.icon_color ?? null,
    p_uploads: files,
    p_type: body.type ?? 'web',
    p_auto_invite_committers: body.auto_invite_committers ?? false,
    ...(body.repository ? { p_repository: placeOf(body.repository) } : {}),
  })
  const branch = { ...made.branch, id: encodeId('br', made.branch.id) }
  return { status: 201, body: { project: projectView(made.project), branch, job_id: made.job_id } }
}

function placeOf({ workspace_integration_id: id, external_id }: NonNullable<Body['repository']>) {
  return { external_id, workspace_integration_id: decodeId('wkintg', id) }
}

function checked<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (!result.success) throw invalid(result.error.issues)
  return result.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refusal('VALIDATION_ERROR', 'Send the project as JSON, or as a form with a file.', { cause })
  }
}

// Forms send untouched fields as empty text.
function filled(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}
