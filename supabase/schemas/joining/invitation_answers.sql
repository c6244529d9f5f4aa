-- Answering invitations: what a link shows, and how it is accepted or declined.

-- # Rules

create function private.take_invitation(invitation public.workspace_invitations, user_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspace_invitations i set accepted_at = now(), accepted_by = take_invitation.user_id where i.id = invitation.id;
  insert into public.project_members (project_id, user_id, role)
  select l.project_id, take_invitation.user_id, l.role
  from public.workspace_invitation_projects l where l.invitation_id = invitation.id
  on conflict do nothing;
  insert into public.group_admins (group_id, user_id)
  select l.group_id, take_invitation.user_id
  from public.workspace_invitation_groups l where l.invitation_id = invitation.id and invitation.role <> 'guest'
  on conflict do nothing;
  insert into public.team_members (team_id, user_id, role)
  select l.team_id, take_invitation.user_id,
    case when invitation.role in ('viewer', 'guest') then 'member'::public.team_role else l.role end
  from public.workspace_invitation_teams l where l.invitation_id = invitation.id
  on conflict do nothing;
end
$$;
comment on function private.take_invitation is 'Uses an invitation up and gives what comes with it.';

create function private.live_invitation(workspace_id bigint, emails text[])
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select i.email from public.workspace_invitations i
  where i.workspace_id = live_invitation.workspace_id and i.email = any (emails)
    and private.is_live(i)
  order by i.role desc, i.id
  limit 1
$$;
comment on function private.live_invitation is 'The invited one among some addresses, or null.';

create function private.reason_against_answering(invitation public.workspace_invitations)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when private.is_live(invitation) then null
    when invitation.accepted_at is not null then 'invitation_used'
    when invitation.declined_at is not null then 'invitation_declined'
    when invitation.revoked_at is not null then 'invitation_withdrawn'
    else 'invitation_expired'
  end
$$;
comment on function private.reason_against_answering is 'Why an invitation can no longer be answered; null for a live one.';

-- # Calls

create type public.inviting_workspace as (id bigint, slug text, name text, logo_url text);
comment on type public.inviting_workspace is 'The workspace that somebody is invited to.';

create type public.found_invitation as (
  id bigint, state text, email text, has_account boolean, has_password boolean, by_provider boolean, auth_id uuid, auth_email text,
  role public.workspace_role, invited_by text, workspace public.inviting_workspace);
comment on type public.found_invitation is 'What an invitation is for, and whether it can be accepted: ok, expired, revoked, declined, used, locked or seat_limit.';

create function public.svc_invitation(p_token text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(i.id, case
      when against is not null then case against
        when 'invitation_used' then 'used' when 'invitation_declined' then 'declined' when 'invitation_withdrawn' then 'revoked' else 'expired' end
      when private.is_locked(w) then 'locked'
      when not private.feature_allows(w.id, case when i.role = 'guest' then 'guests' else 'members' end)
        and not exists (select 1 from public.workspace_members m where m.workspace_id = w.id and m.user_id = private.account_of(i.email)) then 'seat_limit'
      else 'ok' end, i.email, u.id is not null, coalesce(u.has_password, false), private.is_by_provider(w.id), u.auth_id, a.email, i.role,
        (select private.display_name(p) from public.users p where p.id = i.invited_by), row(w.id, w.slug, w.name,
        w.logo_url)::public.inviting_workspace)::public.found_invitation)
  from public.workspace_invitations i
  join public.workspaces w on w.id = i.workspace_id
  left join public.users u on u.id = private.account_of(i.email)
  left join auth.users a on a.id = u.auth_id
  cross join private.reason_against_answering(i) against
  where i.token_hash = private.token_hash(p_token)
$$;
comment on function public.svc_invitation is 'The invitation of a link: what it is for and whether it can be accepted now; null for a link nobody sent.';

create function private.invited_account(invited_email text, auth_id uuid)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller_id constant bigint := (select u.id from public.users u where u.auth_id = invited_account.auth_id);
  owner_id constant bigint := private.account_of(invited_email);
  signed_in_as text;
begin
  if owner_id is not null and owner_id = caller_id then
    return owner_id;
  end if;
  -- The link proves the address. It counts for the credential made for it, or the account that had claimed it.
  if owner_id is null and (
    exists (select 1 from auth.users a where a.id = invited_account.auth_id and a.email = invited_email)
    or exists (select 1 from public.emails e where e.user_id = caller_id and e.email = invited_email)
  ) then
    return private.ensure_user(auth_id, invited_email);
  end if;
  signed_in_as := (select e.email from public.emails e where e.user_id = caller_id and e.is_primary);
  perform private.problem(
    case when signed_in_as is null then 'invitation_for_somebody_else' else 'invitation_for_another_account' end,
    params => jsonb_build_object('invited', invited_email, 'account', signed_in_as));
  return null;
end
$$;
comment on function private.invited_account is 'The account that an invitation is for, when that is who is asking.';

create function private.answerable_invitation(token text)
returns public.workspace_invitations
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation public.workspace_invitations;
begin
  select * into invitation from public.workspace_invitations i where i.token_hash = private.token_hash(token) for update;
  if not found then
    perform private.problem('invite_url_invalid');
  end if;
  perform private.require_nothing_against(private.reason_against_answering(invitation));
  return invitation;
end
$$;
comment on function private.answerable_invitation is 'The invitation of a link, locked, that can still be answered; refuses every other one with its reason.';

create function public.svc_decline_invitation(p_token text, p_client text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation constant public.workspace_invitations := private.answerable_invitation(p_token);
begin
  update public.workspace_invitations i set declined_at = now(), revoked_at = now() where i.id = invitation.id;
  perform private.log_activity_of(invitation.workspace_id, 'workspace.invitation.declined', private.account_of(invitation.email), p_client,
    jsonb_build_object('email', invitation.email, 'role', invitation.role));
end
$$;
comment on function public.svc_decline_invitation is 'Declines an invitation by its link, which was mailed to the invited person alone; its seat is free again.';

create function public.svc_accept_invitation(p_token text, p_auth_id uuid, p_client text, p_by_password boolean default false)
returns public.entry
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation constant public.workspace_invitations := private.answerable_invitation(p_token);
  account_id bigint;
  outcome text := 'invited';
begin
  if private.is_locked((select w from public.workspaces w where w.id = invitation.workspace_id)) then
    return private.entry(null, 'locked', workspace_id => invitation.workspace_id);
  end if;
  if p_by_password then
    perform private.require_passwords(invitation.workspace_id);
  end if;
  account_id := private.invited_account(invitation.email, p_auth_id);
  if exists (select 1 from public.workspace_members m where m.workspace_id = invitation.workspace_id and m.user_id = account_id)
    or not private.become_member(invitation.workspace_id, account_id, invitation.role, 'invitation', p_client) then
    outcome := 'member';
  end if;
  perform private.take_invitation(invitation, account_id);
  return private.entry(account_id, outcome, (
    select m.role from public.workspace_members m where m.workspace_id = invitation.workspace_id and m.user_id = account_id));
end
$$;
comment on function public.svc_accept_invitation is 'Accepts an invitation once, for the account of its address; a new account is made for a credential of that address.';

-- # Grants

grant execute on function public.svc_invitation, public.svc_accept_invitation, public.svc_decline_invitation to service_role;
