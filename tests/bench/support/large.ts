// A large company's workspace, made by statements over sets: what lists, the sidebar and permissions are measured in.
import pg, { type Client } from 'pg'
import type { StackInfo } from '../../support/stack.ts'

export interface LargeOptions {
  slug: string
  members: number
  teams: number
  groups: number
  projects: number
}

export const usualSize: LargeOptions = {
  slug: 'large',
  members: 2_000,
  teams: 500,
  groups: 200,
  projects: 10_000,
}

/** Everybody made here signs in with this password. */
export const password = 'waymark-large'

export interface LargeWorkspace {
  id: number
  slug: string
  /** Somebody of each role: the address to sign in with and the ids. */
  people: Record<string, { email: string; userId: number; authId: string }>
}

/**
 * Makes it in one transaction, so that a cut-off run leaves nothing. The product's triggers stay on: what is measured is
 * what the product would have made. `db` is connected as postgres. Rejects with a sentence when the slug is taken.
 */
export async function makeLarge(db: Client, options: LargeOptions): Promise<LargeWorkspace> {
  const { slug, members, teams, groups, projects } = options
  await db.query('begin')
  try {
    const taken = await db.query('select 1 from public.workspaces where slug = $1', [slug])
    if (taken.rowCount) throw new Error(`There is a workspace ${slug} already: choose another with --slug.`)
    await makePeople(db, slug, members)
    const id = await makeWorkspace(db, slug)
    await db.query(memberships, [id, members])
    await db.query(teamsOf, [id, teams])
    await db.query(groupsOf, [id, groups])
    await db.query(projectsOf, [id, projects, groups])
    await db.query(branchesOf, [id])
    await db.query(defaultBranches, [id])
    await db.query(sharesOf, [id])
    await db.query(pinsOf, [id])
    await db.query('drop table large_people')
    await db.query('commit')
    for (const table of vacuumed) await db.query(`vacuum analyze ${table}`)
    return { id, slug, people: await someOfEachRole(db, id) }
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}

const made = new WeakMap<StackInfo, Map<string, Promise<LargeWorkspace>>>()

/** A workspace of that size in the instance, made at the first call and shared by all benches. */
export function largeWorkspace(stack: StackInfo, size: Omit<LargeOptions, 'slug'>): Promise<LargeWorkspace> {
  const known = made.get(stack) ?? new Map<string, Promise<LargeWorkspace>>()
  made.set(stack, known)
  const slug = `company-${size.members}-${size.projects}`
  const workspace = known.get(slug) ?? makeIn(stack, { ...size, slug })
  known.set(slug, workspace)
  return workspace
}

async function makeIn(stack: StackInfo, options: LargeOptions): Promise<LargeWorkspace> {
  const db = new pg.Client({ connectionString: stack.dbUrl })
  await db.connect()
  return makeLarge(db, options).finally(() => db.end())
}

const vacuumed = [
  'public.users',
  'public.emails',
  'public.workspace_members',
  'public.teams',
  'public.team_members',
  'public.groups',
  'public.group_admins',
  'public.projects',
  'public.project_members',
  'public.project_teams',
  'public.project_pins',
  'public.branches',
  'public.activity_events',
]

async function makePeople(db: Client, slug: string, members: number): Promise<void> {
  await db.query(
    `create temporary table large_people on commit drop as
     select n, gen_random_uuid() as auth_id, 'person-' || n || '@' || $1 || '.example' as email,
       null::bigint as user_id,
       case when n = 1 then 'owner' when n <= 10 then 'admin' when n <= 15 then 'billing'
         when n % 5 = 0 then 'guest' when n % 5 in (1, 2) then 'viewer' else 'maker' end as role
     from generate_series(1, $2::integer) n`,
    [slug, members],
  )
  await db.query(
    `insert into auth.users (instance_id, id, email, aud, role, email_confirmed_at, encrypted_password, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
       confirmation_token, recovery_token, email_change_token_new, email_change)
     select '00000000-0000-0000-0000-000000000000', p.auth_id, p.email, 'authenticated', 'authenticated', now(), hash.hash, '{"provider": "email", "providers": ["email"]}', '{}', now(), now(), '', '', '', ''
     from large_people p cross join (select extensions.crypt($1, extensions.gen_salt('bf', 10)) as hash) hash`,
    [password],
  )
  await db.query(
    `with made as (
       insert into public.users (auth_id, username, first_name, last_name, is_account_info_collected, has_password)
       select p.auth_id, left($1 || '-' || p.n, 39), (array['Ada', 'Grace', 'Alan', 'Barbara', 'Edsger', 'Frances', 'Ken', 'Radia'])[1 + p.n % 8],
         (array['Lovelace', 'Hopper', 'Turing', 'Liskov', 'Dijkstra', 'Allen', 'Thompson', 'Perlman', 'Hamilton'])[1 + p.n % 9] || ' ' || p.n, true, true
       from large_people p order by p.n
       returning id, auth_id)
     update large_people p set user_id = made.id from made where made.auth_id = p.auth_id`,
    [slug],
  )
  await db.query(
    'insert into public.emails (user_id, email, is_primary, confirmed_at) select user_id, email, true, now() from large_people',
  )
  await db.query('create index on large_people (role, n)')
  await db.query('analyze large_people')
}

async function makeWorkspace(db: Client, slug: string): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    `select w.id from large_people p, private.create_workspace(p.user_id, $1, 'Large ' || $1) w where p.n = 1`,
    [slug],
  )
  const id = Number(rows[0]?.id)
  await db.query(
    `update public.billing_accounts set billing_product_id = (select id from public.billing_products where name = 'enterprise') where workspace_id = $1`,
    [id],
  )
  return id
}

