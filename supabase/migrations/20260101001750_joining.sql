-- Joining: the link of an invitation, and what administrators answer to who asked to join.

create function public.svc_invitation(p_token text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', i.id,
    'state', case
      when i.accepted_at is not null then 'used'
      when i.declined_at is not null then 'declined'
      when i.revoked_at is not null then 'revoked'
      when i.expires_at <= now() then 'expired'
      when private.is_locked(w) then 'locked'
      when not private.feature_allows(w.id, case when i.role = 'guest' then 'guests' else 'members' end)
        and not exists (select 1 from public.workspace_members m where m.workspace_id = w.id and m.user_id = private.account_of(i.email)) then 'seat_limit'
      else 'ok' end,
    'email', i.email,
    'has_account', u.id is not null,
    'has_password', coalesce(u.has_password, false),
    'by_provider', private.is_by_provider(w.id),
    'auth_id', u.auth_id,
    'auth_email', a.email,
    'role', i.role,
    'invited_by', (select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.username) from public.users p where p.id = i.invited_by),
    'workspace', jsonb_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'logo_url', w.logo_url))
  from public.workspace_invitations i
  join public.workspaces w on w.id = i.workspace_id
  left join public.users u on u.id = private.account_of(i.email)
  left join auth.users a on a.id = u.auth_id
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
  perform private.problem('ACTION_PROHIBITED', 403, format('This invitation is for %s. You are signed in as %s.', invited_email,
    coalesce((select e.email from public.emails e where e.user_id = caller_id and e.is_primary), 'somebody else')));
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
    perform private.problem('NOT_FOUND', 404, 'Invalid invite URL');
  end if;
  if not private.is_live(invitation) then
    perform private.problem('VALIDATION_ERROR', 400, case
      when invitation.accepted_at is not null then 'This invitation has already been used.'
      when invitation.declined_at is not null then 'This invitation has been declined.'
      when invitation.revoked_at is not null then 'This invitation has been withdrawn.'
      else 'This invitation has expired.' end);
  end if;
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
returns jsonb
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
grant execute on function public.svc_invitation, public.svc_accept_invitation, public.svc_decline_invitation to service_role;

create function public.workspace_join_requests(p_workspace_id bigint, p_limit integer default 500, p_offset integer default 0)
returns table (
  id bigint, user_id bigint, username text, full_name text, avatar_url text, emails jsonb, created_at timestamptz, is_denied boolean)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersRead');
  return query
  select j.id, u.id, u.username, btrim(u.first_name || ' ' || u.last_name), u.avatar_url, coalesce((
      select jsonb_agg(jsonb_build_object('email', e.email, 'primary', e.is_primary) order by e.is_primary desc, e.email)
      from public.emails e where e.user_id = u.id and e.confirmed_at is not null), '[]'),
    j.created_at, j.is_denied
  from public.join_requests j join public.users u on u.id = j.user_id
  where j.workspace_id = p_workspace_id
  order by j.created_at desc, j.id desc
  limit least(greatest(p_limit, 1), 500) offset greatest(p_offset, 0);
end
$$;
comment on function public.workspace_join_requests is 'Who asked to join, with their confirmed addresses, newest first.';

