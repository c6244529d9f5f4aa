// What a Git host is said to have shown to somebody, so that they can make a project of it.

/** A repository as its host tells it. */
export interface ShownRepository {
  workspace_integration_id: number
  external_id: string
  remote_url_http: string
  remote_url_ssh?: string
  external_slug: string
  external_org_slug?: string
  default_branch: string | null
}

interface Database {
  query(text: string, values?: unknown[]): Promise<{ rows: { id?: string }[] }>
}

/** Lets somebody have looked a repository up at its host; the account that this took is there until `forget`. */
export async function showRepository(
  db: Database,
  userId: number | string,
  repository: ShownRepository,
): Promise<{ forget: () => Promise<void> }> {
  const { workspace_integration_id: integration } = repository
  const { rows } = await db.query(
    `insert into public.external_users (user_id, workspace_integration_id, external_id)
     values ($1, $2, 'looked-up-' || gen_random_uuid()) returning id`,
    [userId, integration],
  )
  const account = rows[0]?.id
  await db.query(
    `insert into private.host_repositories (external_user_id, external_id, remote_url_http, remote_url_ssh, external_slug, external_org_slug, default_branch)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      account,
      repository.external_id,
      repository.remote_url_http,
      repository.remote_url_ssh ?? null,
      repository.external_slug,
      repository.external_org_slug ?? '',
      repository.default_branch,
    ],
  )
  return {
    forget: async () => {
      await db.query('delete from public.external_users where id = $1', [account])
    },
  }
}
