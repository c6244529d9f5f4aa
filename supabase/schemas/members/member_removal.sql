-- Removal of members: who takes whom out of a workspace, and who gets what is left behind.

-- # Rules

create function private.successor_of(workspace_id bigint, user_id bigint)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (select m.user_id from public.workspace_members m
     where m.workspace_id = successor_of.workspace_id and m.user_id = private.current_user_id()
       and m.user_id <> successor_of.user_id and m.role not in ('guest', 'viewer')),
    (select m.user_id from public.workspace_members m
     where m.workspace_id = successor_of.workspace_id and m.role = 'owner' and m.user_id <> successor_of.user_id
     order by m.created_at, m.user_id limit 1))
$$;
comment on function private.successor_of is 'Who gets what somebody leaves behind: who made them leave, else the oldest other owner.';

create function private.hand_over_projects(workspace_id bigint, from_user bigint, to_user bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  owned bigint[];
begin
  select array_agg(pm.project_id) into owned
  from public.project_members pm
  join public.projects p on p.id = pm.project_id
  where p.workspace_id = hand_over_projects.workspace_id and pm.user_id = from_user and pm.role = 'owner';
  if owned is null then
    return;
  end if;
  delete from public.project_members pm where pm.project_id = any (owned) and pm.user_id = from_user;
  insert into public.project_members as pm (project_id, user_id, role)
  select unnest(owned), to_user, 'owner'
  where to_user is not null
  on conflict (project_id, user_id) do update set role = 'owner';
end
$$;
comment on function private.hand_over_projects is 'When a project''s owner leaves or becomes a guest, whoever did that becomes the owner.';

create function private.hand_over_groups(workspace_id bigint, from_user bigint, to_user bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.group_admins (group_id, user_id)
  select ga.group_id, to_user
  from public.group_admins ga
  join public.groups g on g.id = ga.group_id
  where g.workspace_id = hand_over_groups.workspace_id and ga.user_id = from_user and to_user is not null
    and not exists (select 1 from public.group_admins other where other.group_id = ga.group_id and other.user_id <> from_user)
  on conflict do nothing;
  delete from public.group_admins ga using public.groups g
  where g.id = ga.group_id and g.workspace_id = hand_over_groups.workspace_id and ga.user_id = from_user;
end
$$;
comment on function private.hand_over_groups is 'Ends somebody''s administration of groups; where nobody else administers one, the successor does.';

create function private.hand_over(workspace_id bigint, from_user bigint, to_user bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.hand_over_projects(hand_over.workspace_id, from_user, to_user), private.hand_over_groups(hand_over.workspace_id, from_user, to_user)
$$;
comment on function private.hand_over is 'Passes on what somebody owns and administers in a workspace.';

create function private.forget_member()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from public.workspaces w where w.id = old.workspace_id) then
    return null;
  end if;
  perform private.hand_over(old.workspace_id, old.user_id, private.successor_of(old.workspace_id, old.user_id));
  delete from public.project_members pm using public.projects p
  where p.id = pm.project_id and p.workspace_id = old.workspace_id and pm.user_id = old.user_id;
  delete from public.project_pins pp using public.projects p
  where p.id = pp.project_id and p.workspace_id = old.workspace_id and pp.user_id = old.user_id;
  delete from public.team_members tm using public.teams t
  where t.id = tm.team_id and t.workspace_id = old.workspace_id and tm.user_id = old.user_id;
  return null;
end
$$;
comment on function private.forget_member is 'Whoever leaves a workspace, through whatever door, leaves nothing of theirs behind in it.';
create trigger forget_member after delete on public.workspace_members
  for each row execute function private.forget_member();

create function private.require_heir(workspace_id bigint, heir_id bigint, user_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  theirs public.workspace_role;
begin
  -- The role stays as it is until this is done: viewers and guests own nothing.
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = require_heir.workspace_id and m.user_id = heir_id and m.user_id <> require_heir.user_id for no key update;
  if theirs is null then
    perform private.problem('heir_not_a_member');
  end if;
  perform private.require_nothing_against(private.reason_against_owning(theirs), 'heir_id');
end
$$;
comment on function private.require_heir is 'Refuses who cannot take over what a member leaves behind.';

-- # Calls

create function public.remove_member(p_workspace_id bigint, p_user_id bigint, p_heir_id bigint default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  mine public.workspace_role;
  theirs public.workspace_role;
begin
  mine := private.lock_seats_with(p_workspace_id, 'WorkspaceMembersApprove');
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = p_user_id
  for update;
  if not found then
    perform private.problem('member_not_found');
  end if;
  perform private.require_may_change_member(p_workspace_id, p_user_id, mine, theirs);
  if p_heir_id is not null then
    perform private.require_heir(p_workspace_id, p_heir_id, p_user_id);
    perform private.hand_over(p_workspace_id, p_user_id, p_heir_id);
  end if;
  delete from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
end
$$;
comment on function public.remove_member is 'Removes somebody else with everything given to them; their projects pass to p_heir_id, by itself to the caller.';

create function public.projects_left_behind(p_workspace_id bigint, p_user_ids bigint[])
returns integer
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  return (
    select count(*)
    from public.project_members pm join public.projects p on p.id = pm.project_id
    where p.workspace_id = p_workspace_id and pm.user_id = any (p_user_ids) and pm.role = 'owner');
end
$$;
comment on function public.projects_left_behind is 'How many projects belong to these members: what passes on when they are removed.';

create function public.remove_members(p_workspace_id bigint, p_user_ids bigint[], p_heir_id bigint default null)
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  member_id bigint;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  if p_heir_id = any (p_user_ids) then
    perform private.problem('heir_is_removed_too');
  end if;
  perform private.require_few(cardinality(p_user_ids), 0, 'too_many_changes_at_once', 'user_ids');
  foreach member_id in array coalesce(p_user_ids, '{}') loop
    begin
      perform public.remove_member(p_workspace_id, member_id, p_heir_id);
      results := results || private.bulk_success(to_jsonb(member_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(member_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.remove_members is 'Removes many, each as the rules allow; their projects pass to p_heir_id, by itself to the caller.';

-- # Grants

grant execute on function public.remove_member, public.projects_left_behind, public.remove_members to authenticated;
