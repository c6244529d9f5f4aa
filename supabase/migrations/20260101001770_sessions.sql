-- Sessions: where somebody is signed in, and how to end it. The sessions themselves are GoTrue's.

create table private.session_devices (
  session_id uuid primary key,
  user_agent text not null default '' check (length(user_agent) <= 500),
  ip_address inet,
  only_workspace_id bigint,
  created_at timestamptz not null default now()
);
comment on table private.session_devices is 'What a session was opened with. GoTrue only sees the function that called it.';
comment on column private.session_devices.only_workspace_id is 'The workspace on whose provider''s word alone it was opened: it ends when the account reaches another one. No foreign key: what is left of a deleted workspace is no reason to trust it.';
alter table private.session_devices enable row level security;

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
  p_auth_id uuid, p_session_id uuid, p_user_agent text, p_client text, p_only_workspace_id bigint default null)
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
  if p_session_id is not null then
    insert into private.session_devices (session_id, user_agent, ip_address, only_workspace_id)
    values (p_session_id, agent, private.as_address(p_client), p_only_workspace_id)
    on conflict (session_id) do nothing;
  end if;
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
comment on function public.svc_note_sign_in is 'Remembers with what somebody signed in; a device the account never used is told by mail, except for the very first one.';

create function public.my_sessions()
returns table (id uuid, user_agent text, ip_address text, created_at timestamptz, last_seen_at timestamptz, current boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select s.id, coalesce(nullif(d.user_agent, ''), s.user_agent), host(coalesce(d.ip_address, s.ip)), s.created_at,
    greatest(s.created_at, s.refreshed_at at time zone 'utc'),
    s.id::text is not distinct from (auth.jwt() ->> 'session_id')
  from auth.sessions s
  left join private.session_devices d on d.session_id = s.id
  where s.user_id = (select auth.uid())
    and (s.not_after is null or s.not_after > now())
    -- The cookie lives for 60 days: what was not used for longer has ended.
    and greatest(s.created_at, s.refreshed_at at time zone 'utc') > now() - interval '60 days'
  order by 6 desc, 5 desc
$$;
comment on function public.my_sessions is 'Where the caller is signed in: device, address, since when, last used; the present one first.';

create function private.end_sessions(auth_id uuid, only_one uuid default null, except_one uuid default null)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  delete from auth.sessions s
  where s.user_id = end_sessions.auth_id
    and (only_one is null or s.id = only_one)
    and (except_one is null or s.id <> except_one);
  get diagnostics ended = row_count;
  if ended > 0 then
    begin
      -- Open tabs renew their token at once, and find that they cannot.
      perform private.send_notice('user:' || u.id, 'access', 'sessions', 'DELETE', null)
      from public.users u where u.auth_id = end_sessions.auth_id;
    exception when others then
      raise warning 'No notice of ended sessions: %', sqlerrm;
    end;
  end if;
  return ended;
end
$$;
comment on function private.end_sessions is 'Ends sessions of somebody with their refresh tokens: one, all, or all but one.';

create function private.end_sessions_of_one_workspace()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.end_sessions(new.auth_id, only_one => s.id)
  from auth.sessions s
  join private.session_devices d on d.session_id = s.id
  where s.user_id = new.auth_id and d.only_workspace_id <> new.workspace_id
    -- A workspace that somebody just made holds nothing of others.
    and exists (select 1 from public.workspace_members o where o.workspace_id = new.workspace_id and o.user_id <> new.user_id);
  return null;
end
$$;
comment on function private.end_sessions_of_one_workspace is 'Whoever becomes a member somewhere else signs in again: a session that the owner of a workspace could have opened must not reach there.';
create trigger workspace_members_end_sessions
  after insert on public.workspace_members
  for each row execute function private.end_sessions_of_one_workspace();

create function public.revoke_session(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_account();
  if p_id is null or private.end_sessions((select auth.uid()), only_one => p_id) = 0 then
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
  present constant uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  perform private.require_account();
  if present is null then
    perform private.problem('INVALID_TOKEN', 401, 'The token does not say which session it belongs to.');
  end if;
  return private.end_sessions((select auth.uid()), except_one => present);
end
$$;
comment on function public.revoke_other_sessions is 'Signs the caller out everywhere else; how many sessions that were.';
grant execute on function public.my_sessions, public.revoke_session, public.revoke_other_sessions to authenticated;

create function public.svc_password_changed(p_auth_id uuid, p_session_id uuid, p_client text, p_user_agent text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.users u set has_password = true where u.auth_id = p_auth_id;
  perform private.end_sessions(p_auth_id, except_one => p_session_id);
  perform private.enqueue_mail(e.email, 'password_changed', jsonb_strip_nulls(jsonb_build_object(
    'at', now(), 'ip', host(private.as_address(p_client)), 'user_agent', left(p_user_agent, 500))))
  from public.users u join public.emails e on e.user_id = u.id and e.is_primary
  where u.auth_id = p_auth_id;
end
$$;
comment on function public.svc_password_changed is 'After a password was changed: all other sessions end, and the owner of the account is told.';
grant execute on function public.svc_note_sign_in, public.svc_password_changed to service_role;
