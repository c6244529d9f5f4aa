import type { ClientBase } from 'pg'
import { DescriptionError } from '../../analysis/errors.ts'
import { sentenceOf } from '../../supabase/functions/_shared/domain/reasons.ts'

/** Refuses what a host runs: it is changed by people, never by a service account. */
export async function refusePipelines(db: ClientBase, paths: string[]): Promise<void> {
  const { rows } = await db.query<{ path: string }>(
    'select path from unnest($1::text[]) path where private.is_pipeline_path(path) limit 1',
    [paths],
  )
  if (rows[0]) throw new DescriptionError(sentenceOf('pipeline_needs_own_account'), rows[0].path)
}
