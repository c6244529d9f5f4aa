-- Sessions: how each was opened, and the one function that says what the present one may do. Every policy asks it, so that what it
-- says holds at every door: REST, GraphQL, functions (they act as the caller), Realtime and Storage. The sessions themselves are GoTrue's.

-- # Tables

create table private.sessions (
  session_id uuid primary key,
  auth_id uuid not null,
  method text not null check (method in ('password', 'code', 'provider')),
  integration_id bigint,
  only_workspace_id bigint,
  proven_at timestamptz not null default now(),
  user_agent text not null default '' check (length(user_agent) <= 500),
  ip_address inet,
  created_at timestamptz not null default now(),
  is_at_domain boolean not null default false,
  is_reading boolean not null default false,
  check ((method = 'provider') = (integration_id is not null)),
  constraint check_sessions_is_at_domain check (not is_at_domain or only_workspace_id is not null),
  constraint check_sessions_is_reading check (not is_reading or only_workspace_id is not null)
);
comment on table private.sessions is 'How a session of auth.sessions was opened. GoTrue only sees the function that called it. Sessions without a row were opened at GoTrue itself.';
comment on column private.sessions.method is 'What opened it: the password, a code sent by mail (sign-up, invitation, reset), or an integration''s provider.';
comment on column private.sessions.integration_id is 'The integration whose provider opened it. No foreign key: one that is gone opens nothing any more.';
comment on column private.sessions.only_workspace_id is 'The workspace on whose provider''s word alone it was opened: it reaches nothing else, and nothing of the account. No foreign key: what is left of a deleted workspace is no reason to trust it.';
comment on column private.sessions.is_at_domain is 'Whether it was opened at the workspace''s custom domain, whose owner could lead its cookie elsewhere: it stays for that workspace alone, whatever is proven.';
comment on column private.sessions.is_reading is 'Whether it is that of an agent, which reads one workspace and changes nothing.';
comment on column private.sessions.proven_at is 'When the person last proved who they are in this session: at its beginning, or by password or code since.';
alter table private.sessions enable row level security;
create index sessions_auth_id_idx on private.sessions (auth_id) where only_workspace_id is not null;
create index sessions_at_domain_idx on private.sessions (only_workspace_id) where is_at_domain;

create type private.session as (id uuid, auth_id uuid, method text, integration_id bigint, only_workspace_id bigint, is_recent boolean);
comment on type private.session is 'What a session may do: whose it is (null: it has ended, or there is none), what opened it, the only workspace it is for (null: all, and the account), and whether its proof is of the last ten minutes.';

create schema request;
comment on schema request is 'What runs before every request of the API. Not exposed: nobody can ask for it.';
grant usage on schema request to anon, authenticated, service_role;

do $setting$
begin
  execute format('alter role authenticator in database %I set pgrst.db_pre_request = %L', current_database(), 'request.check_session');
end
$setting$;
notify pgrst, 'reload config';

-- # Rules

-- Neither security definer nor a search path of its own: so it becomes part of the queries of those who ask.
create function private.living_session(session_id uuid, auth_id uuid)
returns setof private.session
language sql
stable
as $$
  select s.id, s.user_id,
    -- Opened past our functions: Auth has noted how.
    coalesce(o.method, case when exists (
      select 1 from auth.mfa_amr_claims a where a.session_id = s.id and a.authentication_method = 'password') then 'password' else 'code' end),
    o.integration_id, o.only_workspace_id, coalesce(o.proven_at, s.created_at) > now() - interval '10 minutes'
  from auth.sessions s
  left join private.sessions o on o.session_id = s.id
  where s.id = living_session.session_id and s.user_id = living_session.auth_id and (s.not_after is null or s.not_after > now())
$$;
comment on function private.living_session is 'A living session of a credential, and what it may do; no row for any other.';

create function private.session_of(session_id uuid, auth_id uuid)
returns private.session
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (select living from private.living_session(session_of.session_id, session_of.auth_id) living);
end
$$;
comment on function private.session_of is 'A living session of a credential, and what it may do; all null for any other.';

create function private.session_of_token()
returns private.session
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  return private.session_of((claims ->> 'session_id')::uuid, (claims ->> 'sub')::uuid);
end
$$;
comment on function private.session_of_token is 'The session that the caller''s token names, looked up. For who asks without the check before the request.';

-- The check before the request has looked already, and left what it found: every set of a policy asks for it. Fields side by
-- side, because to write and to read them as one composite value takes Postgres longer than to find the session. Neither
-- security definer nor a search path of its own: so it becomes part of the functions of those who ask.
create function private.current_session()
returns private.session
language sql
stable
as $$
  select case when nullif(current_setting('request.jwt.claims', true), '') = current_setting('waymark.session_claims', true)
    then row(
      split_part(current_setting('waymark.session', true), ',', 1)::uuid,
      split_part(current_setting('waymark.session', true), ',', 2)::uuid,
      split_part(current_setting('waymark.session', true), ',', 3),
      nullif(split_part(current_setting('waymark.session', true), ',', 4), '')::bigint,
      nullif(split_part(current_setting('waymark.session', true), ',', 5), '')::bigint,
      nullif(split_part(current_setting('waymark.session', true), ',', 6), '')::boolean
    )::private.session
    else private.session_of_token() end