const memberships = `
  insert into public.workspace_members (workspace_id, user_id, role, last_seen_at)
  select $1, user_id, role::public.workspace_role, now() - make_interval(mins => n)
  from large_people where n between 2 and $2`

// Numbered lists are walked by steps modulo their length. The length is a value of its own: a join on it could not be hashed.
const teamsOf = `
  with made as (
    insert into public.teams (workspace_id, name, slug) select $1, 'Team ' || n, '' from generate_series(1, $2::integer) n returning id
  ), numbered as (select id, row_number() over (order by id) as n from made),
  people as (select user_id, role, row_number() over (order by n) as place from large_people),
  size as materialized (select count(*) as people from large_people)
  insert into public.team_members (team_id, user_id, role)
  select t.id, p.user_id, (case when seat.n = 0 and p.role in ('maker', 'admin', 'owner') then 'admin' else 'member' end)::public.team_role
  from numbered t cross join generate_series(0, 9) seat (n) cross join size
  join people p on p.place = 1 + (t.n * 7 + seat.n * 131) % size.people
  on conflict do nothing`

const groupsOf = `
  with made as (
    insert into public.groups (workspace_id, name, slug, visibility)
    select $1, 'Group ' || n, '', case when n % 10 = 1 then 'public' else 'internal' end from generate_series(1, $2::integer) n returning id
  ), numbered as (select id, row_number() over (order by id) as n from made),
  makers as (select user_id, row_number() over (order by n) as place from large_people where role = 'maker'),
  size as materialized (select count(*) as makers from makers)
  insert into public.group_admins (group_id, user_id)
  select g.id, m.user_id from numbered g cross join size join makers m on m.place = 1 + g.n % size.makers`

// A tenth is private, a tenth public (in public groups only), a fifth in no group.
const projectsOf = `
  with numbered as (
    select id, row_number() over (order by id) as n from public.groups where workspace_id = $1
  ), makers as (select user_id, row_number() over (order by n) as place from large_people where role = 'maker'),
  size as materialized (select count(*) as makers from makers),
  made as (
    insert into public.projects (workspace_id, group_id, name, slug, description, visibility, creator_id)
    select $1, case when made.n % 5 <> 2 then g.id end, 'Project ' || made.n, 'project-' || made.n, 'Number ' || made.n,
      case made.n % 10 when 0 then 'private' when 1 then 'public' else 'internal' end, m.user_id
    from generate_series(1, $2::integer) made (n)
    cross join size
    left join numbered g on g.n = 1 + (made.n - 1) % $3::integer
    join makers m on m.place = 1 + made.n % size.makers
    returning id, creator_id)
  insert into public.project_members (project_id, user_id, role) select id, creator_id, 'owner' from made`

const branchesOf = `
  insert into public.branches (project_id, name, slug, is_default, is_published, api_count, operation_count)
  select p.id, b.name, b.name, b.name = 'main', b.name <> 'draft', 1, 12
  from public.projects p cross join (values ('main'), ('v2'), ('draft')) b (name)
  where p.workspace_id = $1 and (b.name = 'main' or p.id % 3 = 0)`

const defaultBranches = `
  update public.projects p set default_branch_id = b.id
  from public.branches b where p.workspace_id = $1 and b.project_id = p.id and b.is_default`

// Every team has twenty projects, every guest three, and a twentieth of the projects an editor by name.
const sharesOf = `
  with listed as (select id, row_number() over (order by id) as place from public.projects where workspace_id = $1),
  people as (select user_id, role, row_number() over (partition by role order by n) as place from large_people),
  size as materialized (
    select (select count(*) from listed) as projects, (select count(*) from people where role = 'maker') as makers
  ), to_teams as (
    insert into public.project_teams (project_id, team_id, role)
    select l.id, t.id, (array['viewer', 'editor', 'admin'])[1 + t.id % 3]::public.project_team_role
    from public.teams t cross join generate_series(0, 19) seat (n) cross join size
    join listed l on l.place = 1 + (t.id * 37 + seat.n * 997) % size.projects
    where t.workspace_id = $1
    on conflict do nothing
  )
  insert into public.project_members (project_id, user_id, role)
  select l.id, p.user_id, 'guest'::public.project_member_role
  from people p cross join generate_series(0, 2) seat (n) cross join size
  join listed l on l.place = 1 + (p.place * 53 + seat.n * 211) % size.projects
  where p.role = 'guest'
  union
  select l.id, p.user_id, 'editor'
  from listed l cross join size join people p on p.role = 'maker' and p.place = 1 + (l.place * 13) % size.makers
  where l.place % 20 = 0
  on conflict do nothing`

const pinsOf = `
  insert into public.project_pins (project_id, user_id, position)
  select l.id, p.user_id, l.place
  from large_people p
  cross join (select id, row_number() over (order by id)::integer as place from public.projects where workspace_id = $1 and visibility <> 'private' limit 10) l
  where p.n <= 200 and p.role <> 'guest'`

async function someOfEachRole(db: Client, id: number): Promise<LargeWorkspace['people']> {
  const { rows } = await db.query<{ role: string; email: string; user_id: string; auth_id: string }>(
    `select distinct on (m.role) m.role, e.email, m.user_id, m.auth_id
     from public.workspace_members m join public.emails e on e.user_id = m.user_id and e.is_primary
     where m.workspace_id = $1 order by m.role, m.user_id`,
    [id],
  )
  return Object.fromEntries(
    rows.map((row) => [row.role, { email: row.email, userId: Number(row.user_id), authId: row.auth_id }]),
  )
}
