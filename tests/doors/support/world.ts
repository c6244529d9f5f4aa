// The world that all doors open on: one workspace with somebody of every role, and strangers to it.
import { createHash, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Client } from 'pg'
import { connect } from '../../../stack/postgres/connect.ts'
import { workspaceRoles } from '../../../supabase/functions/_shared/domain/roles.ts'
import type { StackInfo } from '../../support/stack.ts'
import { type Caller, type Place, places } from './callers.ts'
import { furnishAccount, furnishWorkspace, type Things } from './furnish.ts'
import { furnishGit } from './furnish-git.ts'
import { aProject, type ProjectThings } from './furnish-project.ts'
import { undoneClaim } from './undo.ts'

export interface Person {
  id: number
  authId: string
  email: string
  /** A living session, proven just now for as long as the doors are tried. */
  sessionId: string
  token: string
}

/** Whoever is needed beside the callers: the aide is in everything and may be taken out of it, the fresh one is in nothing. */
export const extras = ['founder', 'aide', 'fresh', 'requester', 'outsider'] as const
export type Known = Exclude<Caller, 'anon' | 'token'> | (typeof extras)[number]

/** Plain data, so that vitest can hand it to the files of each door. */
export interface World {
  workspaceId: number
  /** The stranger's, and one that is strange to everybody. */
  otherWorkspaceId: number
  farWorkspaceId: number
  people: Record<Known, Person>
  projects: Record<string, ProjectThings>
  groups: Record<string, number>
  teams: Record<string, number>
  things: Things
  /** By person. */
  accounts: Record<
    string,
    { emailId: number; spareEmailId: number; unconfirmedEmailId: number; externalId: number }
  >
  anonKey: string
  /** The workspace token, and the grant that it is worth. */
  workspaceToken: string
  grant: string
  /** Where the doors leave their counts. */
  countsFile: string
}

/** SQL that must answer a row. */
export type One = <R = { id: number }>(sql: string, values?: unknown[]) => Promise<R>

/** Makes it in the stack's database. */
export async function makeWorld(
  stack: Pick<StackInfo, 'dbUrl' | 'jwtSecret' | 'anonKey'>,
  countsFile: string,
): Promise<World> {
  const db = await connect(stack.dbUrl)
  try {
    await db.query('begin')
    const world = await furnish(db, stack, countsFile)
    await db.query('commit')
    return world
  } finally {
    await db.end()
  }
}

async function furnish(
  db: Client,
  stack: Pick<StackInfo, 'jwtSecret' | 'anonKey'>,
  countsFile: string,
): Promise<World> {
  const one: One = async (sql, values = []) => {
    const { rows } = await db.query(sql, values)
    if (!rows[0]) throw new Error(`no row: ${sql}`)
    return 'id' in rows[0] && typeof rows[0].id === 'string' && /^\d+$/.test(rows[0].id)
      ? { ...rows[0], id: Number(rows[0].id) }
      : rows[0]
  }
  const people = {} as World['people']
  for (const name of ['stranger', ...workspaceRoles, ...extras] as const)
    people[name] = await aPerson(one, stack, name)
  const workspaceId = await aWorkspace(one, people.founder, 'doors')
  const otherWorkspaceId = await aWorkspace(one, people.stranger, 'doors-elsewhere')
  const farWorkspaceId = await aWorkspace(one, people.outsider, 'doors-far')
  const joins = (host: number, who: Known, role: string) =>
    one(
      'insert into public.workspace_members (workspace_id, user_id, role) values ($1, $2, $3) returning user_id',
      [host, people[who].id, role],
    )
  for (const role of workspaceRoles) await joins(workspaceId, role, role)
  for (const who of ['aide', 'fresh'] as const) await joins(workspaceId, who, 'maker')
  await joins(otherWorkspaceId, 'requester', 'owner')

  const groups = await inGroups(one, workspaceId, people)
  const teams = await inTeams(one, workspaceId, people)
  const projects: World['projects'] = {}
  for (const at of places.project)
    projects[at] = await aProject(one, { at, workspaceId, people, groups, teams })
  const things = await furnishWorkspace(one, { workspaceId, people, groups, teams })
  for (const [at, project] of Object.entries(projects))
    Object.assign(
      project,
      await furnishGit(one, {
        at,
        workspaceId,
        projectId: project.id,
        branches: project.branches,
        integrationId: things.integrationId,
      }),
    )
  const accounts: World['accounts'] = {}
  for (const [name, person] of Object.entries(people))
    accounts[name] = await furnishAccount(one, person, things.integrationId, projects.public?.id ?? 0)

  const workspaceToken = `wmk_${randomUUID()}`
  await one('update public.machine_principals set token_hash = $2 where id = $1 returning id', [
    things.machineId,
    createHash('sha256').update(workspaceToken).digest(),
  ])
  // As the token is exchanged for one, but of a day: after five minutes the last doors are still to be tried.
  const { grant } = await one<{ grant: string }>(
    `select payload || '.' || private.sign_grant(payload) as grant
     from (select $1::text || '.' || floor(extract(epoch from now()) + 86400) as payload) made`,
    [things.machineId],
  )
  return {
    workspaceId,
    otherWorkspaceId,
    farWorkspaceId,
    people,
    projects,
    groups,
    teams,
    things,
    accounts,
    anonKey: stack.anonKey,
    workspaceToken,
    grant,
    countsFile,
  }
}