$$;
comment on function private.current_session is 'The session of the caller''s token, and what it may do. All null for a visitor, for a session that has ended and for a token that names none: a token that outlives its session is worth nothing.';

create function private.current_auth_id()
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (private.current_session()).auth_id;
end
$$;
comment on function private.current_auth_id is 'auth.uid() of who has a living session, or null.';

create function private.current_user_id()
returns bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (select u.id from public.users u where u.auth_id = (private.current_session()).auth_id);
end
$$;
comment on function private.current_user_id is 'The account of the caller''s living session, or null.';

create function private.own_account_id()
returns bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
begin
  return (select u.id from public.users u where u.auth_id = session.auth_id and session.only_workspace_id is null);
end
$$;
comment on function private.own_account_id is 'The account, for sessions that may see and change it; null in a session for one workspace only.';

create function private.integration_opens(integration_id bigint, workspace_id bigint)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select 1
    from public.workspace_integrations used
    join public.workspace_integrations own on own.workspace_id = integration_opens.workspace_id
      and (own.id = used.id or own.kind = used.kind and own.config_type = 'default' and used.config_type = 'default'
        and own.kind in ('github', 'gitlab', 'bitbucket_cloud', 'azure_devops_services'))
    where used.id = integration_opens.integration_id and own.kind <> 'builtin' and own.enabled and own.allow_user_login);
end
$$;
comment on function private.integration_opens is 'Whether a session that this integration opened counts in a workspace without e-mail and password: by an integration of its own, or by the installation''s registration at the same host.';

-- Neither security definer nor a search path of its own: so it becomes part of the queries of those who ask.
create function private.session_covers(
  only_workspace_id bigint, integration_id bigint, workspace_id bigint, by_provider boolean)
returns boolean
language sql
stable
as $$
  select (only_workspace_id is null or only_workspace_id = workspace_id)
    and (not by_provider or private.integration_opens(integration_id, workspace_id))
$$;
comment on function private.session_covers is 'Whether a session counts in a workspace: the only one it is for, and opened by a provider where the workspace has switched e-mail and password off.';

create function private.reaches(workspace_id bigint)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
begin
  return session.id is not null and private.session_covers(
    session.only_workspace_id, session.integration_id, workspace_id, private.is_by_provider(workspace_id));
end
$$;
comment on function private.reaches is 'Whether the caller''s session counts in a workspace, whatever they are there. Sets for policies: private.my_memberships() and its kin.';

create function private.require_account()
returns bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
  me constant bigint := (select u.id from public.users u where u.auth_id = session.auth_id);
begin
  if me is null then
    perform private.problem('sign_in_to_change_account');
  end if;
  if session.only_workspace_id is not null then
    perform private.problem('session_of_one_workspace');
  end if;
  return me;
end
$$;
comment on function private.require_account is 'The caller''s account, to be changed; refuses who has none, and a session for one workspace only.';

create function request.check_session()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  token constant text := nullif(current_setting('request.jwt.claims', true), '');
  claims constant jsonb := token::jsonb;
  kept text;
begin
  -- Few requests prefer anything, and to read all headers is a good part of what this costs.
  if strpos(current_setting('request.headers', true), '"prefer"') > 0 and claims ->> 'role' is distinct from 'service_role'
    and current_setting('request.headers', true)::json ->> 'prefer' ~* 'count\s*=\s*"?(planned|estimated)' then
    perform private.problem('count_not_exact');
  end if;
  if claims ->> 'role' is distinct from 'authenticated' then
    return;
  end if;
  -- What private.current_session() reads.
  kept := (
    select set_config('waymark.session_claims', token, true) || set_config('waymark.session',
      living.id::text || ',' || living.auth_id::text || ',' || living.method || ',' || coalesce(living.integration_id::text, '')
        || ',' || coalesce(living.only_workspace_id::text, '') || ',' || coalesce(living.is_recent::text, ''), true)
    from private.living_session((claims ->> 'session_id')::uuid, (claims ->> 'sub')::uuid) living);
  if kept is not null then
    -- Agents read one workspace: whatever they call, the database writes nothing for them.
    if split_part(current_setting('waymark.session'), ',', 5) <> '' and exists (
      select 1 from private.sessions o where o.session_id = (claims ->> 'session_id')::uuid and o.is_reading) then
      perform set_config('transaction_read_only', 'on', true);
    end if;
    return;
  end if;
  perform private.problem(private.reason_of_ending((
    select e.reason from private.ended_sessions e where e.session_id = (claims ->> 'session_id')::uuid)));
end
$$;
comment on function request.check_session is 'Refuses a token whose session has ended, with the reason. The policies would let it see nothing; this says so. Refuses the planner''s counts too, which tell of rows that policies hide. What an agent''s session asks for runs in a transaction that reads only.';

-- # Calls

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

-- # Grants

grant execute on function private.current_auth_id, private.current_user_id, private.own_account_id to authenticated;
grant execute on function request.check_session to anon, authenticated, service_role;
grant execute on function public.check_session to authenticated;
