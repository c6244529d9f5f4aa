-- Sessions: where somebody is signed in, how to prove it anew, and how to end it. The sessions themselves are GoTrue's.

create table private.devices (
  user_id bigint not null references public.users (id) on delete cascade,
  family text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, family)
);
comment on table private.devices is 'Browsers and systems somebody signs in with; versions do not count, or every update would be a new device.';
alter table private.devices enable row level security;

create function public.svc_note_sign_in(
  p_auth_id uuid, p_session_id uuid, p_method text, p_user_agent text, p_client text, p_integration_id bigint default null,
  p_only_workspace_id bigint default null)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  account_id constant bigint := (select u.id from public.users u where u.auth_id = p_auth_id);
  agent constant text := left(coalesce(p_user_agent, ''), 500);
  is_first constant boolean := not exists (select 1 from private.devices d where d.user_id = account_id);
  is_new boolean;
begin
  if account_id is null then
    return false;
  end if;
  insert into private.sessions (session_id, auth_id, method, integration_id, only_workspace_id, user_agent, ip_address)
  values (p_session_id, p_auth_id, p_method, p_integration_id, p_only_workspace_id, agent, private.as_address(p_client))
  on conflict (session_id) do nothing;
  update public.users u set last_seen_at = now() where u.id = account_id;
  insert into private.devices as d (user_id, family) values (account_id, regexp_replace(lower(agent), '[0-9][0-9._]*', '', 'g'))
  on conflict on constraint devices_pkey do update set last_seen_at = now()
  returning d.first_seen_at = now() into is_new;
  if not is_new or is_first then
    return false;
  end if;
  perform private.enqueue_mail(e.email, 'new_sign_in', jsonb_strip_nulls(jsonb_build_object(
    'at', now(), 'ip', host(private.as_address(p_client)), 'user_agent', nullif(agent, ''))))
  from public.emails e where e.user_id = account_id and e.is_primary;
  return true;
end
$$;
comment on function public.svc_note_sign_in is 'Remembers how and with what somebody signed in; a device the account never used is told by mail, except for the very first one.';

