-- Agents that a person lets in by OAuth 2.1 with PKCE, as the Model Context Protocol asks: they register themselves (RFC 7591), or
-- are described at the address that is their id (draft-ietf-oauth-client-id-metadata-document); a member allows them in their own browser, and a code becomes a session as that of a program is, which reads only.

-- # Tables

create table private.oauth_clients (
  id text primary key check (length(id) between 10 and 500),
  name text not null check (length(name) between 1 and 100),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  ip_address inet,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  fetched_at timestamptz,
  constraint oauth_clients_described check ((fetched_at is not null) = (id ~ '^https?://'))
);
comment on table private.oauth_clients is 'Agents: what they call themselves, unproven, and where their codes may go. One that nobody allowed goes after a day, one that nobody used for ninety days too.';
comment on column private.oauth_clients.fetched_at is 'When it was last read at the address that is its id; null for one that registered itself.';
alter table private.oauth_clients enable row level security;

create table private.oauth_codes (
  code_hash bytea primary key,
  client_id text not null references private.oauth_clients (id) on delete cascade,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  auth_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null,
  redirect_uri text not null,
  resource text check (length(resource) <= 500),
  challenge text not null check (challenge ~ '^[A-Za-z0-9_-]{43}$'),
  taken_at timestamptz,
  opened_session_id uuid,
  expires_at timestamptz not null default now() + interval '1 minute'
);
comment on table private.oauth_codes is 'What a member allowed an agent: for a minute, once, and to whoever knows the verifier behind the challenge (RFC 7636, S256).';
comment on column private.oauth_codes.session_id is 'The session it was allowed in. One that has ended since allows nothing.';
comment on column private.oauth_codes.resource is 'The address that the agent says it will ask (RFC 8707); what it is given is good there alone.';
comment on column private.oauth_codes.taken_at is 'When it was shown, by whomever.';
comment on column private.oauth_codes.opened_session_id is 'The agent''s session: it ends where the code is shown once more.';
create index oauth_codes_client_id_idx on private.oauth_codes (client_id);
create index oauth_codes_workspace_id_idx on private.oauth_codes (workspace_id);
create index oauth_codes_auth_id_idx on private.oauth_codes (auth_id);
create index oauth_codes_age_idx on private.oauth_codes (expires_at);
alter table private.oauth_codes enable row level security;

create type public.oauth_request as (name text, registered_at timestamptz, workspace text);
comment on type public.oauth_request is 'An agent that asks to be let in to a workspace; all null where it is not registered, may not have its code sent there, or the caller is no member.';

-- # Rules

-- Where a browser may be sent with a code: to a page by TLS, to a program on this machine (RFC 8252, sections 7.1 and 7.3),
-- or to one of the editors whose own scheme no page can claim.
create function private.is_redirect_uri(uri text)
returns boolean
language sql
immutable
as $$
  select length(uri) between 10 and 500 and uri !~ '[\s#\\<>"^`{|}]' and (
    uri ~ '^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/|$)'
    or uri ~ '^http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?(/|$)'
    or uri ~ '^(cursor|vscode|vscode-insiders|windsurf|zed)://[A-Za-z0-9.-]+(/|$)')
$$;
comment on function private.is_redirect_uri is 'Whether an agent may name this address for its codes. What is not known to be harmless is refused.';

