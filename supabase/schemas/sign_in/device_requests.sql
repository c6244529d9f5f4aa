-- Sign-ins of programs without a browser (RFC 8628): a program asks, a person allows it in their own browser, and the program gets
-- a session of its own, for one workspace and for thirty days.

-- # Tables

create table private.device_requests (
  device_hash bytea primary key,
  user_code text not null unique check (user_code ~ '^[BCDFGHJKLMNPQRSTVWXZ]{8}$'),
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  machine text not null check (length(machine) between 1 and 100),
  ip_address inet,
  auth_id uuid references auth.users (id) on delete cascade,
  session_id uuid,
  allowed boolean,
  polled_at timestamptz,
  pause_seconds integer not null default 2,
  taken_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes',
  check ((allowed is null) = (session_id is null) and (allowed is null) = (auth_id is null))
);
comment on table private.device_requests is 'Programs that ask to be signed in: for ten minutes, until somebody answers, and once.';
comment on column private.device_requests.device_hash is 'SHA-256 of the secret that the program keeps and asks with.';
comment on column private.device_requests.user_code is 'What a person types to find the request. It opens nothing: whoever answers does so as themselves. No vowels: no words.';
comment on column private.device_requests.session_id is 'The session it was answered in. One that has ended since allows nothing.';
comment on column private.device_requests.pause_seconds is 'How long the program has to wait between two questions; longer with each that came too soon.';
comment on column private.device_requests.taken_at is 'When the program was given its session.';
create index device_requests_workspace_id_idx on private.device_requests (workspace_id);
create index device_requests_auth_id_idx on private.device_requests (auth_id);
create index device_requests_age_idx on private.device_requests (expires_at);
alter table private.device_requests enable row level security;

create type public.device_request as (
  outcome text, retry_after integer, machine text, ip_address text, asked_at timestamptz, expires_at timestamptz, workspace text);
comment on type public.device_request is 'A program that asks to be signed in. outcome: waiting, allowed, refused; or unknown, with nothing else: no such code, expired, or not for the caller. retry_after: the seconds to wait after too many attempts.';

-- # Rules

create function private.new_user_code()
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  letters constant text := 'BCDFGHJKLMNPQRSTVWXZ';
  code text := '';
  byte integer;
begin
  while length(code) < 8 loop
    byte := get_byte(extensions.gen_random_bytes(1), 0);
    -- Draws above the largest multiple of twenty would favour the first letters.
    if byte < 240 then
      code := code || substr(letters, byte % 20 + 1, 1);
    end if;
  end loop;
  return code;
end
$$;
comment on function private.new_user_code is 'Eight random consonants, every one of the 25 billion codes equally likely.';

create function private.device_request_for_caller(user_id bigint, code text)
returns private.device_requests
language plpgsql
security definer
set search_path = ''
as $$
declare
  found private.device_requests;
begin
  select * into found from private.device_requests r
  where r.user_code = upper(regexp_replace(device_request_for_caller.code, '[^A-Za-z]', '', 'g'))
    and r.expires_at > now()
    and r.workspace_id in (select private.my_workspace_ids())
    and coalesce(r.auth_id = private.current_auth_id(), true)
  for update;
  if found.device_hash is not null then
    perform private.give_guess_back('user:' || user_id, host(private.client_address()));
  end if;
  return found;
end
$$;
comment on function private.device_request_for_caller is 'The request with this code, for a member of its workspace, unless somebody else has answered it; all null for any other.';

create function private.as_device_request(request private.device_requests, wait integer)
returns public.device_request
language sql
stable
security definer
set search_path = ''
as $$
  select row(
    case when request.device_hash is null then 'unknown' when request.allowed then 'allowed' when not request.allowed then 'refused' else 'waiting' end,
    wait, request.machine, host(request.ip_address), request.created_at, request.expires_at,
    (select w.name from public.workspaces w where w.id = request.workspace_id))::public.device_request
$$;
comment on function private.as_device_request is 'A request as the person who is to answer it sees it.';

create function private.note_program_sign_in(
  opener private.session, only_workspace_id bigint, agent text, auth_id uuid, session_id uuid, client text, is_at_domain boolean)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_told boolean;
begin
  if opener.id is null then
    perform private.problem('session_ended');
  end if;
  is_told := public.svc_note_sign_in(auth_id, session_id, 'code', agent, client,
    p_only_workspace_id => note_program_sign_in.only_workspace_id, p_is_at_domain => note_program_sign_in.is_at_domain);
  update private.sessions o
  set method = opener.method, integration_id = opener.integration_id, proven_at = '-infinity'
  where o.session_id = note_program_sign_in.session_id;
  update auth.sessions s set not_after = now() + interval '30 days' where s.id = note_program_sign_in.session_id;
  return is_told;
end
$$;
comment on function private.note_program_sign_in is 'Makes a session that of a program: as good as the one that allowed it where a workspace asks what opened it, for one workspace, for thirty days, and never a proof of who somebody is. Whether a mail tells of it.';

-- # Calls

create type public.started_device_request as (retry_after integer, device_code text, user_code text, "interval" integer, expires_in integer);
comment on type public.started_device_request is 'The request of a program to be signed in, and how often it may ask what became of it.';