create function private.decide_join_request(workspace_id bigint, user_id bigint, action text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.join_requests;
  role public.workspace_role;
  template text := 'join_denied';
begin
  select * into held from public.join_requests j
  where j.workspace_id = decide_join_request.workspace_id and j.user_id = decide_join_request.user_id
  for update;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Join request not found.');
  end if;
  if held.is_denied then
    perform private.problem('ACTION_PROHIBITED', 403, 'This request has been denied. Invite the person directly instead.');
  end if;
  if action = 'deny' then
    update public.join_requests j set is_denied = true where j.id = held.id;
  else
    role := action::public.workspace_role;
    perform private.require_may_invite_at(workspace_id, role);
    perform private.become_member(workspace_id, user_id, role, 'join_request', null);
    delete from public.join_requests j where j.id = held.id;
    template := 'join_approved';
  end if;
  perform private.enqueue_mail(e.email, template, jsonb_strip_nulls(jsonb_build_object('workspace_id', decide_join_request.workspace_id, 'role', role)))
  from public.emails e where e.user_id = decide_join_request.user_id and e.is_primary;
  perform private.log_activity(workspace_id, case template when 'join_approved' then 'workspace.join_request.approved' else 'workspace.join_request.denied' end,
    jsonb_build_object('user_id', user_id, 'user', private.person(user_id) -> 'display_name', 'role', role));
end
$$;
comment on function private.decide_join_request is 'Approves a request at a role within the caller''s own, or denies it for good; tells who asked.';

create function public.decide_join_requests(p_workspace_id bigint, p_decisions jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wish jsonb;
  results jsonb := '[]';
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  if jsonb_typeof(p_decisions) is distinct from 'array' or jsonb_array_length(p_decisions) not between 1 and 500 then
    perform private.problem('VALIDATION_ERROR', 400, 'Between 1 and 500 requests can be answered at once.', 'decisions');
  end if;
  for wish in select * from jsonb_array_elements(p_decisions) loop
    begin
      perform private.decide_join_request(p_workspace_id, (wish ->> 'user_id')::bigint, coalesce(wish ->> 'action', ''));
      results := results || jsonb_build_array(jsonb_build_object('user_id', wish -> 'user_id', 'ok', true, 'error', null));
    exception when others then
      -- Past the plan's seats none is approved: who would have been let in must not depend on the order.
      if sqlstate = 'PT402' then
        raise;
      end if;
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || jsonb_build_array(private.failed_item(
        jsonb_build_object('user_id', wish -> 'user_id'), sqlstate, sqlerrm, hint, detail));
    end;
  end loop;
  return results;
end
$$;
comment on function public.decide_join_requests is 'Answers requests to join: [{user_id, action: deny or a role}], a result for each in order. Past the plan''s seats none is approved (402).';
grant execute on function public.workspace_join_requests, public.decide_join_requests to authenticated;

create function private.keep_domain_rules()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  mine constant public.workspace_role := private.workspace_role(new.workspace_id);
begin
  -- A trigger comes before the policy's check: what it says of a workspace is for those only whom the policy lets through.
  if (select auth.uid()) is not null and not private.can_in_workspace(new.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete') then
    return new;
  end if;
  new.domain := lower(regexp_replace(btrim(new.domain), '^@', ''));
  if new.domain !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$' then
    perform private.problem('VALIDATION_ERROR', 400, 'Must be a valid domain name', 'domain');
  end if;
  if tg_op = 'UPDATE' and (new.workspace_id, new.domain, new.role) is not distinct from (old.workspace_id, old.domain, old.role) then
    return new;
  end if;
  -- The gate's lock also makes the count below true.
  perform private.feature_gate(new.workspace_id, 'whitelisted_domains');
  if tg_op = 'INSERT' and (select count(*) from public.approved_domains d where d.workspace_id = new.workspace_id) >= 500 then
    perform private.problem('VALIDATION_ERROR', 400, 'A workspace has at most 500 approved domains.', 'domain');
  end if;
  if new.role > mine then
    perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You cannot give this role.', 'role');
  end if;
  if exists (
    select 1 from public.approved_domains d
    where d.workspace_id = new.workspace_id and d.domain = new.domain and d.id is distinct from new.id) then
    perform private.problem('CONFLICT', 409, 'This domain has already been approved.', 'domain');
  end if;
  return new;
end
$$;
comment on function private.keep_domain_rules is 'Approved domains are a feature of the plan, 500 at most, and give no role above that of who approves them.';
create trigger keep_rules before insert or update on public.approved_domains for each row execute function private.keep_domain_rules();

create function public.add_approved_domain(p_workspace_id bigint, p_domain text, p_role public.workspace_role default 'viewer')
returns public.approved_domains
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.approved_domains;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete');
  insert into public.approved_domains (workspace_id, domain, role) values (p_workspace_id, p_domain, p_role) returning * into made;
  return made;
end
$$;
comment on function public.add_approved_domain is 'Lets people with an address of this domain enter by themselves, with a role.';

create function private.require_domain(domain_id bigint)
returns public.approved_domains
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.approved_domains;
begin
  select * into held from public.approved_domains d where d.id = domain_id for update;
  if not found or held.workspace_id not in (select private.my_workspace_ids()) then
    perform private.problem('NOT_FOUND', 404, 'Domain not found.');
  end if;
  perform private.require_in_workspace(held.workspace_id, 'WorkspaceEmailDomainCreateUpdateDelete');
  return held;
end
$$;

create function public.update_approved_domain(p_id bigint, p_domain text default null, p_role public.workspace_role default null)
returns public.approved_domains
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.approved_domains := private.require_domain(p_id);
begin
  update public.approved_domains d set domain = coalesce(p_domain, d.domain), role = coalesce(p_role, d.role) where d.id = held.id
  returning * into held;
  return held;
end
$$;
comment on function public.update_approved_domain is 'Changes an approved domain or the role it gives.';

create function public.remove_approved_domain(p_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_domain(p_id);
  delete from public.approved_domains d where d.id = p_id;
end
$$;
comment on function public.remove_approved_domain is 'Takes an approved domain back. Who came by it stays.';
grant execute on function public.add_approved_domain, public.update_approved_domain, public.remove_approved_domain to authenticated;
