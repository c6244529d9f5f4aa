// Secrets sealed anew: each one that an older key sealed is opened and sealed with the present one, row by row, where it
// stands. Nobody has to stop meanwhile: what changes at the same moment is left as it became.
import type { Pool } from 'pg'
import { type Box, open, SealError, seal, sealingKey } from '../../supabase/functions/_shared/secrets/box.ts'

interface Sealed extends Box {
  /** The row, as the table's own key has it. */
  row: string
  context: string
}

interface Kind {
  /** Rows that another key sealed, a number of them behind a row; what each is bound to as `context`. */
  list: string
  /** Puts a new box into a row that still has the old one. */
  put: string
}

const page = 'order by row limit 200'
const columns = (table: string, key: string) =>
  `update ${table} set ciphertext = $3, key_id = $4 where ${key} = $1 and ciphertext = $2`

const kinds: Kind[] = [
  {
    list: `select s.id as row, s.ciphertext, s.key_id, coalesce(
        'workspace:' || i.workspace_id || ':' || s.name,
        'integration:' || e.workspace_integration_id || ':account:' || e.external_id || ':' || s.name,
        'project:' || a.project_id || ':' || s.name) as context
      from private.secrets s
      left join public.workspace_integrations i on i.id = s.workspace_integration_id
      left join public.external_users e on e.id = s.external_user_id
      left join public.project_service_accounts a on a.id = s.project_service_account_id
      where s.key_id <> $1 and s.id > $2 ${page}`,
    put: columns('private.secrets', 'id'),
  },
  {
    list: `select workspace_integration_id as row, ciphertext, key_id, 'integration:' || workspace_integration_id || ':webhook' as context
      from private.webhook_secrets where key_id <> $1 and workspace_integration_id > $2 ${page}`,
    put: columns('private.webhook_secrets', 'workspace_integration_id'),
  },
  {
    list: `select project_id as row, ciphertext, key_id, 'project:' || project_id || ':ciToken' as context
      from private.ci_tokens where key_id <> $1 and project_id > $2 ${page}`,
    put: columns('private.ci_tokens', 'project_id'),
  },
  {
    list: `select workspace_id as row, ciphertext, key_id, 'workspace:' || workspace_id || ':auditWebhook' as context
      from private.audit_webhooks where key_id <> $1 and workspace_id > $2 ${page}`,
    put: columns('private.audit_webhooks', 'workspace_id'),
  },
  {
    // Of migrations that run, or wait: the key goes when they end.
    list: `select job_id::text as row, sealed_key ->> 'ciphertext' as ciphertext, sealed_key ->> 'key_id' as key_id,
        'migration:' || workspace_id || ':' || source as context
      from private.project_migrations where sealed_key ->> 'key_id' <> $1 and job_id::text > $2 ${page}`,
    put: `update private.project_migrations set sealed_key = jsonb_build_object('ciphertext', $3::text, 'key_id', $4::text)
      where job_id = $1 and sealed_key ->> 'ciphertext' = $2`,
  },
]

export interface Resealed {
  sealed: number
  /** Those that no key of this installation opens, by what they are bound to. */
  unreadable: string[]
}

/** Seals everything anew that an older key sealed. Started again it goes on, or finds nothing to do. */
export async function resealAll(db: Pick<Pool, 'query'>): Promise<Resealed> {
  const key = await sealingKey()
  const done: Resealed = { sealed: 0, unreadable: [] }
  for (const { list, put } of kinds) {
    for (let behind = '0'; ; ) {
      const { rows } = await db.query<Sealed>(list, [key, behind])
      for (const row of rows) await resealOne(db, put, row, done)
      const last = rows.at(-1)
      if (!last) break
      behind = last.row
    }
  }
  return done
}

async function resealOne(
  db: Pick<Pool, 'query'>,
  put: string,
  { row, context, ...box }: Sealed,
  done: Resealed,
): Promise<void> {
  try {
    const { ciphertext, key_id } = await seal(await open(box, context), context)
    const { rowCount } = await db.query(put, [row, box.ciphertext, ciphertext, key_id])
    done.sealed += rowCount ?? 0
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    done.unreadable.push(context)
  }
}
