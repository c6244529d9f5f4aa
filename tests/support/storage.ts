// Auth and Storage on one database, and people with policies to be held to.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { createAuth } from '../../stack/auth/index.ts'
import { createKeys, type StackKeys } from '../../stack/keys.ts'
import { createStorage } from '../../stack/storage/index.ts'
import { testDatabase } from './database.ts'
import { serve } from './services.ts'

export interface StorageStack {
  url: string
  keys: StackKeys
  admin: pg.Pool
  service: SupabaseClient
  anonymous: SupabaseClient
  /** A signed-in stranger with an access token of their own. */
  aUser(): Promise<{ id: string; token: string; client: SupabaseClient }>
  /** A request as it stands, to a path of the service. */
  raw(path: string, init?: RequestInit): Promise<Response>
  /** A call of the server side: with JSON, or a text as it stands. */
  call<Json = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<StorageAnswer<Json>>
  /** How many files lie in the folder, published and unfinished ones. */
  filesOnDisk(): Promise<{ published: number; drafts: number }>
  close(): Promise<void>
}

export interface StorageAnswer<Json> {
  status: number
  headers: Headers
  json: Json
}

// As a product would write them: everybody has a folder of their own in the bucket "own".
const POLICIES = `
  create policy "Owners read their folder" on storage.objects for select to authenticated
    using (bucket_id = 'own' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "Owners add to their folder" on storage.objects for insert to authenticated
    with check (bucket_id = 'own' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "Owners change their folder" on storage.objects for update to authenticated
    using (bucket_id = 'own' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "Owners clear their folder" on storage.objects for delete to authenticated
    using (bucket_id = 'own' and (storage.foldername(name))[1] = (select auth.uid())::text);`

/** Starts both; the buckets are own (private), open (public) and pictures (images up to 1 KB). */
export async function startStorage(): Promise<StorageStack> {
  const db = await testDatabase('base')
  const keys = await createKeys()
  const dir = await mkdtemp(join(tmpdir(), 'waymark storage '))
  const auth = await createAuth({ ...keys, dbUrl: db.urls.auth_admin, issuer: 'http://localhost/auth/v1' })
  const storage = await createStorage({ dbUrl: db.urls.authenticator, dir, verify: auth.verify })
  const served = await serve({ '/auth/v1': auth, '/storage/v1': storage })
  const admin = new pg.Pool({ connectionString: db.urls.admin, max: 2 })
  const owner = new pg.Client({ connectionString: db.urls.postgres })
  await owner.connect()
  await owner.query(POLICIES)
  await owner.end()
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  const service = createClient(served.url, keys.serviceRoleKey, options)
  await service.storage.createBucket('own', { public: false })
  await service.storage.createBucket('open', { public: true })
  const pictures = { public: false, fileSizeLimit: '1KB', allowedMimeTypes: ['image/*'] }
  await service.storage.createBucket('pictures', pictures)
  const raw = (path: string, init?: RequestInit) => fetch(`${served.url}/storage/v1${path}`, init)

  return {
    url: served.url,
    raw,
    async call<Json>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const isText = typeof body === 'string'
      const response = await raw(path, {
        method,
        headers: {
          authorization: `Bearer ${keys.serviceRoleKey}`,
          'content-type': isText ? 'text/plain' : 'application/json',
          ...headers,
        },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      })
      return { status: response.status, headers: response.headers, json: (await response.json()) as Json }
    },
    keys,
    admin,
    service,
    anonymous: createClient(served.url, keys.anonKey, options),
    async aUser() {
      const credentials = { email: `${crypto.randomUUID()}@example.com`, password: 'correct horse' }
      await service.auth.admin.createUser({ ...credentials, email_confirm: true })
      const client = createClient(served.url, keys.anonKey, options)
      const { data } = await client.auth.signInWithPassword(credentials)
      if (!data.session) throw new Error('no session')
      return { id: data.session.user.id, token: data.session.access_token, client }
    },
    async filesOnDisk() {
      const folders = await readdir(join(dir, 'objects')).catch(() => [])
      const counts = await Promise.all(
        folders.map(async (f) => (await readdir(join(dir, 'objects', f))).length),
      )
      return {
        published: counts.reduce((sum, count) => sum + count, 0),
        drafts: (await readdir(join(dir, 'tmp'))).length,
      }
    },
    async close() {
      await served.close()
      await admin.end()
      await rm(dir, { recursive: true })
    },
  }
}
