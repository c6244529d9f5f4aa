-- Credentials: proving anew that it is you in a session, and what may change the password and the address in auth.users.

-- # Tables

create table private.password_permits (
  auth_id uuid primary key references auth.users (id) on delete cascade,
  session_id uuid,
  tells boolean not null,
  user_agent text,
  ip_address inet,
  created_at timestamptz not null default now()
);
comment on table private.password_permits is 'Passwords that may be changed now, once, within a minute: written by what asked for the proof, used up by the change.';
comment on column private.password_permits.session_id is 'The session that asked and stays; all others end with the permit, and once more with the change.';
comment on column private.password_permits.tells is 'Whether a mail tells of it. Nobody needs one about the password they chose when signing up.';
alter table private.password_permits enable row level security;

-- # Rules

create function private.require_recent_proof()
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if (private.current_session()).is_recent is not true then
    perform private.problem('recent_proof_required');
  end if;
end
$$;
comment on function private.require_recent_proof is 'Refuses unless the person proved who they are in the last ten minutes: a stolen token is not enough for what stays.';

create function private.require_proven_account()
returns bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_account();
begin
  perform private.require_recent_proof();
  return me;
end
$$;
comment on function private.require_proven_account is 'The caller''s account, with a proof of the last ten minutes: for what a thief would do with a stolen token.';

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
    perform private.problem('password_changed_elsewhere');
  end if;
  perform private.end_sessions(new.id, 'password_changed', except_one => permit.session_id);
  if permit.tells then
    perform private.mail_account(u.id, 'password_changed', jsonb_strip_nulls(jsonb_build_object(
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

create function private.end_sessions_without_permit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.end_sessions(new.auth_id, 'password_changed', except_one => new.session_id);
  return new;
end
$$;
comment on function private.end_sessions_without_permit is 'A permit is good in the session that asked for it: Auth does not tell the trigger on auth.users who changes a password, so no other session lives on that could.';
create trigger waymark_end_sessions_without_permit before insert or update on private.password_permits
  for each row execute function private.end_sessions_without_permit();

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
    perform private.problem('email_changed_elsewhere');
  end if;
  return new;
end
$$;
comment on function private.keep_credential_address is 'A credential has an address that its account confirmed: changed at GoTrue''s own door, with a stolen token, it would let codes be mailed to somebody else.';
create trigger waymark_keep_credential_address before update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.keep_credential_address();

create function private.bound_user_metadata()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.problem('metadata_too_large');
  return new;
end
$$;
comment on function private.bound_user_metadata is 'Metadata stands in every token of the account: too much of it, and no door takes the token''s header. Auth may write each character as six.';
create trigger waymark_bound_user_metadata before insert or update of raw_user_meta_data on auth.users
  for each row when (octet_length(new.raw_user_meta_data::text) > 1024) execute function private.bound_user_metadata();

-- # Calls

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

create type public.code_sent as (email text, retry_after integer);
comment on type public.code_sent is 'Where a code was mailed to, or how many seconds to wait for one.';

create type public.proof as (outcome text, retry_after integer);
comment on type public.proof is 'How proving who one is went: proven or permitted, or wrong or spent, and how many seconds to wait.';

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
  perform private.require_alone('request_proof_code');
  select e.email into address from public.emails e join public.users u on u.id = e.user_id
  where u.auth_id = session.auth_id and e.is_primary;
  if address is null then
    perform private.problem('sign_in_to_change_account');
  end if;
  wait := private.code_wait('proof', address, host(private.client_address()));
  if wait = 0 then
    perform private.send_code('proof', address, 'session:' || session.id);
  end if;
  return to_jsonb(row(address, wait)::public.code_sent);
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
    perform private.problem('sign_in_to_change_account');
  end if;
  wait := private.own_guess_wait(account.id, 'prove_session');
  select e.email into address from public.emails e where e.user_id = account.id and e.is_primary;
  verdict := case
    when wait > 0 then 'wrong'
    when p_code is not null then private.check_code('proof', address, 'session:' || session.id, p_code)
    when account.has_password and private.password_matches(session.auth_id, p_password) then 'ok'
    else 'wrong' end;
  if verdict <> 'ok' then
    return to_jsonb(row(verdict, wait)::public.proof);
  end if;
  if p_code is not null then
    perform private.consume_code('proof', address, p_code, 'session:' || session.id);
  end if;
  insert into private.sessions as o (session_id, auth_id, method, integration_id) values (session.id, session.auth_id, session.method, session.integration_id)
  on conflict (session_id) do update set proven_at = now(), only_workspace_id = case when o.is_at_domain then o.only_workspace_id end;
  return to_jsonb(row('proven', 0)::public.proof);
end
$$;
comment on function public.prove_session is 'Proves who the caller is, by password or by a code to their primary address: for ten minutes the account may be changed. A session for one workspace becomes one for all: no provider said so, the person did. At a custom domain it stays as it is.';

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
      perform private.problem('current_password_missing');
    end if;
    wait := private.own_guess_wait(me, 'permit_password_change');
    if wait > 0 or not private.password_matches(session.auth_id, p_current_password) then
      return to_jsonb(row('wrong', wait)::public.proof);
    end if;
  end if;
  insert into private.password_permits (auth_id, session_id, tells, user_agent, ip_address)
  values (session.auth_id, session.id, account.has_password or account.created_at < now() - interval '1 hour', left(p_user_agent, 500), private.client_address())
  on conflict (auth_id) do update
    set session_id = excluded.session_id, tells = excluded.tells, user_agent = excluded.user_agent, ip_address = excluded.ip_address,
      created_at = now();
  return to_jsonb(row('permitted', 0)::public.proof);
end
$$;
comment on function public.permit_password_change is 'Lets the caller change their password: with the current one or, where there is none, a proof of the last ten minutes.';

-- # Grants

grant execute on function public.request_proof_code, public.prove_session, public.permit_password_change to authenticated;
grant execute on function public.svc_permit_password to service_role;
