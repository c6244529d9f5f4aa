// Files of a branch in another form: made by the worker, for which the request waits a while.
import { z } from '@hono/zod-openapi'
import { requestBranchExport, requestExport } from '../../_shared/db/service-git.ts'
import type { AppContext } from '../../_shared/http/context.ts'
import { type ProblemError, refusal, unavailable } from '../../_shared/http/problem.ts'
import { openStored } from '../../_shared/storage/stored.ts'

const kinds = ['original', 'bundled', 'dereferenced'] as const
const formats = ['json', 'yaml'] as const

export const exportForm = {
  kind: z
    .enum(kinds)
    .default('original')
    .meta({
      description:
        '`bundled` brings along what it refers to in other files, `dereferenced` puts that in the place of ' +
        'each reference; what contains itself keeps a reference into the file. Without a path: each description and model ' +
        'of the archive, under its own name; what cannot have the form comes as it was imported, and `not-{kind}.txt` says why.',
    }),
  format: z.enum(formats).optional().meta({ description: 'Of one file; its own when absent.' }),
}

interface ExportForm {
  kind: (typeof kinds)[number]
  format: (typeof formats)[number]
}

/** The form in which a file has to be made; null where it is wanted as it came. */
export function formOf(
  path: string,
  kind: ExportForm['kind'],
  format?: ExportForm['format'],
): ExportForm | null {
  const own = ownFormat(path)
  return kind === 'original' && (format === undefined || (format === own && isData(path)))
    ? null
    : { kind, format: format ?? own }
}

/** What the file is called that somebody saves. */
export function nameOf(path: string, form: ExportForm | null): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (!form) return name
  const stem = name.replace(/\.(json|ya?ml)$/i, '')
  return `${stem}${form.kind === 'original' ? '' : `.${form.kind}`}.${form.format}`
}

const PATIENCE_MS = 25_000
const LOOK_MS = 200
/** Between two looks at what takes long anyway. */
const MOST_LOOK_MS = 2000

/** The content in this form. Throws 503 with Retry-After while it is still being made after 25 seconds. */
export async function formed(
  c: AppContext,
  branchId: number,
  path: string,
  form: ExportForm,
): Promise<Response> {
  const made = await whenMade(c, branchId, path, form, performance.now() + PATIENCE_MS)
  if (made.error !== null) throw refusal('VALIDATION_ERROR', made.error)
  return made.content
}

type FormOfFile = { object: string } | { error: string }

/** What each JSON and YAML file of a branch is in this kind, or why it cannot be; within one patience, as `formed`. */
export async function allFormed(
  c: AppContext,
  branchId: number,
  kind: ExportForm['kind'],
): Promise<Map<string, FormOfFile>> {
  const end = performance.now() + PATIENCE_MS
  for (let pause = LOOK_MS; ; pause = Math.min(2 * pause, MOST_LOOK_MS)) {
    const made = await requestBranchExport(branchId, kind)
    if (made)
      return new Map(
        made.map(({ path, object, error }) => [path, object === null ? { error: error ?? '' } : { object }]),
      )
    if (performance.now() > end || c.req.raw.signal.aborted) throw later()
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

type Made = { error: string } | { error: null; object: string; content: Response }

async function whenMade(
  c: AppContext,
  branchId: number,
  path: string,
  form: ExportForm,
  end: number,
): Promise<Made> {
  for (;;) {
    const made = await requestExport(branchId, path, form)
    if (made === null) throw refusal('NOT_FOUND', 'There is no file here that you may export.')
    const { error, object } = made
    if (error !== null) return { error }
    const content = object === null ? null : await openStored(object)
    if (object !== null && content) return { error, object, content }
    if (performance.now() > end || c.req.raw.signal.aborted) throw later()
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** Not made yet: who asks again finds more of it. */
export function later(): ProblemError {
  return unavailable()
}

function ownFormat(path: string): ExportForm['format'] {
  return /\.json$/i.test(path) ? 'json' : 'yaml'
}

/** Whether a file is JSON or YAML, by its name. */
export function isData(path: string): boolean {
  return /\.(json|ya?ml)$/i.test(path)
}