-- No agent is at home here: a page of ours that hands codes on would hand them to whoever wrote it.
create function private.leads_home(uri text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select named.host is not null and (
    right('.' || named.host, length(base.host) + 1) = '.' || base.host
    or exists (select 1 from public.workspaces w where w.domain = named.host))
  from (select lower(substring(leads_home.uri from '^https://([A-Za-z0-9.-]+)')) as host) named, (select private.base_hostname() as host) base
$$;
comment on function private.leads_home is 'Whether an address by TLS is of this installation: its own hosts, and those of workspaces.';

create function private.without_port(uri text)
returns text
language sql
immutable
as $$
  select regexp_replace(uri, '^(http://(?:localhost|127\.0\.0\.1|\[::1\])):[0-9]{1,5}(?=/|$)', '\1')
$$;
comment on function private.without_port is 'An address as it is compared: a program on this machine gets another port each time (RFC 8252, section 7.3).';

create function private.oauth_client_for(workspace_id bigint, client_id text, redirect_uri text)
returns private.oauth_clients
language sql
stable
security definer
set search_path = ''
as $$
  select c from private.oauth_clients c
  where c.id = oauth_client_for.client_id
    -- What its address said is good for a day.
    and coalesce(c.fetched_at > now() - interval '1 day', true)
    and private.is_redirect_uri(oauth_client_for.redirect_uri) and not private.leads_home(oauth_client_for.redirect_uri)
    and private.without_port(oauth_client_for.redirect_uri) in (select private.without_port(known) from unnest(c.redirect_uris) known)
    and oauth_client_for.workspace_id in (select private.my_workspace_ids())
$$;
comment on function private.oauth_client_for is 'The agent that may have its code sent to an address, for a member of the workspace; all null for any other.';

-- # Calls

create type public.registered_agent as (retry_after integer, client_id text, name text, created_at bigint);
comment on type public.registered_agent is 'An agent that registered itself; without an id where an address for its codes is not allowed.';

create function public.svc_register_oauth_client(p_name text, p_redirect_uris text[], p_client text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait constant integer := private.throttle_hit('oauth-client:' || private.client_key(p_client), 20, 3600);
  named constant text := left(btrim(p_name), 100);
  added private.oauth_clients;
begin
  if wait > 0 then
    return to_jsonb(row(wait, null, null, null)::public.registered_agent);
  end if;
  if coalesce(cardinality(p_redirect_uris), 0) not between 1 and 10
    or exists (select 1 from unnest(p_redirect_uris) uri where private.is_redirect_uri(uri) is not true or private.leads_home(uri)) then
    return to_jsonb(row(0, null, null, null)::public.registered_agent);
  end if;
  insert into private.oauth_clients (id, name, redirect_uris, ip_address)
  values (private.new_token(), case when private.is_name(named) then named else 'unknown' end, p_redirect_uris, private.as_address(p_client))
  returning * into added;
  return to_jsonb(row(0, added.id, added.name, extract(epoch from added.created_at)::bigint)::public.registered_agent);
end
$$;
comment on function public.svc_register_oauth_client is 'Registers an agent; client_id is null where an address for its codes is not allowed. Twenty an hour from one client.';

create type public.known_agent as (is_known boolean, is_fresh boolean);
comment on type public.known_agent is 'Whether an agent is known, and whether what its address says of it was read within the hour.';

create function public.svc_oauth_client(p_client_id text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(c.id is not null, coalesce(c.fetched_at > now() - interval '1 hour', false))::public.known_agent)
  from (select p_client_id as id) asked left join private.oauth_clients c on c.id = asked.id
$$;
comment on function public.svc_oauth_client is 'Whether an agent is known, and whether what its address says of it was read within the hour.';

create function public.svc_keep_oauth_client(p_client_id text, p_name text, p_redirect_uris text[])
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  named constant text := left(btrim(p_name), 100);
  kept constant text[] := array(
    select uri from unnest(p_redirect_uris) uri where private.is_redirect_uri(uri) and not private.leads_home(uri) limit 10);
begin
  if cardinality(kept) = 0 or private.leads_home(p_client_id) then
    return false;
  end if;
  insert into private.oauth_clients (id, name, redirect_uris, fetched_at)
  values (p_client_id, case when private.is_name(named) then named else 'unknown' end, kept, now())
  on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris, fetched_at = excluded.fetched_at;
  return true;
end
$$;
comment on function public.svc_keep_oauth_client is 'Keeps what an agent''s address says of it, of its addresses for codes those that any agent may name; false where there is none.';

create function public.oauth_request(p_workspace_id bigint, p_client_id text, p_redirect_uri text)
returns public.oauth_request
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  client constant private.oauth_clients := private.oauth_client_for(p_workspace_id, p_client_id, p_redirect_uri);
begin
  perform private.require_account();
  return row(client.name, client.created_at,
    case when client.id is not null then (select w.name from public.workspaces w where w.id = p_workspace_id) end)::public.oauth_request;
end
$$;
comment on function public.oauth_request is 'The agent that asks to be let in, for the member who is to answer it.';

create function public.allow_oauth_client(p_workspace_id bigint, p_client_id text, p_redirect_uri text, p_challenge text, p_resource text default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
  client constant private.oauth_clients := private.oauth_client_for(p_workspace_id, p_client_id, p_redirect_uri);
  code constant text := private.new_token();
begin
  perform private.require_proven_account();
  if client.id is null or coalesce(p_challenge !~ '^[A-Za-z0-9_-]{43}$', true) or length(p_resource) > 500 then
    return null;
  end if;
  -- None of a minute ago counts: so many at once are no person's.
  if (select count(*) from private.oauth_codes c where c.auth_id = session.auth_id and c.expires_at > now()) >= 20 then
    return null;
  end if;
  update private.oauth_clients c set used_at = now() where c.id = client.id;
  insert into private.oauth_codes (code_hash, client_id, workspace_id, auth_id, session_id, redirect_uri, resource, challenge)
  values (private.token_hash(code), client.id, p_workspace_id, session.auth_id, session.id, p_redirect_uri, p_resource, p_challenge);
  return code;
end
$$;
comment on function public.allow_oauth_client is 'Lets an agent in to a workspace of the caller, with a proof of the last ten minutes: the code that their browser takes to it, good once within a minute; null where the agent, its address or its challenge is not in order.';

create type public.taken_oauth_code as (auth_email text, resource text, slug text, domain text);
comment on type public.taken_oauth_code is 'Whom an agent gets a session of, and for which workspace. resource: what it said it will ask.';

create function public.svc_take_oauth_code(p_code text, p_client_id text, p_redirect_uri text, p_verifier text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  found private.oauth_codes;
begin
  -- Shown twice: one of the two has stolen it, and which one nobody knows.
  select * into found from private.oauth_codes c where c.code_hash = private.token_hash(p_code) for update;
  if found.opened_session_id is not null then
    perform private.end_sessions(found.auth_id, 'reused', only_one => found.opened_session_id);
  elsif found.taken_at is not null then
    -- Its session is being opened this moment, and finds no code to stand on.
    delete from private.oauth_codes c where c.code_hash = found.code_hash;
    return null;
  end if;
  -- Wrong or right, who shows a code has used it.
  update private.oauth_codes c set taken_at = now()
  where c.code_hash = private.token_hash(p_code) and c.taken_at is null and c.expires_at > now()
  returning * into found;
  if found.code_hash is null or found.client_id is distinct from p_client_id or found.redirect_uri is distinct from p_redirect_uri
    or coalesce(p_verifier !~ '^[A-Za-z0-9._~-]{43,128}$', true)
    or found.challenge <> translate(rtrim(encode(sha256(convert_to(p_verifier, 'UTF8')), 'base64'), '='), '+/', '-_')
    or (private.session_of(found.session_id, found.auth_id)).id is null
    or not exists (
      select 1 from public.workspace_members m join public.users u on u.id = m.user_id
      where m.workspace_id = found.workspace_id and u.auth_id = found.auth_id) then
    return null;
  end if;
  return (
    select to_jsonb(row(a.email, found.resource, w.slug, w.domain)::public.taken_oauth_code)
    from auth.users a, public.workspaces w where a.id = found.auth_id and w.id = found.workspace_id);
end
$$;
comment on function public.svc_take_oauth_code is 'Whom to open a session for; null for a code that is none, was shown before, has expired, is another agent''s, or whose verifier is wrong.';

create function public.svc_note_oauth_sign_in(p_code text, p_auth_id uuid, p_session_id uuid, p_client text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  found private.oauth_codes;
  agent text;
begin
  update private.oauth_codes c set opened_session_id = p_session_id
  where c.code_hash = private.token_hash(p_code) and c.taken_at is not null and c.opened_session_id is null and c.auth_id = p_auth_id
  returning * into found;
  -- Who left, or was removed, since the code was shown gives nobody a session that would wait for their return.
  if not exists (
    select 1 from public.workspace_members m join public.users u on u.id = m.user_id
    where m.workspace_id = found.workspace_id and u.auth_id = found.auth_id) then
    perform private.problem('session_ended');
  end if;
  select c.name into agent from private.oauth_clients c where c.id = found.client_id;
  -- Each is told, not only a new device: whoever registers chooses the name, that of an agent which is known too.
  if not private.note_program_sign_in(
    private.session_of(found.session_id, found.auth_id), found.workspace_id, 'MCP/' || agent, p_auth_id, p_session_id, p_client, false) then
    perform private.enqueue_mail(e.email, 'new_sign_in', jsonb_strip_nulls(jsonb_build_object(
      'at', now(), 'ip', host(private.as_address(p_client)), 'user_agent', 'MCP/' || agent)))
    from public.emails e join public.users u on u.id = e.user_id where u.auth_id = p_auth_id and e.is_primary;
  end if;
  update private.sessions o set is_reading = true where o.session_id = p_session_id;
  perform private.log_activity_of(found.workspace_id, 'workspace.agent.allowed',
    (select u.id from public.users u where u.auth_id = p_auth_id), p_client,
    jsonb_build_object('agent', agent, 'host', private.host_in(substring(found.client_id from '^https?://.*'))));
end
$$;
comment on function public.svc_note_oauth_sign_in is 'Makes a session that of the agent which showed the code: it reads, and nothing else.';

create function public.svc_end_oauth_session(p_auth_id uuid, p_session_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from private.sessions o where o.session_id = p_session_id and o.is_reading) then
    perform private.end_sessions(p_auth_id, 'signed_out_elsewhere', only_one => p_session_id);
  end if;
end
$$;
comment on function public.svc_end_oauth_session is 'Ends the session of an agent, which gives its token back (RFC 7009).';

-- # Grants

grant execute on function public.svc_register_oauth_client, public.svc_oauth_client, public.svc_keep_oauth_client, public.svc_take_oauth_code, public.svc_note_oauth_sign_in, public.svc_end_oauth_session
to service_role;
grant execute on function public.oauth_request, public.allow_oauth_client to authenticated;
