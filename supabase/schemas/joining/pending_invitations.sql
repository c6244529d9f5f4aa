-- Pending invitations: adding to what comes along, sending again and withdrawing.

-- # Rules

create function private.require_invitation(invitation_id bigint)
returns public.workspace_invitations
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.workspace_invitations;
begin
  select * into held from public.workspace_invitations i
  where i.id = invitation_id and private.is_unanswered(i)
    and (i.workspace_id in (select private.workspace_ids_with('WorkspaceMembersRead'))
      or i.invited_by = private.current_user_id() and i.workspace_id in (select private.my_workspace_ids()))
  for update;
  if not found then
    perform private.problem('invitation_not_found');
  end if;
  return held;
end
$$;
comment on function private.require_invitation is 'A pending invitation, locked, for who may know of it.';

-- # Calls

create function public.link_invitation(p_invitation_id bigint, p_projects jsonb default '[]', p_groups jsonb default '[]', p_teams jsonb default '[]')
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held constant public.workspace_invitations := private.require_invitation(p_invitation_id);
begin
  perform private.require_may_link(held.workspace_id, held.role, p_projects, p_groups, p_teams);
  -- A role that comes along already is changed by who could give it, as that of a member.
  perform private.require_in_project(l.project_id, private.rank_of_adding(private.role_to_give(l.role, held.role)))
  from public.workspace_invitation_projects l
  where l.invitation_id = held.id and l.project_id in (select (p ->> 'project_id')::bigint from jsonb_array_elements(p_projects) p);
  perform private.write_links(held.id, p_projects, p_groups, p_teams);
end
$$;
comment on function public.link_invitation is 'Lets projects [{project_id, role}], groups [id] and teams [{team_id, role}] come with a pending invitation.';

create function public.unlink_invitation(
  p_invitation_id bigint, p_project_id bigint default null, p_group_id bigint default null, p_team_id bigint default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held constant public.workspace_invitations := private.require_invitation(p_invitation_id);
begin
  if p_project_id is not null then
    perform private.require_in_project(p_project_id, 'project_member_delete');
    delete from public.workspace_invitation_projects l where l.invitation_id = held.id and l.project_id = p_project_id;
  end if;
  if p_group_id is not null then
    if held.workspace_id not in (select private.workspace_ids_with_all_groups('group_member_delete'))
      and p_group_id not in (select private.group_ids_with('group_member_delete')) then
      perform private.problem('group_not_found', 'group_id');
    end if;
    delete from public.workspace_invitation_groups l where l.invitation_id = held.id and l.group_id = p_group_id;
  end if;
  if p_team_id is not null then
    if held.workspace_id not in (select private.workspace_ids_with_all_teams('team_member_delete'))
      and p_team_id not in (select private.team_ids_with('team_member_delete')) then
      perform private.problem('team_not_found', 'team_id');
    end if;
    delete from public.workspace_invitation_teams l where l.invitation_id = held.id and l.team_id = p_team_id;
  end if;
end
$$;
comment on function public.unlink_invitation is 'Takes a project, group or team off a pending invitation; needs what removing a member from it needs.';

create function private.resend_invitation(invitation_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held constant public.workspace_invitations := private.require_invitation(invitation_id);
  token constant text := private.new_token();
begin
  perform private.lock_seats_with(held.workspace_id, 'WorkspaceMembersInvite');
  perform private.require_may_invite_at(held.workspace_id, held.role);
  if held.last_sent_at > now() - interval '1 minute' then
    perform private.problem('invitation_just_sent');
  end if;
  -- An expired one gave its seat back.
  if held.expires_at <= now() then
    perform private.feature_gate(held.workspace_id, case when held.role = 'guest' then 'guests' else 'members' end,
      private.feature_pending(held.workspace_id, case when held.role = 'guest' then 'guests' else 'members' end) + 1);
  end if;
  update public.workspace_invitations i
  set token_hash = private.token_hash(token), expires_at = now() + interval '30 days', last_sent_at = now()
  where i.id = held.id;
  perform private.limit_invitation_mail(held.workspace_id, held.email);
  perform private.mail_invitation(held.id, token, true);
  perform private.log_activity(held.workspace_id, 'workspace.invitation.resent', jsonb_build_object('email', held.email, 'role', held.role));
end
$$;
comment on function private.resend_invitation is 'Sends a pending invitation again with a new link, which ends the old one; once a minute.';

create function private.revoke_invitation(invitation_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held constant public.workspace_invitations := private.require_invitation(invitation_id);
begin
  if held.invited_by is distinct from private.current_user_id() then
    perform private.require_in_workspace(held.workspace_id, 'WorkspaceMembersApprove');
  end if;
  update public.workspace_invitations i set revoked_at = now() where i.id = held.id;
  perform private.log_activity(held.workspace_id, 'workspace.invitation.revoked', jsonb_build_object('email', held.email, 'role', held.role));
end
$$;
comment on function private.revoke_invitation is 'Withdraws a pending invitation: ones own, or with the approve permission.';

create function public.resend_invitations(p_ids bigint[])
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation_id bigint;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_ids), 1, 'invitations_changed_at_once', 'ids');
  foreach invitation_id in array p_ids loop
    begin
      perform private.resend_invitation(invitation_id);
      results := results || private.bulk_success(to_jsonb(invitation_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(invitation_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.resend_invitations is 'Sends pending invitations again, with a new link and 30 more days; of each how it went.';

create function public.revoke_invitations(p_ids bigint[])
returns public.bulk_answer
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation_id bigint;
  results public.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_ids), 1, 'invitations_changed_at_once', 'ids');
  foreach invitation_id in array p_ids loop
    begin
      perform private.revoke_invitation(invitation_id);
      results := results || private.bulk_success(to_jsonb(invitation_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(invitation_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.revoke_invitations is 'Withdraws pending invitations: one''s own, or any with the approve permission; of each how it went.';

-- # Grants

grant execute on function public.link_invitation, public.unlink_invitation, public.resend_invitations, public.revoke_invitations to authenticated;