create function public.svc_start_device_request(p_workspace_slug text, p_machine text, p_client text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  device_code constant text := private.new_token();
  wait constant integer := private.throttle_hit('device:' || private.client_key(p_client), 20, 900);
  request private.device_requests;
begin
  if wait > 0 then
    return to_jsonb(row(wait, null, null, null, null)::public.started_device_request);
  end if;
  insert into private.device_requests (device_hash, user_code, workspace_id, machine, ip_address)
  select private.token_hash(device_code), private.new_user_code(), w.id,
    case when private.is_name(left(btrim(p_machine), 100)) then left(btrim(p_machine), 100) else 'unknown' end, private.as_address(p_client)
  from public.workspaces w where w.slug = lower(p_workspace_slug)
  returning * into request;
  if request.device_hash is null then
    perform private.problem('workspace_not_found');
  end if;
  return to_jsonb(row(0, device_code, substr(request.user_code, 1, 4) || '-' || substr(request.user_code, 5), request.pause_seconds,
    extract(epoch from request.expires_at - request.created_at)::integer)::public.started_device_request);
end
$$;
comment on function public.svc_start_device_request is 'A program asks to be signed in to a workspace: its secret, and the code for the person. Twenty requests a client in a quarter of an hour.';

create function public.device_request(p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_account();
  wait constant integer := private.own_guess_wait(me, 'device_request');
  request private.device_requests;
begin
  if wait = 0 then
    request := private.device_request_for_caller(me, p_code);
  end if;
  return to_jsonb(private.as_device_request(request, wait)::public.device_request);
end
$$;
comment on function public.device_request is 'The program that asks with this code, for the person who is to answer: a public.device_request. Codes that are none count as guesses.';

create function public.answer_device_request(p_code text, p_allow boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_proven_account();
  session constant private.session := private.current_session();
  wait constant integer := private.own_guess_wait(me, 'answer_device_request');
  request private.device_requests;
begin
  if wait = 0 then
    request := private.device_request_for_caller(me, p_code);
    -- The first answer holds.
    if request.device_hash is not null and request.allowed is null then
      update private.device_requests r
      set allowed = p_allow is true, auth_id = session.auth_id, session_id = session.id
      where r.device_hash = request.device_hash
      returning * into request;
    end if;
  end if;
  return to_jsonb(private.as_device_request(request, wait)::public.device_request);
end
$$;
comment on function public.answer_device_request is 'Allows or refuses what a program asked, with a proof of the last ten minutes: a public.device_request. The first answer holds.';

create type public.polled_device_request as (outcome text, workspace_id bigint, auth_email text);
comment on type public.polled_device_request is 'What became of a request of a program: authorization_pending, slow_down, access_denied, expired_token; or allowed, with whom to open a session for.';

create function public.svc_poll_device_request(p_device_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  request private.device_requests;
  is_early boolean;
begin
  select * into request from private.device_requests r where r.device_hash = private.token_hash(p_device_code) for update;
  if request.device_hash is null or request.expires_at <= now() or request.taken_at is not null then
    return to_jsonb(row('expired_token', null, null)::public.polled_device_request);
  end if;
  if request.allowed is null then
    is_early := coalesce(request.polled_at > now() - make_interval(secs => request.pause_seconds), false);
    update private.device_requests r
    set polled_at = now(), pause_seconds = r.pause_seconds + case when is_early then 5 else 0 end
    where r.device_hash = request.device_hash;
    return to_jsonb(row(case when is_early then 'slow_down' else 'authorization_pending' end, null, null)::public.polled_device_request);
  end if;
  if not request.allowed or (private.session_of(request.session_id, request.auth_id)).id is null or not exists (
    select 1 from public.workspace_members m join public.users u on u.id = m.user_id
    where m.workspace_id = request.workspace_id and u.auth_id = request.auth_id) then
    delete from private.device_requests r where r.device_hash = request.device_hash;
    return to_jsonb(row('access_denied', null, null)::public.polled_device_request);
  end if;
  update private.device_requests r set taken_at = now() where r.device_hash = request.device_hash;
  return to_jsonb(row('allowed', request.workspace_id, (select a.email from auth.users a where a.id = request.auth_id))::public.polled_device_request);
end
$$;
comment on function public.svc_poll_device_request is 'What became of a request, in the words of RFC 8628; allowed is said once, and whom to open a session for.';

create function public.svc_note_device_sign_in(
  p_device_code text, p_auth_id uuid, p_session_id uuid, p_client text, p_domain_workspace_id bigint default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  request private.device_requests;
begin
  delete from private.device_requests r
  where r.device_hash = private.token_hash(p_device_code) and r.taken_at is not null and r.auth_id = p_auth_id
  returning * into request;
  -- Whoever has the domain next is sent what the program renews its session with.
  if p_domain_workspace_id <> request.workspace_id then
    perform private.problem('custom_domain_none');
  end if;
  perform private.note_program_sign_in(private.session_of(request.session_id, request.auth_id), request.workspace_id,
    'Waymark-CLI/' || request.machine, p_auth_id, p_session_id, p_client, p_domain_workspace_id is not null);
end
$$;
comment on function public.svc_note_device_sign_in is 'Makes a session that of the program which asked. p_domain_workspace_id: whose custom domain the program asks at; it ends with that.';

-- # Grants

grant execute on function public.svc_start_device_request, public.svc_poll_device_request, public.svc_note_device_sign_in to service_role;
grant execute on function public.device_request, public.answer_device_request to authenticated;