create function public.my_sessions()
returns table (id uuid, user_agent text, ip_address text, created_at timestamptz, last_seen_at timestamptz, current boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select s.id, coalesce(nullif(d.user_agent, ''), s.user_agent), host(coalesce(d.ip_address, s.ip)), s.created_at,
    greatest(s.created_at, s.refreshed_at at time zone 'utc'),
    s.id = present.id
  from auth.sessions s
  left join private.sessions d on d.session_id = s.id
  cross join private.current_session() present
  where s.user_id = present.auth_id
    and (present.only_workspace_id is null or s.id = present.id)
    and (s.not_after is null or s.not_after > now())
    -- The cookie lives for 60 days: what was not used for longer has ended.
    and greatest(s.created_at, s.refreshed_at at time zone 'utc') > now() - interval '60 days'
  order by 6 desc, 5 desc
$$;
comment on function public.my_sessions is 'Where the caller is signed in: device, address, since when, last used; the present one first.';

create function private.end_sessions(auth_id uuid, reason text, only_one uuid default null, except_one uuid default null)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  perform set_config('waymark.ended', reason, true);
  delete from auth.sessions s
  where s.user_id = end_sessions.auth_id
    and (only_one is null or s.id = only_one)
    and (except_one is null or s.id <> except_one);
  get diagnostics ended = row_count;
  perform set_config('waymark.ended', '', true);
  return ended;
end
$$;
comment on function private.end_sessions is 'Ends sessions of somebody with their refresh tokens: one, all, or all but one. Their access tokens are worth nothing from then on.';

create function private.end_sessions_of_one_workspace()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.end_sessions(coalesce(new.auth_id, old.auth_id), 'joined_elsewhere', only_one => o.session_id)
  from private.sessions o
  where o.auth_id = coalesce(new.auth_id, old.auth_id)
    and case tg_op when 'INSERT' then o.only_workspace_id <> new.workspace_id else o.only_workspace_id = old.workspace_id end;
  return null;
end
$$;
comment on function private.end_sessions_of_one_workspace is 'Sessions for one workspace only end when the person makes or joins another one, and when they leave that one.';
create index sessions_auth_id_idx on private.sessions (auth_id) where only_workspace_id is not null;
create trigger workspace_members_end_sessions
  after insert or delete on public.workspace_members
  for each row execute function private.end_sessions_of_one_workspace();

create function public.revoke_session(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_account();
  if p_id is null or private.end_sessions(private.current_auth_id(), 'signed_out_elsewhere', only_one => p_id) = 0 then
    perform private.problem('NOT_FOUND', 404, 'Session not found.');
  end if;
end
$$;
comment on function public.revoke_session is 'Signs the caller out somewhere.';

create function public.revoke_other_sessions()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
begin
  perform private.require_account();
  return private.end_sessions(session.auth_id, 'signed_out_elsewhere', except_one => session.id);
end
$$;
comment on function public.revoke_other_sessions is 'Signs the caller out everywhere else; how many sessions that were.';
grant execute on function public.my_sessions, public.revoke_session, public.revoke_other_sessions to authenticated;

create function public.check_session(p_with_proof boolean default false)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_account();
  if p_with_proof then
    perform private.require_recent_proof();
  end if;
  return true;
end
$$;
comment on function public.check_session is 'Refuses unless the caller''s session may change the account and, where that is asked, was proven in the last ten minutes. For functions that go on as the service.';

create function private.password_matches(auth_id uuid, password text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  -- bcrypt under its three names; pgcrypto knows the first.
  select coalesce((
    select extensions.crypt(password, '$2a$' || substr(a.encrypted_password, 5)) = '$2a$' || substr(a.encrypted_password, 5)
    from auth.users a
    where a.id = password_matches.auth_id and a.encrypted_password ~ '^\$2[aby]\$[0-9]{2}\$.{53}$'), false)
$$;
comment on function private.password_matches is 'Whether this is the password of a credential. Costs what bcrypt costs: its callers count the attempts first.';

create function public.request_proof_code()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
  address text;
  wait integer;
begin
  select e.email into address from public.emails e join public.users u on u.id = e.user_id
  where u.auth_id = session.auth_id and e.is_primary;
  if address is null then
    perform private.problem('UNAUTHENTICATED', 401, 'Sign in to change your account.');
  end if;
  wait := private.code_wait('proof', address, host(private.client_address()));
  if wait = 0 then
    perform private.send_code('proof', address, 'session:' || session.id);
  end if;
  return jsonb_build_object('email', address, 'retry_after', wait);
end
$$;
comment on function public.request_proof_code is 'Mails the caller''s primary address a code that proves who they are in this session; for people without a password.';

create function public.prove_session(p_password text default null, p_code text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
  account public.users;
  address text;
  wait integer;
  verdict text;
begin
  select * into account from public.users u where u.auth_id = session.auth_id;
  if account.id is null then
    perform private.problem('UNAUTHENTICATED', 401, 'Sign in to change your account.');
  end if;
  wait := private.guess_wait('user:' || account.id, host(private.client_address()));
  select e.email into address from public.emails e where e.user_id = account.id and e.is_primary;
  verdict := case
    when wait > 0 then 'wrong'
    when p_code is not null then private.check_code('proof', address, 'session:' || session.id, p_code)
    when account.has_password and private.password_matches(session.auth_id, p_password) then 'ok'
    else 'wrong' end;
  if verdict <> 'ok' then
    return jsonb_build_object('outcome', verdict, 'retry_after', wait);
  end if;
  if p_code is not null then
    perform private.consume_code('proof', address, p_code, 'session:' || session.id);
  end if;
  insert into private.sessions as o (session_id, auth_id, method, integration_id) values (session.id, session.auth_id, session.method, session.integration_id)
  on conflict (session_id) do update set proven_at = now(), only_workspace_id = null;
  return jsonb_build_object('outcome', 'proven', 'retry_after', 0);
end
$$;
comment on function public.prove_session is 'Proves who the caller is, by password or by a code to their primary address: for ten minutes the account may be changed. A session for one workspace becomes one for all: no provider said so, the person did.';

create table private.password_permits (
  auth_id uuid primary key references auth.users (id) on delete cascade,
  session_id uuid,
  tells boolean not null,
  user_agent text,
  ip_address inet,
  created_at timestamptz not null default now()
);
comment on table private.password_permits is 'Passwords that may be changed now, once, within a minute: written by what asked for the proof, used up by the change.';
comment on column private.password_permits.session_id is 'The session that stays; all others end.';
comment on column private.password_permits.tells is 'Whether a mail tells of it. Nobody needs one about the password they chose when signing up.';
alter table private.password_permits enable row level security;

create function public.svc_permit_password(p_auth_id uuid, p_tells boolean default false, p_client text default null, p_user_agent text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.password_permits (auth_id, tells, user_agent, ip_address)
  values (p_auth_id, p_tells, left(p_user_agent, 500), private.as_address(p_client))
  on conflict (auth_id) do update
    set session_id = null, tells = excluded.tells, user_agent = excluded.user_agent, ip_address = excluded.ip_address, created_at = now()
$$;
comment on function public.svc_permit_password is 'Lets a password be set for who proved an address by code: at sign-up, by invitation, by reset.';

create function public.permit_password_change(p_current_password text default null, p_user_agent text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_account();
  session constant private.session := private.current_session();
  account constant public.users := (select u from public.users u where u.id = me);
  wait integer;
begin
  if not account.has_password then
    perform private.require_recent_proof();
  else
    if coalesce(p_current_password, '') = '' then
      perform private.problem('VALIDATION_ERROR', 400, 'Please enter your current password.', 'current_password');
    end if;
    wait := private.guess_wait('user:' || me, host(private.client_address()));
    if wait > 0 or not private.password_matches(session.auth_id, p_current_password) then
      return jsonb_build_object('outcome', 'wrong', 'retry_after', wait);
    end if;
  end if;
  insert into private.password_permits (auth_id, session_id, tells, user_agent, ip_address)
  values (session.auth_id, session.id, account.has_password or account.created_at < now() - interval '1 hour', left(p_user_agent, 500), private.client_address())
  on conflict (auth_id) do update
    set session_id = excluded.session_id, tells = excluded.tells, user_agent = excluded.user_agent, ip_address = excluded.ip_address,
      created_at = now();
  return jsonb_build_object('outcome', 'permitted', 'retry_after', 0);
end
$$;
comment on function public.permit_password_change is 'Lets the caller change their password: with the current one or, where there is none, a proof of the last ten minutes.';

create function private.keep_password_rules()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  permit private.password_permits;
begin
  delete from private.password_permits p where p.auth_id = new.id returning p.* into permit;
  if permit.auth_id is null or permit.created_at < now() - interval '1 minute' then
    perform private.problem('PROOF_REQUIRED', 403, 'A password is changed in the account settings or by a mailed code.');
  end if;
  perform private.end_sessions(new.id, 'password_changed', except_one => permit.session_id);
  if permit.tells then
    perform private.tell_account(u.id, 'password_changed', jsonb_strip_nulls(jsonb_build_object(
      'first', not u.has_password, 'ip', host(permit.ip_address), 'user_agent', permit.user_agent)))
    from public.users u where u.auth_id = new.id;
  end if;
  update public.users u set has_password = true where u.auth_id = new.id and not u.has_password;
  return new;
end
$$;
comment on function private.keep_password_rules is 'No door changes a password without a permit, GoTrue''s own included. All other sessions end with the old password, and the account is told.';
create trigger waymark_keep_password_rules before update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password) execute function private.keep_password_rules();

create function private.keep_credential_address()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.users u where u.auth_id = new.id) and not exists (
    select 1 from public.users u join public.emails e on e.user_id = u.id
    where u.auth_id = new.id and e.email = lower(new.email) and e.confirmed_at is not null) then
    perform private.problem('PROOF_REQUIRED', 403, 'Addresses are added and changed in the account settings.');
  end if;
  return new;
end
$$;
comment on function private.keep_credential_address is 'A credential has an address that its account confirmed: changed at GoTrue''s own door, with a stolen token, it would let codes be mailed to somebody else.';
create trigger waymark_keep_credential_address before update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.keep_credential_address();

grant execute on function public.check_session, public.request_proof_code, public.prove_session, public.permit_password_change to authenticated;
grant execute on function public.svc_note_sign_in, public.svc_permit_password to service_role;

create function private.follow_builtin()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspace_members m set by_provider = private.is_by_provider(new.workspace_id)
  where m.workspace_id = new.workspace_id and m.by_provider <> private.is_by_provider(new.workspace_id);
  return null;
end
$$;
comment on function private.follow_builtin is 'Memberships know whether sessions by password count: kept when e-mail and password are switched off or on.';
create trigger follow_builtin after insert or update of enabled, allow_user_login on public.workspace_integrations
  for each row when (new.kind = 'builtin') execute function private.follow_builtin();

create function private.forget_openings()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.sessions o set method = 'code', integration_id = null where o.integration_id = new.id;
  return null;
end
$$;
comment on function private.forget_openings is 'A session that one''s own server opened is not one of the installation''s registration, however the integration is called since.';
create trigger forget_openings after update of config_type on public.workspace_integrations
  for each row when (old.config_type <> new.config_type) execute function private.forget_openings();

create function private.keep_reaching()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := coalesce(new.workspace_id, old.workspace_id);
begin
  if exists (select 1 from public.workspaces w where w.id = host_id) and not private.reaches(host_id) then
    perform private.problem('ACTION_PROHIBITED', 403,
      'You would lock yourself out. Sign in with an integration of this workspace that stays switched on, then try again.');
  end if;
  return null;
end
$$;
comment on function private.keep_reaching is 'Nobody switches off the way they came in by: the session that turns off e-mail and password was opened by a provider that stays, which so is known to work.';
create trigger keep_reaching after update or delete on public.workspace_integrations
  for each row when (auth.uid() is not null) execute function private.keep_reaching();
