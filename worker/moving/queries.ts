// What an archive says of a workspace, a row of JSON at a time. $1 is the workspace.
import { type ListName, settingColumns } from './format.ts'
import { emailOf, listOf, stamp } from './sql.ts'
import { workQueries } from './work-queries.ts'

export const listQueries: Record<ListName, string> = {
  members: `
    select jsonb_build_object('email', e.email, 'username', u.username, 'first_name', u.first_name, 'last_name', u.last_name,
      'role', m.role, 'receive_daily_summary', m.receive_daily_summary, 'receive_mentions', m.receive_mentions,
      'created_at', ${stamp('m.created_at')}) as row
    from public.workspace_members m join public.users u on u.id = m.user_id
    join public.emails e on e.user_id = u.id and e.is_primary
    where m.workspace_id = $1 order by m.created_at, e.email`,
  groups: `
    select jsonb_build_object('slug', g.slug, 'name', g.name, 'description', g.description, 'visibility', g.visibility,
      'icon', g.icon, 'icon_color', g.icon_color, 'created_at', ${stamp('g.created_at')},
      'admins', (
        select coalesce(jsonb_agg(e.email order by e.email), '[]') from public.group_admins a
        join public.emails e on e.user_id = a.user_id and e.is_primary where a.group_id = g.id)) as row
    from public.groups g where g.workspace_id = $1 order by g.slug`,
  teams: `
    select jsonb_build_object('slug', t.slug, 'name', t.name, 'description', t.description, 'icon', t.icon,
      'icon_color', t.icon_color, 'created_at', ${stamp('t.created_at')},
      'members', (
        select coalesce(jsonb_agg(jsonb_build_object('email', e.email, 'role', tm.role) order by e.email), '[]') from public.team_members tm
        join public.emails e on e.user_id = tm.user_id and e.is_primary where tm.team_id = t.id)) as row
    from public.teams t where t.workspace_id = $1 order by t.slug`,
  projects: `
    select jsonb_build_object('slug', p.slug, 'name', p.name, 'description', p.description, 'icon', p.icon_name,
      'icon_color', p.icon_color, 'group', (select g.slug from public.groups g where g.id = p.group_id), 'type', p.type,
      'flavor', p.flavor, 'visibility', p.visibility, 'is_design_library', p.is_design_library,
      'use_legacy_exporter', p.use_legacy_exporter, 'auto_invite_committers', p.auto_invite_committers,
      'creator', ${emailOf('p.creator_id')}, 'created_at', ${stamp('p.created_at')},
      'old_slugs', (
        select coalesce(jsonb_agg(s.slug order by s.slug), '[]') from public.project_slugs s where s.project_id = p.id and s.slug <> p.slug),
      'members', (
        select coalesce(jsonb_agg(jsonb_build_object('email', e.email, 'role', pm.role, 'created_at', ${stamp('pm.created_at')}) order by e.email), '[]')
        from public.project_members pm join public.emails e on e.user_id = pm.user_id and e.is_primary where pm.project_id = p.id),
      'teams', (
        select coalesce(jsonb_agg(jsonb_build_object('team', t.slug, 'role', pt.role) order by t.slug), '[]')
        from public.project_teams pt join public.teams t on t.id = pt.team_id where pt.project_id = p.id),
      'style_guides', (
        select coalesce(jsonb_agg(g.slug order by sg.position, g.slug), '[]')
        from public.project_style_guides sg join public.projects g on g.id = sg.style_guide_project_id where sg.project_id = p.id),
      'branches', (
        select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'slug', b.slug, 'is_default', b.is_default, 'is_published', b.is_published,
          'baseline', (select o.slug from public.branches o where o.id = b.baseline_branch_id),
          'brought_by', ${emailOf('private.last_pusher(b.id)')})
          order by b.is_default desc, b.slug), '[]')
        from public.branches b where b.project_id = p.id)) as row
    from public.projects p where p.workspace_id = $1 order by p.slug collate "C"`,
  files: `
    select jsonb_build_object('project', p.slug, 'branch', b.slug, 'path', f.path, 'size', held.size, 'sha256', encode(f.hash, 'hex'),
      'object', f.workspace_id || '/' || held.object_id) as row
    from public.projects p join public.branches b on b.project_id = p.id
    join public.branch_files f on f.branch_id = b.id join public.files held on held.workspace_id = f.workspace_id and held.hash = f.hash
    where p.workspace_id = $1 order by p.slug collate "C", b.slug collate "C", f.path collate "C"`,
  activity: `
    select jsonb_build_object('type', a.type, 'actor', ${emailOf('a.actor_id')}, 'actor_name', a.actor_name, 'actor_email', a.actor_email,
      'metadata', a.metadata, 'ip_address', host(a.ip_address), 'origin', a.origin, 'created_at', ${stamp('a.created_at')}) as row
    from public.activity_events a where a.workspace_id = $1 order by a.id`,
  ...workQueries,
}

export const workspaceQuery = `
  select jsonb_build_object('name', w.name, 'slug', w.slug, 'created_at', ${stamp('w.created_at')},
    'settings', jsonb_build_object(${settingColumns.map((name) => `'${name}', w.${name}`).join(', ')}),
    'approved_domains', (
      select coalesce(jsonb_agg(jsonb_build_object('domain', d.domain, 'role', d.role) order by d.domain), '[]')
      from public.approved_domains d where d.workspace_id = w.id),
    'default_style_guides', (${listOf(
      'p.slug',
      'd.created_at, d.project_id',
      'public.workspace_default_style_guides d join public.projects p on p.id = d.project_id where d.workspace_id = w.id',
    )}),
    'group_reviewers', (${listOf(
      `jsonb_build_object('group', g.slug, 'team', t.slug, 'approvals', v.approvals)`,
      'g.slug, t.slug',
      'private.group_reviewers v join public.groups g on g.id = v.group_id join public.teams t on t.id = v.team_id where v.workspace_id = w.id',
    )}),
    'pictures', (
      select coalesce(jsonb_agg(jsonb_build_object('hash', p.hash, 'type', p.type,
        'shown_as', case p.hash when right(w.logo_url, 64) then 'logo_url' when right(w.favicon_url, 64) then 'favicon_url' end,
        'entry', 'pictures/' || p.hash || case p.type when 'image/png' then '.png' else '.svg' end) order by p.hash), '[]')
      from private.workspace_pictures p where p.workspace_id = w.id),
    'integrations', (
      select coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'kind', i.kind, 'config', i.config) order by i.kind, i.name), '[]')
      from public.workspace_integrations i where i.workspace_id = w.id)) as row
  from public.workspaces w where w.id = $1`
