-- Sessions from their beginning to their end: the browsers they are in, the list that a person has of them, and why one ended.

-- # Tables

create table private.ended_sessions (
  session_id uuid primary key,
  token_hash bytea,
  reason text,
  ended_at timestamptz not null default now()
);
comment on table private.ended_sessions is 'Why a session ended, for the browser that still holds its tokens: the sign-in page tells.';
comment on column private.ended_sessions.token_hash is 'SHA-256 of the refresh token that was good for it last.';
create index ended_sessions_token_hash_idx on private.ended_sessions (token_hash);
create index ended_sessions_ended_at_idx on private.ended_sessions (ended_at);
alter table private.ended_sessions enable row level security;

create table private.devices (
  user_id bigint not null references public.users (id) on delete cascade,
  family text not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, family)
);
comment on table private.devices is 'Browsers and systems somebody signs in with; versions do not count, or every update would be a new device.';
alter table private.devices enable row level security;

-- # Rules

create function private.note_ended_session()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.ended_sessions (session_id, token_hash, reason)
  values (old.id, (
      select extensions.digest(t.token, 'sha256') from auth.refresh_tokens t
      where t.session_id = old.id and not t.revoked order by t.id desc limit 1),
    nullif(current_setting('waymark.ended', true), ''))
  on conflict do nothing;
  begin
    -- Open tabs renew their token at once, and find that they cannot; Realtime asks the policies again.
    -- Those of this person alone: everybody signs out now and then.
    -- One for a workspace alone hears user:{id}:{workspace}, and those that list the sessions hear user:{id}.
    perform private.send_notice(concat_ws(':', 'user', u.id, heard.workspace_id), 'access', 'sessions', 'DELETE', null, old.user_id)
    from public.users u
    cross join lateral (
      select null::bigint as workspace_id
      union
      select o.only_workspace_id from private.sessions o where o.session_id = old.id
    ) heard
    where u.auth_id = old.user_id;
  exception when others then
    raise warning 'No notice of an ended session: %', sqlerrm;
  end;
  return old;
end
$$;
comment on function private.note_ended_session is 'Whichever door a session ends by, its browser can be told why and its channels close.';
create trigger waymark_note_ended before delete on auth.sessions for each row execute function private.note_ended_session();

create function private.reason_of_ending(ending text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case ending
    when 'password_changed' then 'session_ended_by_password_change'
    when 'signed_out_elsewhere' then 'session_ended_from_another_device'
    when 'joined_elsewhere' then 'session_ended_by_joining'
    when 'provider_changed' then 'session_ended_by_provider_change'
    when 'reused' then 'session_ended_by_reuse'
    else 'session_ended' end
$$;
comment on function private.reason_of_ending is 'The reason to give somebody who was signed out.';

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

create function private.end_sessions_of_provider(integration_id bigint, except_one uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform set_config('waymark.ended', 'provider_changed', true);
  delete from auth.sessions s using private.sessions o
  where o.integration_id = end_sessions_of_provider.integration_id and s.id = o.session_id and s.id is distinct from except_one;
  perform set_config('waymark.ended', '', true);
  update private.sessions o set method = 'code', integration_id = null where o.integration_id = end_sessions_of_provider.integration_id;
  -- What is asked from here on asks anew what the present session may do.
  perform set_config('waymark.session_claims', '', true);
end
$$;
comment on function private.end_sessions_of_provider is 'Ends the sessions that an integration''s provider opened. The one excepted goes on, and counts no more as opened by it.';

-- # Calls

create type public.session_end as (reason text, detail text);
comment on type public.session_end is 'Why a session ended, and the sentence for it.';

create function public.svc_why_ended(p_refresh_token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  known private.ended_sessions;
begin
  -- A token that is still there was used before: the session ends for the thief too, whose access token would live on.
  perform set_config('waymark.ended', 'reused', true);
  delete from auth.sessions s using auth.refresh_tokens t where t.token = p_refresh_token and t.session_id = s.id and t.revoked;
  if found then
    known.reason := 'reused';
  else
    select * into known from private.ended_sessions e where e.token_hash = extensions.digest(p_refresh_token, 'sha256');
  end if;
  return to_jsonb(row(known.reason, private.sentence(private.reason_of_ending(known.reason)))::public.session_end);
end
$$;
comment on function public.svc_why_ended is 'Why a refresh token is refused, as a code and a sentence; a used one ends its session.';

create function public.svc_note_sign_in(
  p_auth_id uuid, p_session_id uuid, p_method text, p_user_agent text, p_client text, p_integration_id bigint default null,
  p_only_workspace_id bigint default null, p_revision text default null, p_is_at_domain boolean default false)
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
  -- What was proven to one provider must not count as opened by the one that the settings name since.
  if p_integration_id is not null then
    perform private.require_revision(p_integration_id, p_revision);
  end if;
  if p_is_at_domain then
    -- Sessions end with their domain: none begins behind that.
    perform 1 from public.workspaces w where w.id = p_only_workspace_id and w.domain is not null for share;
    if not found then
      perform private.problem('custom_domain_none');
    end if;
  end if;
  insert into private.sessions (session_id, auth_id, method, integration_id, only_workspace_id, user_agent, ip_address, is_at_domain)
  values (p_session_id, p_auth_id, p_method, p_integration_id, p_only_workspace_id, agent, private.as_address(p_client), p_is_at_domain)
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
comment on function public.svc_note_sign_in is 'Remembers how and with what somebody signed in; a device the account never used is told by mail, except for the very first one. p_revision names the settings that the provider was asked with: under others nothing is noted.';

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

create function public.revoke_session(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_account();
  if p_id is null or private.end_sessions(private.current_auth_id(), 'signed_out_elsewhere', only_one => p_id) = 0 then
    perform private.problem('session_not_found');
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

-- # Grants

grant execute on function public.svc_why_ended, public.svc_note_sign_in to service_role;
grant execute on function public.my_sessions, public.revoke_session, public.revoke_other_sessions to authenticated;
