// A push: all files of a branch by path and hash. What the project holds already is not sent again.
import { z } from '@hono/zod-openapi'
import { hasUnseen } from '../../../../analysis/characters.ts'
import { type PreparedPush, preparePush } from '../../_shared/db/service-git.ts'
import { filesTooLarge, maxImportBytes, maxImportSize } from '../../_shared/domain/imports.ts'
import { sentenceOf } from '../../_shared/domain/reasons.ts'
import { fingerprintOf } from '../../_shared/http/idempotency.ts'
import { refusal } from '../../_shared/http/problem.ts'
import { invalid } from '../../_shared/http/router.ts'
import { boundedJson } from './bounded-json.ts'
import { filePath } from './file-path.ts'

/** The most files that a push has. */
export const mostFiles = 5000
/** The most bytes of a manifest: so many files with paths of some length. */
export const manifestBytes = 4 * 1024 * 1024

const fileSchema = z.object({
  path: filePath.meta({ description: 'Relative to the project.', example: 'reference/todos.yaml' }),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Must be the SHA-256 of the file, in lower-case hex.')
    .meta({ example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' }),
  size: z.int().min(0).meta({ description: 'In bytes.', example: 4210 }),
})

export const manifestSchema = z
  .object({
    branch: z
      .string()
      .min(1)
      .max(255)
      // The database has the rest of the rule, and cannot be asked about what its texts do not hold.
      .refine((name) => name.isWellFormed() && !hasUnseen(name), sentenceOf('branch_name_invalid'))
      .meta({ example: 'main' }),
    commit: z
      .string()
      .regex(/^[0-9a-f]{7,64}$/, 'Must be a commit hash.')
      .nullable()
      .default(null)
      .meta({
        description: 'The commit that the files are of.',
        example: '9fceb02d0ae598e95dc970b74767f19372d61af8',
      }),
    files: z
      .array(fileSchema)
      .min(1, 'Required')
      .max(mostFiles, sentenceOf('too_many_import_files', { limit: String(mostFiles) }))
      .meta({ description: `All files of the branch, ${maxImportSize} together at most.` }),
  })
  .meta({ id: 'PushManifest' })

export type Manifest = z.infer<typeof manifestSchema>

export const missingSchema = z
  .object({
    project: z.object({ name: z.string(), slug: z.string() }),
    workspace: z.object({ name: z.string(), slug: z.string() }),
    missing: z.array(z.string()).meta({ description: 'The SHA-256 of the files to send.' }),
    job_id: z
      .uuid()
      .nullable()
      .meta({ description: 'The task of this very push, where it is what came last to its branch.' }),
  })
  .meta({ id: 'PushMissing' })

/** Reads a manifest, and refuses one that asks for more than a push may bring. */
export function manifestOf(text: string): Manifest {
  const read = manifestSchema.safeParse(boundedJson(text))
  if (!read.success) throw invalid(read.error.issues.slice(0, 20))
  const { files } = read.data
  if (new Set(files.map(({ path }) => path)).size < files.length)
    throw refusal('VALIDATION_ERROR', 'Each path can be there once.')
  if (files.reduce((sum, { size }) => sum + size, 0) > maxImportBytes)
    throw refusal('PAYLOAD_TOO_LARGE', filesTooLarge)
  return read.data
}

export interface Prepared extends PreparedPush {
  fingerprint: string
  missing: string[]
}

/** What is there already of a push, and what is missing. */
export async function prepared(projectId: number, manifest: Manifest): Promise<Prepared> {
  const hashes = [...new Set(manifest.files.map(({ sha256 }) => sha256))]
  const fingerprint = await pushFingerprint(manifest)
  const found = await preparePush(projectId, manifest.branch, fingerprint, hashes)
  const there = new Set([...found.held, ...found.uploaded])
  const missing = found.job_id === null ? hashes.filter((hash) => !there.has(hash)) : []
  return { ...found, fingerprint, missing }
}

/** Names what a push consists of, whatever the order of its files. */
export function pushFingerprint({
  branch,
  commit,
  files,
}: {
  branch: string
  commit: string | null
  files: { path: string; sha256: string }[]
}): Promise<string> {
  const lines = files.map(({ path, sha256 }) => JSON.stringify([path, sha256])).sort()
  return fingerprintOf([JSON.stringify([branch, commit]), ...lines].join('\n'))
}