async function aPerson(one: One, stack: Pick<StackInfo, 'jwtSecret'>, name: string): Promise<Person> {
  const email = `${name}@doors.example`
  const { id: authId } = await one<{ id: string }>(
    `insert into auth.users (id, email, aud, role) values (gen_random_uuid(), $1, 'authenticated', 'authenticated') returning id`,
    [email],
  )
  const { id } = await one('select private.ensure_user($1, $2) as id', [authId, email])
  await one(`update public.users set username = $2, has_password = true where id = $1 returning id`, [
    id,
    `doors-${name}`,
  ])
  const { id: sessionId } = await one<{ id: string }>(
    `insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), $1, now() + interval '3 hours', now()) returning id`,
    [authId],
  )
  const token = await new SignJWT({ role: 'authenticated', [undoneClaim]: true, session_id: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(authId)
    .setIssuedAt()
    .setExpirationTime('3h')
    .sign(Buffer.from(stack.jwtSecret))
  return { id, authId, email, sessionId, token }
}

async function aWorkspace(one: One, owner: Person, slug: string): Promise<number> {
  const { id } = await one('select id from private.create_workspace($1, $2, $3)', [
    owner.id,
    slug,
    `Workspace ${slug}`,
  ])
  await one(
    `update public.billing_accounts set billing_product_id = (select id from public.billing_products where name = 'enterprise')
     where workspace_id = $1 returning workspace_id`,
    [id],
  )
  await one(
    `insert into public.billing_invoices (workspace_id, stripe_invoice_id, status, total, currency, period_start, period_end, created_at)
     values ($1, 'in_doors_' || gen_random_uuid(), 'paid', 4900, 'usd', now(), now(), now()) returning id`,
    [id],
  )
  return id
}

async function inGroups(one: One, workspaceId: number, people: World['people']) {
  const groups: Record<string, number> = {}
  for (const at of places.group) {
    const { id } = await one(
      "insert into public.groups (workspace_id, name, slug) values ($1, $2, '') returning id",
      [workspaceId, `Group ${at}`],
    )
    groups[at] = id
    for (const who of [people.founder, people.aide, ...(at === 'led' ? [people.maker] : [])])
      await one('insert into public.group_admins (group_id, user_id) values ($1, $2) returning group_id', [
        id,
        who.id,
      ])
  }
  return groups
}

async function inTeams(one: One, workspaceId: number, people: World['people']) {
  const teams: Record<string, number> = {}
  for (const at of [...places.team, 'bystanding']) {
    const { id } = await one(
      "insert into public.teams (workspace_id, name, slug) values ($1, $2, '') returning id",
      [workspaceId, `Team ${at}`],
    )
    teams[at] = id
    const members: [Person, string][] = [
      [people.founder, 'admin'],
      [people.aide, 'member'],
    ]
    if (at === 'joined')
      members.push([people.maker, 'admin'], [people.viewer, 'member'], [people.guest, 'member'])
    for (const [who, role] of members)
      await one(
        'insert into public.team_members (team_id, user_id, role) values ($1, $2, $3) returning team_id',
        [id, who.id, role],
      )
  }
  return teams
}

/** The person behind an account at a place. */
export function accountAt(who: Caller, at: Place): Known {
  if (at === 'colleague') return 'founder'
  if (at === 'outsider') return 'outsider'
  return who === 'anon' || who === 'token' ? 'requester' : who
}
