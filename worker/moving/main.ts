// `npm run import -- workspace.zip [--slug NAME]`: brings the archive of a workspace into this installation.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { messageOf } from '../log.ts'
import { createStorage } from '../storage.ts'
import { importWorkspace } from './bring-in.ts'
import { ArchiveError, openArchive } from './read-archive.ts'

const HELP = `npm run import -- FILE [--slug NAME] [--data DIR]
  Imports a workspace that was exported in its settings, with its projects, people and trail.
  --slug   its address here, where the one it had is taken
  Cut off, the same command goes on; once through, it makes nothing twice.`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { slug: { type: 'string' }, help: { type: 'boolean' } },
  })
  const [file] = positionals
  if (values.help || !file || positionals.length > 1) return console.log(HELP)
  const archive = await openArchive(file)
  const db = new pg.Client({
    connectionString: needed('SUPABASE_DB_URL'),
    application_name: 'waymark-import',
  })
  await db.connect()
  try {
    const supabaseUrl = needed('SUPABASE_URL').replace(/\/+$/, '')
    const serviceKey = needed('SUPABASE_SERVICE_ROLE_KEY')
    const done = await importWorkspace(archive, {
      db,
      storage: createStorage({ supabaseUrl, serviceKey }),
      createCredential: (email) => createCredential(db, { supabaseUrl, serviceKey }, email),
      ...(values.slug ? { slug: values.slug } : {}),
    })
    if (done.wasThere)
      return console.log(`This archive was imported before: it is the workspace ${done.slug}.`)
    console.log(
      `The workspace ${done.slug} is there. ${done.accountsMade} accounts were made; their people choose a password by "Forgot password". The docs appear as the worker gets to them.`,
    )
    if (done.leftOut.length > 0)
      console.log(`Left out, as nobody could set it here: ${done.leftOut.join(', ')}.`)
  } finally {
    archive.close()
    await db.end()
  }
}

async function createCredential(
  db: pg.Client,
  { supabaseUrl, serviceKey }: { supabaseUrl: string; serviceKey: string },
  email: string,
): Promise<string> {
  // Of an import that was cut off right here.
  const { rows } = await db.query<{ id: string }>(
    'select id from auth.users where lower(email) = lower($1)',
    [email],
  )
  if (rows[0]) return rows[0].id
  const answer = await fetch(`${supabaseUrl}/auth/v1/admin/users`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${serviceKey}`,
      apikey: serviceKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email, email_confirm: true }),
    signal: AbortSignal.timeout(30_000),
  })
  const made = (await answer.json()) as { id?: string; msg?: string }
  const sentence = `Auth makes no account for ${email}: ${answer.status} ${made.msg ?? ''}`
  // What it has against the address, it has tomorrow too.
  if (answer.status === 400 || answer.status === 422) throw new ArchiveError(sentence)
  if (!answer.ok || !made.id) throw new Error(sentence)
  return made.id
}

function needed(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing.`)
  return value
}

main().catch((error: unknown) => {
  console.error(messageOf(error))
  process.exitCode = 1
})
