-- Changes of teams: making, changing and deleting one, or deleting many at once.

-- # Calls

create function public.create_team(
  p_workspace_id bigint, p_name text, p_description text default '', p_icon text default null, p_icon_color text default null)
returns public.teams
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.teams;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceTeamCreate');
  perform private.feature_gate(p_workspace_id, 'teams');
  insert into public.teams (workspace_id, name, slug, description, icon, icon_color)
  values (p_workspace_id, btrim(p_name), '', coalesce(p_description, ''), coalesce(p_icon, 'users'), coalesce(p_icon_color, '#7F8197'))
  returning * into made;
  insert into public.team_members (team_id, user_id, role) values (made.id, private.current_user_id(), 'admin');
  return made;
end
$$;
comment on function public.create_team is 'Makes a team; who makes it is its first admin.';

create function public.update_team(
  p_team_id bigint, p_name text default null, p_description text default null, p_icon text default null, p_icon_color text default null,
  p_seen jsonb default null)
returns public.team_item
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.teams;
begin
  perform private.lock_team_with(p_team_id, 'team_settings_update');
  select * into held from public.teams t where t.id = p_team_id;
  perform private.require_seen(p_seen, jsonb_strip_nulls(jsonb_build_object(
    'name', btrim(p_name), 'description', p_description, 'icon', p_icon, 'icon_color', p_icon_color)), to_jsonb(held),
    held.workspace_id, array['team.updated'], jsonb_build_object('team_id', p_team_id));
  update public.teams t set
    name = coalesce(btrim(p_name), t.name), description = coalesce(p_description, t.description),
    icon = coalesce(p_icon, t.icon), icon_color = coalesce(p_icon_color, t.icon_color)
  where t.id = p_team_id;
  return public.team_details(p_team_id);
end
$$;
comment on function public.update_team is 'Changes a team. p_seen: what the caller saw of it, as in update_workspace_settings.';

create function public.delete_team(p_team_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_team_with(p_team_id, 'team_delete');
  delete from public.teams t where t.id = p_team_id;
end
$$;
comment on function public.delete_team is 'Deletes a team; what its members were given through it is gone.';

create function public.delete_teams(p_team_ids bigint[])
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  team_id bigint;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_team_ids), 0, 'too_many_changes_at_once', 'team_ids');
  foreach team_id in array coalesce(p_team_ids, '{}') loop
    begin
      perform public.delete_team(team_id);
      results := results || private.bulk_success(to_jsonb(team_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(team_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.delete_teams is 'Deletes many teams, each as the caller may.';

-- # Grants

grant execute on function public.create_team, public.update_team, public.delete_team, public.delete_teams to authenticated;
