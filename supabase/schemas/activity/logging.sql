-- Logging: what writes the trail. Tables name these in their triggers, calls say by themselves what no row shows.

-- # Rules

create function private.log_activity(workspace_id bigint, type text, metadata jsonb default '{}')
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_importing() then
    return;
  end if;
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, metadata, ip_address)
  select log_activity.workspace_id, log_activity.type, u.id,
    coalesce(private.display_name(u), ''),
    coalesce(e.email, ''), jsonb_strip_nulls(log_activity.metadata), private.client_address()
  from (select private.current_user_id() as id) me
  left join public.users u on u.id = me.id
  left join public.emails e on e.user_id = u.id and e.is_primary;
end
$$;
comment on function private.log_activity is 'Writes one event in the caller''s name, in the caller''s transaction.';

create function private.for_trail(value jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select case when length(value #>> '{}') > 1000 then to_jsonb(left(value #>> '{}', 1000) || '…') else value end
$$;
comment on function private.for_trail is 'A value as the trail keeps it: the first thousand characters of what is longer.';

create function private.told_changes(was jsonb, becomes jsonb, fields text[])
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_object_agg(field, jsonb_strip_nulls(jsonb_build_object(
    'old', private.for_trail(was -> field), 'new', private.for_trail(becomes -> field))))
  from unnest(fields) field
  where was -> field is distinct from becomes -> field
$$;
comment on function private.told_changes is 'Of the fields that differ {field: {old, new}}, without what is null; null when none does. Names the fields it may tell: secrets are among none of them.';

create function private.log_project_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  subject jsonb;
  changes jsonb;
begin
  if tg_op = 'DELETE' then
    if exists (select 1 from public.workspaces w where w.id = old.workspace_id) then
      perform private.log_activity(old.workspace_id, 'project.deleted', jsonb_build_object('project_id', old.id, 'project', old.name, 'slug', old.slug));
    end if;
    return null;
  end if;
  subject := jsonb_build_object('project_id', new.id, 'project', new.name, 'slug', new.slug);
  if tg_op = 'INSERT' then
    perform private.log_activity(new.workspace_id, 'project.created', subject || jsonb_build_object('visibility', new.visibility, 'group_id', new.group_id));
    return null;
  end if;
  subject := subject || jsonb_build_object(
    'old', case when new.name <> old.name then old.name end,
    'visibility', case when new.visibility <> old.visibility then new.visibility end);
  changes := private.told_changes(to_jsonb(old), to_jsonb(new), array['name', 'slug', 'description', 'visibility', 'icon_name', 'icon_color',
    'type', 'flavor', 'is_design_library', 'auto_invite_committers', 'use_legacy_exporter']);
  -- A deleted group lets its projects go: the deletion of the group says so.
  if new.group_id is distinct from old.group_id
    and (new.group_id is not null or exists (select 1 from public.groups g where g.id = old.group_id)) then
    perform private.log_activity(new.workspace_id, 'project.moved', subject || jsonb_build_object('group_id', new.group_id, 'old_group_id', old.group_id,
      'group', (select g.name from public.groups g where g.id = new.group_id), 'changes', changes));
  elsif changes is not null then
    perform private.log_activity(new.workspace_id, 'project.updated', subject || jsonb_build_object('changes', changes));
  end if;
  return null;
end
$$;
comment on function private.log_project_change is 'One event for a project that is made, moved, changed or deleted.';

create function private.log_member_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  account public.users;
begin
  select * into account from public.users u where u.id = old.user_id;
  -- Who leaves by deleting the account, and the people of a workspace that is deleted, have that as their event.
  if tg_op = 'DELETE' and (account.id is null or account.id = private.current_user_id()
    or not exists (select 1 from public.workspaces w where w.id = old.workspace_id)) then
    return null;
  end if;
  perform private.log_activity(
    old.workspace_id,
    case tg_op when 'DELETE' then 'workspace.member.removed' else 'workspace.member.role_changed' end,
    jsonb_build_object('user_id', account.id, 'user', private.display_name(account),
      'email', (select e.email from public.emails e where e.user_id = account.id and e.is_primary),
      'old', case tg_op when 'UPDATE' then old.role end,
      'role', case tg_op when 'DELETE' then old.role else new.role end));
  return null;
end
$$;
comment on function private.log_member_change is 'One event for a member whose role changes or who is removed.';

create function private.log_share(kind text, change text, subject jsonb, user_id bigint, team_id bigint, was text, becomes text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.log_activity((subject ->> 'workspace_id')::bigint, kind || '.' || change, subject - 'workspace_id' || jsonb_build_object(
    'user_id', u.id, 'user', case when u.id is not null then private.display_name(u) end, 'team_id', t.id, 'team', t.name, 'old', was, 'role', becomes))
  from (values (1)) one
  left join public.users u on u.id = log_share.user_id
  left join public.teams t on t.id = log_share.team_id
  where (u.id is not null or t.id is not null) and (subject ->> 'workspace_id') is not null;
end
$$;
comment on function private.log_share is 'One event of somebody, or a team, who was given something or lost it.';

create function private.log_given()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  now_row constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  was constant text := case when tg_op <> 'INSERT' then to_jsonb(old) ->> 'role' end;
  becomes constant text := case when tg_op <> 'DELETE' then now_row ->> 'role' end;
  change constant text := case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'role_changed' end;
  subject jsonb;
  made_at timestamptz;
begin
  -- What follows from something larger (a member or a team removed, a role lost) has that as its event.
  if pg_trigger_depth() > 1 or tg_op = 'UPDATE' and was = becomes then
    return null;
  end if;
  if tg_table_name = 'group_admins' then
    select jsonb_build_object('workspace_id', g.workspace_id, 'group_id', g.id, 'group', g.name, 'slug', g.slug), g.created_at into subject, made_at
    from public.groups g where g.id = (now_row ->> 'group_id')::bigint;
  elsif tg_table_name = 'team_members' then
    select jsonb_build_object('workspace_id', t.workspace_id, 'slug', t.slug), t.created_at into subject, made_at
    from public.teams t where t.id = (now_row ->> 'team_id')::bigint;
  else
    select jsonb_build_object('workspace_id', p.workspace_id, 'project_id', p.id, 'project', p.name, 'slug', p.slug), p.created_at into subject, made_at
    from public.projects p where p.id = (now_row ->> 'project_id')::bigint;
  end if;
  -- The first admin or owner is part of the creation.
  if tg_op = 'INSERT' and made_at = now() and (now_row ->> 'user_id')::bigint = private.current_user_id() then
    return null;
  end if;
  if tg_table_name = 'group_admins' then
    perform private.log_share('group.admin', change, subject, (now_row ->> 'user_id')::bigint, null, null, 'admin');
  elsif tg_table_name = 'team_members' then
    perform private.log_share('team.member', change, subject, (now_row ->> 'user_id')::bigint, (now_row ->> 'team_id')::bigint, was, becomes);
  elsif tg_table_name = 'project_teams' then
    perform private.log_share('project.team', change, subject, null, (now_row ->> 'team_id')::bigint, was, becomes);
  elsif becomes = 'owner' then
    perform private.log_share('project.ownership', 'transferred', subject, (now_row ->> 'user_id')::bigint, null, was, becomes);
  -- The previous owner becomes an admin, or leaves, by the transfer itself.
  elsif was is distinct from 'owner' then
    perform private.log_share('project.member', change, subject, (now_row ->> 'user_id')::bigint, null, was, becomes);
  end if;
  return null;
end
$$;
comment on function private.log_given is 'One event for who gets, changes or loses a place in a group, a team or a project.';

create function private.log_named_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  kind constant text := tg_argv[0];
  subject constant text := split_part(kind, '.', -1);
  row_now constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  row_before constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  host_id constant bigint := (row_now ->> 'workspace_id')::bigint;
begin
  if tg_op = 'UPDATE' and row_now - 'updated_at' = row_before - 'updated_at'
    or not exists (select 1 from public.workspaces w where w.id = host_id) then
    return null;
  end if;
  perform private.log_activity(host_id, kind || '.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    jsonb_build_object(subject || '_id', row_now -> 'id', subject, row_now -> 'name', 'slug', row_now -> 'slug',
      'old', nullif(row_before -> 'name', row_now -> 'name'),
      'visibility', case when tg_op = 'UPDATE' and row_before -> 'visibility' <> row_now -> 'visibility' then row_now -> 'visibility' end,
      'changes', case when tg_op = 'UPDATE' then
        private.told_changes(row_before, row_now, array['name', 'slug', 'description', 'visibility', 'icon', 'icon_color']) end));
  return null;
end
$$;
comment on function private.log_named_change is 'One event for a group, a team or a workspace token that is made, changed or removed; the argument names the kind.';

create function private.log_settings_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  was constant jsonb := to_jsonb(old);
  changed jsonb;
  before jsonb;
  since jsonb;
begin
  select jsonb_agg(n.key order by n.key), jsonb_object_agg(n.key, private.for_trail(was -> n.key)), jsonb_object_agg(n.key, private.for_trail(n.value))
  into changed, before, since
  from jsonb_each(to_jsonb(new)) n
  -- Locks and deletion have events of their own.
  where n.key not in ('updated_at', 'locked', 'lock_at', 'lock_reason', 'delete_at') and n.value is distinct from was -> n.key;
  if changed is not null then
    perform private.log_activity(new.id, 'workspace.updated', jsonb_build_object('changed', changed, 'old', before, 'new', since));
  end if;
  return null;
end
$$;
comment on function private.log_settings_change is 'One event for changed settings of a workspace: which, what they were (old) and what they are (new); what is absent was or is none.';
create trigger log_change after update on public.workspaces for each row execute function private.log_settings_change();

create function private.log_row_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  row_now jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  host_id bigint := (row_now ->> 'workspace_id')::bigint;
begin
  if tg_op = 'UPDATE' and row_now = to_jsonb(old) then
    return null;
  end if;
  if exists (select 1 from public.workspaces w where w.id = host_id) then
    perform private.log_activity(host_id, tg_argv[0] || '.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
      jsonb_build_object('id', row_now -> 'id', 'name', coalesce(row_now -> 'name', row_now -> 'domain', row_now -> 'email'), 'role', row_now -> 'role',
      'changes', case when tg_op = 'UPDATE' then private.told_changes(to_jsonb(old), row_now, array['domain', 'name', 'email', 'role']) end));
  end if;
  return null;
end
$$;
comment on function private.log_row_change is 'One event for a change made straight on a table; the argument names the kind.';

create function private.log_project_part()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  row_now constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  changes constant jsonb := case when tg_op = 'UPDATE' then private.told_changes(to_jsonb(old), row_now, string_to_array(tg_argv[1], ' ')) end;
  project public.projects;
begin
  select * into project from public.projects p where p.id = (row_now ->> 'project_id')::bigint;
  -- What goes with its project has that as its event.
  if project.id is null or tg_op = 'UPDATE' and changes is null then
    return null;
  end if;
  perform private.log_activity(project.workspace_id,
    tg_argv[0] || '.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    jsonb_build_object('project_id', project.id, 'project', project.name, 'slug', project.slug,
      'name', coalesce(row_now -> 'name', row_now -> 'external_slug'), 'changes', changes));
  return null;
end
$$;
comment on function private.log_project_part is 'One event for what belongs to a project and gives rights or reaches outside: the arguments name the kind, and the fields whose values may be told.';

create function private.log_first_use()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  row_now constant jsonb := to_jsonb(new);
  project public.projects;
begin
  select * into project from public.projects p where p.id = (row_now ->> 'project_id')::bigint;
  perform private.log_activity_of(coalesce(project.workspace_id, (row_now ->> 'workspace_id')::bigint), tg_argv[0] || '.first_used', null,
    current_setting('waymark.client', true),
    jsonb_build_object('token_id', row_now -> 'id', 'token', row_now -> 'name', 'project_id', project.id, 'project', project.name));
  return null;
end
$$;
comment on function private.log_first_use is 'One event when a token is used for the first time; the argument names its kind.';

create function private.log_activity_of(workspace_id bigint, type text, user_id bigint, client text, metadata jsonb default '{}')
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, metadata, ip_address)
  select log_activity_of.workspace_id, log_activity_of.type, u.id,
    coalesce(private.display_name(u), ''),
    coalesce(e.email, ''), jsonb_strip_nulls(log_activity_of.metadata), private.as_address(client)
  from (select log_activity_of.user_id as id) actor
  left join public.users u on u.id = actor.id
  left join public.emails e on e.user_id = u.id and e.is_primary
$$;
comment on function private.log_activity_of is 'Writes one event in the name of somebody who is only just signing in.';
