// How rows of an archive become rows of the database: $1 is the workspace, $2 the rows. Who is who stands in import_people.
import type { ListName } from './format.ts'
import { workStatements } from './work-statements.ts'

const each = 'jsonb_array_elements($2::jsonb) r'
const person = (path: string) => `join import_people who on who.email = ${path}`

const members = [
  `insert into public.workspace_members (workspace_id, user_id, role, receive_daily_summary, receive_mentions, created_at)
   select $1, who.user_id, (r ->> 'role')::public.workspace_role, (r ->> 'receive_daily_summary')::boolean,
     (r ->> 'receive_mentions')::boolean, least((r ->> 'created_at')::timestamptz, now())
   from ${each} ${person("r ->> 'email'")}
   on conflict (workspace_id, user_id) do update set receive_daily_summary = excluded.receive_daily_summary,
     receive_mentions = excluded.receive_mentions, created_at = excluded.created_at`,
]

const groups = [
  `insert into public.groups (workspace_id, slug, name, description, visibility, icon, icon_color, created_at)
   select $1, r ->> 'slug', r ->> 'name', r ->> 'description', r ->> 'visibility', r ->> 'icon', r ->> 'icon_color',
     least((r ->> 'created_at')::timestamptz, now())
   from ${each}`,
  `insert into public.group_admins (group_id, user_id)
   select g.id, who.user_id from ${each} cross join jsonb_array_elements_text(r -> 'admins') admin
   join public.groups g on g.workspace_id = $1 and g.slug = r ->> 'slug' ${person('admin')}`,
]

const teams = [
  `insert into public.teams (workspace_id, slug, name, description, icon, icon_color, created_at)
   select $1, r ->> 'slug', r ->> 'name', r ->> 'description', r ->> 'icon', r ->> 'icon_color', least((r ->> 'created_at')::timestamptz, now())
   from ${each}`,
  `insert into public.team_members (team_id, user_id, role)
   select t.id, who.user_id, (m ->> 'role')::public.team_role from ${each} cross join jsonb_array_elements(r -> 'members') m
   join public.teams t on t.workspace_id = $1 and t.slug = r ->> 'slug' ${person("m ->> 'email'")}`,
]

const ofProject = `join public.projects p on p.workspace_id = $1 and p.slug = (r ->> 'slug')`

const projects = [
  `insert into public.projects (workspace_id, group_id, name, slug, description, icon_name, icon_color, type, flavor, visibility,
     is_design_library, use_legacy_exporter, auto_invite_committers, creator_id, created_at)
   select $1, g.id, r ->> 'name', r ->> 'slug', r ->> 'description', r ->> 'icon', r ->> 'icon_color', r ->> 'type', r ->> 'flavor',
     r ->> 'visibility', (r ->> 'is_design_library')::boolean, (r ->> 'use_legacy_exporter')::boolean,
     (r ->> 'auto_invite_committers')::boolean, who.user_id, least((r ->> 'created_at')::timestamptz, now())
   from ${each} left join public.groups g on g.workspace_id = $1 and g.slug = r ->> 'group' left ${person("r ->> 'creator'")}`,
  `insert into public.project_slugs (workspace_id, slug, project_id)
   select $1, old, p.id from ${each} cross join jsonb_array_elements_text(r -> 'old_slugs') old ${ofProject}`,
  `insert into public.project_members (project_id, user_id, role, created_at)
   select p.id, who.user_id, (m ->> 'role')::public.project_member_role, least((m ->> 'created_at')::timestamptz, now())
   from ${each} cross join jsonb_array_elements(r -> 'members') m ${ofProject} ${person("m ->> 'email'")}`,
  `insert into public.project_teams (project_id, team_id, role)
   select p.id, t.id, (given ->> 'role')::public.project_team_role from ${each} cross join jsonb_array_elements(r -> 'teams') given ${ofProject}
   join public.teams t on t.workspace_id = $1 and t.slug = given ->> 'team'`,
  `insert into public.branches (project_id, name, slug, is_default, is_published)
   select p.id, b ->> 'name', b ->> 'slug', (b ->> 'is_default')::boolean, (b ->> 'is_published')::boolean
   from ${each} cross join jsonb_array_elements(r -> 'branches') b ${ofProject}`,
  // A new branch remembers what its default one has: of these the archive says it.
  `delete from private.branch_origins o using ${each} ${ofProject} join public.branches b on b.project_id = p.id where o.branch_id = b.id`,
  `update public.branches b set baseline_branch_id = base.id
   from ${each} cross join jsonb_array_elements(r -> 'branches') given ${ofProject}
   join public.branches base on base.project_id = p.id and base.slug = given ->> 'baseline'
   where b.project_id = p.id and b.slug = given ->> 'slug'`,
  `update public.projects p set default_branch_id = b.id
   from ${each} join public.branches b on b.is_default
   where p.workspace_id = $1 and p.slug = (r ->> 'slug') and b.project_id = p.id`,
]

// Ids of another installation lead nowhere here, or to somebody else's.
const activity = [
  `insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, metadata, ip_address, origin, created_at)
   select $1, r ->> 'type', who.user_id, r ->> 'actor_name', r ->> 'actor_email',
     (select coalesce(jsonb_object_agg(m.key, m.value), '{}') from jsonb_each(r -> 'metadata') m where m.key !~ '(^|_)ids?$'),
     private.as_address(r ->> 'ip_address'),
     (select coalesce(jsonb_object_agg(o.key, o.value), '{}') from jsonb_each(r -> 'origin') o where o.key !~ '(^|_)ids?$'),
     least((r ->> 'created_at')::timestamptz, now())
   from ${each} left ${person("r ->> 'actor'")}`,
]

/** Files, kept ones and drafts need their bytes first. */
export type RowList = Exclude<ListName, 'files' | 'kept' | 'drafts'>

const lists: Record<RowList, string[]> = { members, groups, teams, projects, activity, ...workStatements }

export const statements = {
  ...lists,
  /** Of a new account: $1 its address, $2 the member. */
  account: `
    update public.users u set first_name = coalesce($2::jsonb ->> 'first_name', ''), last_name = coalesce($2::jsonb ->> 'last_name', ''),
      username = case when $2::jsonb ->> 'username' ~ '^[a-z0-9-]{2,39}$'
        and not exists (select 1 from public.users o where o.username = $2::jsonb ->> 'username') then $2::jsonb ->> 'username' else u.username end
    from public.emails e where e.email = $1 and e.confirmed_at is not null and u.id = e.user_id`,
  style_guides: `
    insert into public.project_style_guides (project_id, style_guide_project_id, workspace_id, position)
    select p.id, guide.id, $1, wanted.position::integer - 1
    from ${each} cross join jsonb_array_elements_text(r -> 'style_guides') with ordinality wanted (slug, position) ${ofProject}
    join public.projects guide on guide.workspace_id = $1 and guide.slug = wanted.slug`,
}
