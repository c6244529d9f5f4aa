// Files of a branch in another form: made by the worker, for which the request waits a while.
import { z } from '@hono/zod-openapi'
import { requestExport } from '../../_shared/db/service-git.ts'
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

/** Of all these files what each is in this kind, or why it cannot be; within one patience, as `formed`. */
export async function allFormed(
  c: AppContext,
  branchId: number,
  paths: string[],
  kind: ExportForm['kind'],
): Promise<Map<string, { object: string } | { error: string }>> {
  const end = performance.now() + PATIENCE_MS
  const formOfEach = (path: string) => ({ kind, format: ownFormat(path) })
  // All are queued before the first one is waited for: the worker makes them one after the other.
  for (const path of paths) await requestExport(branchId, path, formOfEach(path))
  const all = new Map<string, { object: string } | { error: string }>()
  for (const path of paths) {
    const made = await whenMade(c, branchId, path, formOfEach(path), end)
    // It is opened when its turn in the archive comes.
    if (made.error === null) await made.content.body?.cancel()
    all.set(path, made.error === null ? { object: made.object } : { error: made.error })
  }
  return all
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

function later(): ProblemError {
  return unavailable(new Error('An export takes longer than its request.'))
}

function ownFormat(path: string): ExportForm['format'] {
  return /\.json$/i.test(path) ? 'json' : 'yaml'
}

/** Whether a file is JSON or YAML, by its name. */
export function isData(path: string): boolean {
  return /\.(json|ya?ml)$/i.test(path)
}
