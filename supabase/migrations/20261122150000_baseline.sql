-- The baseline: what the chapters of supabase/schemas declared when the steps began. It never changes: what changes is a
-- step of its own (npm run migration -- NAME).

-- A function may call what stands further down.
set check_function_bodies = off;

-- Foundation: where things live, who may run them, how a rule says no, and what every chapter uses: counting
-- callers, mail that waits to be sent, pages of a list, many changes in one call.

-- # Tables

create schema if not exists private;
comment on schema private is 'Helpers, secrets and everything no API may reach. Clients have no usage on it; policies call its functions all the same.';
revoke all on schema private from public;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gin with schema extensions;

do $$
begin
  if exists (select from pg_catalog.pg_available_extensions where name = 'pg_graphql') then
    create extension if not exists pg_graphql;
  end if;
end
$$;

-- Names as GraphQL writes them. Introspection stays off: the schema is committed beside the client.
comment on schema public is '@graphql({"inflect_names": true, "max_rows": 500})';
create collation private.natural (provider = icu, locale = 'und-u-kn-true');
comment on collation private.natural is 'Names as people sort them: "Project 2" before "Project 10", whatever their case.';
grant usage on schema public to anon, authenticated, service_role;

-- Functions are callable by nobody until a grant says so.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

create table private.deployment (
  only_row boolean primary key default true check (only_row),
  mode text not null default 'multi_tenant' check (mode in ('multi_tenant', 'single_tenant')),
  base_url text not null default 'http://waymark.localhost:3000',
  updated_at timestamptz not null default now(),
  grant_key bytea not null default extensions.gen_random_bytes(32),
  activity_days integer check (activity_days > 0)
);
comment on table private.deployment is 'Where and how this installation runs; the worker writes it from its environment at start.';
comment on column private.deployment.grant_key is 'Signs the grants of workspace tokens.';
comment on column private.deployment.activity_days is 'How long activity is kept, in days; null keeps it for ever. The worker writes it from its environment.';
alter table private.deployment enable row level security;
insert into private.deployment default values;

create unlogged table private.throttle (
  key text not null,
  window_start timestamptz not null,
  hits integer not null default 0,
  primary key (key, window_start)
);
comment on table private.throttle is 'Counters of rate limits by key and window. Unlogged: losing them in a crash costs nothing.';
alter table private.throttle enable row level security;

create table private.outbox_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  template text not null,
  data jsonb not null default '{}',
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table private.outbox_mails is 'Mails to send, written in the transaction that causes them. Their data is emptied once sent: it may hold a code.';
alter table private.outbox_mails enable row level security;
create index outbox_mails_invitations_idx on private.outbox_mails (recipient) where template = 'invitations' and sent_at is null;

create table private.idempotency_keys (
  auth_id uuid not null references auth.users (id) on delete cascade,
  scope text not null check (length(scope) between 1 and 500),
  key text not null check (length(key) between 1 and 255),
  fingerprint text not null check (length(fingerprint) <= 100),
  status integer check (status between 200 and 499),
  body jsonb check (length(body::text) <= 200000),
  created_at timestamptz not null default now(),
  primary key (auth_id, scope, key)
);
comment on table private.idempotency_keys is 'Requests sent with an Idempotency-Key, for a day. Without a status the first one is still running.';
comment on column private.idempotency_keys.scope is 'Method and path: the same key on another call is another request.';
comment on column private.idempotency_keys.fingerprint is 'What the first request said, so that a key is not reused for something else.';
create index idempotency_keys_age_idx on private.idempotency_keys (created_at);
alter table private.idempotency_keys enable row level security;

create type private.bulk_result as (key jsonb, code text, status integer, message text, field text, value jsonb);
comment on type private.bulk_result is 'How one item of a call for many went: which one it is (an id or an address) and, where it failed, why in the terms of the error catalogue; else what came of it.';

-- # Rules

-- ## Refusals and helpers

create function private.problem(code text, status integer, message text, field text default null)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  raise exception using
    errcode = 'PT' || status,
    message = problem.message,
    hint = problem.code,
    detail = case when field is null then '' else json_build_object('field', field)::text end;
end
$$;
comment on function private.problem is 'Refuses with a problem of the error catalogue: PostgREST answers with the status, the facade with problem+json.';

create function private.answer_problem(code text, status integer, message text, field text)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object('code', 'PT' || status, 'message', message, 'hint', code, 'details', json_build_object('field', field)::text)
  from set_config('response.status', status::text, true)
$$;
comment on function private.answer_problem is 'The same refusal as an answer, in the shape and with the status of PostgREST''s errors: the transaction, and what it counted, stays.';

create function private.touch_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch_updated_at is 'Keeps updated_at true on every change.';

create function private.is_email(address text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select length(address) <= 255
    and address ~ '^[^\s@<>()\[\]\\,;:"\x01-\x1f\x7f-\x9f]+@[^\s@<>()\[\]\\,;:"\x01-\x1f\x7f-\x9f\u3002\uff0e\uff61]+\.[^\s@<>()\[\]\\,;:".\x01-\x1f\x7f-\x9f\u3002\uff0e\uff61]{2,}$'
$$;
comment on function private.is_email is 'Whether a text is one e-mail address in its plain form: nothing that a mail program reads as a list, a name, a comment or another spelling of a dot. So one mailbox is one text, and counts by address hold. The one rule for every address that is stored.';

create function private.require_email(email text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  address constant text := lower(btrim(email));
begin
  if private.is_email(address) is not true then
    perform private.problem('VALIDATION_ERROR', 400, 'Invalid email, please make sure that it is formatted correctly.', 'email');
  end if;
  return address;
end
$$;
comment on function private.require_email is 'An address as it is stored; refuses what is none.';

create function private.lower_email()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.email := lower(btrim(new.email));
  return new;
end
$$;
comment on function private.lower_email is 'E-mail addresses are stored in lower case, so that equality is plain equality.';

create function private.throttle_hit(key text, maximum integer, window_seconds integer)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  started timestamptz := to_timestamp(floor(extract(epoch from clock_timestamp()) / window_seconds) * window_seconds);
  count_now integer;
begin
  insert into private.throttle as t (key, window_start, hits)
  values (throttle_hit.key, started, 1)
  on conflict on constraint throttle_pkey do update set hits = t.hits + 1
  returning t.hits into count_now;
  if count_now <= maximum then
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from started + make_interval(secs => window_seconds) - clock_timestamp()))::integer);
end
$$;
comment on function private.throttle_hit is 'Counts one hit; 0 while within the maximum of the window, else the seconds until it ends (Retry-After).';

create function private.client_key(client text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  -- Whoever has one address of IPv6 has 2^64 of them. One of IPv4 written so stays what it is.
  return case when family(client::inet) = 6 and client !~* '^::ffff:' then host(network(set_masklen(client::inet, 64))) else coalesce(client, '') end;
exception when others then
  return client;
end
$$;
comment on function private.client_key is 'Under what name a client is counted: its address, or its network of IPv6.';

create function private.client_address()
returns inet
language plpgsql
stable
set search_path = ''
as $$
declare
  chain text[];
  candidate inet;
  nearest inet;
begin
  chain := string_to_array(nullif(current_setting('request.headers', true), '')::json ->> 'x-forwarded-for', ',');
  for i in reverse coalesce(array_length(chain, 1), 0)..1 loop
    candidate := btrim(chain[i])::inet;
    nearest := coalesce(nearest, candidate);
    if not (candidate <<= any (array['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7']::inet[])) then
      return candidate;
    end if;
  end loop;
  return nearest;
exception when others then
  return null;
end
$$;
comment on function private.client_address is 'The address of the caller: the entry of X-Forwarded-For nearest to us that is not one of our own proxies.';

create function private.as_address(client text)
returns inet
language plpgsql
immutable
set search_path = ''
as $$
begin
  return client::inet;
exception when others then
  return null;
end
$$;
comment on function private.as_address is 'An address as text, where it is one.';

-- ## Mail

create function private.enqueue_mail(recipient text, template text, data jsonb, send_at timestamptz default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  mail_id bigint;
begin
  insert into private.outbox_mails (recipient, template, data)
  values (private.require_email(enqueue_mail.recipient), enqueue_mail.template, enqueue_mail.data)
  returning id into mail_id;
  perform graphile_worker.add_job('send_mail', json_build_object('mail_id', mail_id), run_at => send_at,
    job_key => 'mail:' || mail_id, max_attempts => 10);
end
$$;
comment on function private.enqueue_mail is 'Puts a mail into the outbox and wakes the worker (at send_at, where that is given), both or neither.';

create function private.new_token()
returns text
language sql
volatile
set search_path = ''
as $$
  select translate(encode(extensions.gen_random_bytes(24), 'base64'), '+/', '-_')
$$;
comment on function private.new_token is 'A secret for a link, 32 characters. Only its hash is stored.';

create function private.token_hash(token text)
returns bytea
language sql
immutable
set search_path = ''
as $$
  select extensions.digest(token, 'sha256')
$$;
comment on function private.token_hash is 'How the secret of a link is stored.';

-- ## Lists, and many changes in one call

create function private.require_few(items integer, fewest integer, message text, field text)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if coalesce(items, 0) not between fewest and 500 then
    perform private.problem('VALIDATION_ERROR', 400, message, field);
  end if;
end
$$;
comment on function private.require_few is 'Refuses a call for more than 500 at once, or for fewer than it needs.';

create function private.bulk_success(key jsonb, value jsonb default null)
returns private.bulk_result
language sql
immutable
set search_path = ''
as $$
  select row(key, null, null, null, null, value)::private.bulk_result
$$;
comment on function private.bulk_success is 'An item that went through, with what came of it.';

create function private.bulk_failure(key jsonb, state text, message text, hint text, detail text)
returns private.bulk_result
language plpgsql
immutable
set search_path = ''
as $$
begin
  if state like 'PT%' then
    return row(key, hint, substr(state, 3)::integer, message, case when detail like '{%' then detail::jsonb ->> 'field' end, null)::private.bulk_result;
  -- A value that is none, or a constraint: its own words would show the row.
  elsif state ~ '^2[23]' then
    return row(key, case state when '23505' then 'CONFLICT' else 'VALIDATION_ERROR' end, case state when '23505' then 409 else 400 end,
      'Something went wrong, please try again', null, null)::private.bulk_result;
  end if;
  raise exception using errcode = state, message = message, hint = hint, detail = detail;
end
$$;
comment on function private.bulk_failure is 'What an exception means for its item. One that is neither a refusal nor about what was sent goes on.';

create function private.bulk_answer(results private.bulk_result[])
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'results', coalesce(jsonb_agg(jsonb_build_object('key', r.key, 'ok', r.code is null, 'code', r.code, 'status', r.status, 'message', r.message,
      'field', r.field, 'value', r.value) order by r.ordinality), '[]'),
    'succeeded', count(*) filter (where r.code is null), 'failed', count(*) filter (where r.code is not null))
  from unnest(results) with ordinality r
$$;
comment on function private.bulk_answer is 'The answer of every call for many: of each item, in order, how it went. Such a call loops over its items; each is all or nothing.';

create function private.like_pattern(search text)
returns text
language sql
immutable
as $$
  select '%' || regexp_replace(btrim(search), '([\\%_])', '\\\1', 'g') || '%'
$$;
comment on function private.like_pattern is 'A text as it is, anywhere in another.';

create function private.page_size(wanted integer, usual integer, most integer)
returns integer
language sql
immutable
as $$
  select least(greatest(coalesce(wanted, usual), 1), most)
$$;
comment on function private.page_size is 'How many rows a page has: what is asked for, at least one, at most what the list allows.';

-- # Calls

create function public.svc_throttle(p_key text, p_maximum integer, p_window_seconds integer)
returns integer
language sql
security definer
set search_path = ''
as $$
  select private.throttle_hit('http:' || p_key, p_maximum, p_window_seconds)
$$;
comment on function public.svc_throttle is 'Counts one hit of a limit of the facade: 0 while within it, else the seconds to wait.';

create function public.idempotency_begin(p_scope text, p_key text, p_fingerprint text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.current_auth_id();
  held private.idempotency_keys;
begin
  if caller is null then
    perform private.problem('UNAUTHENTICATED', 401, 'Sign in to do this.');
  end if;
  delete from private.idempotency_keys k where k.auth_id = caller and k.created_at < now() - interval '1 day';
  insert into private.idempotency_keys (auth_id, scope, key, fingerprint)
  values (caller, p_scope, p_key, p_fingerprint)
  on conflict do nothing;
  if found then
    return jsonb_build_object('state', 'new');
  end if;
  select * into held from private.idempotency_keys k
  where k.auth_id = caller and k.scope = p_scope and k.key = p_key
  for update;
  if held.fingerprint <> p_fingerprint then
    return jsonb_build_object('state', 'mismatch');
  end if;
  if held.status is not null then
    return jsonb_build_object('state', 'done', 'status', held.status, 'body', held.body);
  end if;
  -- A request that never answered was cut off: after ten minutes its key may be tried again.
  if held.created_at < now() - interval '10 minutes' then
    update private.idempotency_keys k set created_at = now()
    where k.auth_id = caller and k.scope = p_scope and k.key = p_key;
    return jsonb_build_object('state', 'new');
  end if;
  return jsonb_build_object('state', 'running');
end
$$;
comment on function public.idempotency_begin is 'Takes a key for a request: new, running, done (with the answer to repeat) or mismatch (used for another request).';

create function public.idempotency_finish(p_scope text, p_key text, p_status integer, p_body jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.idempotency_keys k set status = p_status, body = p_body
  where k.auth_id = private.current_auth_id() and k.scope = p_scope and k.key = p_key and k.status is null
$$;
comment on function public.idempotency_finish is 'Keeps the answer of a request, for its retries.';

create function public.idempotency_release(p_scope text, p_key text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.idempotency_keys k
  where k.auth_id = private.current_auth_id() and k.scope = p_scope and k.key = p_key and k.status is null
$$;
comment on function public.idempotency_release is 'Gives a key back after a request that changed nothing.';

-- # Grants

grant execute on function public.svc_throttle to service_role;
grant execute on function public.idempotency_begin, public.idempotency_finish, public.idempotency_release to authenticated;

-- Roles and permissions: the matrices as data. Policies, functions and the client read these tables.

-- # Tables

-- Enum order is rank, lowest first, so that greatest() and least() choose roles.
create type public.workspace_role as enum ('guest', 'viewer', 'maker', 'admin', 'billing', 'owner');
create type public.project_role as enum ('guest', 'viewer', 'editor', 'admin', 'owner', 'workspace_global_admin');
create type public.project_member_role as enum ('guest', 'viewer', 'editor', 'admin', 'owner', 'inherit');
create type public.team_role as enum ('member', 'admin');
create type public.project_team_role as enum ('viewer', 'editor', 'admin');

create table public.workspace_role_permissions (
  role text not null,
  permission text not null,
  primary key (role, permission)
);
comment on table public.workspace_role_permissions is 'What each workspace role may do. project_export is the role of workspace tokens.';
create index workspace_role_permissions_permission_idx on public.workspace_role_permissions (permission, role);

create table public.project_role_permissions (
  role public.project_role not null,
  permission text not null,
  primary key (role, permission)
);
comment on table public.project_role_permissions is 'What each effective project role may do.';
create index project_role_permissions_permission_idx on public.project_role_permissions (permission, role);

create table public.group_role_permissions (
  role text not null,
  permission text not null,
  primary key (role, permission)
);
comment on table public.group_role_permissions is 'What a group admin, a member and a workspace global admin may do in a group.';

create table public.team_role_permissions (
  role text not null,
  permission text not null,
  primary key (role, permission)
);
comment on table public.team_role_permissions is 'What a team admin, a member and others may do in a team.';

create table public.workspace_role_project_roles (
  workspace_role public.workspace_role primary key,
  implied_role public.project_role,
  inherited_role public.project_role not null,
  highest_role public.project_role not null
);
comment on table public.workspace_role_project_roles is 'What a workspace role means in projects: by itself on internal and public ones, for a membership of inherit, and at most.';

insert into public.workspace_role_project_roles (workspace_role, implied_role, inherited_role, highest_role) values
  ('owner', 'editor', 'editor', 'owner'),
  ('billing', 'editor', 'editor', 'owner'),
  ('admin', 'editor', 'editor', 'owner'),
  ('maker', 'editor', 'editor', 'owner'),
  ('viewer', 'guest', 'viewer', 'viewer'),
  ('guest', null, 'guest', 'guest');

do $load$
declare
  matrix constant jsonb := $matrix${
 "about": "The role to permission matrices. They are data: migrations load them into tables, row-level security and the web client read those tables, and tests are generated from this file. Where the specification leaves a cell open, this file is the decision.",
 "workspace_roles_high_to_low": [
  "owner",
  "billing",
  "admin",
  "maker",
  "viewer",
  "guest"
 ],
 "machine_roles": [
  "project_export"
 ],
 "editor_roles": [
  "owner",
  "billing",
  "admin",
  "maker"
 ],
 "read_only_roles": [
  "viewer",
  "guest"
 ],
 "workspace_permissions": {
  "WorkspaceFullMember": [
   "owner",
   "billing",
   "admin",
   "maker",
   "viewer"
  ],
  "WorkspaceExplorerView": [
   "owner",
   "billing",
   "admin",
   "maker",
   "viewer"
  ],
  "WorkspaceProjectsView": [
   "owner",
   "billing",
   "admin",
   "maker",
   "viewer"
  ],
  "WorkspaceTeamsView": [
   "owner",
   "billing",
   "admin",
   "maker",
   "viewer"
  ],
  "WorkspaceProjectsCreate": [
   "owner",
   "billing",
   "admin",
   "maker"
  ],
  "WorkspaceStyleGuideProjectsCreate": [
   "owner",
   "billing",
   "admin",
   "maker"
  ],
  "WorkspaceTeamCreate": [
   "owner",
   "admin",
   "maker"
  ],
  "WorkspaceMembersRead": [
   "owner",
   "billing",
   "admin",
   "maker"
  ],
  "WorkspaceMembersInvite": [
   "owner",
   "billing",
   "admin",
   "maker"
  ],
  "WorkspaceAutomationLogsView": [
   "owner",
   "billing",
   "admin",
   "maker"
  ],
  "WorkspaceMembersPromote": [
   "owner",
   "admin"
  ],
  "WorkspaceMembersApprove": [
   "owner",
   "admin"
  ],
  "WorkspaceSettingsRead": [
   "owner",
   "billing",
   "admin"
  ],
  "WorkspaceSettingsCreateUpdateDelete": [
   "owner",
   "billing",
   "admin"
  ],
  "WorkspaceEmailDomainCreateUpdateDelete": [
   "owner",
   "admin"
  ],
  "WorkspaceIntegrationCreateUpdateDelete": [
   "owner",
   "admin"
  ],
  "WorkspaceOauthClientCreateUpdateDelete": [
   "owner",
   "admin"
  ],
  "WorkspaceDefaultStyleGuidesCreate": [
   "owner",
   "admin"
  ],
  "WorkspaceActivityRead": [
   "owner",
   "admin"
  ],
  "WorkspaceGroupsCreate": [
   "owner",
   "admin"
  ],
  "WorkspaceGlobalAdmin": [
   "owner",
   "admin"
  ],
  "WorkspaceBilling": [
   "owner",
   "billing"
  ],
  "WorkspaceDelete": [
   "owner"
  ],
  "WorkspaceProjectsExport": [
   "project_export"
  ]
 },
 "project_roles_high_to_low": [
  "workspace_global_admin",
  "owner",
  "admin",
  "editor",
  "viewer",
  "guest"
 ],
 "project_permissions": {
  "project_read": [
   "workspace_global_admin",
   "owner",
   "admin",
   "editor",
   "viewer",
   "guest"
  ],
  "project_published_branch_read": [
   "workspace_global_admin",
   "owner",
   "admin",
   "editor",
   "viewer",
   "guest"
  ],
  "project_unpublished_branch_read": [
   "workspace_global_admin",
   "owner",
   "admin",
   "editor",
   "viewer"
  ],
  "project_contents_update": [
   "workspace_global_admin",
   "owner",
   "admin",
   "editor"
  ],
  "project_branch_create_delete": [
   "workspace_global_admin",
   "owner",
   "admin",
   "editor"
  ],
  "project_branch_update": [
   "workspace_global_admin",
   "owner",
   "admin",
   "editor"
  ],
  "project_automation_logs_read": [
   "workspace_global_admin",
   "owner",
   "admin",
   "editor"
  ],
  "project_settings_view": [
   "workspace_global_admin",
   "owner",
   "admin",
   "editor"
  ],
  "project_members_add": [
   "workspace_global_admin",
   "owner",
   "admin",
   "editor",
   "viewer"
  ],
  "project_viewer_add": [
   "workspace_global_admin",
   "owner",
   "admin",
   "editor",
   "viewer"
  ],
  "project_editor_add": [
   "workspace_global_admin",
   "owner",
   "admin",
   "editor"
  ],
  "project_admin_add": [
   "workspace_global_admin",
   "owner",
   "admin"
  ],
  "project_member_delete": [
   "workspace_global_admin",
   "owner",
   "admin"
  ],
  "project_group_update": [
   "workspace_global_admin",
   "owner",
   "admin"
  ],
  "project_update": [
   "workspace_global_admin",
   "owner",
   "admin"
  ],
  "project_ownership_update": [
   "workspace_global_admin",
   "owner"
  ],
  "project_delete": [
   "workspace_global_admin",
   "owner"
  ],
  "project_leave": [
   "admin",
   "editor",
   "viewer",
   "guest"
  ]
 },
 "group_permissions": {
  "group_view": [
   "workspace_global_admin",
   "admin",
   "member"
  ],
  "group_projects_add": [
   "workspace_global_admin",
   "admin",
   "member_who_may_create_projects"
  ],
  "group_update": [
   "workspace_global_admin",
   "admin"
  ],
  "group_delete": [
   "workspace_global_admin",
   "admin"
  ],
  "group_member_add": [
   "workspace_global_admin",
   "admin"
  ],
  "group_member_read": [
   "workspace_global_admin",
   "admin"
  ],
  "group_member_delete": [
   "workspace_global_admin",
   "admin"
  ],
  "group_settings_view": [
   "workspace_global_admin",
   "admin"
  ],
  "group_projects_remove": [
   "workspace_global_admin",
   "admin"
  ],
  "group_leave": [
   "admin"
  ]
 },
 "team_permissions": {
  "team_view": [
   "workspace_global_admin",
   "admin",
   "member",
   "workspace_member"
  ],
  "team_settings_update": [
   "workspace_global_admin",
   "admin"
  ],
  "team_member_add": [
   "workspace_global_admin",
   "admin"
  ],
  "team_member_delete": [
   "workspace_global_admin",
   "admin"
  ],
  "team_user_add": [
   "workspace_global_admin",
   "admin"
  ],
  "team_admin_add": [
   "workspace_global_admin",
   "admin"
  ],
  "team_delete": [
   "workspace_global_admin",
   "admin"
  ],
  "team_leave": [
   "admin",
   "member"
  ]
 },
 "effective_project_role": [
  "1. WorkspaceGlobalAdmin gives workspace_global_admin.",
  "2. Otherwise take the highest of: the direct project membership; the role that each of the user's teams has on the project; admin when the user is an admin of the project's group; and, where the project is internal or public, what the workspace role gives by itself: editor for owner, billing, admin and maker, guest (published branches only) for viewer, nothing for guest.",
  "3. A direct membership of 'inherit' means editor for owner, billing, admin and maker, viewer for viewer, guest for guest.",
  "4. A workspace viewer is capped at project viewer and a workspace guest at project guest, whatever step 2 gives.",
  "5. Nobody else has a role, except that anyone, signed in or not, reads the published branches of a public project while the workspace allows public projects and is not locked, and the holder of a branch's share token reads that branch while sharing is on."
 ],
 "invite_roles": [
  "WorkspaceMembersPromote: any role at or below the caller's own; owner only by an owner.",
  "WorkspaceMembersInvite without promote: the caller's own role, but never above maker, or guest.",
  "A guest invitation needs the guests feature of the plan."
 ],
 "role_change_rules": [
  "Nobody changes their own role or removes themselves.",
  "Nobody changes or removes a member who outranks them.",
  "Only an owner gives or takes the owner role; the last owner can be neither demoted nor removed.",
  "A role change or an approval that would pass the plan's seat limit is refused with 402 PAYMENT_REQUIRED and changes nothing."
 ],
 "project_member_rules": [
  "A member adds others at the member's own role or lower (project_viewer_add, project_editor_add, project_admin_add say which).",
  "There is exactly one owner. Making another member owner needs a confirmation and makes the previous owner an admin.",
  "When a project's owner is removed from the workspace or becomes a guest, whoever did that becomes the owner.",
  "The owner cannot leave before the ownership has passed on."
 ]
}$matrix$;
begin
  insert into public.workspace_role_permissions (permission, role)
  select cell.key, role from jsonb_each(matrix -> 'workspace_permissions') cell, jsonb_array_elements_text(cell.value) role;
  insert into public.project_role_permissions (permission, role)
  select cell.key, role::public.project_role from jsonb_each(matrix -> 'project_permissions') cell, jsonb_array_elements_text(cell.value) role;
  insert into public.group_role_permissions (permission, role)
  select cell.key, role from jsonb_each(matrix -> 'group_permissions') cell, jsonb_array_elements_text(cell.value) role;
  insert into public.team_role_permissions (permission, role)
  select cell.key, role from jsonb_each(matrix -> 'team_permissions') cell, jsonb_array_elements_text(cell.value) role;
end
$load$;

create table private.workspace_role_reach (
  workspace_role public.workspace_role not null,
  permission text not null,
  visibility text not null,
  primary key (workspace_role, permission, visibility)
);
comment on table private.workspace_role_reach is 'Which project permissions a workspace role gives by itself, on projects of which visibility: a global admin''s on private ones too. Derived from the matrices, so that policies read one table.';
alter table private.workspace_role_reach enable row level security;

insert into private.workspace_role_reach (workspace_role, permission, visibility)
select r.workspace_role, p.permission, listed.visibility
from public.workspace_role_project_roles r
join public.project_role_permissions p on p.role = r.implied_role
cross join (values ('internal'), ('public')) listed (visibility)
union
select r.workspace_role, p.permission, every.visibility
from public.workspace_role_project_roles r
join public.workspace_role_permissions g on g.role = r.workspace_role::text and g.permission = 'WorkspaceGlobalAdmin'
join public.project_role_permissions p on p.role = 'workspace_global_admin'
cross join (values ('internal'), ('public'), ('private')) every (visibility);

-- # Rules

alter table public.workspace_role_permissions enable row level security;
alter table public.project_role_permissions enable row level security;
alter table public.group_role_permissions enable row level security;
alter table public.team_role_permissions enable row level security;
alter table public.workspace_role_project_roles enable row level security;

create policy "Signed-in people read the matrix" on public.workspace_role_permissions for select to authenticated using (true);
create policy "Signed-in people read the matrix" on public.project_role_permissions for select to authenticated using (true);
create policy "Signed-in people read the matrix" on public.group_role_permissions for select to authenticated using (true);
create policy "Signed-in people read the matrix" on public.team_role_permissions for select to authenticated using (true);
create policy "Signed-in people read the matrix" on public.workspace_role_project_roles for select to authenticated using (true);

-- # Grants

grant select on
  public.workspace_role_permissions, public.project_role_permissions, public.group_role_permissions, public.team_role_permissions,
  public.workspace_role_project_roles
to authenticated;

-- Realtime: who hears of a change, and by which line a table announces its changes.
--
-- A notice says where to look again, never what is there: {table, operation, ids}. What a table may say to whom is one line,
-- beside the table:
--
--   select private.announce('public.groups', workspace => 'c.workspace_id', id => 'c.id');
--
-- `c` is the changed row; `workspace`, `project` and `person` are expressions that give the topics workspace:{id}, project:{id} and
-- user:{id} (null: nobody there), `joins` leads to tables they need. `id` is what the notice may name: leave it out where some of those
-- who hear the topic may not read the row. `columns`: an update of others says nothing. `access`: the person hears the event `access`
-- (renew the token, ask for everything again) instead of `change`. Nodes and tables of contents have no line: the row of their branch
-- changes with them, once an analysis.
--
-- What happens then: the line made three triggers, which run once a statement, with all of its rows. They ask private.announce_changes,
-- which puts the rows together by who hears of them: a notice for each workspace, each project and each person. private.send_notice
-- broadcasts it, unless the transaction has said the same already.

-- # Tables

create type private.change as (workspace_id bigint, project_id bigint, person_id bigint, id bigint);
comment on type private.change is 'A changed row: in which workspace and project, whose it is, and the id that a notice may name.';

-- # Rules

create function private.hears_topic()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  topic constant text[] := regexp_match(realtime.topic(), '^(workspace|project|user):([1-9][0-9]{0,17})(?::([1-9][0-9]{0,17}))?$');
  topic_id constant bigint := topic[2];
  within_id constant bigint := topic[3];
begin
  return coalesce(case topic[1]
    -- Guests know of what was shared with them and of nothing else, not even that something changed.
    when 'workspace' then within_id is null and topic_id in (select private.workspace_ids_with('WorkspaceFullMember'))
    when 'project' then within_id is null and (private.can_in_project(topic_id, 'project_read')
      or exists (select 1 from public.projects p where p.id = topic_id and p.is_open))
    -- A session for one workspace hears of the account what concerns that workspace: user:{id}:{workspace}.
    when 'user' then case
      when within_id is null then topic_id = private.own_account_id()
      else topic_id = private.current_user_id() and within_id = (private.current_session()).only_workspace_id and private.reaches(within_id)
    end
  end, false);
end
$$;
comment on function private.hears_topic is 'Whether the caller may hear the channel that Realtime asks about (realtime.topic()).';

-- Visitors have no channels, they poll: a public page may have any number of readers. Clients send nothing: there is no policy for insert.
do $policy$
begin
  if to_regclass('realtime.messages') is null then
    raise notice 'Realtime is off: without its table nobody hears of changes, and clients poll.';
    return;
  end if;
  create policy "Notices are heard by who may know the workspace, the project or the account" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and topic = (select realtime.topic()) and (select private.hears_topic()));
end
$policy$;

create function private.send_notice(topic text, event text, relation text, operation text, ids bigint[], sub uuid default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_a_transaction constant integer := 10;
  most_remembered constant integer := 4000;
  notice constant text := concat_ws(' ', topic, event, relation, operation);
  -- How often this transaction has sent which notice: a setting that ends with it.
  sent constant jsonb := coalesce(nullif(current_setting('waymark.notices_sent', true), ''), '{}');
  times constant integer := coalesce((sent ->> notice)::integer, 0) + 1;
  names_rows constant boolean := ids is not null and times < most_a_transaction;
begin
  if times > most_a_transaction then
    return;
  end if;
  if length(sent::text) < most_remembered then
    -- All notices of a transaction arrive at its end: after one that names no rows, another would say nothing new. So it counts as the last.
    perform set_config('waymark.notices_sent',
      (sent || jsonb_build_object(notice, case when names_rows then times else most_a_transaction end))::text, true);
  end if;
  perform realtime.send(
    jsonb_build_object('table', relation, 'operation', operation, 'ids', case when names_rows then to_jsonb(ids) end)
      || case when sub is null then '{}' else jsonb_build_object('sub', sub) end,
    event, topic, true);
end
$$;
comment on function private.send_notice is 'Broadcasts one notice on a private channel. Without ids it means many rows, or ones that not everybody who listens may know; sub is the only account whose sessions it is for.';

create function private.announce_to_workspaces(relation text, operation text, changes private.change[], names_rows boolean)
returns void
language sql
set search_path = ''
as $$
  select private.send_notice('workspace:' || changed.workspace_id, 'change', relation, operation, case when names_rows and changed.are_few then changed.ids end)
  from (
    select c.workspace_id, bool_and(c.id is not null) and count(distinct c.id) <= 20 as are_few, array_agg(distinct c.id) as ids
    from unnest(changes) c
    where c.workspace_id is not null
      -- What is deleted along with its workspace is announced by that deletion.
      and (relation = 'workspaces' or exists (select 1 from public.workspaces w where w.id = c.workspace_id))
    group by c.workspace_id
  ) changed
$$;
comment on function private.announce_to_workspaces is 'One notice a workspace, which names at most 20 rows.';

create function private.announce_to_projects(relation text, operation text, changes private.change[])
returns void
language sql
set search_path = ''
as $$
  select private.send_notice('project:' || changed.project_id, 'change', relation, operation, case when changed.are_few then changed.ids end)
  from (
    select c.project_id, bool_and(named.id is not null) and count(distinct named.id) <= 20 as are_few, array_agg(distinct named.id) as ids
    from unnest(changes) c
    -- Whoever hears a project's channel knows the project.
    cross join lateral (select case when relation = 'projects' then c.project_id else c.id end as id) named
    where c.project_id is not null
      and (relation = 'projects' or exists (select 1 from public.projects p where p.id = c.project_id))
    group by c.project_id
  ) changed
$$;
comment on function private.announce_to_projects is 'One notice a project, which names at most 20 rows.';

create function private.announce_to_people(relation text, operation text, event text, changes private.change[])
returns void
language sql
set search_path = ''
as $$
  select private.send_notice(heard.topic, event, relation, operation, null)
  from (
    select 'user:' || c.person_id as topic from unnest(changes) c where c.person_id is not null
    union
    -- Those of the person's sessions that are for the change's workspace only.
    select 'user:' || c.person_id || ':' || s.only_workspace_id
    from unnest(changes) c
    join public.users u on u.id = c.person_id
    join private.sessions s on s.auth_id = u.auth_id and s.only_workspace_id = c.workspace_id
  ) heard
$$;
comment on function private.announce_to_people is 'One notice a person, without names.';

create function private.announce_changes(relation text, operation text, person_event text, changes private.change[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_topics constant integer := 100;
  many_projects constant boolean := (select count(distinct c.project_id) > most_topics from unnest(changes) c);
  many_people constant boolean := (select count(distinct c.person_id) > most_topics from unnest(changes) c);
begin
  if cardinality(changes) = 0 then
    return;
  end if;
  if not many_projects then
    perform private.announce_to_workspaces(relation, operation, changes, true);
    perform private.announce_to_projects(relation, operation, changes);
  else
    -- Too many for a notice each: whoever is in their workspaces hears of all of them together.
    perform private.announce_to_workspaces(relation, operation, changes || array(
      select distinct row(p.workspace_id, null, null, null)::private.change
      from unnest(changes) c join public.projects p on p.id = c.project_id), false);
  end if;
  if not many_people then
    perform private.announce_to_people(relation, operation, person_event, changes);
  else
    -- Too many for a notice each: full members hear it on the workspace's channel, guests, who do not hear that, by themselves.
    perform private.announce_to_people(relation, operation, person_event, array(
      select c from unnest(changes) c
      join public.workspace_members m on m.workspace_id = c.workspace_id and m.user_id = c.person_id and m.role = 'guest'));
    perform private.send_notice('workspace:' || heard.workspace_id, person_event, relation, operation, null)
    from (select distinct c.workspace_id from unnest(changes) c where c.workspace_id is not null) heard;
  end if;
end
$$;
comment on function private.announce_changes is 'Announces the rows that one statement changed to everybody concerned, in few notices however many rows those are.';

create function private.announce(
  relation regclass, workspace text default 'null', project text default 'null', person text default 'null', id text default 'null',
  joins text default '', columns text default null, access boolean default false, label text default 'announce')
returns void
language plpgsql
set search_path = ''
as $$
declare
  table_name constant text := (select r.relname from pg_catalog.pg_class r where r.oid = relation);
  routine constant text := format('private.%I', label || '_' || table_name);
  key constant text := (
    select string_agg(quote_ident(a.attname), ', ')
    from pg_catalog.pg_index i join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = relation and i.indisprimary);
  change constant text := format('select row(%s, %s, %s, %s)::private.change from changed c', workspace, project, person, id);
  changes constant text := change || ' ' || joins;
  updates constant text := case when columns is null then changes else format('%s join before b using (%s) %s where (%s) is distinct from (%s)',
    change, key, joins, 'c.' || replace(columns, ', ', ', c.'), 'b.' || replace(columns, ', ', ', b.')) end;
begin
  execute format($routine$
    create function %1$s() returns trigger language plpgsql security definer set search_path = '' as $body$
    begin
      if tg_op = 'UPDATE' then
        perform private.announce_changes(tg_table_name, tg_op, %2$L, array(%3$s));
      else
        perform private.announce_changes(tg_table_name, tg_op, %2$L, array(%4$s));
      end if;
      return null;
    exception when others then
      -- Whoever misses a notice sees the change a little later; the change itself must not fail for it.
      raise warning 'No notice of a change of %%: %%', tg_table_name, sqlerrm;
      return null;
    end
    $body$
    $routine$, routine, case when access then 'access' else 'change' end, updates, changes);
  execute format('comment on function %s is %L', routine, 'Announces changes of ' || relation || ', as the line beside the table says.');
  execute format('create trigger %I after insert on %s referencing new table as changed for each statement execute function %s()',
    label || '_insert', relation, routine);
  execute format('create trigger %I after update on %s referencing old table as before new table as changed for each statement execute function %s()',
    label || '_update', relation, routine);
  execute format('create trigger %I after delete on %s referencing old table as changed for each statement execute function %s()',
    label || '_delete', relation, routine);
end
$$;
comment on function private.announce is 'Makes the triggers by which a table announces its changes; the head of this chapter says how.';

-- # Calls

create function public.has_notices_since(p_topics text[], p_seconds integer)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_topics constant integer := 20;
  kept_seconds constant integer := 72 * 3600;
  asked text;
begin
  if cardinality(p_topics) > most_topics then
    perform private.problem('VALIDATION_ERROR', 400, 'Ask about at most 20 channels.', 'p_topics');
  end if;
  if to_regclass('realtime.messages') is null then
    return true;
  end if;
  foreach asked in array coalesce(p_topics, '{}') loop
    perform set_config('realtime.topic', asked, true);
    if private.hears_topic() and exists (
      select 1 from realtime.messages m
      where m.topic = asked and m.extension = 'broadcast' and m.private is true
        and m.inserted_at > localtimestamp - make_interval(secs => least(greatest(p_seconds, 0), kept_seconds))) then
      return true;
    end if;
  end loop;
  return false;
end
$$;
comment on function public.has_notices_since is 'Whether any of these channels had a notice in the last seconds (72 hours at most): for who read first and listened later. Channels that the caller may not hear are silent.';

-- # Grants

grant execute on function private.hears_topic to authenticated;
grant execute on function public.has_notices_since to authenticated;

-- Accounts: the person behind a credential, their addresses, and what they are called.

-- # Tables

create table public.users (
  id bigint generated always as identity primary key,
  auth_id uuid not null unique references auth.users (id) on delete cascade,
  username text not null constraint users_username_key unique
    constraint check_users_username check (username ~ '^[a-z0-9-]{2,39}$'),
  first_name text not null default '' check (length(first_name) <= 255),
  last_name text not null default '' check (length(last_name) <= 255),
  avatar_url text check (avatar_url ~ '^https?://' and length(avatar_url) <= 2000),
  timezone text check (length(timezone) <= 100),
  is_site_admin boolean not null default false,
  is_account_info_collected boolean not null default false,
  has_password boolean not null default false,
  last_seen_at timestamptz,
  survey jsonb not null default '{}' check (jsonb_typeof(survey) = 'object' and length(survey::text) <= 5000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.users is 'Accounts. The credential lives in auth.users; one account has many e-mail addresses.';
comment on column public.users.has_password is 'Whether somebody chose a password. auth.users cannot tell: GoTrue gives an account made without one a random password.';
comment on column public.users.survey is 'Answers given at sign-up: persona, number_of_apis, openapi_usage, use_case, company_name …';
create trigger touch before update on public.users for each row execute function private.touch_updated_at();
alter table public.users enable row level security;
select private.announce('public.users', joins => 'left join public.workspace_members m on m.user_id = c.id', workspace => 'm.workspace_id', person => 'c.id',
  columns => 'username, first_name, last_name, avatar_url, timezone, is_site_admin, is_account_info_collected, has_password, survey');

create table public.emails (
  id bigint generated always as identity primary key,
  user_id bigint not null references public.users (id) on delete cascade,
  email text not null
    constraint email_check check (private.is_email(email)),
  is_primary boolean not null default false,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint check_emails_primary_is_confirmed check (not is_primary or confirmed_at is not null),
  constraint emails_user_id_email_key unique (user_id, email)
);
comment on table public.emails is 'Addresses of an account; any confirmed one signs in. Exactly one is primary, and only a confirmed one. An unconfirmed one is a claim: it means nothing to anybody else, and many may claim the same.';
create unique index emails_email_key on public.emails (email) where confirmed_at is not null;
comment on index public.emails_email_key is 'A confirmed address belongs to one account. Claims are not unique: that would tell whose address is known.';
create unique index emails_one_primary_idx on public.emails (user_id) where is_primary;
create trigger lower_email before insert or update of email on public.emails for each row execute function private.lower_email();
alter table public.emails enable row level security;
select private.announce('public.emails', person => 'c.user_id');

-- # Rules

create function private.keep_one_primary_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.users u where u.id = old.user_id)
    and not exists (select 1 from public.emails e where e.user_id = old.user_id and e.is_primary) then
    perform private.problem('ACTION_PROHIBITED', 403, 'An account needs one primary e-mail address.');
  end if;
  return null;
end
$$;
comment on function private.keep_one_primary_email is 'Checked when the transaction ends: in between an account may change which address is the primary one.';
create constraint trigger keep_one_primary after update or delete on public.emails
  deferrable initially deferred
  for each row when (old.is_primary) execute function private.keep_one_primary_email();

create function private.free_username(near text)
returns text
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  base text := btrim(substr(regexp_replace(lower(near), '[^a-z0-9]+', '-', 'g'), 1, 30), '-');
  candidate text;
begin
  if length(base) < 2 then
    base := 'user';
  end if;
  candidate := base;
  while exists (select 1 from public.users u where u.username = candidate) loop
    candidate := base || '-' || encode(extensions.gen_random_bytes(3), 'hex');
  end loop;
  return candidate;
end
$$;
comment on function private.free_username is 'A username nobody has, near to a text.';

create function private.ensure_user(auth_id uuid, email text)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  account_id bigint;
begin
  -- Two proofs of one address at once make one account.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('account:' || lower(ensure_user.email), 0));
  select e.user_id into account_id from public.emails e where e.email = lower(ensure_user.email) and e.confirmed_at is not null;
  if found then
    return account_id;
  end if;
  select u.id into account_id from public.users u where u.auth_id = ensure_user.auth_id;
  if not found then
    insert into public.users (auth_id, username)
    values (ensure_user.auth_id, private.free_username(split_part(ensure_user.email, '@', 1)))
    returning id into account_id;
  end if;
  -- What others claim stays as it is: that it vanished would tell them of the proof.
  insert into public.emails (user_id, email, is_primary, confirmed_at)
  values (account_id, ensure_user.email, not exists (select 1 from public.emails e where e.user_id = account_id and e.is_primary), now())
  on conflict on constraint emails_user_id_email_key do update set is_primary = excluded.is_primary, confirmed_at = excluded.confirmed_at;
  return account_id;
end
$$;
comment on function private.ensure_user is 'The account of a proven address; made, with the address confirmed, when there is none.';

create function private.display_name(account public.users)
returns text
language sql
immutable
as $$
  select coalesce(nullif(btrim(account.first_name || ' ' || account.last_name), ''), account.username)
$$;
comment on function private.display_name is 'What somebody is called: first and last name, else the username. Without a search path of its own, so that it becomes part of the query.';

create function private.mail_account(user_id bigint, template text, data jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.enqueue_mail(e.email, template, data || jsonb_build_object('at', now()))
  from public.emails e where e.user_id = mail_account.user_id and e.confirmed_at is not null
$$;
comment on function private.mail_account is 'Mails every confirmed address of an account: whoever took one over cannot keep the others from hearing of it.';

-- # Views

create view private.people as
select u.id as user_id, u.username, u.first_name, u.last_name, private.display_name(u) as display_name, u.avatar_url, e.email
from public.users u
left join public.emails e on e.user_id = u.id and e.is_primary;
comment on view private.people is 'How people are shown. The address is for those who read the members of a workspace.';

create function private.person(user_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('user_id', p.user_id, 'display_name', p.display_name, 'avatar_url', p.avatar_url)
    from private.people p where p.user_id = person.user_id
  );
end
$$;
comment on function private.person is 'Somebody''s name and picture.';

create function private.person_for(person private.people, sees_addresses boolean)
returns jsonb
language sql
immutable
as $$
  select to_jsonb(person) || case when sees_addresses then '{}' else '{"email": null}' end::jsonb
$$;
comment on function private.person_for is 'A person as JSON; the address only for who reads addresses.';

create function private.is_found(person private.people, search text, by_address boolean)
returns boolean
language sql
immutable
as $$
  select coalesce(btrim(search), '') = '' or person.display_name ilike private.like_pattern(search) or person.username ilike private.like_pattern(search)
    or by_address and person.email ilike private.like_pattern(search)
$$;
comment on function private.is_found is 'Whether a person is meant by a search: by name, username and, for who reads addresses, address.';

-- # Calls

create function public.me()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', u.id, 'username', u.username, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url,
    'timezone', u.timezone, 'is_site_admin', u.is_site_admin, 'is_account_info_collected', u.is_account_info_collected,
    'created_at', u.created_at, 'survey', u.survey,
    'has_password', u.has_password,
    'only_workspace_id', (private.current_session()).only_workspace_id,
    'emails', coalesce((
      select jsonb_agg(jsonb_build_object('id', e.id, 'email', e.email, 'is_primary', e.is_primary, 'confirmed_at', e.confirmed_at)
        order by e.is_primary desc, e.id)
      from public.emails e where e.user_id = u.id and (e.is_primary or private.own_account_id() is not null)), '[]'),
    'memberships', coalesce((
      select jsonb_agg(jsonb_build_object('workspace_id', w.id, 'slug', w.slug, 'name', w.name, 'logo_url', w.logo_url, 'role', m.role,
        'locked', w.locked and u.id <> private.oldest_owner_id(w.id), 'receive_daily_summary', m.receive_daily_summary) order by w.name)
      from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
      where m.user_id = u.id and (private.own_account_id() is not null or private.reaches(w.id))), '[]'))
  from public.users u
  where u.id = private.current_user_id()
$$;
comment on function public.me is 'The caller''s account with addresses and workspaces, or null. A session for one workspace sees that workspace and the primary address.';

create function public.update_account(
  p_first_name text, p_last_name text, p_username text default null, p_avatar_url text default null,
  p_timezone text default null, p_survey jsonb default null, p_complete boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_account();
  old_username constant text := (select u.username from public.users u where u.id = me);
begin
  if btrim(coalesce(p_first_name, '')) = '' then
    perform private.problem('VALIDATION_ERROR', 400, 'Required', 'first_name');
  end if;
  if btrim(coalesce(p_last_name, '')) = '' then
    perform private.problem('VALIDATION_ERROR', 400, 'Required', 'last_name');
  end if;
  if p_survey is not null and jsonb_typeof(p_survey) <> 'object' then
    perform private.problem('VALIDATION_ERROR', 400, 'The survey is not an object.', 'survey');
  end if;
  if p_username <> old_username and private.throttle_hit('username:' || me, 20, 86400) > 0 then
    return private.answer_problem('TOO_MANY_REQUESTS', 429, 'The username was changed too often today. Please try again tomorrow.', 'username');
  end if;
  begin
    update public.users u set
      first_name = btrim(p_first_name),
      last_name = btrim(p_last_name),
      username = coalesce(p_username, u.username),
      avatar_url = case when p_avatar_url is null then u.avatar_url else nullif(btrim(p_avatar_url), '') end,
      timezone = coalesce(p_timezone, u.timezone),
      survey = u.survey || coalesce(p_survey, '{}'),
      is_account_info_collected = u.is_account_info_collected or p_complete
    where u.id = me;
  exception when unique_violation then
    -- Answered instead of raised, so that it counts: who tries names learns twenty a day.
    return private.answer_problem('CONFLICT', 409, 'This username is already taken. Please choose a different one.', 'username');
  end;
  return public.me();
end
$$;
comment on function public.update_account is 'Changes the caller''s names, username, avatar, time zone and survey answers (merged); p_complete ends the account step of sign-up.';

-- # Grants

grant select (id, username, first_name, last_name, avatar_url, last_seen_at, created_at) on public.users to authenticated;
grant select on public.emails to authenticated;

grant execute on function public.me, public.update_account to authenticated;

-- Codes: what is mailed to prove an address, and how often codes may be asked for and tried.

-- # Tables

create table private.codes (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('signup', 'workspace_signup', 'confirm_email', 'reset_password', 'member_email', 'proof')),
  email text not null,
  subject text not null default '',
  code_hash bytea not null,
  token_hash bytea unique,
  browser_hash text not null default '' check (length(browser_hash) <= 128),
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '15 minutes',
  constraint codes_key unique (purpose, email, subject, browser_hash)
);
comment on table private.codes is 'Codes sent by mail: hashed, 15 minutes, 5 attempts, one live code a purpose, address, subject and browser. A used code is deleted.';
comment on column private.codes.browser_hash is 'The browser that asked for the code and alone may use it. Whoever else asks for the same address gets a code and attempts of their own, and leaves this one alone.';
comment on column private.codes.subject is 'What the code is for beyond the address: workspace:1, user:2, claim:3. A code for one is worth nothing for another.';
comment on column private.codes.token_hash is 'The token of the link in the same mail, where there is one.';
create index codes_subject_idx on private.codes (subject, purpose);
alter table private.codes enable row level security;

-- # Rules

create function private.code_hash(purpose text, email text, code text)
returns bytea
language sql
immutable
set search_path = ''
as $$
  select extensions.digest(purpose || ':' || lower(email) || ':' || code, 'sha256')
$$;
comment on function private.code_hash is 'How a code is stored. Purpose and address are part of it: the same digits for another are another code.';

create function private.new_code()
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  bytes bytea;
  number bigint;
begin
  loop
    bytes := extensions.gen_random_bytes(4);
    number := get_byte(bytes, 0)::bigint << 24 | get_byte(bytes, 1) << 16 | get_byte(bytes, 2) << 8 | get_byte(bytes, 3);
    -- Draws above the largest multiple of a million would favour small codes.
    exit when number < 4294000000;
  end loop;
  return lpad((number % 1000000)::text, 6, '0');
end
$$;
comment on function private.new_code is 'Six random digits, every one of the million equally likely.';

create function private.code_wait(purpose text, email text, client text, browser_hash text default null)
returns integer
language sql
security definer
set search_path = ''
as $$
  select case when private.is_known_browser(email, browser_hash)
    then private.throttle_hit('code-browser:' || purpose || ':' || lower(btrim(email)) || ' ' || browser_hash, 5, 900)
    else greatest(
      private.throttle_hit('code:' || purpose || ':' || lower(btrim(email)) || ' ' || private.client_key(client), 5, 900),
      private.throttle_hit('code-address:' || lower(btrim(email)), 30, 900),
      private.throttle_hit('code-client:' || private.client_key(client), 60, 900)) end
$$;
comment on function private.code_wait is 'Counts the request for a code: 0, or the seconds to wait. Who asks too often for an address waits, long before the address does; a browser that the account knows has a count of its own, which no stranger uses up.';

create function private.guess_counts(who text, client text, browser_hash text default null)
returns table (key text, maximum integer)
language sql
stable
security definer
set search_path = ''
as $$
  select c.key, c.maximum
  from (select lower(btrim(who)) as person, private.client_key(client) as network, private.is_known_browser(who, guess_counts.browser_hash) as is_known) g
  cross join lateral (values
    ('guess-browser:' || g.person || ' ' || guess_counts.browser_hash, 30, g.is_known),
    -- An account guesses in a session of its own, which may be stolen: from however many addresses.
    ('guess-account:' || who, 30, not g.is_known and who like 'user:%'),
    ('guess:' || g.person || ' ' || g.network, 30, not g.is_known),
    ('guess-client:' || g.network, 100, not g.is_known)) c (key, maximum, counts)
  where c.counts
$$;
comment on function private.guess_counts is 'What an attempt at a code counts in, and how often in 15 minutes: who guesses, never the address alone. Five attempts a code and few short codes an address bound that, and nobody is locked out by a stranger. What an account tries in its own sessions is counted for the account.';

create function private.guess_wait(who text, client text, browser_hash text default null)
returns integer
language sql
security definer
set search_path = ''
as $$
  select max(private.throttle_hit(c.key, c.maximum, 900)) from private.guess_counts(who, client, browser_hash) c
$$;
comment on function private.guess_wait is 'Counts an attempt at a code: 0, or the seconds to wait.';

create function private.own_guess_wait(user_id bigint, called text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  path constant text := nullif(current_setting('request.path', true), '');
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
begin
  -- What fails behind it in the same transaction takes the count back, and the attempt at the code with it: a second field
  -- of GraphQL that fails unless the guess was right, or what an answer must be (one row, so many rows).
  if path !~ ('(^|/)rpc/' || called || '$') or headers ->> 'accept' ~* 'pgrst'
    or headers ->> 'prefer' ~* '(count|tx|max-affected)\s*=' then
    perform private.problem('ACTION_PROHIBITED', 403, 'Codes and passwords are tried by themselves, by a call of this function alone.');
  end if;
  return private.guess_wait('user:' || user_id, host(private.client_address()));
end
$$;
comment on function private.own_guess_wait is 'Counts what an account tries in a session of its own, for one of the functions that clients call: 0, or the seconds to wait. Refuses requests that could undo the count once they know what came of it.';

create function private.give_guess_back(who text, client text, browser_hash text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.throttle t set hits = t.hits - 1
  from private.guess_counts(who, client, browser_hash) c
  -- Only rows that this very transaction counted in: nobody gets back more than they gave.
  where t.key = c.key and t.xmin = pg_catalog.pg_current_xact_id()::xid
$$;
comment on function private.give_guess_back is 'A right code is no guess: what this transaction counted for it is taken back, so that many people behind one address do not wait for each other.';

create function private.make_code(
  purpose text, email text, subject text default '', with_link boolean default false, browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := private.require_email(make_code.email);
  known_as constant text := case when private.is_known_browser(address, make_code.browser_hash) then ' ' || make_code.browser_hash else '' end;
  is_short constant boolean := private.throttle_hit('short-codes:' || address || known_as, 5, 86400) = 0 and case
    -- Where a domain opens a workspace, an address that nobody reads is as good as any: they are counted together.
    when known_as = '' and exists (select 1 from public.approved_domains d where d.domain = private.domain_of(address))
      then private.throttle_hit('short-codes-domain:' || private.domain_of(address), 100, 86400) = 0
    else true end;
  code constant text := private.new_code() || case when is_short then '' else private.new_code() end;
  token constant text := case when with_link then private.new_token() end;
begin
  insert into private.codes as c (purpose, email, subject, browser_hash, code_hash, token_hash)
  values (make_code.purpose, address, make_code.subject, coalesce(make_code.browser_hash, ''),
    private.code_hash(make_code.purpose, address, code), private.token_hash(token))
  on conflict on constraint codes_key do update
    set code_hash = excluded.code_hash, token_hash = excluded.token_hash, attempts = 0, created_at = now(), expires_at = excluded.expires_at;
  return jsonb_strip_nulls(jsonb_build_object('purpose', make_code.purpose, 'code', code, 'token', token));
end
$$;
comment on function private.make_code is 'A fresh code in place of the older one for the same purpose, address, subject and browser. The first five a day for an address have six digits, further ones twelve, and so after the first hundred for a domain that a workspace approves: so an address stands twenty-five guesses a day at short codes, from however many browsers, and is never refused a code for that.';

create function private.mail_code(email text, data jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.enqueue_mail(email, case data ->> 'purpose' when 'reset_password' then 'reset' else 'code' end, jsonb_strip_nulls(data))
$$;
comment on function private.mail_code is 'Mails a code that was made.';

create function private.send_code(
  purpose text, email text, subject text default '', data jsonb default '{}', with_link boolean default false, browser_hash text default null)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.mail_code(email, data || private.make_code(purpose, email, subject, with_link, browser_hash))
$$;
comment on function private.send_code is 'Makes a fresh code and mails it.';

create function private.check_code(purpose text, email text, subject text, code text, browser_hash text default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.codes;
begin
  select * into held from private.codes c
  where c.purpose = check_code.purpose and c.email = lower(btrim(check_code.email)) and c.subject = check_code.subject
    and c.browser_hash = coalesce(check_code.browser_hash, '')
  for update;
  if not found or held.expires_at <= now() or held.attempts >= 5 then
    return 'spent';
  end if;
  if held.code_hash = private.code_hash(check_code.purpose, held.email, btrim(check_code.code)) then
    return 'ok';
  end if;
  update private.codes c set attempts = c.attempts + 1 where c.id = held.id;
  return case when held.attempts < 4 then 'wrong' else 'spent' end;
end
$$;
comment on function private.check_code is 'ok; wrong, which costs an attempt, so its callers answer instead of raising; or spent: no code waits here, or no longer, and only a new one helps.';

create function private.consume_code(purpose text, email text, code text, subject text default '', browser_hash text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.codes c
  where c.purpose = consume_code.purpose
    and c.email = lower(btrim(consume_code.email))
    and c.subject = consume_code.subject
    and c.browser_hash = coalesce(consume_code.browser_hash, '')
    and c.code_hash = private.code_hash(consume_code.purpose, c.email, btrim(consume_code.code))
    and c.expires_at > now()
    and c.attempts < 5;
  if not found then
    perform private.problem('VALIDATION_ERROR', 400, 'Invalid confirmation code', 'code');
  end if;
end
$$;
comment on function private.consume_code is 'Uses a code up, in the transaction of what it allows: it works once, or not at all.';

-- # Calls

create function public.svc_request_code(p_purpose text, p_email text, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait constant integer := private.code_wait(p_purpose, p_email, p_client, p_browser_hash);
begin
  if wait > 0 then
    return jsonb_build_object('sent', false, 'retry_after', wait);
  end if;
  perform private.send_code(p_purpose, p_email, browser_hash => p_browser_hash);
  return jsonb_build_object('sent', true, 'retry_after', 0);
end
$$;
comment on function public.svc_request_code is 'Makes a fresh code for an address, replacing the older one of the same browser, and mails it. Limited per address, client and browser.';

create function public.svc_check_code(p_purpose text, p_email text, p_code text, p_browser_hash text default null, p_client text default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  verdict text;
begin
  if private.guess_wait(p_email, p_client, p_browser_hash) > 0 then
    perform private.problem('TOO_MANY_REQUESTS', 429, 'Too many attempts. Please try again later.');
  end if;
  verdict := private.check_code(p_purpose, p_email, '', p_code, p_browser_hash);
  if verdict = 'ok' then
    perform private.give_guess_back(p_email, p_client, p_browser_hash);
  end if;
  return verdict;
end
$$;
comment on function public.svc_check_code is 'Whether the code of this browser is ok, wrong or spent. A wrong one costs an attempt, which is why this answers instead of raising.';

-- # Grants

grant execute on function public.svc_request_code, public.svc_check_code to service_role;

-- Signing in: by password or a reset code, how often that may be tried, and whose a proven address is.

-- # Tables

create table private.login_browsers (
  auth_id uuid references auth.users on delete cascade,
  browser_hash text check (length(browser_hash) between 1 and 128),
  used_at timestamptz not null default now(),
  primary key (auth_id, browser_hash)
);
comment on table private.login_browsers is 'Browsers in which somebody has signed in with the password or a mailed code: what they ask for and try is counted apart from what strangers do.';
alter table private.login_browsers enable row level security;

-- # Rules

create function private.keep_browser(auth_id uuid, browser_hash text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if keep_browser.browser_hash is null then
    return;
  end if;
  insert into private.login_browsers as b (auth_id, browser_hash) values (keep_browser.auth_id, keep_browser.browser_hash)
  on conflict on constraint login_browsers_pkey do update set used_at = now() where b.used_at < now() - interval '1 day';
  delete from private.login_browsers b
  where b.auth_id = keep_browser.auth_id
    and b.browser_hash not in (select k.browser_hash from private.login_browsers k where k.auth_id = keep_browser.auth_id order by k.used_at desc limit 20);
end
$$;
comment on function private.keep_browser is 'Makes a browser a known one of a credential; the twenty used last stay.';

create function private.is_known_browser(email text, browser_hash text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.emails e
    join public.users u on u.id = e.user_id
    join private.login_browsers b on b.auth_id = u.auth_id
    where e.email = lower(btrim(is_known_browser.email)) and e.confirmed_at is not null and b.browser_hash = is_known_browser.browser_hash)
$$;
comment on function private.is_known_browser is 'Whether the account of a confirmed address was signed in to in this browser before.';

create function private.purge_sign_in()
returns integer
language sql
security definer
set search_path = ''
as $$
  with
  states as (delete from private.login_states where expires_at < now() returning 1),
  codes as (delete from private.sso_codes where expires_at < now() returning 1),
  requests as (delete from private.saml_requests where expires_at < now() returning 1),
  assertions as (delete from private.saml_assertions where expires_at < now() returning 1),
  claims as (delete from private.email_claims where created_at < now() - interval '1 day' and coalesce(confirmed_at, created_at) < now() - interval '1 day' returning 1),
  browsers as (delete from private.known_browsers where confirmed_at < now() - interval '400 days' returning 1),
  unsubscribing as (delete from private.unsubscribe_tokens where created_at < now() - interval '90 days' returning 1),
  digests as (delete from private.digests where day < current_date - 30 returning 1),
  devices as (delete from private.devices where last_seen_at < now() - interval '400 days' returning 1),
  sessions as (delete from private.sessions o where not exists (select 1 from auth.sessions s where s.id = o.session_id) returning 1),
  ended as (delete from private.ended_sessions where ended_at < now() - interval '90 days' returning 1),
  permits as (delete from private.password_permits where created_at < now() - interval '1 minute' returning 1),
  invitations as (delete from public.workspace_invitations where revoked_at < now() - interval '90 days' returning 1)
  select count(*)::integer from (
    select 1 from states union all select 1 from codes union all select 1 from requests union all select 1 from assertions union all select 1 from claims union all
    select 1 from browsers union all select 1 from unsubscribing union all select 1 from digests union all select 1 from devices union all
    select 1 from sessions union all select 1 from ended union all select 1 from permits union all select 1 from invitations
  ) removed
$$;
comment on function private.purge_sign_in is 'Clears away what sign-ins left behind and nobody can use any more; the worker runs it hourly.';

create function private.confirm_address(user_id bigint, email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(email));
begin
  -- As in private.ensure_user: of two proofs of one address at once the second sees the first.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('account:' || address, 0));
  if private.account_of(address) <> confirm_address.user_id then
    perform private.problem('CONFLICT', 409,
      'This email has already been associated with an account. If you believe this is an error, please contact support.', 'email');
  end if;
  insert into public.emails as e (user_id, email, is_primary, confirmed_at)
  values (confirm_address.user_id, address,
    not exists (select 1 from public.emails o where o.user_id = confirm_address.user_id and o.is_primary), now())
  on conflict on constraint emails_user_id_email_key do update set confirmed_at = coalesce(e.confirmed_at, excluded.confirmed_at);
end
$$;
comment on function private.confirm_address is 'Makes a proven address a confirmed one of the account. What others only claimed means nothing; what another account proved stays theirs.';

create function private.account_of(email text)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select e.user_id from public.emails e where e.email = lower(btrim(account_of.email)) and e.confirmed_at is not null
$$;
comment on function private.account_of is 'The account that proved an address, or null.';

create function private.require_credential_of(auth_id uuid, emails text[])
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  address text;
begin
  select a.email into address from auth.users a where a.id = require_credential_of.auth_id and a.email = any (emails);
  if address is null then
    perform private.problem('TOKEN_ERROR', 400, 'Encountered an error during authentication');
  end if;
  return address;
end
$$;
comment on function private.require_credential_of is 'The address of a credential that was made for one of these proven addresses; any other credential is refused.';

-- # Calls

create function public.svc_login_lookup(p_identifier text, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  identifier text := lower(btrim(p_identifier));
  who text;
  wait integer;
  credential record;
begin
  select a.id, a.email into credential
  from public.users u
  join auth.users a on a.id = u.auth_id
  where u.username = identifier
    or u.id = (select e.user_id from public.emails e where e.email = identifier and e.confirmed_at is not null);
  -- Somebody with many addresses has one limit, not one an address.
  who := coalesce(credential.id::text, identifier);
  if exists (select 1 from private.login_browsers b where b.auth_id = credential.id and b.browser_hash = p_browser_hash) then
    wait := private.throttle_hit('login-browser:' || who || ' ' || p_browser_hash, 20, 900);
  else
    wait := greatest(
      private.throttle_hit('login:' || who || ' ' || private.client_key(p_client), 20, 900),
      private.throttle_hit('login-client:' || private.client_key(p_client), 300, 900));
    -- Many clients at one account: each of them becomes slow, and nobody is locked out.
    if wait = 0 and private.throttle_hit('login-account:' || who, 40, 900) > 0 then
      wait := private.throttle_hit('login-slow:' || who || ' ' || private.client_key(p_client), 1, 10);
    end if;
  end if;
  if wait > 0 then
    return jsonb_build_object('retry_after', wait);
  end if;
  return jsonb_build_object('auth_id', credential.id, 'auth_email', credential.email, 'retry_after', 0);
end
$$;
comment on function public.svc_login_lookup is 'The credential behind a confirmed e-mail address or a username, within the limits of attempts: of a client at an account, of a known browser, of a client.';

create function private.clear_login_throttle(user_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.throttle t
  using public.users u
  where u.id = clear_login_throttle.user_id
    and (t.key = 'login-account:' || u.auth_id or starts_with(t.key, 'login:' || u.auth_id || ' ') or starts_with(t.key, 'login-slow:' || u.auth_id || ' '))
$$;
comment on function private.clear_login_throttle is 'Forgets all failed sign-ins of an account, from wherever they came.';

create function public.svc_login_result(p_identifier text, p_client text, p_ok boolean, p_browser_hash text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  account record;
begin
  if not p_ok then
    return;
  end if;
  select u.id, u.auth_id into account from public.users u
  where u.username = lower(btrim(p_identifier))
    or u.id = (select e.user_id from public.emails e where e.email = lower(btrim(p_identifier)) and e.confirmed_at is not null);
  delete from private.throttle t
  where t.key = any (array[
    'login:' || account.auth_id || ' ' || private.client_key(p_client), 'login-slow:' || account.auth_id || ' ' || private.client_key(p_client),
    'login-account:' || account.auth_id, 'login-browser:' || account.auth_id || ' ' || p_browser_hash]);
  perform private.keep_browser(account.auth_id, p_browser_hash);
  update public.users u set last_seen_at = now() where u.id = account.id;
end
$$;
comment on function public.svc_login_result is 'A successful sign-in clears the count of failed ones and makes the browser a known one.';

create function public.svc_has_workspaces(p_email text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.emails e join public.workspace_members m on m.user_id = e.user_id
    where e.email = lower(btrim(p_email)) and e.confirmed_at is not null
  )
$$;
comment on function public.svc_has_workspaces is 'Whether an address belongs to somebody in any workspace.';

create function public.svc_mail_workspaces(p_email text, p_client text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait integer;
  found_workspaces jsonb;
begin
  wait := greatest(
    private.throttle_hit('find:' || lower(btrim(p_email)), 5, 900),
    private.throttle_hit('find-client:' || private.client_key(p_client), 60, 900)
  );
  if wait > 0 then
    return wait;
  end if;
  select jsonb_agg(jsonb_build_object('name', w.name, 'slug', w.slug) order by w.name) into found_workspaces
  from public.emails e
  join public.workspace_members m on m.user_id = e.user_id
  join public.workspaces w on w.id = m.workspace_id
  where e.email = lower(btrim(p_email)) and e.confirmed_at is not null;
  if found_workspaces is not null then
    perform private.enqueue_mail(p_email, 'found_workspaces', jsonb_build_object('workspaces', found_workspaces));
  end if;
  return 0;
end
$$;
comment on function public.svc_mail_workspaces is 'Mails the list of workspaces to an address that has some; answers the seconds to wait when asked too often, else 0.';

create function public.svc_request_reset(p_email text, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait constant integer := private.code_wait('reset_password', p_email, p_client, p_browser_hash);
  made jsonb;
begin
  if wait = 0 then
    -- For a stranger as well: what is said of wrong codes must not tell whether there is an account.
    made := private.make_code('reset_password', p_email, browser_hash => p_browser_hash);
    if private.account_of(p_email) is not null then
      perform private.mail_code(p_email, made);
    end if;
  end if;
  return jsonb_build_object('retry_after', wait);
end
$$;
comment on function public.svc_request_reset is 'Mails a reset code to a confirmed address of an account, says the same for a stranger. Has limits of its own: who is locked out of signing in can still reset.';

create function public.svc_redeem_reset(p_email text, p_code text, p_workspace_id bigint, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait constant integer := private.guess_wait(p_email, p_client, p_browser_hash);
  verdict text;
  account_id bigint;
begin
  if wait > 0 then
    return jsonb_build_object('outcome', 'invalid_code', 'retry_after', wait);
  end if;
  verdict := private.check_code('reset_password', p_email, '', p_code, p_browser_hash);
  if verdict <> 'ok' then
    return jsonb_build_object('outcome', case verdict when 'wrong' then 'invalid_code' else 'spent_code' end, 'retry_after', 0);
  end if;
  account_id := private.account_of(p_email);
  if account_id is null then
    return jsonb_build_object('outcome', 'invalid_code', 'retry_after', 0);
  end if;
  if p_workspace_id is not null and not exists (
    select 1 from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = account_id) then
    return jsonb_build_object('outcome', 'not_member', 'retry_after', 0);
  end if;
  -- Before the code is used up and a password changed that is of no use there.
  perform private.require_passwords(p_workspace_id);
  perform private.consume_code('reset_password', p_email, p_code, browser_hash => p_browser_hash);
  perform private.clear_login_throttle(account_id);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  return (
    select jsonb_build_object('outcome', 'ok', 'auth_id', u.auth_id, 'auth_email', a.email, 'retry_after', 0)
    from public.users u join auth.users a on a.id = u.auth_id where u.id = account_id);
end
$$;
comment on function public.svc_redeem_reset is 'Uses a reset code up and says whose password may be set now.';

-- # Grants

grant execute on function
  public.svc_login_lookup, public.svc_login_result, public.svc_has_workspaces, public.svc_mail_workspaces, public.svc_request_reset,
  public.svc_redeem_reset
to service_role;

-- Signing up: a code becomes an account, with a workspace of its own or in one that lets people register.

-- # Rules

create function private.require_registration(workspace_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from public.workspaces w where w.id = require_registration.workspace_id) then
    perform private.problem('NOT_FOUND', 404, 'Workspace not found.');
  end if;
  if not exists (
    select 1 from public.workspace_integrations i
    where i.workspace_id = require_registration.workspace_id and i.kind = 'builtin' and i.enabled and i.allow_user_login and i.allow_user_register
  ) then
    perform private.problem('ACTION_PROHIBITED', 403, 'This workspace does not allow signing up by e-mail.');
  end if;
end
$$;
comment on function private.require_registration is 'Refuses where the built-in integration does not let people register.';

-- # Calls

create function public.svc_signup_auth_id(p_email text)
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (select u.auth_id from public.emails e join public.users u on u.id = e.user_id
     where e.email = lower(btrim(p_email)) and e.confirmed_at is not null),
    (select a.id from auth.users a where a.email = lower(btrim(p_email)) limit 1)
  )
$$;
comment on function public.svc_signup_auth_id is 'The credential that already belongs to an address, or null.';

create function public.svc_signup_workspace(p_auth_id uuid, p_email text, p_code text, p_slug text, p_name text, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  account_id bigint;
  made public.workspaces;
begin
  perform private.consume_code('signup', p_email, p_code, browser_hash => p_browser_hash);
  if private.reason_against_slug(p_slug) = 'invalid' then
    perform private.problem('VALIDATION_ERROR', 400, 'Must only contain numbers, lowercase letters, or dashes.', 'slug');
  end if;
  account_id := private.ensure_user(p_auth_id, p_email);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  made := private.create_workspace(account_id, p_slug, coalesce(nullif(btrim(p_name), ''), p_slug));
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, ip_address)
  select made.id, 'workspace.created', u.id, private.display_name(u), lower(p_email),
    case when p_client ~ '^[0-9a-fA-F.:]+$' then p_client::inet end
  from public.users u where u.id = account_id;
  return jsonb_build_object(
    'workspace', jsonb_build_object('id', made.id, 'slug', made.slug, 'name', made.name),
    'user_id', account_id,
    'is_account_info_collected', (select u.is_account_info_collected from public.users u where u.id = account_id));
end
$$;
comment on function public.svc_signup_workspace is 'Uses the code up and makes account, address, workspace, owner and billing account: all or nothing. A taken slug leaves the code usable.';

create function public.svc_request_workspace_signup(p_slug text, p_email text, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host public.workspaces;
  wait integer;
begin
  select * into host from public.workspaces w where w.slug = lower(p_slug);
  perform private.require_registration(host.id);
  wait := private.code_wait('workspace_signup', p_email, p_client, p_browser_hash);
  if wait = 0 then
    perform private.send_code('workspace_signup', p_email, 'workspace:' || host.id, jsonb_build_object(
      'workspace_id', host.id, 'workspace', host.name), browser_hash => p_browser_hash);
  end if;
  return jsonb_build_object('retry_after', wait);
end
$$;
comment on function public.svc_request_workspace_signup is 'Mails the code for signing up by e-mail to the workspace of a name. Not by its number: numbers can be counted, and the mail names the workspace.';

create function public.svc_workspace_signup(
  p_workspace_id bigint, p_email text, p_code text, p_auth_id uuid, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(p_email));
  subject constant text := 'workspace:' || p_workspace_id;
  wait integer;
  verdict text;
  account_id bigint;
begin
  perform private.require_registration(p_workspace_id);
  wait := private.guess_wait(address, p_client, p_browser_hash);
  if wait > 0 then
    return jsonb_build_object('outcome', 'invalid_code', 'retry_after', wait);
  end if;
  verdict := private.check_code('workspace_signup', address, subject, p_code, p_browser_hash);
  if verdict <> 'ok' then
    return jsonb_build_object('outcome', case verdict when 'wrong' then 'invalid_code' else 'spent_code' end, 'retry_after', 0);
  end if;
  perform private.give_guess_back(address, p_client, p_browser_hash);
  account_id := private.account_of(address);
  if account_id is null then
    if p_auth_id is null then
      return jsonb_build_object('outcome', 'needs_credential', 'email', address, 'retry_after', 0);
    end if;
    perform private.require_credential_of(p_auth_id, array[address]);
    account_id := private.ensure_user(p_auth_id, address);
  end if;
  perform private.consume_code('workspace_signup', address, p_code, subject, p_browser_hash);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  return private.enter_workspace(account_id, p_workspace_id, p_client, p_browser_hash);
end
$$;
comment on function public.svc_workspace_signup is 'Uses a sign-up code: the account of the address, made where there is none, enters the workspace by the same rules as everybody.';

-- # Grants

grant execute on function
  public.svc_signup_auth_id, public.svc_signup_workspace, public.svc_request_workspace_signup, public.svc_workspace_signup
to service_role;

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
  check ((method = 'provider') = (integration_id is not null))
);
comment on table private.sessions is 'How a session of auth.sessions was opened. GoTrue only sees the function that called it. Sessions without a row were opened at GoTrue itself.';
comment on column private.sessions.method is 'What opened it: the password, a code sent by mail (sign-up, invitation, reset), or an integration''s provider.';
comment on column private.sessions.integration_id is 'The integration whose provider opened it. No foreign key: one that is gone opens nothing any more.';
comment on column private.sessions.only_workspace_id is 'The workspace on whose provider''s word alone it was opened: it reaches nothing else, and nothing of the account. No foreign key: what is left of a deleted workspace is no reason to trust it.';
comment on column private.sessions.proven_at is 'When the person last proved who they are in this session: at its beginning, or by password or code since.';
alter table private.sessions enable row level security;
create index sessions_auth_id_idx on private.sessions (auth_id) where only_workspace_id is not null;

create type private.session as (id uuid, auth_id uuid, method text, integration_id bigint, only_workspace_id bigint, is_recent boolean);
comment on type private.session is 'What a session may do: whose it is (null: it has ended, or there is none), what opened it, the only workspace it is for (null: all, and the account), and whether its proof is of the last ten minutes.';

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

create schema request;
comment on schema request is 'What runs before every request of the API. Not exposed: nobody can ask for it.';
grant usage on schema request to anon, authenticated, service_role;

do $setting$
begin
  execute format('alter role authenticator in database %I set pgrst.db_pre_request = %L', current_database(), 'request.check_session');
end
$setting$;
notify pgrst, 'reload config';

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

-- ## What a session may do

create function private.session_of(session_id uuid, auth_id uuid)
returns private.session
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  found private.session;
begin
  select s.id, s.user_id,
    coalesce(o.method, (
      select 'password' from auth.mfa_amr_claims a where a.session_id = s.id and a.authentication_method = 'password'), 'code'),
    o.integration_id, o.only_workspace_id, coalesce(o.proven_at, s.created_at) > now() - interval '10 minutes'
  into found
  from auth.sessions s
  left join private.sessions o on o.session_id = s.id
  where s.id = session_of.session_id and s.user_id = session_of.auth_id and (s.not_after is null or s.not_after > now());
  return found;
end
$$;
comment on function private.session_of is 'A living session of a credential, and what it may do; all null for any other.';

create function private.current_session()
returns private.session
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  claims constant text := nullif(current_setting('request.jwt.claims', true), '');
begin
  -- The check before the request has looked already. Policies ask several times: even to read the claims again is
  -- most of what that costs.
  if claims = current_setting('waymark.session_claims', true) then
    return current_setting('waymark.session', true)::private.session;
  end if;
  return private.session_of((claims::jsonb ->> 'session_id')::uuid, (claims::jsonb ->> 'sub')::uuid);
end
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
    perform private.problem('UNAUTHENTICATED', 401, 'Sign in to change your account.');
  end if;
  if session.only_workspace_id is not null then
    perform private.problem('PROOF_REQUIRED', 403, 'You signed in with the provider of one workspace. Confirm that it is you to change your account.');
  end if;
  return me;
end
$$;
comment on function private.require_account is 'The caller''s account, to be changed; refuses who has none, and a session for one workspace only.';

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
    perform private.send_notice('user:' || u.id, 'access', 'sessions', 'DELETE', null, old.user_id)
    from public.users u where u.auth_id = old.user_id;
  exception when others then
    raise warning 'No notice of an ended session: %', sqlerrm;
  end;
  return old;
end
$$;
comment on function private.note_ended_session is 'Whichever door a session ends by, its browser can be told why and its channels close.';
create trigger waymark_note_ended before delete on auth.sessions for each row execute function private.note_ended_session();

create function private.ended_sentence(reason text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case reason
    when 'password_changed' then 'You were signed out because the password was changed.'
    when 'signed_out_elsewhere' then 'You were signed out from another device.'
    when 'joined_elsewhere' then 'You were signed out because your account reaches another workspace now. Please sign in again.'
    when 'provider_changed' then 'You were signed out because the way you signed in has changed. Please sign in again.'
    when 'reused' then 'Your session was used from another place and has been ended. Please log in again.'
    else 'The session has ended. Please sign in again.' end
$$;
comment on function private.ended_sentence is 'Why somebody was signed out, in a sentence for them.';

create function request.check_session()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  prefer constant text := nullif(current_setting('request.headers', true), '')::json ->> 'prefer';
  session private.session;
begin
  if claims ->> 'role' is distinct from 'service_role' and prefer ~* 'count\s*=\s*"?(planned|estimated)' then
    perform private.problem('VALIDATION_ERROR', 400, 'Rows are counted exactly or not at all: "Prefer: count=exact".');
  end if;
  if claims ->> 'role' is distinct from 'authenticated' then
    return;
  end if;
  session := private.session_of((claims ->> 'session_id')::uuid, (claims ->> 'sub')::uuid);
  if session.id is not null then
    perform set_config('waymark.session', session::text, true),
      set_config('waymark.session_claims', current_setting('request.jwt.claims'), true);
    return;
  end if;
  perform private.problem('INVALID_TOKEN', 401, private.ended_sentence((
    select e.reason from private.ended_sessions e where e.session_id = (claims ->> 'session_id')::uuid)));
end
$$;
comment on function request.check_session is 'Refuses a token whose session has ended, with the reason. The policies would let it see nothing; this says so. Refuses the planner''s counts too, which tell of rows that policies hide.';

-- ## Seeing, proving and ending them

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

-- ## What a session may do

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
  return jsonb_build_object('reason', known.reason, 'detail', private.ended_sentence(known.reason));
end
$$;
comment on function public.svc_why_ended is 'Why a refresh token is refused, as a code and a sentence; a used one ends its session.';

-- ## Seeing, proving and ending them

create function public.svc_note_sign_in(
  p_auth_id uuid, p_session_id uuid, p_method text, p_user_agent text, p_client text, p_integration_id bigint default null,
  p_only_workspace_id bigint default null, p_revision text default null)
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
grant execute on function public.svc_why_ended, public.svc_note_sign_in to service_role;
grant execute on function request.check_session to anon, authenticated, service_role;
grant execute on function public.my_sessions, public.revoke_session, public.revoke_other_sessions, public.check_session to authenticated;

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
comment on column private.password_permits.session_id is 'The session that stays; all others end.';
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
    perform private.problem('PROOF_REQUIRED', 403, 'Confirm that it is you to go on.');
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
    perform private.problem('PROOF_REQUIRED', 403, 'A password is changed in the account settings or by a mailed code.');
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

create function private.bound_user_metadata()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.problem('VALIDATION_ERROR', 400, 'The metadata of an account has at most 1 KB.', 'data');
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
  wait := private.own_guess_wait(account.id, 'prove_session');
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
    wait := private.own_guess_wait(me, 'permit_password_change');
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

-- # Grants

grant execute on function public.request_proof_code, public.prove_session, public.permit_password_change to authenticated;
grant execute on function public.svc_permit_password to service_role;

-- The addresses of an account: adding, confirming, choosing the primary one, removing.

-- # Calls

create function private.own_email(email_id bigint)
returns public.emails
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_account();
  held public.emails;
begin
  -- The account is the lock: changes of its addresses happen one after the other.
  perform 1 from public.users u where u.id = me for update;
  select * into held from public.emails e where e.id = email_id and e.user_id = me;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'E-mail not found.');
  end if;
  return held;
end
$$;
comment on function private.own_email is 'An address of the callers account, which is locked; 404 for any other.';

create function private.send_email_code(address public.emails)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Made and counted for every address: what its owner sees must not depend on whose it is.
  made constant jsonb := private.make_code('confirm_email', address.email, 'user:' || address.user_id, with_link => true);
  may_tell constant boolean := private.throttle_hit('address-claimed:' || address.email, 3, 86400) = 0;
  asker constant jsonb := (
    select jsonb_build_object('username', u.username, 'account', (select e.email from public.emails e where e.user_id = u.id and e.is_primary))
    from public.users u where u.id = address.user_id);
begin
  if private.account_of(address.email) is null then
    perform private.mail_code(address.email, asker || made);
  elsif may_tell then
    perform private.enqueue_mail(address.email, 'address_claimed', asker || jsonb_build_object('at', now()));
  end if;
end
$$;
comment on function private.send_email_code is 'Mails the code and the link that confirm an added address, and says which account asks. Where another account has confirmed the address, that account hears of it instead, three times a day, and nobody learns the code.';

create function public.add_email(p_email text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_proven_account();
  address text;
  wait integer;
  made public.emails;
begin
  address := private.require_email(p_email);
  perform 1 from public.users u where u.id = me for update;
  if (select count(*) from public.emails e where e.user_id = me) >= 20 then
    perform private.problem('ACTION_PROHIBITED', 403, 'An account has at most 20 e-mail addresses.', 'email');
  end if;
  -- Said by the answer: a refusal would undo the count.
  wait := greatest(
    private.code_wait('confirm_email', address, host(private.client_address())),
    private.throttle_hit('add-email:' || me, 30, 86400));
  if wait > 0 then
    return jsonb_build_object('id', null, 'email', address, 'retry_after', wait);
  end if;
  insert into public.emails (user_id, email) values (me, address) returning * into made;
  perform private.send_email_code(made);
  return jsonb_build_object('id', made.id, 'email', made.email, 'retry_after', 0);
end
$$;
comment on function public.add_email is 'Adds an address to the caller''s account and mails it a code and a link; it counts once confirmed. The same for an address that another account has; when asked too often the seconds to wait, and nothing is added.';

create function public.resend_email_code(p_email_id bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held constant public.emails := private.own_email(p_email_id);
  wait integer := 0;
begin
  if held.confirmed_at is null then
    wait := private.code_wait('confirm_email', held.email, host(private.client_address()));
    if wait = 0 then
      perform private.send_email_code(held);
    end if;
  end if;
  return jsonb_build_object('email', held.email, 'retry_after', wait);
end
$$;
comment on function public.resend_email_code is 'Mails a fresh code to an address that is not confirmed; the seconds to wait when asked too often.';

create function public.set_primary_email(p_email_id bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held constant public.emails := private.own_email(p_email_id);
begin
  perform private.require_recent_proof();
  if held.confirmed_at is null then
    perform private.problem('VALIDATION_ERROR', 400, 'Please confirm this email before setting it to your primary address.', 'email');
  end if;
  update public.emails e set is_primary = false where e.user_id = held.user_id and e.is_primary and e.id <> held.id;
  update public.emails e set is_primary = true where e.id = held.id;
  if not held.is_primary then
    perform private.mail_account(held.user_id, 'primary_email_changed', jsonb_build_object('email', held.email));
  end if;
  return public.me();
end
$$;
comment on function public.set_primary_email is 'Makes a confirmed address the primary one; takes a proof of the last ten minutes.';

create function private.move_credential(user_id bigint, away_from text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  credential constant uuid := (select u.auth_id from public.users u where u.id = move_credential.user_id);
  address constant text := (select e.email from public.emails e where e.user_id = move_credential.user_id and e.is_primary);
begin
  if not exists (select 1 from auth.users a where a.id = credential and a.email = away_from) then
    return;
  end if;
  -- A sign-up that was never finished leaves a credential without an account: it makes way for who proved the address.
  delete from auth.users a
  where a.email = address and a.id <> credential and not exists (select 1 from public.users u where u.auth_id = a.id);
  update auth.users a set email = address, updated_at = now() where a.id = credential;
  update auth.identities i set identity_data = i.identity_data || jsonb_build_object('email', address), updated_at = now()
  where i.user_id = credential and i.provider = 'email';
end
$$;
comment on function private.move_credential is 'A credential never keeps an address its account gave up: whoever proves that address next must not end up in this account.';

create function public.remove_email(p_email_id bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held constant public.emails := private.own_email(p_email_id);
begin
  perform private.require_recent_proof();
  if held.is_primary and not exists (
    select 1 from public.emails e where e.user_id = held.user_id and e.id <> held.id and e.confirmed_at is not null) then
    perform private.problem('ACTION_PROHIBITED', 403, 'The last confirmed e-mail address of an account cannot be removed.');
  end if;
  if held.is_primary then
    perform private.problem('ACTION_PROHIBITED', 403, 'Choose another primary address before removing this one.');
  end if;
  if held.confirmed_at is not null then
    perform private.mail_account(held.user_id, 'email_removed', jsonb_build_object('email', held.email));
  end if;
  delete from public.emails e where e.id = held.id;
  delete from private.codes c where c.subject = 'user:' || held.user_id and c.email = held.email;
  perform private.move_credential(held.user_id, held.email);
  return public.me();
end
$$;
comment on function public.remove_email is 'Takes an address off the caller''s account; the primary one and the last confirmed one stay.';

create function private.confirm_own_email(user_id bigint, email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.confirm_address(user_id, email);
  perform private.mail_account(user_id, 'email_added', jsonb_build_object('email', confirm_own_email.email));
end
$$;
comment on function private.confirm_own_email is 'Confirms an added address; the account hears of it at all its addresses.';

create function public.email_confirmation(p_token text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('email', c.email, 'username', u.username, 'is_mine', u.id is not distinct from private.current_user_id())
  from private.codes c join public.users u on c.subject = 'user:' || u.id
  where c.token_hash = private.token_hash(p_token) and c.purpose = 'confirm_email' and c.expires_at > now()
$$;
comment on function public.email_confirmation is 'Which address the link of a mail would add to which account, and whether that is the caller''s; null for a link that does not hold. Looking uses nothing up.';

create function public.confirm_email(p_code text default null, p_token text default null, p_email text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_account();
  wait constant integer := private.own_guess_wait(me, 'confirm_email');
  outcome text := 'spent_code';
  verdict text;
  held private.codes;
begin
  if wait = 0 then
    -- One attempt is one at one address: many that wait are not many chances.
    select c.* into held from private.codes c
    where c.subject = 'user:' || me and c.purpose = 'confirm_email'
      and case when p_code is null then c.token_hash = private.token_hash(p_token) and c.expires_at > now()
        else c.email = lower(btrim(p_email)) or p_email is null end
    order by c.created_at desc, c.id desc
    limit 1;
    verdict := case
      when held.id is null then 'spent'
      when p_code is null then 'ok'
      else private.check_code('confirm_email', held.email, held.subject, p_code) end;
    if verdict = 'ok' then
      delete from private.codes c where c.id = held.id;
      perform private.confirm_own_email(me, held.email);
      return jsonb_build_object('outcome', 'confirmed', 'email', held.email, 'retry_after', 0);
    elsif verdict = 'wrong' then
      outcome := 'invalid_code';
    end if;
  end if;
  return jsonb_build_object('outcome', case when p_code is null then 'invalid_token' else outcome end, 'email', null, 'retry_after', wait);
end
$$;
comment on function public.confirm_email is 'Confirms an address that the caller added, by the link of its mail or by its code: that of the address named, or of the one that was asked for last. Only in a session of the account that asked: a link that somebody else follows binds nothing.';

-- # Grants

grant execute on function
  public.add_email, public.resend_email_code, public.set_primary_email, public.remove_email, public.email_confirmation, public.confirm_email
to authenticated;

-- What is kept of an account: taking it along, and deleting it.

-- # Calls

create function public.export_account()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_proven_account();
begin
  return (
    select jsonb_build_object(
      'exported_at', now(),
      'account', to_jsonb(u) - 'is_site_admin',
      'emails', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' order by e.id), '[]') from public.emails e where e.user_id = me),
      'connected_accounts', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'integration', i.name, 'kind', i.kind, 'external_id', x.external_id,
          'username', x.username, 'data', x.data, 'created_at', x.created_at, 'last_login_at', x.last_login_at) order by x.id), '[]')
        from public.external_users x
        join public.workspace_integrations i on i.id = x.workspace_integration_id
        join public.workspaces w on w.id = i.workspace_id
        where x.user_id = me),
      'sessions', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.my_sessions() s),
      'workspaces', (
        select coalesce(jsonb_agg(jsonb_build_object('name', w.name, 'slug', w.slug, 'role', m.role, 'since', m.created_at,
          'last_seen_at', m.last_seen_at, 'receive_daily_summary', m.receive_daily_summary) order by w.name), '[]')
        from public.workspace_members m join public.workspaces w on w.id = m.workspace_id where m.user_id = me),
      'join_requests', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'created_at', j.created_at, 'is_denied', j.is_denied) order by j.id), '[]')
        from public.join_requests j join public.workspaces w on w.id = j.workspace_id where j.user_id = me),
      'invitations_sent', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'email', i.email, 'role', i.role, 'created_at', i.created_at,
          'accepted_at', i.accepted_at) order by i.id), '[]')
        from public.workspace_invitations i join public.workspaces w on w.id = i.workspace_id where i.invited_by = me),
      'projects', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'project', p.slug, 'name', p.name, 'role', pm.role,
          'since', pm.created_at) order by p.id), '[]')
        from public.project_members pm join public.projects p on p.id = pm.project_id join public.workspaces w on w.id = p.workspace_id
        where pm.user_id = me),
      'pins', (
        select coalesce(jsonb_agg(p.slug order by pp.position), '[]')
        from public.project_pins pp join public.projects p on p.id = pp.project_id where pp.user_id = me),
      'teams', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'team', t.name, 'role', tm.role) order by t.id), '[]')
        from public.team_members tm join public.teams t on t.id = tm.team_id join public.workspaces w on w.id = t.workspace_id
        where tm.user_id = me),
      'groups', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'group', g.name) order by g.id), '[]')
        from public.group_admins ga join public.groups g on g.id = ga.group_id join public.workspaces w on w.id = g.workspace_id
        where ga.user_id = me),
      'activity', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'type', a.type, 'metadata', a.metadata,
          'ip_address', a.ip_address, 'created_at', a.created_at) order by a.created_at desc, a.id desc), '[]')
        from (select * from public.activity_events o where o.actor_id = me order by o.created_at desc, o.id desc limit 10000) a
        join public.workspaces w on w.id = a.workspace_id))
    from public.users u where u.id = me);
end
$$;
comment on function public.export_account is 'Everything kept about the caller: account, addresses, connected accounts (no tokens), sessions, memberships, and their last 10,000 entries in trails.';

create function private.forget_in_trail(user_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.activity_events a set actor_id = null, actor_name = 'Deleted user', actor_email = '', ip_address = null
  where a.actor_id = forget_in_trail.user_id
$$;
comment on function private.forget_in_trail is 'The trail keeps what was done, not who a deleted account was.';

create function public.delete_account(p_username text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_proven_account();
  account public.users;
  held_back text;
begin
  select * into account from public.users u where u.id = me for update;
  if lower(btrim(coalesce(p_username, ''))) <> account.username then
    perform private.problem('VALIDATION_ERROR', 400, 'Type your username to confirm.', 'username');
  end if;
  -- Owners of one workspace leave one after the other, or each would count on the other to stay.
  perform 1 from public.workspaces w
  where w.id in (select m.workspace_id from public.workspace_members m where m.user_id = me and m.role = 'owner')
  order by w.id
  for update;
  select string_agg(w.name, ', ' order by w.name) into held_back
  from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
  where m.user_id = me and m.role = 'owner'
    and not exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.role = 'owner' and o.user_id <> me)
    and exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.user_id <> me);
  if held_back is not null then
    perform private.problem('USER_IS_OWNER', 403, format('You are the only owner of %s. Make somebody else an owner first.', held_back));
  end if;
  delete from public.workspaces w
  where exists (select 1 from public.workspace_members m where m.workspace_id = w.id and m.user_id = me and m.role = 'owner')
    and not exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.user_id <> me);
  perform private.mail_account(me, 'account_deleted', jsonb_build_object('username', account.username));
  perform private.log_activity(m.workspace_id, 'workspace.member.left', jsonb_build_object('role', m.role))
  from public.workspace_members m where m.user_id = me;
  -- What was theirs passes on with each membership (private.forget_member).
  delete from public.workspace_members m where m.user_id = me;
  delete from public.workspace_invitations i where i.accepted_by = me;
  delete from private.codes c
  where c.subject = 'user:' || me
    or c.email in (select e.email from public.emails e where e.user_id = me and e.confirmed_at is not null);
  delete from private.outbox_mails o
  where o.sent_at is not null
    and o.recipient in (select e.email from public.emails e where e.user_id = me and e.confirmed_at is not null);
  perform private.forget_in_trail(me);
  delete from auth.users a where a.id = account.auth_id;
end
$$;
comment on function public.delete_account is 'Deletes the caller''s account for good, confirmed by typing the username. Workspaces nobody else is in go along; projects pass to the oldest other owner; trails keep the deeds without the name.';

-- # Grants

grant execute on function public.export_account, public.delete_account to authenticated;

-- Workspaces: the unit of organisation, its sub-domain, its locks, and what the caller may do in one.

-- # Tables

create table private.reserved_slugs (slug text primary key);
comment on table private.reserved_slugs is 'Sub-domains the product keeps for itself.';
alter table private.reserved_slugs enable row level security;

insert into private.reserved_slugs (slug)
select unnest(string_to_array(
  'admin,api,app,assets,auth,billing,blog,cdn,dashboard,docs,files,graphql,health,help,inbox,links,login,mail,meta,mock,oauth,'
  'realtime,rest,settings,signup,smtp,static,status,storage,studio,support,waymark,welcome,www', ','));

create table public.workspaces (
  id bigint generated always as identity primary key,
  name text not null check (length(btrim(name)) between 1 and 255),
  slug text not null unique
    constraint check_workspaces_slug check (slug ~ '^[a-z0-9]([a-z0-9-]{0,25}[a-z0-9])?$'),
  domain text unique,
  logo_url text check (logo_url ~ '^(https?://|data:image/)' and length(logo_url) <= 4000),
  favicon_url text check (favicon_url ~ '^(https?://|data:image/)' and length(favicon_url) <= 4000),
  theme jsonb not null default '{}' check (jsonb_typeof(theme) = 'object' and length(theme::text) <= 5000),
  home_content text constraint check_workspaces_home_content_length check (length(home_content) <= 30000),
  redirects text check (length(redirects) <= 50000),
  idle_timeout_seconds integer check (idle_timeout_seconds > 0),
  hide_powered_by boolean not null default false,
  hide_sign_in boolean not null default false,
  join_requests_disabled boolean not null default false,
  guests_receive_daily_digest boolean not null default false,
  use_automatic_ssg_conversion boolean not null default false,
  disable_default_styleguide_editing boolean not null default false,
  show_tryit boolean not null default true,
  show_tryit_mock_server boolean not null default true,
  allow_search_indexing boolean not null default true,
  show_userway boolean not null default false,
  disable_cookie_tracking boolean not null default false,
  allow_public_projects boolean not null default true,
  allow_web_projects boolean not null default true,
  migrated_from_next boolean not null default false,
  google_tag_manager text check (google_tag_manager ~ '^[A-Za-z0-9_-]{0,64}$'),
  localizejs text check (localizejs ~ '^[A-Za-z0-9_-]{0,64}$'),
  locked boolean not null default false,
  lock_at timestamptz,
  lock_reason text check (lock_reason in ('failed_payment', 'overusage')),
  delete_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.workspaces is 'Tenants. A workspace is reached on its own sub-domain (slug) and holds projects, groups, teams and members.';
create trigger touch before update on public.workspaces for each row execute function private.touch_updated_at();
alter table public.workspaces enable row level security;
create index workspaces_lock_at_idx on public.workspaces (lock_at) where not locked and lock_at is not null;
select private.announce('public.workspaces', workspace => 'c.id', id => 'c.id');

-- # Rules

-- ## The workspace

create function private.is_reserved_slug(slug text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select is_reserved_slug.slug like 'xn--%' or exists (select 1 from private.reserved_slugs r where r.slug = is_reserved_slug.slug)
$$;
comment on function private.is_reserved_slug is 'Sub-domains that nobody gets: the product''s own, and those that browsers show as other letters (punycode), which could look like another workspace''s.';

create function private.refuse_reserved_slug()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_reserved_slug(new.slug) then
    raise exception using
      errcode = 'check_violation',
      constraint = 'workspaces_slug_is_valid',
      message = 'new row for relation "workspaces" violates check constraint "workspaces_slug_is_valid"';
  end if;
  return new;
end
$$;
comment on function private.refuse_reserved_slug is 'The constraint workspaces_slug_is_valid. A check constraint cannot read a table, a trigger can.';
create trigger workspaces_slug_is_valid before insert or update of slug on public.workspaces
  for each row execute function private.refuse_reserved_slug();

-- The sets below are plpgsql because its plans are kept for the session: the same text as a SQL function is planned again
-- in every statement, which cost eight times as much as the list it guards.

create function private.my_memberships()
returns table (workspace_id bigint, role public.workspace_role)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
begin
  return query
  select m.workspace_id, m.role
  from public.workspace_members m
  where m.auth_id = session.auth_id and m.is_open
    and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider);
end
$$;
comment on function private.my_memberships is 'The caller''s memberships that are open (a locked workspace counts for its oldest owner alone) and that the session covers.';

create function private.my_workspace_ids()
returns setof bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
begin
  return query
  select m.workspace_id
  from public.workspace_members m
  where m.auth_id = session.auth_id and m.is_open
    and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider);
end
$$;
comment on function private.my_workspace_ids is 'Workspaces the caller is in. A set for policies: computed once a statement.';

create function private.workspace_ids_with(permission text)
returns setof bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
begin
  return query
  select m.workspace_id
  from public.workspace_members m
  join public.workspace_role_permissions p on p.permission = workspace_ids_with.permission and p.role = m.role::text
  where m.auth_id = session.auth_id and m.is_open
    and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider);
end
$$;
comment on function private.workspace_ids_with is 'Workspaces in which the caller has a permission. A set for policies: computed once a statement.';

create function private.workspace_role(workspace_id bigint)
returns public.workspace_role
language sql
stable
security definer
set search_path = ''
as $$
  select m.role from private.my_memberships() m where m.workspace_id = workspace_role.workspace_id
$$;
comment on function private.workspace_role is 'The callers role in a workspace that their session covers, or null.';

create function private.can_in_workspace(workspace_id bigint, permission text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select can_in_workspace.workspace_id in (select private.workspace_ids_with(permission))
$$;
comment on function private.can_in_workspace is 'Whether the caller has a permission in one workspace.';

create function private.require_in_workspace(workspace_id bigint, permission text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.can_in_workspace(workspace_id, permission) then
    return;
  end if;
  if private.workspace_role(workspace_id) is null then
    perform private.problem('NOT_FOUND', 404, 'Workspace not found.');
  end if;
  perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You do not have permission to do this in this workspace.');
end
$$;
comment on function private.require_in_workspace is 'Refuses unless the caller has the permission; 404 for who may not know that the workspace exists.';

create function private.reason_against_slug(slug text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when slug !~ '^[a-z0-9][a-z0-9-]{0,18}[a-z0-9]$' then 'invalid'
    when private.is_reserved_slug(slug) then 'reserved'
    when exists (select 1 from public.workspaces w where w.slug = reason_against_slug.slug) then 'taken'
  end
$$;
comment on function private.reason_against_slug is 'Why a new workspace may not have this URL, or null: 2 to 20 characters, not reserved, not taken. Workspaces of before may have up to 27.';

create policy "Members see their workspaces" on public.workspaces for select to authenticated
using (id = any (array(select private.my_workspace_ids())));
create policy "Settings are changed with the settings permission" on public.workspaces for update to authenticated
using (id = any (array(select private.workspace_ids_with('WorkspaceSettingsCreateUpdateDelete'))))
with check (id = any (array(select private.workspace_ids_with('WorkspaceSettingsCreateUpdateDelete'))));

create function private.create_workspace(owner_id bigint, slug text, name text)
returns public.workspaces
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.workspaces;
begin
  begin
    insert into public.workspaces (name, slug) values (name, create_workspace.slug) returning * into made;
  exception when unique_violation then
    perform private.problem('CONFLICT', 409, create_workspace.slug || ' already exists. Please input a different URL.', 'slug');
  end;
  insert into public.workspace_members (workspace_id, user_id, role) values (made.id, owner_id, 'owner');
  insert into public.billing_accounts (workspace_id, billing_product_id, included_members)
  select made.id, p.id, p.included_members from public.billing_products p where p.name = 'free';
  return made;
end
$$;
comment on function private.create_workspace is 'Makes a workspace on the free plan with its owner; 409 for a URL that is taken.';

-- ## Its state: locks and deletion

create function private.is_locked(host public.workspaces)
returns boolean
language sql
stable
set search_path = ''
as $$
  select host.locked or coalesce(host.lock_at <= now(), false)
$$;
comment on function private.is_locked is 'Locked, or due to be: the clock does not wait for the worker that writes it down.';

create function private.apply_locks()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  applied integer;
begin
  update public.workspaces w set locked = true where not w.locked and w.lock_at <= now();
  get diagnostics applied = row_count;
  return applied;
end
$$;
comment on function private.apply_locks is 'Locks the workspaces whose time has come; the worker runs it every minute.';

-- # Calls

-- ## The workspace

create function public.my_permissions(p_workspace_id bigint)
returns table (role public.workspace_role, permission text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select m.role, p.permission
  from private.my_memberships() m
  left join public.workspace_role_permissions p on p.role = m.role::text
  where m.workspace_id = p_workspace_id;
end
$$;
comment on function public.my_permissions is 'The caller''s role in a workspace with each permission it gives; one row with a null permission for a role that gives none (guest); nothing for strangers.';

create function public.workspace_by_slug(p_slug text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', w.id, 'name', w.name, 'slug', w.slug, 'logo_url', w.logo_url, 'favicon_url', w.favicon_url, 'theme', w.theme,
    'hide_powered_by', w.hide_powered_by, 'hide_sign_in', w.hide_sign_in, 'home_content', case
      when w.id in (select private.my_workspace_ids()) then w.home_content end,
    'show_tryit', w.show_tryit, 'allow_search_indexing', w.allow_search_indexing, 'join_requests_disabled', w.join_requests_disabled,
    'by_provider', private.is_by_provider(w.id))
  from public.workspaces w
  where w.slug = lower(p_slug)
$$;
comment on function public.workspace_by_slug is 'What the sign-in screen of a workspace host shows to anyone; the landing page only to members.';

create function public.slug_available(p_slug text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('available', reason is null, 'reason', reason) from private.reason_against_slug(p_slug) reason
$$;
comment on function public.slug_available is 'Whether a new workspace may have this URL: 2 to 20 characters, not reserved, not taken.';

-- ## Its state: locks and deletion

create function public.workspace_state(p_workspace_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  host public.workspaces;
  oldest constant bigint := private.oldest_owner_id(p_workspace_id);
  me constant bigint := private.current_user_id();
begin
  select w.* into host from public.workspaces w join public.workspace_members m on m.workspace_id = w.id and m.user_id = me
  where w.id = p_workspace_id and private.reaches(w.id);
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Workspace not found.');
  end if;
  return jsonb_build_object(
    'locked', private.is_locked(host), 'lock_at', host.lock_at, 'lock_reason', host.lock_reason,
    'owner_email', (
      select e.email from public.emails e
      where (private.is_locked(host) or host.lock_at is not null) and e.user_id = oldest and e.is_primary),
    'delete_at', host.delete_at, 'idle_timeout_seconds', host.idle_timeout_seconds,
    'is_closed_to_me', private.is_locked(host) and me <> oldest);
end
$$;
comment on function public.workspace_state is 'Lock, deletion and idle time-out of a workspace, for all of its members: who is locked out has to know why, and whom to ask; nobody is told the owner''s address before.';

create function public.workspace_summary(p_workspace_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (
    select 1 from public.workspace_members m
    where m.workspace_id = p_workspace_id and m.user_id = private.current_user_id() and private.reaches(p_workspace_id)) then
    perform private.problem('NOT_FOUND', 404, 'Workspace not found.');
  end if;
  if not private.can_in_workspace(p_workspace_id, 'WorkspaceFullMember') then
    return jsonb_build_object('plan', null, 'counts', null);
  end if;
  return jsonb_build_object(
    'plan', (
      select jsonb_build_object('product_id', p.id, 'name', p.name, 'status', a.status, 'trial_end_at', a.trial_end_at,
        'included_members', coalesce(a.included_members, p.included_members))
      from public.billing_accounts a join public.billing_products p on p.id = a.billing_product_id
      where a.workspace_id = p_workspace_id),
    'counts', (
      select jsonb_build_object(
        'projects', private.feature_usage(p_workspace_id, 'projects'), 'teams', private.feature_usage(p_workspace_id, 'teams'),
        'members', count(*) filter (where m.role <> 'guest'), 'owners', count(*) filter (where m.role = 'owner'),
        'billing_admins', count(*) filter (where m.role = 'billing'), 'admins', count(*) filter (where m.role = 'admin'),
        'makers', count(*) filter (where m.role = 'maker'), 'viewers', count(*) filter (where m.role = 'viewer'),
        'guests', count(*) filter (where m.role = 'guest'))
      from public.workspace_members m where m.workspace_id = p_workspace_id));
end
$$;
comment on function public.workspace_summary is 'The plan of a workspace and how many projects, teams and people of each role it has, for its full members; both null for guests and who is locked out.';

create function public.my_workspace(p_workspace_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  summary constant jsonb := public.workspace_summary(p_workspace_id);
  plan constant jsonb := summary -> 'plan';
  counts constant jsonb := summary -> 'counts';
begin
  return jsonb_build_object(
    'billing_account', case when private.can_in_workspace(p_workspace_id, 'WorkspaceBilling') then
      jsonb_build_object('status', plan -> 'status', 'included_member_count', plan -> 'included_members') end,
    'billing_product', (
      select jsonb_build_object('name', p.name, 'label', p.label) from public.billing_products p where p.id = (plan ->> 'product_id')::bigint),
    'features', (
      select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'type', f.type, 'max_quantity', f.max_quantity) order by f.type, f.name), '[]')
      from public.workspace_features(p_workspace_id) f where f.in_plan),
    'workspace_roles', case when private.can_in_workspace(p_workspace_id, 'WorkspaceMembersInvite')
      then (
        select jsonb_agg(jsonb_build_object('role', r ->> 'role', 'can_add', (r ->> 'allowed')::boolean and not (r ->> 'needs_upgrade')::boolean) order by n)
        from jsonb_array_elements(public.assignable_roles(p_workspace_id)) with ordinality roles (r, n))
      else (
        select jsonb_agg(jsonb_build_object('role', role, 'can_add', false) order by role desc)
        from unnest(enum_range(null::public.workspace_role)) role) end,
    'project_count', counts -> 'projects', 'team_count', counts -> 'teams', 'member_count', counts -> 'members',
    'all_guest_count', counts -> 'guests', 'all_owner_count', counts -> 'owners', 'all_admin_count', counts -> 'admins',
    'all_billing_admin_count', counts -> 'billing_admins', 'all_maker_count', counts -> 'makers', 'all_viewer_count', counts -> 'viewers',
    'my_permissions', (
      select coalesce(jsonb_agg(jsonb_build_object('role', p.role, 'permission', p.permission) order by p.permission), '[]')
      from public.my_permissions(p_workspace_id) p));
end
$$;
comment on function public.my_workspace is 'What a workspace is to its member: plan, features, the roles they may invite at, how many there are of what, and what they may. Null is what they may not see.';

create function public.cancel_workspace_deletion(p_workspace_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  update public.workspaces w set delete_at = null where w.id = p_workspace_id and w.delete_at is not null;
  if found then
    perform private.log_activity(p_workspace_id, 'workspace.deletion.cancelled');
  end if;
end
$$;
comment on function public.cancel_workspace_deletion is 'Keeps a workspace that was to be deleted.';

-- # Grants

grant select on public.workspaces to authenticated;
grant update (name, logo_url, favicon_url, theme, home_content, redirects, idle_timeout_seconds, hide_powered_by, hide_sign_in,
  join_requests_disabled, guests_receive_daily_digest, use_automatic_ssg_conversion, disable_default_styleguide_editing,
  show_tryit, show_tryit_mock_server, allow_search_indexing, show_userway, disable_cookie_tracking, allow_public_projects,
  allow_web_projects, google_tag_manager, localizejs) on public.workspaces to authenticated;

grant execute on function private.my_workspace_ids, private.workspace_ids_with to authenticated;
grant execute on function public.workspace_by_slug, public.slug_available to anon, authenticated;
grant execute on function public.my_permissions to authenticated;
grant execute on function public.my_workspace to authenticated;
grant execute on function public.workspace_state, public.workspace_summary, public.cancel_workspace_deletion to authenticated;

-- Plans: the billing catalogue as data, and the one gate every limited write goes through.

-- # Tables

create table public.billing_products (
  id bigint primary key,
  name text not null unique,
  label text not null,
  priority integer not null,
  included_members integer
);
comment on table public.billing_products is 'The plans; id 1 is Free, id 4 Enterprise. Null included members: by contract.';

create table public.billing_pricing_plans (
  id bigint generated always as identity primary key,
  product_id bigint not null references public.billing_products (id) on delete cascade,
  cycle_interval_months integer not null check (cycle_interval_months in (1, 12)),
  flat_fee_price integer not null check (flat_fee_price >= 0),
  user_fee_price integer not null check (user_fee_price >= 0),
  stripe_price_id text,
  unique (product_id, cycle_interval_months)
);
comment on table public.billing_pricing_plans is 'Prices in US cents by product and interval.';

create table public.billing_features (
  product_id bigint not null references public.billing_products (id) on delete cascade,
  name text not null,
  type text not null check (type in ('limit', 'toggle')),
  max_quantity integer,
  primary key (product_id, name)
);
comment on table public.billing_features is 'What a plan holds. A null maximum of a limit is unlimited.';

do $load$
declare
  catalogue constant jsonb := $plans${
 "about": "The billing catalogue. Prices are in US cents. A null maximum is unlimited. A limit feature that is missing has a maximum of 0, a toggle that is missing is off. Where the specification leaves a number open, this file is the decision.",
 "intervals_months": [
  1,
  12
 ],
 "free_trial_days": 14,
 "products": [
  {
   "id": 1,
   "name": "free",
   "label": "Free",
   "priority": 1,
   "included_members": 1,
   "prices": {
    "1": {
     "flat": 0,
     "user": 0
    },
    "12": {
     "flat": 0,
     "user": 0
    }
   },
   "limits": {
    "projects": 1,
    "members": 1,
    "owners": 1,
    "guests": 0,
    "teams": 0
   },
   "toggles": []
  },
  {
   "id": 2,
   "name": "basic",
   "label": "Basic",
   "priority": 2,
   "included_members": 3,
   "prices": {
    "1": {
     "flat": 4900,
     "user": 1200
    },
    "12": {
     "flat": 46800,
     "user": 12000
    }
   },
   "limits": {
    "projects": 3,
    "members": null,
    "guests": 0,
    "teams": 0
   },
   "toggles": [
    "private_projects",
    "multi_branch",
    "whitelisted_domains"
   ]
  },
  {
   "id": 3,
   "name": "startup",
   "label": "Startup",
   "priority": 3,
   "included_members": 8,
   "prices": {
    "1": {
     "flat": 12900,
     "user": 1200
    },
    "12": {
     "flat": 129000,
     "user": 12000
    }
   },
   "limits": {
    "projects": 10,
    "members": null,
    "guests": 10,
    "teams": 0
   },
   "toggles": [
    "private_projects",
    "multi_branch",
    "whitelisted_domains",
    "custom_domain",
    "custom_theme",
    "favicon",
    "google_tag_manager",
    "localizejs",
    "redirects",
    "hosted_mocking"
   ]
  },
  {
   "id": 5,
   "name": "pro_team",
   "label": "Pro Team",
   "priority": 4,
   "included_members": 15,
   "prices": {
    "1": {
     "flat": 39900,
     "user": 2400
    },
    "12": {
     "flat": 399000,
     "user": 24000
    }
   },
   "limits": {
    "projects": 100,
    "members": null,
    "guests": 50,
    "teams": 20
   },
   "toggles": [
    "private_projects",
    "multi_branch",
    "whitelisted_domains",
    "custom_domain",
    "custom_theme",
    "favicon",
    "google_tag_manager",
    "localizejs",
    "redirects",
    "hosted_mocking",
    "style_guides",
    "design_library",
    "groups",
    "whitelabel",
    "custom_git_integration",
    "activity_logs",
    "saml_ldap_integration",
    "oauth_client_apps"
   ]
  },
  {
   "id": 4,
   "name": "enterprise",
   "label": "Enterprise",
   "priority": 5,
   "included_members": null,
   "prices": {},
   "limits": {
    "projects": null,
    "members": null,
    "guests": null,
    "teams": null
   },
   "toggles": [
    "private_projects",
    "multi_branch",
    "whitelisted_domains",
    "custom_domain",
    "custom_theme",
    "favicon",
    "google_tag_manager",
    "localizejs",
    "redirects",
    "hosted_mocking",
    "style_guides",
    "design_library",
    "groups",
    "whitelabel",
    "custom_git_integration",
    "activity_logs",
    "saml_ldap_integration",
    "oauth_client_apps",
    "invoicing",
    "custom_terms",
    "account_manager",
    "priority_support"
   ]
  }
 ],
 "spend_estimate_monthly_cents": {
  "free": {
   "flat": 0,
   "extra": 0,
   "included": 1
  },
  "basic": {
   "flat": 4900,
   "extra": 1200,
   "included": 3
  },
  "startup": {
   "flat": 12900,
   "extra": 1200,
   "included": 8
  },
  "pro_team": {
   "flat": 39900,
   "extra": 2400,
   "included": 20
  },
  "enterprise": {
   "flat": 95000,
   "extra": 4000,
   "included": 25
  }
 },
 "deployment_modes": {
  "multi_tenant": "the hosted service: plans gate features",
  "single_tenant": "self-hosted: every toggle is on, no limit applies, billing screens are hidden"
 },
 "gate_rule": "A limit feature that the plan has needs usage + requested - 1 < maximum, or an upgrade. A toggle that the plan has never needs an upgrade. A feature that the plan lacks needs an upgrade in multi-tenant mode only. The seat limit of a paid plan is included_members + paid_members where members is unlimited but a paid count exists, otherwise the feature's maximum."
}$plans$;
begin
  insert into public.billing_products (id, name, label, priority, included_members)
  select (p ->> 'id')::bigint, p ->> 'name', p ->> 'label', (p ->> 'priority')::integer, (p ->> 'included_members')::integer
  from jsonb_array_elements(catalogue -> 'products') p;

  insert into public.billing_pricing_plans (product_id, cycle_interval_months, flat_fee_price, user_fee_price)
  select (p ->> 'id')::bigint, price.key::integer, (price.value ->> 'flat')::integer, (price.value ->> 'user')::integer
  from jsonb_array_elements(catalogue -> 'products') p, jsonb_each(p -> 'prices') price;

  insert into public.billing_features (product_id, name, type, max_quantity)
  select (p ->> 'id')::bigint, l.key, 'limit', nullif(l.value, 'null'::jsonb)::text::integer
  from jsonb_array_elements(catalogue -> 'products') p, jsonb_each(p -> 'limits') l
  union all
  select (p ->> 'id')::bigint, t, 'toggle', null
  from jsonb_array_elements(catalogue -> 'products') p, jsonb_array_elements_text(p -> 'toggles') t;
end
$load$;

create table public.billing_accounts (
  workspace_id bigint primary key references public.workspaces (id) on delete cascade,
  billing_product_id bigint not null default 1 references public.billing_products (id),
  billing_pricing_plan_id bigint references public.billing_pricing_plans (id),
  included_members integer,
  paid_members integer,
  trial_end_at timestamptz,
  status text not null default 'active' check (status in ('active', 'action_required')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.billing_accounts is 'What a workspace has bought. Its row is the lock under which seats and limits are counted.';
create index billing_accounts_product_idx on public.billing_accounts (billing_product_id);
create index billing_accounts_pricing_plan_idx on public.billing_accounts (billing_pricing_plan_id);
create trigger touch before update on public.billing_accounts for each row execute function private.touch_updated_at();
alter table public.billing_accounts enable row level security;
select private.announce('public.billing_accounts', workspace => 'c.workspace_id');

-- # Rules

alter table public.billing_products enable row level security;
alter table public.billing_pricing_plans enable row level security;
alter table public.billing_features enable row level security;

create policy "Anyone reads the price list" on public.billing_products for select to anon, authenticated using (true);
create policy "Anyone reads the price list" on public.billing_pricing_plans for select to anon, authenticated using (true);
create policy "Anyone reads the price list" on public.billing_features for select to anon, authenticated using (true);

create policy "Billing accounts are seen with the billing permission" on public.billing_accounts for select to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceBilling'))));

create function private.feature_usage(workspace_id bigint, feature text)
returns integer
language sql
stable
security definer
set search_path = ''
as $$
  select case feature
    when 'projects' then (select count(*) from public.projects p where p.workspace_id = feature_usage.workspace_id)
    when 'teams' then (select count(*) from public.teams t where t.workspace_id = feature_usage.workspace_id)
    when 'members' then (select count(*) from public.workspace_members m where m.workspace_id = feature_usage.workspace_id and m.role <> 'guest')
    when 'guests' then (select count(*) from public.workspace_members m where m.workspace_id = feature_usage.workspace_id and m.role = 'guest')
    when 'owners' then (select count(*) from public.workspace_members m where m.workspace_id = feature_usage.workspace_id and m.role = 'owner')
    when 'editors' then (select count(*) from public.workspace_members m where m.workspace_id = feature_usage.workspace_id and m.role in ('owner', 'admin', 'billing', 'maker'))
    when 'viewers' then (select count(*) from public.workspace_members m where m.workspace_id = feature_usage.workspace_id and m.role = 'viewer')
    else 0
  end::integer
$$;
comment on function private.feature_usage is 'How much of a limited feature a workspace uses now; counted, never stored.';

create function private.plan_holds(workspace_id bigint, feature text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select (select d.mode from private.deployment d) = 'single_tenant' or exists (
    select 1
    from public.billing_accounts a
    join public.billing_features f on f.product_id = a.billing_product_id and f.name = feature and f.max_quantity is distinct from 0
    where a.workspace_id = plan_holds.workspace_id)
$$;
comment on function private.plan_holds is 'Whether a plan has a feature at all: a limit of none is not having it. An installation of one company has every one.';

create function private.feature_maximum(workspace_id bigint, feature text)
returns integer
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  account public.billing_accounts;
  maximum integer;
begin
  if (select d.mode from private.deployment d) = 'single_tenant' then
    return null;
  end if;
  select * into account from public.billing_accounts a where a.workspace_id = feature_maximum.workspace_id;
  select f.max_quantity into maximum from public.billing_features f
  where f.product_id = account.billing_product_id and f.name = feature;
  if feature = 'members' and maximum is null and account.paid_members is not null then
    return coalesce(account.included_members, (select p.included_members from public.billing_products p where p.id = account.billing_product_id), 0)
      + account.paid_members;
  end if;
  return maximum;
end
$$;
comment on function private.feature_maximum is 'How much of a limited feature the plan gives; null is unlimited. Seats are included and paid ones.';

create function private.feature_allows(workspace_id bigint, feature text, requested integer default 1)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  maximum integer;
begin
  if not private.plan_holds(workspace_id, feature) then
    return false;
  end if;
  maximum := private.feature_maximum(workspace_id, feature);
  return maximum is null or private.feature_usage(workspace_id, feature) + requested - 1 < maximum;
end
$$;
comment on function private.feature_allows is 'The gate rule of plans.json: usage + requested - 1 < maximum for limits, presence for toggles, everything on in single-tenant mode.';

create function private.lock_seats(workspace_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  select 1 from public.billing_accounts a where a.workspace_id = lock_seats.workspace_id for update
$$;
comment on function private.lock_seats is 'Writes that take seats come one after the other. Taken before anything else, so that two of them never wait for each other.';

create function private.feature_gate(workspace_id bigint, feature text, requested integer default 1)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_seats(workspace_id);
  if not private.feature_allows(workspace_id, feature, requested) then
    perform private.problem('PAYMENT_REQUIRED', 402,
      'Your current plan does not allow for this. Please upgrade your plan.', feature);
  end if;
end
$$;
comment on function private.feature_gate is 'Refuses with 402 PAYMENT_REQUIRED what the plan does not hold. Serialises on the billing account, so that racing writes cannot pass a limit together.';

create function private.gate_settings()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  was constant jsonb := to_jsonb(old);
  will_be constant jsonb := to_jsonb(new);
  gated record;
begin
  for gated in
    select setting, feature from (values
      ('workspaces', 'hide_powered_by', 'whitelabel'), ('workspaces', 'favicon_url', 'favicon'), ('workspaces', 'theme', 'custom_theme'),
      ('workspaces', 'google_tag_manager', 'google_tag_manager'), ('workspaces', 'localizejs', 'localizejs'),
      ('workspaces', 'redirects', 'redirects'), ('projects', 'is_design_library', 'design_library')
    ) known (relation, setting, feature)
    where relation = tg_table_name
  loop
    -- What is given up needs no plan.
    if will_be -> gated.setting is distinct from was -> gated.setting
      and will_be -> gated.setting not in ('null', 'false', '""', '{}') then
      perform private.feature_gate(coalesce((will_be ->> 'workspace_id')::bigint, new.id), gated.feature);
    end if;
  end loop;
  return new;
end
$$;
comment on function private.gate_settings is 'Settings that a plan sells are turned on within the plan, whichever door people come by; the product itself may do as it must.';
create trigger gate_settings before update of hide_powered_by, favicon_url, theme, google_tag_manager, localizejs, redirects on public.workspaces
  for each row when (auth.uid() is not null) execute function private.gate_settings();

-- # Calls

create function private.feature_pending(workspace_id bigint, feature text)
returns integer
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return case when feature in ('members', 'guests', 'owners', 'editors', 'viewers') then (
    select count(*) from public.workspace_invitations i
    where i.workspace_id = feature_pending.workspace_id and private.is_live(i)
      and case feature
        when 'members' then i.role <> 'guest'
        when 'guests' then i.role = 'guest'
        when 'owners' then i.role = 'owner'
        when 'viewers' then i.role = 'viewer'
        else i.role in ('owner', 'admin', 'billing', 'maker')
      end)::integer
  end;
end
$$;
comment on function private.feature_pending is 'The seats that open invitations will take; null for what is not invited.';

create function public.workspace_features(p_workspace_id bigint)
returns table (name text, type text, max_quantity integer, usage integer, pending integer, allowed boolean, in_plan boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select f.name, f.type,
    case when f.type = 'limit' and f.is_sold then private.feature_maximum(p_workspace_id, f.name) end,
    case when f.type = 'limit' and counts.shown then private.feature_usage(p_workspace_id, f.name) end,
    case when counts.shown then private.feature_pending(p_workspace_id, f.name) end,
    private.feature_allows(p_workspace_id, case when f.is_sold then f.name else 'members' end),
    f.is_sold and private.plan_holds(p_workspace_id, f.name)
  from (
    select bf.name, bf.type, true as is_sold from public.billing_features bf group by bf.name, bf.type
    union all
    select counted, 'limit', false from unnest(array['editors', 'viewers']) counted
  ) f
  cross join (select private.can_in_workspace(p_workspace_id, 'WorkspaceFullMember') as shown) counts
  where p_workspace_id in (select private.my_workspace_ids())
  order by f.type, f.name
$$;
comment on function public.workspace_features is 'Every feature of the catalogue for the caller''s workspace: whether the plan has it, its maximum, its use, the seats that open invitations will take, and whether one more is allowed. Guests get no counts. Makers+ (editors) and viewers are counted within the members.';

-- # Grants

grant select on public.billing_products, public.billing_features to anon, authenticated;
grant select (id, product_id, cycle_interval_months, flat_fee_price, user_fee_price) on public.billing_pricing_plans to anon, authenticated;
grant select on public.billing_accounts to authenticated;

grant execute on function public.workspace_features to authenticated;

-- Activity: who changed what, when, from where. Written in the transaction of the change, never changed after.

-- # Tables

create table public.activity_events (
  id bigint generated always as identity,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  type text not null,
  actor_id bigint references public.users (id) on delete set null,
  actor_name text not null default '',
  actor_email text not null default '',
  metadata jsonb not null default '{}',
  ip_address inet,
  created_at timestamptz not null default now(),
  primary key (id, created_at)
) partition by range (created_at);
comment on table public.activity_events is 'Append-only trail of a workspace, partitioned by month. The actor''s name and address are kept as they were.';
create index activity_events_workspace_idx on public.activity_events (workspace_id, id desc);
create index activity_events_kind_idx on public.activity_events (workspace_id, (split_part(type, '.', 1)), id desc);
create index activity_events_type_idx on public.activity_events (workspace_id, type, id desc);
create index activity_events_actor_idx on public.activity_events (actor_id);
alter table public.activity_events enable row level security;

create table private.activity_events_default partition of public.activity_events default;
comment on table private.activity_events_default is 'Events of a month that has no partition yet.';
alter table private.activity_events_default enable row level security;

-- # Rules

create policy "Activity is read through its function" on public.activity_events for select to authenticated using (false);

create function private.refuse_emptying_activity()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.problem('ACTION_PROHIBITED', 403, 'Activity cannot be changed.');
  return null;
end
$$;
comment on function private.refuse_emptying_activity is 'The trail is never truncated, by nobody.';
create trigger never_emptied before truncate on public.activity_events for each statement execute function private.refuse_emptying_activity();

create function private.ensure_activity_partitions()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  month date;
  partition_name text;
begin
  for month in select generate_series(date_trunc('month', now()), date_trunc('month', now()) + interval '2 months', interval '1 month')::date loop
    partition_name := 'activity_events_' || to_char(month, 'YYYY_MM');
    if to_regclass('private.' || partition_name) is null then
      execute format('create table private.%I partition of public.activity_events for values from (%L) to (%L)',
        partition_name, month, (month + interval '1 month')::date);
      execute format('alter table private.%I enable row level security', partition_name);
      execute format('create trigger never_emptied before truncate on private.%I for each statement execute function private.refuse_emptying_activity()',
        partition_name);
    end if;
  end loop;
end
$$;
comment on function private.ensure_activity_partitions is 'Makes the partitions of this and the next two months; the worker runs it daily.';

select private.ensure_activity_partitions();

create trigger never_emptied before truncate on private.activity_events_default
  for each statement execute function private.refuse_emptying_activity();

create function private.refuse_rewriting_activity()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.actor_id is not null and new.actor_id is null
    and to_jsonb(new) - 'actor_id' = to_jsonb(old) - 'actor_id' then
    return new;
  end if;
  -- An account that is deleted takes its name out of the trail, and only that.
  if tg_op = 'UPDATE' and new.actor_id is null and new.actor_name = 'Deleted user' and new.actor_email = '' and new.ip_address is null
    and to_jsonb(new) - array['actor_id', 'actor_name', 'actor_email', 'ip_address']
      = to_jsonb(old) - array['actor_id', 'actor_name', 'actor_email', 'ip_address'] then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (select 1 from public.workspaces w where w.id = old.workspace_id) then
    return old;
  end if;
  if tg_op = 'DELETE' and old.created_at < (select now() - make_interval(days => d.activity_days) from private.deployment d) then
    return old;
  end if;
  perform private.problem('ACTION_PROHIBITED', 403, 'Activity cannot be changed.');
  return null;
end
$$;
comment on function private.refuse_rewriting_activity is 'Append only: not even the owner of the table rewrites the trail. A deleted account or workspace still lets go of its rows, and what is past its time may go.';
create trigger append_only before update or delete on public.activity_events
  for each row execute function private.refuse_rewriting_activity();

create function private.log_activity(workspace_id bigint, type text, metadata jsonb default '{}')
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, metadata, ip_address)
  select log_activity.workspace_id, log_activity.type, u.id,
    coalesce(private.display_name(u), ''),
    coalesce(e.email, ''), jsonb_strip_nulls(log_activity.metadata), private.client_address()
  from (select private.current_user_id() as id) me
  left join public.users u on u.id = me.id
  left join public.emails e on e.user_id = u.id and e.is_primary;
end
$$;
comment on function private.log_activity is 'Writes one event in the caller''s name, in the caller''s transaction.';

create function private.purge_activity()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  days constant integer := (select d.activity_days from private.deployment d);
  removed integer;
begin
  if days is null then
    return 0;
  end if;
  delete from public.activity_events a where a.created_at < now() - make_interval(days => days);
  get diagnostics removed = row_count;
  return removed;
end
$$;
comment on function private.purge_activity is 'Removes activity that is older than the installation keeps it; the worker''s purge runs it.';

create function private.log_project_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  subject jsonb;
begin
  if tg_op = 'DELETE' then
    if exists (select 1 from public.workspaces w where w.id = old.workspace_id) then
      perform private.log_activity(old.workspace_id, 'project.deleted', jsonb_build_object('project_id', old.id, 'project', old.name, 'slug', old.slug));
    end if;
    return null;
  end if;
  subject := jsonb_build_object('project_id', new.id, 'project', new.name, 'slug', new.slug);
  if tg_op = 'INSERT' then
    perform private.log_activity(new.workspace_id, 'project.created', subject || jsonb_build_object('visibility', new.visibility, 'group_id', new.group_id));
    return null;
  end if;
  subject := subject || jsonb_build_object(
    'old', case when new.name <> old.name then old.name end,
    'visibility', case when new.visibility <> old.visibility then new.visibility end);
  -- A deleted group lets its projects go: the deletion of the group says so.
  if new.group_id is distinct from old.group_id and pg_trigger_depth() = 1 then
    perform private.log_activity(new.workspace_id, 'project.moved', subject || jsonb_build_object('group_id', new.group_id, 'old_group_id', old.group_id,
      'group', (select g.name from public.groups g where g.id = new.group_id)));
  elsif (new.name, new.slug, new.description, new.visibility, new.icon_name, new.icon_color, new.is_design_library, new.auto_invite_committers, new.use_legacy_exporter)
    is distinct from (old.name, old.slug, old.description, old.visibility, old.icon_name, old.icon_color, old.is_design_library, old.auto_invite_committers, old.use_legacy_exporter) then
    perform private.log_activity(new.workspace_id, 'project.updated', subject);
  end if;
  return null;
end
$$;
comment on function private.log_project_change is 'One event for a project that is made, moved, changed or deleted.';

create function private.log_member_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  account public.users;
begin
  select * into account from public.users u where u.id = old.user_id;
  -- Who leaves by deleting the account, and the people of a workspace that is deleted, have that as their event.
  if tg_op = 'DELETE' and (account.id is null or account.id = private.current_user_id()
    or not exists (select 1 from public.workspaces w where w.id = old.workspace_id)) then
    return null;
  end if;
  perform private.log_activity(
    old.workspace_id,
    case tg_op when 'DELETE' then 'workspace.member.removed' else 'workspace.member.role_changed' end,
    jsonb_build_object('user_id', account.id, 'user', private.display_name(account),
      'email', (select e.email from public.emails e where e.user_id = account.id and e.is_primary),
      'old', case tg_op when 'UPDATE' then old.role end,
      'role', case tg_op when 'DELETE' then old.role else new.role end));
  return null;
end
$$;
comment on function private.log_member_change is 'One event for a member whose role changes or who is removed.';

create function private.log_share(kind text, change text, subject jsonb, user_id bigint, team_id bigint, was text, becomes text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.log_activity((subject ->> 'workspace_id')::bigint, kind || '.' || change, subject - 'workspace_id' || jsonb_build_object(
    'user_id', u.id, 'user', case when u.id is not null then private.display_name(u) end, 'team_id', t.id, 'team', t.name, 'old', was, 'role', becomes))
  from (values (1)) one
  left join public.users u on u.id = log_share.user_id
  left join public.teams t on t.id = log_share.team_id
  where (u.id is not null or t.id is not null) and (subject ->> 'workspace_id') is not null;
end
$$;
comment on function private.log_share is 'One event of somebody, or a team, who was given something or lost it.';

create function private.log_given()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  now_row constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  was constant text := case when tg_op <> 'INSERT' then to_jsonb(old) ->> 'role' end;
  becomes constant text := case when tg_op <> 'DELETE' then now_row ->> 'role' end;
  change constant text := case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'role_changed' end;
  subject jsonb;
  made_at timestamptz;
begin
  -- What follows from something larger (a member or a team removed, a role lost) has that as its event.
  if pg_trigger_depth() > 1 or tg_op = 'UPDATE' and was = becomes then
    return null;
  end if;
  if tg_table_name = 'group_admins' then
    select jsonb_build_object('workspace_id', g.workspace_id, 'group_id', g.id, 'group', g.name, 'slug', g.slug), g.created_at into subject, made_at
    from public.groups g where g.id = (now_row ->> 'group_id')::bigint;
  elsif tg_table_name = 'team_members' then
    select jsonb_build_object('workspace_id', t.workspace_id, 'slug', t.slug), t.created_at into subject, made_at
    from public.teams t where t.id = (now_row ->> 'team_id')::bigint;
  else
    select jsonb_build_object('workspace_id', p.workspace_id, 'project_id', p.id, 'project', p.name, 'slug', p.slug), p.created_at into subject, made_at
    from public.projects p where p.id = (now_row ->> 'project_id')::bigint;
  end if;
  -- The first admin or owner is part of the creation.
  if tg_op = 'INSERT' and made_at = now() and (now_row ->> 'user_id')::bigint = private.current_user_id() then
    return null;
  end if;
  if tg_table_name = 'group_admins' then
    perform private.log_share('group.admin', change, subject, (now_row ->> 'user_id')::bigint, null, null, 'admin');
  elsif tg_table_name = 'team_members' then
    perform private.log_share('team.member', change, subject, (now_row ->> 'user_id')::bigint, (now_row ->> 'team_id')::bigint, was, becomes);
  elsif tg_table_name = 'project_teams' then
    perform private.log_share('project.team', change, subject, null, (now_row ->> 'team_id')::bigint, was, becomes);
  elsif becomes = 'owner' then
    perform private.log_share('project.ownership', 'transferred', subject, (now_row ->> 'user_id')::bigint, null, was, becomes);
  -- The previous owner becomes an admin, or leaves, by the transfer itself.
  elsif was is distinct from 'owner' then
    perform private.log_share('project.member', change, subject, (now_row ->> 'user_id')::bigint, null, was, becomes);
  end if;
  return null;
end
$$;
comment on function private.log_given is 'One event for who gets, changes or loses a place in a group, a team or a project.';

create function private.log_named_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  kind constant text := tg_argv[0];
  subject constant text := split_part(kind, '.', -1);
  row_now constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  row_before constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  host_id constant bigint := (row_now ->> 'workspace_id')::bigint;
begin
  if tg_op = 'UPDATE' and row_now - 'updated_at' = row_before - 'updated_at'
    or not exists (select 1 from public.workspaces w where w.id = host_id) then
    return null;
  end if;
  perform private.log_activity(host_id, kind || '.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    jsonb_build_object(subject || '_id', row_now -> 'id', subject, row_now -> 'name', 'slug', row_now -> 'slug',
      'old', nullif(row_before -> 'name', row_now -> 'name'),
      'visibility', case when tg_op = 'UPDATE' and row_before -> 'visibility' <> row_now -> 'visibility' then row_now -> 'visibility' end));
  return null;
end
$$;
comment on function private.log_named_change is 'One event for a group, a team or a workspace token that is made, changed or removed; the argument names the kind.';

create function private.log_settings_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed jsonb;
begin
  select jsonb_object_agg(n.key, n.value) into changed
  from jsonb_each(to_jsonb(new)) n
  where n.key <> 'updated_at' and n.value is distinct from to_jsonb(old) -> n.key;
  if changed is not null then
    perform private.log_activity(new.id, 'workspace.updated', jsonb_build_object('changed', (select jsonb_agg(k) from jsonb_object_keys(changed) k)));
  end if;
  return null;
end
$$;
comment on function private.log_settings_change is 'One event for changed settings of a workspace: which, never their values.';
create trigger log_change after update on public.workspaces for each row execute function private.log_settings_change();

create function private.log_row_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  row_now jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  host_id bigint := (row_now ->> 'workspace_id')::bigint;
begin
  if exists (select 1 from public.workspaces w where w.id = host_id) then
    perform private.log_activity(host_id, tg_argv[0] || '.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
      jsonb_build_object('id', row_now -> 'id', 'name', coalesce(row_now -> 'name', row_now -> 'domain', row_now -> 'email'), 'role', row_now -> 'role'));
  end if;
  return null;
end
$$;
comment on function private.log_row_change is 'One event for a change made straight on a table; the argument names the kind.';

create function private.log_activity_of(workspace_id bigint, type text, user_id bigint, client text, metadata jsonb default '{}')
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, metadata, ip_address)
  select log_activity_of.workspace_id, log_activity_of.type, u.id,
    coalesce(private.display_name(u), ''),
    coalesce(e.email, ''), jsonb_strip_nulls(log_activity_of.metadata), private.as_address(client)
  from (select log_activity_of.user_id as id) actor
  left join public.users u on u.id = actor.id
  left join public.emails e on e.user_id = u.id and e.is_primary
$$;
comment on function private.log_activity_of is 'Writes one event in the name of somebody who is only just signing in.';

-- # Calls

create function public.workspace_activity(
  p_workspace_id bigint, p_before bigint default null, p_after bigint default null, p_limit integer default 50, p_types text[] default null)
returns table (id bigint, type text, actor_id bigint, actor_name text, actor_email text, metadata jsonb, ip_address inet, created_at timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  -- Back from p_before, or forth from p_after: each along an index, and for each asked type by itself, so that rare ones are not searched for.
  direction constant text := case when p_after is null then 'desc' else 'asc' end;
  range constant text := 'a.workspace_id = $1 and ($2 is null or a.id < $2) and ($3 is null or a.id > $3)';
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  -- Not feature_gate: nothing is written, so nothing has to wait.
  if not private.feature_allows(p_workspace_id, 'activity_logs') then
    perform private.problem('PAYMENT_REQUIRED', 402, 'Your current plan does not allow for this. Please upgrade your plan.', 'activity_logs');
  end if;
  return query execute format($query$
    select p.id, p.type, p.actor_id, p.actor_name, p.actor_email, p.metadata, p.ip_address, p.created_at
    from (select distinct on (found.id) found.* from (%s) found order by found.id %s limit $4) p
    order by p.id desc $query$,
    case when p_types is null then format('select a.* from public.activity_events a where %s order by a.id %s limit $4', range, direction)
    else format($asked$
      select e.* from unnest($5) asked cross join lateral (
        (select a.* from public.activity_events a where position('.' in asked) = 0 and split_part(a.type, '.', 1) = asked and %1$s order by a.id %2$s limit $4)
        union all
        (select a.* from public.activity_events a where position('.' in asked) > 0 and a.type = asked and %1$s order by a.id %2$s limit $4)
      ) e $asked$, range, direction) end,
    direction)
  using p_workspace_id, p_before, p_after, least(greatest(coalesce(p_limit, 50), 1), 500), p_types;
end
$$;
comment on function public.workspace_activity is 'The trail of a workspace, newest first, page by page: p_before (the last id seen) for older events, p_after for the page just newer. p_types: exact types, or whole groups (workspace, group, project, team).';

-- # Grants

grant execute on function public.workspace_activity to authenticated;

-- Members: who belongs to a workspace and in which role, and who sees whom.

-- # Tables

create table public.workspace_members (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  auth_id uuid not null,
  role public.workspace_role not null,
  is_open boolean not null default true,
  by_provider boolean not null default false,
  was_given boolean not null default false,
  receive_daily_summary boolean not null default true,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
comment on table public.workspace_members is 'Who belongs to a workspace, with one role. Every policy begins here, so a row says by itself whose it is and whether it counts.';
comment on column public.workspace_members.auth_id is 'The member''s credential, a copy that triggers keep true.';
comment on column public.workspace_members.is_open is 'False for everybody but the oldest owner while the workspace is locked. Kept by triggers.';
comment on column public.workspace_members.by_provider is 'Whether the workspace has switched e-mail and password off, so that only sessions its providers opened count. Kept by triggers.';
comment on column public.workspace_members.was_given is 'Whether the member was ever given a project, a team or a group by name. Kept by triggers; false lets policies skip looking.';
create index workspace_members_user_id_idx on public.workspace_members (user_id);
create index workspace_members_auth_id_idx on public.workspace_members (auth_id) include (workspace_id, user_id, role, is_open, by_provider, was_given);
create index workspace_members_role_idx on public.workspace_members (workspace_id, role);
create trigger touch before update on public.workspace_members for each row execute function private.touch_updated_at();
alter table public.workspace_members enable row level security;
create trigger log_removal after delete on public.workspace_members for each row execute function private.log_member_change();
create trigger log_role after update of role on public.workspace_members
  for each row when (old.role <> new.role) execute function private.log_member_change();
select private.announce('public.workspace_members', workspace => 'c.workspace_id', person => 'c.user_id', access => true, columns => 'role, is_open, by_provider');

-- # Rules

create function private.keep_an_owner()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The workspace row is the lock: two owners leaving at once must see each other.
  perform 1 from public.workspaces w where w.id = old.workspace_id for update;
  if not found then
    return null;
  end if;
  if not exists (select 1 from public.workspace_members m where m.workspace_id = old.workspace_id and m.role = 'owner') then
    perform private.problem('USER_IS_OWNER', 403, 'The last owner of a workspace can be neither demoted nor removed.');
  end if;
  return null;
end
$$;
comment on function private.keep_an_owner is 'A workspace keeps an owner, whoever goes and by whatever door.';
create trigger keep_an_owner after update or delete on public.workspace_members
  for each row when (old.role = 'owner') execute function private.keep_an_owner();

create function private.oldest_owner_id(workspace_id bigint)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select m.user_id
  from public.workspace_members m
  where m.workspace_id = oldest_owner_id.workspace_id and m.role = 'owner'
  order by m.created_at, m.user_id
  limit 1
$$;
comment on function private.oldest_owner_id is 'The one member a locked workspace stays open to.';

create function private.is_by_provider(workspace_id bigint)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select 1 from public.workspace_integrations i
    where i.workspace_id = is_by_provider.workspace_id and i.kind = 'builtin' and not (i.enabled and i.allow_user_login));
end
$$;
comment on function private.is_by_provider is 'Whether a workspace has switched e-mail and password off: only sessions its providers opened count there.';

create function private.complete_membership()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.auth_id := (select u.auth_id from public.users u where u.id = new.user_id);
  new.is_open := not (select w.locked from public.workspaces w where w.id = new.workspace_id);
  new.by_provider := private.is_by_provider(new.workspace_id);
  new.was_given := exists (select 1 from public.project_members pm where pm.user_id = new.user_id)
    or exists (select 1 from public.team_members tm where tm.user_id = new.user_id)
    or exists (select 1 from public.group_admins ga where ga.user_id = new.user_id);
  return new;
end
$$;
comment on function private.complete_membership is 'A new membership learns its credential and what it was given; one made in a locked workspace stays closed until that is unlocked.';
create trigger complete_membership before insert on public.workspace_members
  for each row execute function private.complete_membership();

create function private.follow_credential()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspace_members m set auth_id = new.auth_id where m.user_id = new.id;
  return null;
end
$$;
comment on function private.follow_credential is 'Memberships keep the credential of their account.';
create trigger follow_credential after update of auth_id on public.users
  for each row when (old.auth_id <> new.auth_id) execute function private.follow_credential();

create function private.note_given()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspace_members m set was_given = true where m.user_id = new.user_id and not m.was_given;
  return null;
end
$$;
comment on function private.note_given is 'Remembers on the memberships of somebody that there is something given by name to look for.';

create function private.reopen_memberships(workspace_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.workspace_members m
  set is_open = not w.locked or m.user_id = private.oldest_owner_id(w.id)
  from public.workspaces w
  where w.id = reopen_memberships.workspace_id
    and m.workspace_id = w.id
    and m.is_open <> (not w.locked or m.user_id = private.oldest_owner_id(w.id))
$$;
comment on function private.reopen_memberships is 'Makes is_open true again in a workspace whose lock or owners changed.';

create function private.follow_lock()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.reopen_memberships(new.id);
  return null;
end
$$;
comment on function private.follow_lock is 'Memberships close and open with their workspace.';
create trigger follow_lock after update of locked on public.workspaces
  for each row when (old.locked <> new.locked) execute function private.follow_lock();

create function private.follow_owners()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.workspaces w where w.id = old.workspace_id and w.locked) then
    perform private.reopen_memberships(old.workspace_id);
  end if;
  return null;
end
$$;
comment on function private.follow_owners is 'In a locked workspace the oldest owner may be another one now.';
create trigger follow_owners after update of role or delete on public.workspace_members
  for each row execute function private.follow_owners();

create policy "Members are seen by themselves and with the members permission" on public.workspace_members for select to authenticated
using (
  (user_id = (select private.current_user_id()) and workspace_id = any (array(select private.my_workspace_ids())))
  or workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
);
create policy "Members choose their own daily summary" on public.workspace_members for update to authenticated
using (user_id = (select private.current_user_id()) and workspace_id = any (array(select private.my_workspace_ids())))
with check (user_id = (select private.current_user_id()) and workspace_id = any (array(select private.my_workspace_ids())));

create policy "People see themselves, and members whose list they may read" on public.users for select to authenticated
using (
  id = (select private.current_user_id())
  or exists (
    select 1 from public.workspace_members m
    where m.user_id = users.id and m.workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
  )
);

create policy "People see their addresses, and the primary one of members whose list they may read" on public.emails for select to authenticated
using (
  user_id = (select private.own_account_id())
  or (is_primary and user_id = (select private.current_user_id()))
  or (
    is_primary and exists (
      select 1 from public.workspace_members m
      where m.user_id = emails.user_id and m.workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
    )
  )
);

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
create trigger workspace_members_end_sessions
  after insert or delete on public.workspace_members
  for each row execute function private.end_sessions_of_one_workspace();

create function private.member_by_address(workspace_id bigint, email text)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select m.user_id
  from public.emails e
  join public.workspace_members m on m.user_id = e.user_id and m.workspace_id = member_by_address.workspace_id
  where e.email = lower(btrim(member_by_address.email)) and e.is_primary
$$;
comment on function private.member_by_address is 'The member of a workspace with this primary address, or null. By their other addresses, which nobody is shown, members are as unknown as strangers.';

create function private.candidates(workspace_id bigint, search text, without bigint[], roles public.workspace_role[], page integer)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.person_for(found.p, found.sees) || jsonb_build_object('workspace_role', found.role) order by (found.p).display_name collate private.natural, (found.p).user_id), '[]')
  from (
    select p, m.role, sees.addresses as sees
    from public.workspace_members m
    join private.people p on p.user_id = m.user_id
    cross join (select private.can_in_workspace(candidates.workspace_id, 'WorkspaceMembersRead') as addresses) sees
    where m.workspace_id = candidates.workspace_id
      and not (m.user_id = any (coalesce(without, '{}')))
      and (roles is null or m.role = any (roles))
      and private.is_found(p, search, sees.addresses)
    order by p.display_name collate private.natural, p.user_id
    limit private.page_size(page, 20, 100)
  ) found
$$;
comment on function private.candidates is 'Members who may be added to something, by name; found by address only for who reads addresses.';

-- # Calls

create function public.list_members(
  p_workspace_id bigint, p_search text default null, p_roles public.workspace_role[] default null, p_order text default 'name',
  p_limit integer default 500, p_offset integer default 0)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
-- Planned anew for what is asked: one plan for every search and order is twice as slow.
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  me constant bigint := private.current_user_id();
  mine constant public.workspace_role := private.workspace_role(p_workspace_id);
  promotes constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  removes constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  items jsonb;
  total integer;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersRead');
  if (ltrim(p_order, '-') in ('name', 'role', 'created_at', 'last_seen_at')) is not true then
    perform private.problem('VALIDATION_ERROR', 400, 'Members are ordered by name, role, created_at or last_seen_at.', 'order');
  end if;
  select count(*) into total
  from public.workspace_members m join private.people p on p.user_id = m.user_id
  where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true);
  select coalesce(jsonb_agg(private.person_for(found.person, true) || jsonb_build_object(
    'role', found.role, 'last_seen_at', found.last_seen_at, 'created_at', found.created_at, 'is_me', found.user_id = me,
    'may_change_role', promotes and found.reason is null, 'may_remove', removes and found.reason is null,
    'reason', coalesce(found.reason, case when not promotes then 'Your role does not let you change roles or remove members.' end))
    order by found.place), '[]')
  into items
  from (
    select p as person, m.user_id, m.role, m.last_seen_at, m.created_at,
      private.reason_against_changing(me, m.user_id, mine, m.role) as reason,
      row_number() over (order by
        case p_order when 'name' then p.display_name end collate private.natural,
        case p_order when '-name' then p.display_name end collate private.natural desc,
        case p_order when 'role' then m.role end,
        case p_order when '-role' then m.role end desc,
        case p_order when 'created_at' then m.created_at when 'last_seen_at' then coalesce(m.last_seen_at, '-infinity') end,
        case p_order when '-created_at' then m.created_at when '-last_seen_at' then coalesce(m.last_seen_at, '-infinity') end desc,
        m.user_id) as place
    from public.workspace_members m join private.people p on p.user_id = m.user_id
    where m.workspace_id = p_workspace_id and (p_roles is null or m.role = any (p_roles)) and private.is_found(p, p_search, true)
    order by place
    limit private.page_size(p_limit, 500, 1000) offset greatest(coalesce(p_offset, 0), 0)
  ) found;
  return jsonb_build_object('items', items, 'total', total);
end
$$;
comment on function public.list_members is 'The members of a workspace, page by page, with what the caller may change of each and, if nothing, why not.';

-- # Grants

grant select (workspace_id, user_id, role, receive_daily_summary, last_seen_at, created_at, updated_at)
  on public.workspace_members to authenticated;
grant update (receive_daily_summary) on public.workspace_members to authenticated;

grant execute on function public.list_members to authenticated;

-- Changes of members: who may change or remove whom, the seats that takes, and who gets what is left behind.

-- # Rules

-- Without a search path of its own: so it becomes part of the queries of those who ask.
create function private.reason_against_changing(me bigint, user_id bigint, mine public.workspace_role, theirs public.workspace_role)
returns text
language sql
immutable
as $$
  select case
    when reason_against_changing.user_id = me then 'You cannot change your own role or remove yourself.'
    when theirs > mine then 'You cannot change a member who outranks you.'
  end
$$;
comment on function private.reason_against_changing is 'Why somebody may not touch a member, or null: nobody changes themselves, nobody changes who outranks them.';

create function private.require_may_change_member(workspace_id bigint, user_id bigint, mine public.workspace_role, theirs public.workspace_role)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  reason constant text := private.reason_against_changing(me, user_id, mine, theirs);
begin
  if reason is not null then
    perform private.problem(
      case when user_id = me then 'ACTION_PROHIBITED' else 'INSUFFICIENT_PERMISSIONS' end, 403, reason);
  end if;
end
$$;
comment on function private.require_may_change_member is 'Refuses whoever may not touch this member.';

create function private.may_give_role(mine public.workspace_role, theirs public.workspace_role, wanted public.workspace_role)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select wanted <= mine and ((wanted = 'owner') = (theirs is not distinct from 'owner') or mine = 'owner')
$$;
comment on function private.may_give_role is 'Whether somebody who promotes may turn one role into another: up to the own role, and only owners give or take the owner role.';

create function private.seats_taken(theirs public.workspace_role, wanted public.workspace_role)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array_remove(array[
    case when wanted = 'guest' and theirs <> 'guest' then 'guests' when wanted <> 'guest' and theirs = 'guest' then 'members' end,
    case when wanted = 'owner' and theirs <> 'owner' then 'owners' end
  ], null)
$$;
comment on function private.seats_taken is 'The seats that a change of role takes.';

create function private.gate_seats(workspace_id bigint, seats text[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted record;
begin
  for wanted in
    select seat as feature, count(*)::integer as requested from unnest(seats) seat
    group by seat order by array_position(array['guests', 'members', 'owners'], seat)
  loop
    -- A plan that says nothing of owners has no limit of them.
    if wanted.feature <> 'owners' or private.plan_holds(workspace_id, 'owners') then
      perform private.feature_gate(workspace_id, wanted.feature, wanted.requested);
    end if;
  end loop;
end
$$;
comment on function private.gate_seats is 'Refuses seats, one or many, that the plan does not have.';

create function private.successor_of(workspace_id bigint, user_id bigint)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (select m.user_id from public.workspace_members m
     where m.workspace_id = successor_of.workspace_id and m.user_id = private.current_user_id()
       and m.user_id <> successor_of.user_id and m.role not in ('guest', 'viewer')),
    (select m.user_id from public.workspace_members m
     where m.workspace_id = successor_of.workspace_id and m.role = 'owner' and m.user_id <> successor_of.user_id
     order by m.created_at, m.user_id limit 1))
$$;
comment on function private.successor_of is 'Who gets what somebody leaves behind: who made them leave, else the oldest other owner.';

create function private.hand_over_projects(workspace_id bigint, from_user bigint, to_user bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  owned bigint[];
begin
  select array_agg(pm.project_id) into owned
  from public.project_members pm
  join public.projects p on p.id = pm.project_id
  where p.workspace_id = hand_over_projects.workspace_id and pm.user_id = from_user and pm.role = 'owner';
  if owned is null then
    return;
  end if;
  delete from public.project_members pm where pm.project_id = any (owned) and pm.user_id = from_user;
  insert into public.project_members as pm (project_id, user_id, role)
  select unnest(owned), to_user, 'owner'
  where to_user is not null
  on conflict (project_id, user_id) do update set role = 'owner';
end
$$;
comment on function private.hand_over_projects is 'When a project''s owner leaves or becomes a guest, whoever did that becomes the owner.';

create function private.hand_over_groups(workspace_id bigint, from_user bigint, to_user bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.group_admins (group_id, user_id)
  select ga.group_id, to_user
  from public.group_admins ga
  join public.groups g on g.id = ga.group_id
  where g.workspace_id = hand_over_groups.workspace_id and ga.user_id = from_user and to_user is not null
    and not exists (select 1 from public.group_admins other where other.group_id = ga.group_id and other.user_id <> from_user)
  on conflict do nothing;
  delete from public.group_admins ga using public.groups g
  where g.id = ga.group_id and g.workspace_id = hand_over_groups.workspace_id and ga.user_id = from_user;
end
$$;
comment on function private.hand_over_groups is 'Ends somebody''s administration of groups; where nobody else administers one, the successor does.';

create function private.hand_over(workspace_id bigint, from_user bigint, to_user bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.hand_over_projects(hand_over.workspace_id, from_user, to_user), private.hand_over_groups(hand_over.workspace_id, from_user, to_user)
$$;
comment on function private.hand_over is 'Passes on what somebody owns and administers in a workspace.';

create function private.forget_member()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from public.workspaces w where w.id = old.workspace_id) then
    return null;
  end if;
  perform private.hand_over(old.workspace_id, old.user_id, private.successor_of(old.workspace_id, old.user_id));
  delete from public.project_members pm using public.projects p
  where p.id = pm.project_id and p.workspace_id = old.workspace_id and pm.user_id = old.user_id;
  delete from public.project_pins pp using public.projects p
  where p.id = pp.project_id and p.workspace_id = old.workspace_id and pp.user_id = old.user_id;
  delete from public.team_members tm using public.teams t
  where t.id = tm.team_id and t.workspace_id = old.workspace_id and tm.user_id = old.user_id;
  return null;
end
$$;
comment on function private.forget_member is 'Whoever leaves a workspace, through whatever door, leaves nothing of theirs behind in it.';
create trigger forget_member after delete on public.workspace_members
  for each row execute function private.forget_member();

create function private.follow_role()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.role = 'guest' then
    perform private.hand_over(new.workspace_id, new.user_id, private.successor_of(new.workspace_id, new.user_id));
  end if;
  update public.team_members tm set role = 'member'
  from public.teams t
  where t.id = tm.team_id and t.workspace_id = new.workspace_id and tm.user_id = new.user_id and tm.role = 'admin';
  return null;
end
$$;
comment on function private.follow_role is 'Viewers and guests are only ever members of teams; guests own and administer nothing.';
create trigger follow_role after update of role on public.workspace_members
  for each row when (new.role in ('viewer', 'guest') and old.role <> new.role) execute function private.follow_role();

create function private.require_heir(workspace_id bigint, heir_id bigint, user_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  theirs public.workspace_role;
begin
  -- The role stays as it is until this is done: viewers and guests own nothing.
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = require_heir.workspace_id and m.user_id = heir_id and m.user_id <> require_heir.user_id for no key update;
  if theirs is null then
    perform private.problem('VALIDATION_ERROR', 400, 'The projects can only pass to another member of this workspace.', 'heir_id');
  elsif theirs in ('viewer', 'guest') then
    perform private.problem('VALIDATION_ERROR', 400, 'Viewers and guests cannot own a project.', 'heir_id');
  end if;
end
$$;
comment on function private.require_heir is 'Refuses who cannot take over what a member leaves behind.';

-- # Calls

create function public.change_member_role(p_workspace_id bigint, p_user_id bigint, p_role public.workspace_role)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  mine public.workspace_role;
  theirs public.workspace_role;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  mine := private.workspace_role(p_workspace_id);
  perform private.lock_seats(p_workspace_id);
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = p_user_id
  for update;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
  perform private.require_may_change_member(p_workspace_id, p_user_id, mine, theirs);
  if not private.may_give_role(mine, theirs, p_role) then
    perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You cannot give this role.', 'role');
  end if;
  if p_role = theirs then
    return;
  end if;
  perform private.gate_seats(p_workspace_id, private.seats_taken(theirs, p_role));
  update public.workspace_members m set role = p_role where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
end
$$;
comment on function public.change_member_role is 'Changes somebody else''s role (permissions.json "role_change_rules").';

create function public.remove_member(p_workspace_id bigint, p_user_id bigint, p_heir_id bigint default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  theirs public.workspace_role;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  select m.role into theirs from public.workspace_members m
  where m.workspace_id = p_workspace_id and m.user_id = p_user_id
  for update;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
  perform private.require_may_change_member(p_workspace_id, p_user_id, private.workspace_role(p_workspace_id), theirs);
  if p_heir_id is not null then
    perform private.require_heir(p_workspace_id, p_heir_id, p_user_id);
    perform private.hand_over(p_workspace_id, p_user_id, p_heir_id);
  end if;
  delete from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
end
$$;
comment on function public.remove_member is 'Removes somebody else with everything given to them; their projects pass to p_heir_id, by itself to the caller.';

create function public.projects_left_behind(p_workspace_id bigint, p_user_ids bigint[])
returns integer
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  return (
    select count(*)
    from public.project_members pm join public.projects p on p.id = pm.project_id
    where p.workspace_id = p_workspace_id and pm.user_id = any (p_user_ids) and pm.role = 'owner');
end
$$;
comment on function public.projects_left_behind is 'How many projects belong to these members: what passes on when they are removed.';

create function public.assignable_roles(p_workspace_id bigint, p_user_id bigint default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  mine constant public.workspace_role := private.workspace_role(p_workspace_id);
  theirs public.workspace_role;
  against text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersInvite');
  if p_user_id is not null then
    select m.role into theirs from public.workspace_members m where m.workspace_id = p_workspace_id and m.user_id = p_user_id;
    if not found then
      perform private.problem('NOT_FOUND', 404, 'Member not found.');
    end if;
    against := coalesce(
      private.reason_against_changing(private.current_user_id(), p_user_id, mine, theirs),
      case when not private.can_in_workspace(p_workspace_id, 'WorkspaceMembersPromote') then 'Your role does not let you change roles or remove members.' end);
  end if;
  return (
    select jsonb_agg(jsonb_build_object('role', choice.role, 'allowed', choice.reason is null, 'reason', choice.reason,
      'needs_upgrade', choice.role = 'guest' and not private.feature_allows(p_workspace_id, 'guests')) order by choice.role desc)
    from (
      select role, coalesce(against, case
        when role = 'owner' and mine <> 'owner' then 'Only owners can give the owner role.'
        when p_user_id is not null and not private.may_give_role(mine, theirs, role) then
          case when theirs = 'owner' then 'Only owners can take the owner role.' else 'You can only give roles up to your own.' end
        when p_user_id is null and not private.may_invite_at(mine, role) then
          case when role > mine then 'You can only give roles up to your own.' else 'You can only invite at your own role, or guests.' end
      end) as reason
      from unnest(enum_range(null::public.workspace_role)) role
    ) choice
  );
end
$$;
comment on function public.assignable_roles is 'The roles for a select: which the caller may give to a member, or invite at, and why not the others.';

create function public.change_member_roles(p_workspace_id bigint, p_user_ids bigint[], p_role public.workspace_role)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  mine public.workspace_role;
  member_id bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersPromote');
  mine := private.workspace_role(p_workspace_id);
  perform private.lock_seats(p_workspace_id);
  perform private.gate_seats(p_workspace_id, array(
    select unnest(private.seats_taken(m.role, p_role)) from public.workspace_members m
    where m.workspace_id = p_workspace_id and m.user_id = any (p_user_ids)
      and private.reason_against_changing(me, m.user_id, mine, m.role) is null and private.may_give_role(mine, m.role, p_role)));
  perform private.require_few(cardinality(p_user_ids), 0, 'At most 500 can be changed at once.', 'user_ids');
  foreach member_id in array coalesce(p_user_ids, '{}') loop
    begin
      perform public.change_member_role(p_workspace_id, member_id, p_role);
      results := results || private.bulk_success(to_jsonb(member_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(member_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.change_member_roles is 'Changes the role of many, each as the rules allow. Seats that the plan lacks for all of them together: 402, and nothing is changed.';

create function public.remove_members(p_workspace_id bigint, p_user_ids bigint[], p_heir_id bigint default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member_id bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  if p_heir_id = any (p_user_ids) then
    perform private.problem('VALIDATION_ERROR', 400, 'The projects can only pass to somebody who stays.', 'heir_id');
  end if;
  perform private.require_few(cardinality(p_user_ids), 0, 'At most 500 can be changed at once.', 'user_ids');
  foreach member_id in array coalesce(p_user_ids, '{}') loop
    begin
      perform public.remove_member(p_workspace_id, member_id, p_heir_id);
      results := results || private.bulk_success(to_jsonb(member_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(member_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.remove_members is 'Removes many, each as the rules allow; their projects pass to p_heir_id, by itself to the caller.';

-- # Grants

grant execute on function
  public.change_member_role, public.remove_member, public.projects_left_behind, public.assignable_roles, public.change_member_roles,
  public.remove_members
to authenticated;

-- Workspace tokens: programs that read the projects of a workspace. A token never reaches the database as a credential: the facade
-- exchanges it for a grant, signed here for five minutes, and sends that along with the calls it makes as a visitor.

-- # Tables

create table public.machine_principals (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  name text not null constraint check_machine_principals_name check (length(btrim(name)) between 1 and 200),
  token_hash bytea not null unique,
  token_prefix text not null,
  creator_id bigint references public.users (id) on delete set null,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint machine_principals_workspace_id_name_key unique (workspace_id, name)
);
comment on table public.machine_principals is 'Workspace tokens: stored as SHA-256 with a visible prefix, shown once.';
create index machine_principals_creator_id_idx on public.machine_principals (creator_id);
alter table public.machine_principals enable row level security;
create trigger log_change after insert or delete or update of name on public.machine_principals
  for each row execute function private.log_named_change('workspace.token');
select private.announce('public.machine_principals', workspace => 'c.workspace_id', columns => 'name');

-- # Rules

create policy "Workspace tokens are seen with the token permission" on public.machine_principals for select to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceOauthClientCreateUpdateDelete'))));
create policy "Workspace tokens are renamed with the token permission" on public.machine_principals for update to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceOauthClientCreateUpdateDelete'))))
with check (workspace_id = any (array(select private.workspace_ids_with('WorkspaceOauthClientCreateUpdateDelete'))));
create policy "Workspace tokens are revoked with the token permission" on public.machine_principals for delete to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceOauthClientCreateUpdateDelete'))));

create function private.sign_grant(payload text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select encode(extensions.hmac(convert_to(payload, 'utf8'), d.grant_key, 'sha256'), 'hex') from private.deployment d
$$;
comment on function private.sign_grant is 'The signature of a grant: nobody outside the database can make one.';

create function private.token_workspace_ids()
returns setof bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  presented constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-waymark-grant';
  parts text[];
begin
  if presented is null or auth.uid() is not null then
    return;
  end if;
  parts := regexp_match(presented, '^([1-9][0-9]{0,17})\.([0-9]{1,12})\.([0-9a-f]{64})$');
  if parts is null or parts[2]::bigint < extract(epoch from now()) then
    return;
  end if;
  -- Digests are compared, so that the time it takes tells nothing about the signature.
  if extensions.digest(private.sign_grant(parts[1] || '.' || parts[2]), 'sha256') <> extensions.digest(parts[3], 'sha256') then
    return;
  end if;
  return query
  select mp.workspace_id
  from public.machine_principals mp
  join public.workspaces w on w.id = mp.workspace_id and not w.locked
  join public.workspace_role_permissions p on p.role = 'project_export' and p.permission = 'WorkspaceProjectsExport'
  where mp.id = parts[1]::bigint;
end
$$;
comment on function private.token_workspace_ids is 'The workspace whose projects the caller reads by a workspace token. A set for policies: computed once a statement. Empty for people, whatever they send.';

create function private.is_exported(node_type text)
returns boolean
language sql
immutable
as $$
  select node_type in ('http_service', 'http_operation', 'http_server', 'http_callback', 'http_webhook', 'model')
$$;
comment on function private.is_exported is 'What comes from OpenAPI and JSON Schema files: all that a workspace token reads.';

create function private.require_token_name(name text)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if btrim(coalesce(name, '')) = '' then
    perform private.problem('VALIDATION_ERROR', 400, 'Required', 'name');
  elsif length(btrim(name)) > 200 then
    perform private.problem('VALIDATION_ERROR', 400, 'Must be no more than 200 characters.', 'name');
  end if;
end
$$;
comment on function private.require_token_name is 'Refuses before the constraint does: its detail would show the whole row, with the hash of the token.';

create function private.require_token(token_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := (select mp.workspace_id from public.machine_principals mp where mp.id = token_id);
begin
  if host_id is null or private.workspace_role(host_id) is null then
    perform private.problem('NOT_FOUND', 404, 'Token not found.');
  end if;
  perform private.require_in_workspace(host_id, 'WorkspaceOauthClientCreateUpdateDelete');
end
$$;
comment on function private.require_token is 'Refuses whoever may not change a workspace token; 404 for who may not know it.';

-- # Calls

create function public.svc_workspace_token(p_token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_token public.machine_principals;
  expires constant bigint := floor(extract(epoch from now()))::bigint + 300;
  payload text;
begin
  select mp.* into found_token
  from public.machine_principals mp
  join public.workspaces w on w.id = mp.workspace_id and not w.locked
  where mp.token_hash = extensions.digest(p_token, 'sha256');
  if found_token.id is null or not private.feature_allows(found_token.workspace_id, 'oauth_client_apps') then
    return null;
  end if;
  update public.machine_principals mp set last_used_at = now()
  where mp.id = found_token.id and (mp.last_used_at is null or mp.last_used_at < now() - interval '1 minute');
  payload := found_token.id || '.' || expires;
  return jsonb_build_object(
    'id', found_token.id, 'workspace_id', found_token.workspace_id, 'name', found_token.name,
    'grant', payload || '.' || private.sign_grant(payload), 'expires_at', to_timestamp(expires));
end
$$;
comment on function public.svc_workspace_token is 'Exchanges a workspace token for a grant of five minutes and records its use; null for one that does not hold.';

create function private.token_as_json(token public.machine_principals)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', token.id, 'name', token.name, 'access_token_prefix', token.token_prefix,
    'creator', (
      select jsonb_build_object('user_id', u.id, 'display_name', private.display_name(u))
      from public.users u where u.id = token.creator_id),
    'last_used', token.last_used_at, 'created_at', token.created_at)
$$;
comment on function private.token_as_json is 'A workspace token as its list shows it, without what it opens.';

create function public.list_workspace_tokens(p_workspace_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceOauthClientCreateUpdateDelete');
  return coalesce((
    select jsonb_agg(private.token_as_json(mp) order by mp.name, mp.id)
    from public.machine_principals mp where mp.workspace_id = p_workspace_id), '[]');
end
$$;
comment on function public.list_workspace_tokens is 'The workspace tokens by name, without what they open.';

create function public.create_workspace_token(p_workspace_id bigint, p_name text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  token constant text := 'wmk_' || translate(rtrim(encode(extensions.gen_random_bytes(32), 'base64'), '='), '+/', '-_');
  made public.machine_principals;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceOauthClientCreateUpdateDelete');
  perform private.require_recent_proof();
  perform private.require_token_name(p_name);
  perform private.feature_gate(p_workspace_id, 'oauth_client_apps');
  insert into public.machine_principals (workspace_id, name, token_hash, token_prefix, creator_id)
  values (p_workspace_id, btrim(p_name), extensions.digest(token, 'sha256'), left(token, 8), private.current_user_id())
  returning * into made;
  perform private.mail_account(private.current_user_id(), 'token_created', jsonb_build_object(
    'token', made.name, 'workspace', (select w.name from public.workspaces w where w.id = p_workspace_id)));
  return private.token_as_json(made) || jsonb_build_object('access_token', token);
end
$$;
comment on function public.create_workspace_token is 'Makes a workspace token; the answer is the only place that ever shows it.';

create function public.rename_workspace_token(p_id bigint, p_name text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  renamed public.machine_principals;
begin
  perform private.require_token(p_id);
  perform private.require_token_name(p_name);
  update public.machine_principals mp set name = btrim(p_name) where mp.id = p_id returning * into renamed;
  return private.token_as_json(renamed);
end
$$;
comment on function public.rename_workspace_token is 'Renames a workspace token.';

create function public.delete_workspace_token(p_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_token(p_id);
  delete from public.machine_principals mp where mp.id = p_id;
end
$$;
comment on function public.delete_workspace_token is 'Revokes a workspace token at once.';

-- # Grants

grant select (id, workspace_id, name, token_prefix, creator_id, last_used_at, created_at), update (name), delete on public.machine_principals to authenticated;

grant execute on function private.token_workspace_ids to anon;
grant execute on function public.svc_workspace_token to service_role;
grant execute on function
  public.list_workspace_tokens, public.create_workspace_token, public.rename_workspace_token, public.delete_workspace_token
to authenticated;

-- Providers: what the settings of an integration may say, under which one spelling their addresses are kept, and whose word about an
-- e-mail address counts in every workspace.

-- # Tables

create function private.normal_address(address text, is_base boolean default true)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  part constant text[] := regexp_match(address,
    '^([A-Za-z]+)://([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]+)?((/[A-Za-z0-9._~!$&''()*+,;=:@%-]*)*)(\?[^\s\\#]*)?$');
  scheme constant text := lower(part[1]);
  host text := lower(part[2]);
  port constant text := substring(part[3] from 2);
  path constant text := part[4];
begin
  if part is null or scheme not in ('http', 'https', 'ldap', 'ldaps') or length(address) > 2000 or is_base and part[6] is not null then
    return null;
  end if;
  if host like '[%' then
    -- Compressed as everybody writes it; throws for what is no address. Not with an IPv4 address inside.
    host := '[' || pg_catalog.host(btrim(host, '[]')::inet) || ']';
    if host like '%.%' then
      return null;
    end if;
  elsif host ~ '(^|\.)(-|$)|^\.|\.\.|-(\.|$)' or length(host) > 253
    -- What ends in a number is read as an IPv4 address, of which there are many spellings: this one alone is taken.
    or host ~ '(^|\.)([0-9]+|0x[0-9a-f]*)$' and (host !~ '^((0|[1-9][0-9]{0,2})\.){3}(0|[1-9][0-9]{0,2})$' or host(host::inet) <> host) then
    return null;
  end if;
  if port is not null and (port !~ '^[1-9][0-9]{0,4}$' or port::integer > 65535) then
    return null;
  end if;
  -- Segments that climb, are empty or hide one of the characters that end a path.
  if path ~ '//' or path ~ '/\.\.?(/|$)' or path ~* '%(?!([2-7][0-9a-f]|[89a-f][0-9a-f]))' or path ~* '%(2e|2f|3f|23|5c|7f)' then
    return null;
  end if;
  return scheme || '://' || host
    || case when (scheme, port) in (('http', '80'), ('https', '443'), ('ldap', '389'), ('ldaps', '636')) then '' else coalesce(':' || port, '') end
    || case when is_base then rtrim(path, '/') else path || coalesce(part[6], '') end;
exception when invalid_text_representation then
  return null;
end
$$;
comment on function private.normal_address is 'The one spelling under which a provider''s address is kept and compared; null for odd ones: credentials, backslashes, fragments, dots that climb, numbers that are read as an address. A base address, which calls are appended to, has no query.';

create function private.normal_config(config jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select config || coalesce((
    select jsonb_object_agg(name, to_jsonb(private.normal_address(config ->> name, is_base)))
    from (values ('hostUrl', true), ('apiUrl', true), ('url', true), ('entryPoint', false)) address (name, is_base)
    where private.normal_address(config ->> name, is_base) is not null
  ), '{}')
$$;
comment on function private.normal_config is 'The settings of an integration with its addresses in their one spelling.';

create table private.trusted_providers (
  kind text not null check (kind in ('github', 'gitlab', 'bitbucket_cloud', 'bitbucket_data_center', 'ldap')),
  host_url text not null check (private.normal_address(host_url) is not distinct from host_url),
  api_url text not null check (case when kind = 'ldap' then api_url = '' else private.normal_address(api_url) is not distinct from api_url end),
  primary key (kind, host_url, api_url),
  check (host_url ~ case when kind = 'ldap' then '^ldaps?:' else '^https?:' end)
);
comment on table private.trusted_providers is 'Providers whose word about a verified address counts in every workspace, beside the default configurations: the operator''s list, written by the worker from its environment. Of a directory host_url is its address and api_url is empty.';
alter table private.trusted_providers enable row level security;

create function private.integration_config_problem(kind text, config_type text, config jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  git constant text[] := array['github', 'gitlab', 'bitbucket_cloud', 'bitbucket_data_center', 'azure_devops_server', 'azure_devops_services'];
  known constant text[] := case
    when kind = 'builtin' then array[]::text[]
    when kind = 'ldap' then array['url', 'bindDN', 'searchBase', 'searchFilter', 'startTls', 'caCert', 'emailAttribute', 'usernameAttribute',
      'firstNameAttribute', 'lastNameAttribute']
    when kind = 'saml' then array['entryPoint', 'identifierFormat', 'cert', 'issuer', 'callbackUrl', 'disableRequestedAuthnContext', 'defaultIdp',
      'allowIdpInitiated', 'idpIssuer', 'emailAttribute', 'firstNameAttribute', 'lastNameAttribute']
    else array['hostUrl', 'apiUrl', 'clientId', 'defaultVisibility', 'tenantId', 'authType'] end;
  required constant text[] := case
    when kind = 'ldap' then array['url', 'bindDN', 'searchBase', 'searchFilter']
    when kind = 'saml' then array['entryPoint', 'identifierFormat', 'cert', 'issuer', 'callbackUrl']
    when kind = 'bitbucket_data_center' and config ->> 'authType' = 'oauth' then array['hostUrl', 'apiUrl', 'clientId']
    when kind in ('bitbucket_data_center', 'azure_devops_server') then array['hostUrl', 'apiUrl']
    when config_type = 'custom' and kind in ('github', 'gitlab') then array['hostUrl', 'apiUrl', 'clientId']
    when config_type = 'custom' and kind = any (git) then array['clientId']
    else array[]::text[] end;
  flags constant text[] := array['startTls', 'disableRequestedAuthnContext', 'defaultIdp', 'allowIdpInitiated'];
  setting record;
begin
  if jsonb_typeof(config) <> 'object' then
    return jsonb_build_object('field', 'config', 'message', 'The configuration is not an object.');
  end if;
  for setting in select name from unnest(required) name where btrim(coalesce(config ->> name, '')) = '' loop
    return jsonb_build_object('field', setting.name, 'message', 'Required');
  end loop;
  for setting in select key as name, value, config ->> key as word from jsonb_each(config) loop
    if setting.name <> all (known) then
      return jsonb_build_object('field', setting.name, 'message', 'This provider has no such setting.');
    end if;
    if jsonb_typeof(setting.value) <> (case when setting.name = any (flags) then 'boolean' else 'string' end)
      or length(setting.word) > 10000 then
      return jsonb_build_object('field', setting.name, 'message', 'This value is not valid.');
    end if;
    if setting.name in ('hostUrl', 'apiUrl') and private.normal_address(setting.word) ~ '^https?://' is not true
      or setting.name in ('entryPoint', 'callbackUrl') and private.normal_address(setting.word, false) ~ '^https?://' is not true
      or setting.name = 'url' and private.normal_address(setting.word) ~ '^ldaps?://[^/]+$' is not true then
      return jsonb_build_object('field', setting.name, 'message', 'Must be a valid URL.');
    end if;
    if setting.name = 'cert' and not private.is_certificates(setting.word) then
      return jsonb_build_object('field', 'cert', 'message', 'Must be a valid X.509 certificate.');
    end if;
    if setting.name = 'defaultVisibility' and setting.word not in ('private', 'internal', 'public')
      or setting.name = 'authType' and (setting.word not in ('basic', 'oauth') or kind <> 'bitbucket_data_center')
      or setting.name = 'tenantId' and kind <> 'azure_devops_services' then
      return jsonb_build_object('field', setting.name, 'message', 'This value is not valid.');
    end if;
  end loop;
  return null;
end
$$;
comment on function private.integration_config_problem is 'What is wrong with the settings of an integration, {field, message}, or null. Secrets have no place in them: unknown keys are refused.';

-- # Rules

create function private.set_trusted_providers(providers jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wrong text;
begin
  select concat_ws(' ', p ->> 'kind', p ->> 'hostUrl', p ->> 'apiUrl') into wrong
  from jsonb_array_elements(providers) p
  where not coalesce(
    p ->> 'kind' in ('github', 'gitlab', 'bitbucket_cloud', 'bitbucket_data_center')
      and private.normal_address(p ->> 'hostUrl') ~ '^https?:' and private.normal_address(p ->> 'apiUrl') ~ '^https?:'
    or p ->> 'kind' = 'ldap' and private.normal_address(p ->> 'hostUrl') ~ '^ldaps?:' and p ->> 'apiUrl' = '', false)
  limit 1;
  if found then
    raise exception 'WAYMARK_TRUSTED_PROVIDERS lists "%", which is neither a Git host with its host and API URL nor a directory with its address.', wrong;
  end if;
  delete from private.trusted_providers;
  insert into private.trusted_providers (kind, host_url, api_url)
  select p ->> 'kind', private.normal_address(p ->> 'hostUrl'), coalesce(private.normal_address(p ->> 'apiUrl'), '')
  from jsonb_array_elements(providers) p
  on conflict do nothing;
end
$$;
comment on function private.set_trusted_providers is 'Replaces the operator''s list; refuses it as a whole, in one sentence, for an entry that cannot be meant.';

create function private.provider_is_trusted(kind text, config_type text, config jsonb)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(case
    -- Whoever runs an Entra tenant or a server of Azure writes any address into it: none is ever proven by it.
    when kind in ('azure_devops_services', 'azure_devops_server') then false
    when (select d.mode from private.deployment d) = 'single_tenant' then true
    when config_type = 'default' then kind in ('github', 'gitlab', 'bitbucket_cloud')
    -- Another attribute may be one that people write into their own entries.
    when kind = 'ldap' and lower(coalesce(config ->> 'emailAttribute', '')) not in ('', 'mail') then false
    else exists (
      select 1 from private.trusted_providers t
      where t.kind = provider_is_trusted.kind
        and t.host_url = case when t.kind = 'ldap' then config ->> 'url' else config ->> 'hostUrl' end
        and t.api_url = case when t.kind = 'ldap' then '' else config ->> 'apiUrl' end)
  end, false)
$$;
comment on function private.provider_is_trusted is 'Whether addresses that this provider calls verified count in every workspace: of the installation''s own default configurations and of what the operator lists exactly. Whatever is unknown, absent or oddly spelled is not.';

create function private.is_certificates(written text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
declare
  blocks text[] := array(
    select block[1] from regexp_matches(written, '-----BEGIN CERTIFICATE-----(.*?)-----END CERTIFICATE-----', 'g') block);
  body text;
  der bytea;
begin
  if cardinality(blocks) = 0 then
    blocks := array[written];
  end if;
  foreach body in array blocks loop
    body := regexp_replace(body, '\s', '', 'g');
    if length(body) % 4 <> 0 or body !~ '^[A-Za-z0-9+/]{200,}={0,2}$' then
      return false;
    end if;
    -- A sequence of ASN.1 that is as long as it says.
    der := decode(body, 'base64');
    if get_byte(der, 0) <> 48 or get_byte(der, 1) <> 130 or get_byte(der, 2) * 256 + get_byte(der, 3) + 4 <> length(der) then
      return false;
    end if;
  end loop;
  return coalesce(cardinality(blocks) > 0, false);
end
$$;
comment on function private.is_certificates is 'Whether this has the form of certificates: PEM blocks or bare base64, each one whole piece of DER. Whether a key is in it is for who parses X.509.';

create function private.integration_flow(kind text, config jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when kind = 'builtin' then 'builtin'
    when kind = 'saml' then 'saml'
    when kind in ('ldap', 'azure_devops_server') then 'basic'
    when kind = 'bitbucket_data_center' and config ->> 'authType' is distinct from 'oauth' then 'basic'
    else 'oauth' end
$$;
comment on function private.integration_flow is 'How one signs in with an integration: builtin, basic (username and password of the provider), oauth or saml.';

create function private.provider_of(kind text, config_type text, config jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_array(kind, config_type) || case
    -- The installation's own registration: what else the settings say is not asked for.
    when config_type = 'default' then '[]'
    else jsonb_build_array(config ->> 'hostUrl', config ->> 'apiUrl', config ->> 'tenantId', config ->> 'url', config ->> 'searchBase',
      config ->> 'searchFilter', config ->> 'entryPoint', config ->> 'idpIssuer')
    end
$$;
comment on function private.provider_of is 'Who answers for an integration: the settings that decide whose ids its ids are. An id of one provider says nothing at another.';

create function private.integration_secret_names(kind text, config_type text, config jsonb)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select case
    when kind = 'ldap' then array['bindCredentials']
    when private.integration_flow(kind, config) = 'oauth' and (config_type = 'custom' or kind = 'bitbucket_data_center') then array['clientSecret']
    else array[]::text[] end
$$;
comment on function private.integration_secret_names is 'The secrets an integration needs.';

create function private.require_valid_config(kind text, config_type text, config jsonb)
returns void
language plpgsql
immutable
set search_path = ''
as $$
declare
  wrong constant jsonb := private.integration_config_problem(kind, config_type, config);
begin
  if wrong is not null then
    perform private.problem('VALIDATION_ERROR', 400, wrong ->> 'message', wrong ->> 'field');
  end if;
end
$$;
comment on function private.require_valid_config is 'Refuses settings in words, field by field, before the constraint does without.';

-- Integrations: the ways to sign in to a workspace and the Git hosts its projects come from.

-- # Tables

create table public.workspace_integrations (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('builtin', 'github', 'gitlab', 'ldap', 'saml', 'bitbucket_cloud', 'bitbucket_data_center',
    'azure_devops_server', 'azure_devops_services')),
  enabled boolean not null default true,
  allow_user_login boolean not null default true,
  allow_user_register boolean not null default true,
  config_type text not null default 'default' check (config_type in ('default', 'custom')),
  config jsonb not null default '{}',
  has_secrets boolean not null default false,
  is_default_idp boolean not null generated always as (kind = 'saml' and config @> '{"defaultIdp": true}') stored,
  callback_key text not null default replace(gen_random_uuid()::text, '-', '') check (callback_key ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint workspace_integrations_workspace_id_name_key unique (workspace_id, name),
  constraint workspace_integrations_callback_key_key unique (callback_key),
  constraint check_workspace_integrations_name check (length(btrim(name)) between 1 and case when kind = 'builtin' then 20 else 100 end
    and (kind <> 'builtin' or length(btrim(name)) >= 2)),
  constraint check_workspace_integrations_config check (length(config::text) <= 40000
    and private.integration_config_problem(kind, config_type, config) is null and config = private.normal_config(config))
);
comment on table public.workspace_integrations is 'Ways to sign in to a workspace and Git hosts to connect. Secrets are in private.secrets; has_secrets says whether there are any.';
comment on column public.workspace_integrations.callback_key is 'Part of the redirect address of a custom configuration: no two providers send their answers to the same one.';
comment on column public.workspace_integrations.is_default_idp is 'The SAML integration that sign-in offers first: one, as soon as there is any.';
create unique index workspace_integrations_one_builtin_idx on public.workspace_integrations (workspace_id) where kind = 'builtin';
create unique index workspace_integrations_one_default_idp_idx on public.workspace_integrations (workspace_id) where is_default_idp;
create unique index workspace_integrations_host_url_key on public.workspace_integrations
  (workspace_id, kind, lower(rtrim(coalesce(config ->> 'hostUrl', ''), '/'))) where kind not in ('builtin', 'ldap', 'saml');
create unique index workspace_integrations_api_url_key on public.workspace_integrations
  (workspace_id, kind, lower(rtrim(config ->> 'apiUrl', '/'))) where config ? 'apiUrl';
create unique index workspace_integrations_entry_point_key on public.workspace_integrations
  (workspace_id, lower(rtrim(config ->> 'entryPoint', '/'))) where kind = 'saml';
create trigger touch before update on public.workspace_integrations for each row execute function private.touch_updated_at();
alter table public.workspace_integrations enable row level security;
select private.announce('public.workspace_integrations', workspace => 'c.workspace_id');

-- # Rules

create policy "Integrations are seen with the settings permission" on public.workspace_integrations for select to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceSettingsRead'))));

create function private.normalise_config()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.config := private.normal_config(new.config);
  return new;
end
$$;
comment on function private.normalise_config is 'Addresses get their one spelling whoever writes them: rows of before there was one too, when they are loaded. What has none is refused by the constraint.';
create trigger normalise_config before insert or update of config on public.workspace_integrations
  for each row execute function private.normalise_config();

create function private.keep_default_idp()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  others boolean;
begin
  -- One level deep it is this trigger itself that takes the default from the one before.
  if new.kind <> 'saml' or pg_catalog.pg_trigger_depth() > 1
    or tg_op = 'UPDATE' and new.config -> 'defaultIdp' is not distinct from old.config -> 'defaultIdp' then
    return new;
  end if;
  perform 1 from public.workspaces w where w.id = new.workspace_id for update;
  select exists (
    select 1 from public.workspace_integrations i
    where i.workspace_id = new.workspace_id and i.kind = 'saml' and i.id is distinct from new.id) into others;
  if not others then
    new.config := new.config || '{"defaultIdp": true}';
  elsif new.config @> '{"defaultIdp": true}' then
    update public.workspace_integrations i set config = i.config || '{"defaultIdp": false}'
    where i.workspace_id = new.workspace_id and i.is_default_idp and i.id is distinct from new.id;
  elsif tg_op = 'UPDATE' and old.config @> '{"defaultIdp": true}' then
    perform private.problem('VALIDATION_ERROR', 400,
      'You must set another SAML integration as a default IDP provider before unsetting this one', 'defaultIdp');
  end if;
  return new;
end
$$;
comment on function private.keep_default_idp is 'The first SAML integration is the default; another one becoming it takes it over; nobody just gives it up.';
create trigger keep_default_idp before insert or update of config on public.workspace_integrations
  for each row execute function private.keep_default_idp();

create function private.keep_a_way_in()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The workspace row is the lock: two integrations switched off at once must see each other.
  perform 1 from public.workspaces w where w.id = old.workspace_id for update;
  if not found then
    return null;
  end if;
  if tg_op = 'DELETE' and old.kind = 'builtin' then
    perform private.problem('VALIDATION_ERROR', 400, 'The built-in integration cannot be uninstalled.');
  end if;
  if tg_op = 'DELETE' and old.is_default_idp
    and exists (select 1 from public.workspace_integrations i where i.workspace_id = old.workspace_id and i.kind = 'saml') then
    perform private.problem('VALIDATION_ERROR', 400, 'You must set another SAML integration as a default IDP provider');
  end if;
  if not exists (
    select 1 from public.workspace_integrations i where i.workspace_id = old.workspace_id and i.enabled and i.allow_user_login) then
    perform private.problem('VALIDATION_ERROR', 400,
      'This is the last enabled sign-in integration of this workspace. Enable another one first.', 'enabled');
  end if;
  return null;
end
$$;
comment on function private.keep_a_way_in is 'The last enabled sign-in integration stays, and so do the built-in one and the default IDP of others.';
create trigger keep_a_way_in_off after update of enabled, allow_user_login on public.workspace_integrations
  for each row when (old.enabled and old.allow_user_login and not (new.enabled and new.allow_user_login)) execute function private.keep_a_way_in();
create trigger keep_a_way_in_gone after delete on public.workspace_integrations for each row execute function private.keep_a_way_in();

create function private.log_integration_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  was constant jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - 'config' || old.config end;
  will_be constant jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - 'config' || new.config end;
  about constant jsonb := case when tg_op = 'DELETE' then was else will_be end;
  changed jsonb;
begin
  select jsonb_agg(key) into changed
  from jsonb_object_keys(was || will_be) key
  where key not in ('updated_at', 'is_default_idp') and was -> key is distinct from will_be -> key;
  if changed is not null and exists (select 1 from public.workspaces w where w.id = (about ->> 'workspace_id')::bigint) then
    perform private.log_activity((about ->> 'workspace_id')::bigint,
      'workspace.integration.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
      jsonb_build_object('id', about -> 'id', 'name', about -> 'name', 'kind', about -> 'kind',
        'changed', case when tg_op = 'UPDATE' then changed end));
  end if;
  return null;
end
$$;
comment on function private.log_integration_change is 'One event a change of the sign-in configuration: which settings, never their values.';
create trigger log_change after insert or update or delete on public.workspace_integrations
  for each row execute function private.log_integration_change();

create function private.install_builtin()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.workspace_integrations (workspace_id, name, kind, allow_user_register) values (new.id, 'Built In', 'builtin', true);
  return null;
end
$$;
comment on function private.install_builtin is 'A workspace begins with signing in by e-mail and password.';
create trigger install_builtin after insert on public.workspaces for each row execute function private.install_builtin();

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

create function private.forget_provider()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Tokens of connected accounts go along with them.
  delete from public.external_users x where x.workspace_integration_id = new.id;
  delete from private.known_browsers b where b.workspace_integration_id = new.id;
  delete from private.email_claims c where c.workspace_integration_id = new.id;
  delete from private.login_states s where s.workspace_integration_id = new.id;
  delete from private.sso_codes c where c.workspace_integration_id = new.id;
  delete from private.saml_requests r where r.workspace_integration_id = new.id;
  perform private.end_sessions_of_provider(new.id, (private.current_session()).id);
  return null;
end
$$;
comment on function private.forget_provider is 'An id belongs to the provider that gave it. Where another one answers from now on, nothing of the one before is left: whose accounts its people are, what was proven after its sign-ins, and the sessions it opened.';
create trigger forget_provider after update on public.workspace_integrations
  for each row when (private.provider_of(old.kind, old.config_type, old.config) <> private.provider_of(new.kind, new.config_type, new.config))
  execute function private.forget_provider();

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

create function private.gate_integration(workspace_id bigint, kind text, config_type text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if kind in ('saml', 'ldap') then
    perform private.feature_gate(workspace_id, 'saml_ldap_integration');
  elsif kind in ('bitbucket_data_center', 'azure_devops_server') or config_type = 'custom' then
    perform private.feature_gate(workspace_id, 'custom_git_integration');
  end if;
end
$$;
comment on function private.gate_integration is 'Directories, SAML and Git hosts of one''s own are features of the plan; the public hosts in default configuration are not.';

create function private.require_integration(integration_id bigint)
returns public.workspace_integrations
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.workspace_integrations;
begin
  select * into held from public.workspace_integrations i where i.id = integration_id;
  if not found or private.workspace_role(held.workspace_id) is null then
    perform private.problem('NOT_FOUND', 404, 'Integration not found.');
  end if;
  perform private.require_in_workspace(held.workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
  -- First the workspace, then the integration: the order in which the triggers lock them.
  perform 1 from public.workspaces w where w.id = held.workspace_id for update;
  select * into held from public.workspace_integrations i where i.id = integration_id for update;
  return held;
end
$$;
comment on function private.require_integration is 'The integration, locked, for who may change it; 404 for who may not know it.';

create function private.integration_revision(integration public.workspace_integrations)
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(extensions.digest(jsonb_build_array(integration.kind, integration.config_type, integration.config)::text, 'sha256'), 'hex')
$$;
comment on function private.integration_revision is 'Changes with the settings: what was asked under others is not taken as said by the present provider.';

create function private.require_revision(integration_id bigint, revision text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Until the end of the transaction: who changes the settings comes after what was said under them, and clears it away.
  perform 1 from public.workspace_integrations i
  where i.id = integration_id and private.integration_revision(i) = require_revision.revision
  for share;
  if not found then
    perform private.problem('TOKEN_ERROR', 400, 'Encountered an error during authentication');
  end if;
end
$$;
comment on function private.require_revision is 'Refuses what a provider said under other settings than the present ones, and keeps these as they are until the transaction ends.';

-- # Calls

create function private.integration_as_json(integration public.workspace_integrations)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(integration) || jsonb_build_object('flow', private.integration_flow(integration.kind, integration.config))
$$;
comment on function private.integration_as_json is 'An integration with the way one signs in by it.';

create function public.create_integration(
  p_workspace_id bigint, p_name text, p_kind text, p_config jsonb default '{}', p_config_type text default 'default', p_enabled boolean default true,
  p_allow_user_login boolean default true, p_allow_user_register boolean default true, p_secrets jsonb default '{}',
  p_unset_all_saml_idps boolean default false, p_callback_key text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.workspace_integrations;
  chosen text := p_config_type;
  settings constant jsonb := private.normal_config(coalesce(p_config, '{}'));
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
  if p_kind = 'builtin' then
    perform private.problem('VALIDATION_ERROR', 400, 'A workspace has one built-in integration.', 'kind');
  end if;
  -- These have no public host that a default could mean.
  if p_kind in ('saml', 'ldap', 'bitbucket_data_center', 'azure_devops_server') then
    chosen := 'custom';
  end if;
  if btrim(coalesce(p_name, '')) = '' then
    perform private.problem('VALIDATION_ERROR', 400, 'Required', 'name');
  end if;
  perform private.gate_integration(p_workspace_id, p_kind, chosen);
  perform private.require_valid_config(p_kind, chosen, settings);
  perform private.refuse_bad_secrets(coalesce(p_secrets, '{}'), private.integration_secret_names(p_kind, chosen, settings));
  insert into public.workspace_integrations
    (workspace_id, name, kind, enabled, allow_user_login, allow_user_register, config_type, config, callback_key)
  values (p_workspace_id, btrim(p_name), p_kind, p_enabled, p_allow_user_login, p_allow_user_register, chosen,
    settings || case when p_kind = 'saml' and p_unset_all_saml_idps then '{"defaultIdp": true}' else '{}' end::jsonb,
    coalesce(p_callback_key, replace(gen_random_uuid()::text, '-', '')))
  returning * into made;
  perform private.store_secrets(made.id, null, coalesce(p_secrets, '{}'));
  perform private.require_secrets(made);
  select * into made from public.workspace_integrations i where i.id = made.id;
  return private.integration_as_json(made);
end
$$;
comment on function public.create_integration is 'Adds a way to sign in or a Git host. p_secrets: {name: {ciphertext, key_id}}, encrypted by the caller. p_unset_all_saml_idps makes it the default IDP. p_callback_key is part of its redirect address, which is registered with the provider before there is a client ID.';

create function public.update_integration(
  p_integration_id bigint, p_name text default null, p_enabled boolean default null, p_allow_user_login boolean default null,
  p_allow_user_register boolean default null, p_config_type text default null, p_config jsonb default null, p_secrets jsonb default null,
  p_unset_all_saml_idps boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.workspace_integrations;
  wanted public.workspace_integrations;
  moves boolean;
begin
  held := private.require_integration(p_integration_id);
  wanted := held;
  wanted.name := coalesce(btrim(p_name), held.name);
  wanted.enabled := coalesce(p_enabled, held.enabled);
  wanted.allow_user_login := coalesce(p_allow_user_login, held.allow_user_login);
  wanted.allow_user_register := coalesce(p_allow_user_register, held.allow_user_register);
  wanted.config_type := case
    when held.kind in ('builtin', 'saml', 'ldap', 'bitbucket_data_center', 'azure_devops_server') then held.config_type
    else coalesce(p_config_type, held.config_type) end;
  wanted.config := private.normal_config(jsonb_strip_nulls(held.config || coalesce(p_config, '{}')));
  if held.kind = 'saml' and p_unset_all_saml_idps then
    wanted.config := wanted.config || '{"defaultIdp": true}';
  end if;
  -- The settings of one's own server mean nothing to the public one.
  if wanted.config_type = 'default' and held.kind in ('github', 'gitlab', 'bitbucket_cloud', 'azure_devops_services') then
    wanted.config := wanted.config - array['hostUrl', 'apiUrl', 'clientId', 'tenantId'];
  end if;
  if wanted.name = '' then
    perform private.problem('VALIDATION_ERROR', 400, 'Required', 'name');
  end if;
  if held.kind = 'builtin' and length(wanted.name) > 20 then
    perform private.problem('VALIDATION_ERROR', 400, 'Must be no more than 20 Characters', 'name');
  end if;
  if (wanted.config_type, wanted.config) is distinct from (held.config_type, held.config) or wanted.enabled and not held.enabled then
    perform private.gate_integration(held.workspace_id, held.kind, wanted.config_type);
  end if;
  perform private.require_valid_config(held.kind, wanted.config_type, wanted.config);
  perform private.refuse_bad_secrets(coalesce(p_secrets, '{}'), private.integration_secret_names(held.kind, wanted.config_type, wanted.config));
  -- A secret is for the server it was typed for: who may change the address must not send it elsewhere.
  moves := array[wanted.config ->> 'url', wanted.config ->> 'hostUrl', wanted.config ->> 'apiUrl']
    is distinct from array[held.config ->> 'url', held.config ->> 'hostUrl', held.config ->> 'apiUrl'];
  update public.workspace_integrations i
  set name = wanted.name, enabled = wanted.enabled, allow_user_login = wanted.allow_user_login, allow_user_register = wanted.allow_user_register,
    config_type = wanted.config_type, config = wanted.config
  where i.id = held.id;
  delete from private.secrets s
  where s.workspace_integration_id = held.id
    and (moves or s.name <> all (private.integration_secret_names(held.kind, wanted.config_type, wanted.config)));
  perform private.store_secrets(held.id, null, coalesce(p_secrets, '{}'));
  if wanted.config ->> 'authType' is distinct from held.config ->> 'authType' then
    -- Tokens of one kind of sign-in are worth nothing to the other.
    delete from private.secrets s using public.external_users x
    where x.workspace_integration_id = held.id and s.external_user_id = x.id;
  end if;
  select * into held from public.workspace_integrations i where i.id = held.id;
  perform private.require_secrets(held);
  return private.integration_as_json(held);
end
$$;
comment on function public.update_integration is 'Changes what is given: settings and secrets are merged, null removes one. A secret that is absent stays, unless the server''s address changes.';

create function public.delete_integration(p_integration_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_integration(p_integration_id);
  delete from public.workspace_integrations i where i.id = p_integration_id;
end
$$;
comment on function public.delete_integration is 'Uninstalls an integration, with its secrets and the accounts connected by it.';

create function public.login_integrations(p_slug text)
returns table (id bigint, name text, kind text, allow_user_login boolean, allow_user_register boolean, flow text, is_default_idp boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select i.id, i.name, i.kind, i.allow_user_login, i.allow_user_register, private.integration_flow(i.kind, i.config), i.is_default_idp
  from public.workspaces w join public.workspace_integrations i on i.workspace_id = w.id
  where w.slug = lower(p_slug) and i.enabled and i.allow_user_login
  order by i.is_default_idp desc, i.kind = 'builtin' desc, i.name
$$;
comment on function public.login_integrations is 'The ways to sign in to a workspace, for its sign-in screen: anyone who knows the workspace''s name may know these, and nothing else about them. Not by its number, which can be counted.';

create function public.svc_integration(p_integration_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select private.integration_as_json(i) || jsonb_build_object(
    'revision', private.integration_revision(i),
    'secrets', private.secrets_of(i.id),
    'workspace', jsonb_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'domain', w.domain))
  from public.workspace_integrations i join public.workspaces w on w.id = i.workspace_id
  where i.id = p_integration_id
$$;
comment on function public.svc_integration is 'An integration with its encrypted secrets, for the function that talks to the provider. Never to be passed on.';

-- # Grants

grant select on public.workspace_integrations to authenticated;

grant execute on function public.create_integration, public.update_integration, public.delete_integration to authenticated;
grant execute on function public.login_integrations to anon, authenticated;
grant execute on function public.svc_integration to service_role;

-- Connected accounts: who somebody is at an integration, and how that is connected and disconnected.

-- # Tables

create table public.external_users (
  id bigint generated always as identity primary key,
  user_id bigint not null references public.users (id) on delete cascade,
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  external_id text not null check (length(external_id) between 1 and 1000),
  username text not null default '' check (length(username) <= 255),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and length(data::text) <= 20000),
  uses_old_integration boolean not null default false,
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  constraint external_users_integration_external_id_key unique (workspace_integration_id, external_id)
);
comment on table public.external_users is 'Who somebody is at an integration. Its tokens are in private.secrets.';
create index external_users_user_id_idx on public.external_users (user_id);
alter table public.external_users enable row level security;
select private.announce('public.external_users', person => 'c.user_id', columns => 'user_id, username');

-- # Rules

create policy "Connected accounts are seen by whose they are" on public.external_users for select to authenticated
using (user_id = (select private.own_account_id()));

create function private.keep_external_user(
  user_id bigint, integration_id bigint, external_id text, username text, data jsonb, tokens jsonb)
returns public.external_users
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept public.external_users;
begin
  insert into public.external_users as x (user_id, workspace_integration_id, external_id, username, data, last_login_at)
  values (keep_external_user.user_id, integration_id, keep_external_user.external_id, left(coalesce(username, ''), 255), coalesce(data, '{}'), now())
  on conflict on constraint external_users_integration_external_id_key do update
    set username = excluded.username, data = excluded.data, last_login_at = now()
  returning x.* into kept;
  perform private.store_secrets(null, kept.id, coalesce(tokens, '{}'));
  return kept;
end
$$;
comment on function private.keep_external_user is 'Writes down who somebody is at an integration; whose account that is never changes here.';

create function private.require_connectable(session private.session, integration_id bigint)
returns public.workspace_integrations
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(integration_id, false);
begin
  if session.id is null or not exists (
    select 1 from public.workspace_members m
    where m.workspace_id = integration.workspace_id and m.auth_id = session.auth_id and m.is_open
      and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider)) then
    -- The words for one that is not there: whoever counts ids learns nothing.
    perform private.problem('NOT_FOUND', 404, 'Unknown authentication url');
  end if;
  return integration;
end
$$;
comment on function private.require_connectable is 'The integration at which a session may connect an account: switched on, in a workspace that the session reaches. Any other is unknown.';

-- # Calls

create function public.disconnect_external(p_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_proven_account();
  subject jsonb;
begin
  -- The account is the lock: two last ways out at once must see each other.
  perform 1 from public.users u where u.id = me for update;
  if not exists (select 1 from public.external_users x where x.id = p_id and x.user_id = me) then
    perform private.problem('NOT_FOUND', 404, 'Connected account not found.');
  end if;
  if not (select u.has_password from public.users u where u.id = me) and not exists (
    select 1 from public.external_users x
    join public.workspace_integrations i on i.id = x.workspace_integration_id and i.enabled and i.allow_user_login
    where x.user_id = me and x.id <> p_id
  ) then
    perform private.problem('ACTION_PROHIBITED', 403,
      'This is your only way to sign in. Set a password or connect another account first.');
  end if;
  delete from public.external_users x using public.workspace_integrations i
  where x.id = p_id and i.id = x.workspace_integration_id
  returning jsonb_build_object('integration', i.name, 'username', x.username) into subject;
  perform private.mail_account(me, 'account_disconnected', subject);
end
$$;
comment on function public.disconnect_external is 'Disconnects one of the caller''s accounts, unless it is the last way in; takes a proof of the last ten minutes, and the account is told.';

create function public.connected_accounts(p_workspace_id bigint)
returns table (
  workspace_integration_id bigint, name text, kind text, flow text, external_user_id bigint, external_id text, username text)
language sql
stable
security definer
set search_path = ''
as $$
  select i.id, i.name, i.kind, private.integration_flow(i.kind, i.config), x.id, x.external_id, x.username
  from public.workspace_integrations i
  left join public.external_users x on x.workspace_integration_id = i.id and x.user_id = private.current_user_id()
  where i.workspace_id = p_workspace_id and i.workspace_id in (select private.my_workspace_ids()) and i.enabled and i.kind <> 'builtin'
  order by i.name, x.id
$$;
comment on function public.connected_accounts is 'What the caller can connect in a workspace, and has connected.';

create function public.check_connecting(p_integration_id bigint)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_proven_account();
  perform private.require_connectable(private.current_session(), p_integration_id);
  return true;
end
$$;
comment on function public.check_connecting is 'Refuses unless the caller may connect an account at this integration now: before anybody is sent to its provider for it.';

create function public.svc_connect_external(
  p_auth_id uuid, p_session_id uuid, p_integration_id bigint, p_external_id text, p_username text, p_data jsonb default '{}',
  p_tokens jsonb default '{}', p_revision text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.session_of(p_session_id, p_auth_id);
  integration constant public.workspace_integrations := private.require_connectable(session, p_integration_id);
  account_id constant bigint := (select u.id from public.users u where u.auth_id = session.auth_id);
  kept public.external_users;
begin
  -- What it connects opens the account, not this workspace alone.
  if session.only_workspace_id is not null or session.is_recent is not true then
    perform private.problem('PROOF_REQUIRED', 403, 'Confirm that it is you to go on.');
  end if;
  perform private.require_revision(integration.id, p_revision);
  kept := private.keep_external_user(account_id, integration.id, p_external_id, p_username, p_data, p_tokens);
  if kept.user_id <> account_id then
    perform private.problem('CONFLICT', 409, 'This account is already connected to another user.');
  end if;
  perform private.mail_account(account_id, 'account_connected', jsonb_build_object('integration', integration.name, 'username', kept.username));
  return jsonb_build_object('id', kept.id, 'workspace_integration_id', kept.workspace_integration_id, 'username', kept.username);
end
$$;
comment on function public.svc_connect_external is 'Connects an account at an integration to a member, by a session that reaches its workspace and was proven in the last ten minutes. p_revision as in svc_external_login.';

-- # Grants

grant select on public.external_users to authenticated;

grant execute on function public.disconnect_external, public.connected_accounts, public.check_connecting to authenticated;
grant execute on function public.svc_connect_external to service_role;

-- Secrets: what is kept encrypted of integrations and connected accounts. Functions encrypt and decrypt; the key is never here.

-- # Tables

create table private.secrets (
  id bigint generated always as identity primary key,
  workspace_integration_id bigint references public.workspace_integrations (id) on delete cascade,
  external_user_id bigint constraint secrets_external_user_id_fkey references public.external_users (id) on delete cascade,
  name text not null check (name ~ '^[A-Za-z][A-Za-z0-9_]{0,59}$'),
  ciphertext text not null check (length(ciphertext) between 1 and 20000 and ciphertext ~ '^[A-Za-z0-9+/=_.:-]+$'),
  key_id text not null check (length(key_id) between 1 and 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (workspace_integration_id, name),
  unique (external_user_id, name),
  check (num_nonnulls(workspace_integration_id, external_user_id) = 1)
);
comment on table private.secrets is 'Secrets, AES-256-GCM: encrypted and decrypted by the functions, with a key the database never sees. Read by service functions alone.';
create trigger touch before update on private.secrets for each row execute function private.touch_updated_at();
alter table private.secrets enable row level security;

-- # Rules

create function private.refuse_bad_secrets(secrets jsonb, known text[])
returns void
language plpgsql
immutable
set search_path = ''
as $$
declare
  secret record;
begin
  if jsonb_typeof(secrets) <> 'object' then
    perform private.problem('VALIDATION_ERROR', 400, 'The secrets are not an object.', 'secrets');
  end if;
  for secret in select key as name, value from jsonb_each(secrets) loop
    if secret.name <> all (known) then
      perform private.problem('VALIDATION_ERROR', 400, 'This provider has no such secret.', secret.name);
    end if;
    if jsonb_typeof(secret.value) <> 'null' and (secret.value ->> 'ciphertext' is null or secret.value ->> 'key_id' is null) then
      perform private.problem('VALIDATION_ERROR', 400, 'A secret is stored encrypted.', secret.name);
    end if;
  end loop;
end
$$;
comment on function private.refuse_bad_secrets is 'Refuses secrets that a provider does not have, and any that is not encrypted.';

create function private.require_secrets(integration public.workspace_integrations)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  missing text;
begin
  select names.name into missing
  from unnest(private.integration_secret_names(integration.kind, integration.config_type, integration.config)) names (name)
  where not exists (select 1 from private.secrets s where s.workspace_integration_id = integration.id and s.name = names.name);
  if missing is not null then
    perform private.problem('VALIDATION_ERROR', 400, 'Required', missing);
  end if;
end
$$;
comment on function private.require_secrets is 'Refuses an integration without the secrets it needs.';

create function private.store_secrets(integration_id bigint, external_user_id bigint, secrets jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.secrets s
  using jsonb_each(secrets) given
  where s.name = given.key and jsonb_typeof(given.value) = 'null'
    and (s.workspace_integration_id = integration_id or s.external_user_id = store_secrets.external_user_id);
  insert into private.secrets as s (workspace_integration_id, external_user_id, name, ciphertext, key_id)
  select integration_id, store_secrets.external_user_id, given.key, given.value ->> 'ciphertext', given.value ->> 'key_id'
  from jsonb_each(secrets) given where jsonb_typeof(given.value) <> 'null' and integration_id is not null
  on conflict on constraint secrets_workspace_integration_id_name_key do update set ciphertext = excluded.ciphertext, key_id = excluded.key_id;
  insert into private.secrets as s (workspace_integration_id, external_user_id, name, ciphertext, key_id)
  select null, store_secrets.external_user_id, given.key, given.value ->> 'ciphertext', given.value ->> 'key_id'
  from jsonb_each(secrets) given where jsonb_typeof(given.value) <> 'null' and integration_id is null
  on conflict on constraint secrets_external_user_id_name_key do update set ciphertext = excluded.ciphertext, key_id = excluded.key_id;
  update public.workspace_integrations i
  set has_secrets = exists (select 1 from private.secrets s where s.workspace_integration_id = i.id)
  where i.id = integration_id
    and i.has_secrets <> exists (select 1 from private.secrets s where s.workspace_integration_id = i.id);
end
$$;
comment on function private.store_secrets is 'Keeps, replaces or (null) removes secrets of an integration or of somebody''s connected account.';

create function private.secrets_of(integration_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(s.name, jsonb_build_object('ciphertext', s.ciphertext, 'key_id', s.key_id)), '{}')
  from private.secrets s
  where s.workspace_integration_id = secrets_of.integration_id
$$;
comment on function private.secrets_of is 'The encrypted secrets of an integration, {name: {ciphertext, key_id}}.';

-- Access to projects: what gives somebody a role, and the sets that policies test.

-- # Rules

-- Neither security definer nor a search path of its own: so it becomes part of the queries of those who ask.
create function private.project_role_sources(user_id bigint, project_id bigint)
returns table (source text, role public.project_role, highest public.project_role, given text, via_id bigint, via_name text)
language sql
stable
as $$
  select given.source, given.role, meaning.highest_role, given.given, given.via_id, given.via_name
  from public.projects p
  join public.workspace_members m
    on m.workspace_id = p.workspace_id and m.user_id = project_role_sources.user_id and m.is_open
  join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  cross join lateral (
    select 'global' as source, 'workspace_global_admin'::public.project_role as role, null::text as given, null::bigint as via_id, null::text as via_name
    from public.workspace_role_permissions wp where wp.role = m.role::text and wp.permission = 'WorkspaceGlobalAdmin'
    union all
    select 'direct', case pm.role when 'inherit' then meaning.inherited_role else pm.role::text::public.project_role end, pm.role::text, null, null
    from public.project_members pm where pm.project_id = p.id and pm.user_id = m.user_id
    union all
    select 'team', pt.role::text::public.project_role, pt.role::text, t.id, t.name
    from public.team_members tm
    join public.project_teams pt on pt.team_id = tm.team_id and pt.project_id = p.id
    join public.teams t on t.id = tm.team_id
    where tm.user_id = m.user_id
    union all
    select 'group', 'admin', null, g.id, g.name
    from public.group_admins ga join public.groups g on g.id = ga.group_id
    where ga.group_id = p.group_id and ga.user_id = m.user_id
    union all
    select 'workspace', meaning.implied_role, p.visibility, null, null
    where p.visibility <> 'private' and meaning.implied_role is not null
  ) given
  where p.id = project_role_sources.project_id
$$;
comment on function private.project_role_sources is 'All that gives somebody a role in a project: global administration, a direct role, teams, the group, the workspace role by itself; with the highest role that the workspace role allows.';

create function private.effective_project_role(user_id bigint, project_id bigint)
returns public.project_role
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select case when bool_or(s.source = 'global') then 'workspace_global_admin' else least(max(s.role), max(s.highest)) end
    from private.project_role_sources(effective_project_role.user_id, effective_project_role.project_id) s
  );
end
$$;
comment on function private.effective_project_role is 'The rules "effective_project_role" of permissions.json for one person and one project.';

create function private.reach_by_role(permission text)
returns table (workspace_id bigint, visibility text)
language plpgsql
stable
security definer
set search_path = ''
rows 10
as $$
declare
  session constant private.session := private.current_session();
begin
  return query
  select m.workspace_id, reach.visibility
  from public.workspace_members m
  join private.workspace_role_reach reach on reach.workspace_role = m.role and reach.permission = reach_by_role.permission
  where m.auth_id = session.auth_id and m.is_open
    and private.session_covers(session.only_workspace_id, session.integration_id, m.workspace_id, m.by_provider);
end
$$;
comment on function private.reach_by_role is 'Where the caller''s workspace role by itself gives a project permission: on all projects of a workspace that have this visibility. Only for permissions that grow with rank (all but project_leave).';

create function private.was_given_something()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (select 1 from public.workspace_members m where m.auth_id = (select auth.uid()) and m.was_given);
end
$$;
comment on function private.was_given_something is 'Whether the caller was ever given a project, a team or a group by name. Most people were not: a dozen joins need not start.';

create function private.project_ids_given(permission text)
returns setof bigint
language plpgsql
stable
security definer
set search_path = ''
rows 10
as $$
declare
  me bigint;
begin
  if not private.was_given_something() then
    return;
  end if;
  me := private.current_user_id();
  return query
  select given.project_id
  from (
    select pm.project_id, pm.role::text as role
    from public.project_members pm where pm.user_id = me
    union all
    select pt.project_id, pt.role::text
    from public.team_members tm join public.project_teams pt on pt.team_id = tm.team_id
    where tm.user_id = me
  ) given
  join public.projects p on p.id = given.project_id
  join private.my_memberships() m on m.workspace_id = p.workspace_id
  join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  join public.project_role_permissions allowed
    on allowed.permission = project_ids_given.permission
    and allowed.role = least(
      case given.role when 'inherit' then meaning.inherited_role else given.role::public.project_role end,
      meaning.highest_role);
end
$$;
comment on function private.project_ids_given is 'Projects in which a direct or team role gives the caller a permission. Its size follows what a person was given, not what exists.';

create function private.group_ids_given(permission text)
returns setof bigint
language plpgsql
stable
security definer
set search_path = ''
rows 10
as $$
declare
  me bigint;
begin
  if not private.was_given_something() then
    return;
  end if;
  me := private.current_user_id();
  return query
  select ga.group_id
  from public.group_admins ga
  join public.groups g on g.id = ga.group_id
  join private.my_memberships() m on m.workspace_id = g.workspace_id
  join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  join public.project_role_permissions allowed
    on allowed.permission = group_ids_given.permission
    and allowed.role = least('admin'::public.project_role, meaning.highest_role)
  where ga.user_id = me;
end
$$;
comment on function private.group_ids_given is 'Groups whose administration gives the caller a project permission in all their projects.';

create function private.my_project_role(project_id bigint)
returns public.project_role
language sql
stable
security definer
set search_path = ''
as $$
  select private.effective_project_role(private.current_user_id(), p.id)
  from public.projects p
  where p.id = my_project_role.project_id and p.workspace_id in (select private.my_workspace_ids())
$$;
comment on function private.my_project_role is 'The caller''s effective role in a project of a workspace that their session covers.';

create function private.can_in_project(project_id bigint, permission text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.project_role_permissions p
    where p.permission = can_in_project.permission
      and p.role = private.my_project_role(can_in_project.project_id)
  ) or permission in ('project_read', 'project_published_branch_read', 'project_unpublished_branch_read') and exists (
    select 1 from public.projects p
    where p.id = can_in_project.project_id and p.workspace_id = any (array(select private.token_workspace_ids()))
  )
$$;
comment on function private.can_in_project is 'Whether the caller has a permission in one project: a person by the effective role, a workspace token what Workspace Projects: Read gives.';

create function private.require_in_project(project_id bigint, permission text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.can_in_project(project_id, permission) then
    return;
  end if;
  if private.can_in_project(project_id, 'project_read')
    or exists (select 1 from public.projects p where p.id = require_in_project.project_id and p.is_open) then
    perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You do not have permission to do this in this project.');
  end if;
  perform private.problem('NOT_FOUND', 404, 'Project not found');
end
$$;
comment on function private.require_in_project is 'Refuses unless the caller has the permission; 404 for who may not know that the project exists.';

-- # Calls

create function public.my_project_permissions(p_project_id bigint)
returns table (role public.project_role, permission text)
language sql
stable
security definer
set search_path = ''
as $$
  select p.role, p.permission
  from public.project_role_permissions p
  where p.role = private.my_project_role(p_project_id)
$$;
comment on function public.my_project_permissions is 'The caller''s effective role in a project with each permission it gives; nothing for who has none.';

-- # Grants

grant execute on function private.reach_by_role, private.project_ids_given, private.group_ids_given to authenticated;
grant execute on function public.my_project_permissions to authenticated;

-- Reasons for access: why somebody may or may not do something, from the tables that enforce it.

-- # Tables

create table private.permission_phrases (
  permission text primary key,
  phrase text not null
);
comment on table private.permission_phrases is 'Each permission of the matrices after "cannot".';
alter table private.permission_phrases enable row level security;

insert into private.permission_phrases (permission, phrase) values
  ('project_read', 'see the project'),
  ('project_published_branch_read', 'read published branches'),
  ('project_unpublished_branch_read', 'read unpublished branches'),
  ('project_contents_update', 'edit'),
  ('project_branch_create_delete', 'create or remove branches'),
  ('project_branch_update', 'change branches'),
  ('project_automation_logs_read', 'see automation logs'),
  ('project_settings_view', 'see the settings'),
  ('project_members_add', 'share'),
  ('project_viewer_add', 'add viewers'),
  ('project_editor_add', 'add editors'),
  ('project_admin_add', 'add admins'),
  ('project_member_delete', 'remove members'),
  ('project_group_update', 'move it to another group'),
  ('project_update', 'change the settings'),
  ('project_ownership_update', 'pass on the ownership'),
  ('project_delete', 'delete'),
  ('project_leave', 'leave'),
  ('group_view', 'see the group'),
  ('group_projects_add', 'add projects'),
  ('group_update', 'change the group'),
  ('group_delete', 'delete the group'),
  ('group_member_add', 'add admins'),
  ('group_member_read', 'see the admins'),
  ('group_member_delete', 'remove admins'),
  ('group_settings_view', 'see the settings'),
  ('group_projects_remove', 'remove projects'),
  ('group_leave', 'leave'),
  ('team_view', 'see the team'),
  ('team_settings_update', 'change the team'),
  ('team_member_add', 'add members'),
  ('team_member_delete', 'remove members'),
  ('team_user_add', 'invite people'),
  ('team_admin_add', 'add admins'),
  ('team_delete', 'delete the team'),
  ('team_leave', 'leave'),
  ('WorkspaceFullMember', 'see internal operations and models'),
  ('WorkspaceExplorerView', 'explore'),
  ('WorkspaceProjectsView', 'see internal projects'),
  ('WorkspaceTeamsView', 'see teams'),
  ('WorkspaceProjectsCreate', 'create projects'),
  ('WorkspaceStyleGuideProjectsCreate', 'create style guides'),
  ('WorkspaceTeamCreate', 'create teams'),
  ('WorkspaceMembersRead', 'see the members'),
  ('WorkspaceMembersInvite', 'invite members'),
  ('WorkspaceAutomationLogsView', 'see automation logs'),
  ('WorkspaceMembersPromote', 'change roles'),
  ('WorkspaceMembersApprove', 'approve and remove members'),
  ('WorkspaceSettingsRead', 'see the settings'),
  ('WorkspaceSettingsCreateUpdateDelete', 'change the settings'),
  ('WorkspaceEmailDomainCreateUpdateDelete', 'change approved domains'),
  ('WorkspaceIntegrationCreateUpdateDelete', 'change integrations'),
  ('WorkspaceOauthClientCreateUpdateDelete', 'change workspace tokens'),
  ('WorkspaceDefaultStyleGuidesCreate', 'change default style guides'),
  ('WorkspaceActivityRead', 'see activity'),
  ('WorkspaceGroupsCreate', 'create groups'),
  ('WorkspaceGlobalAdmin', 'administer every project'),
  ('WorkspaceBilling', 'manage billing'),
  ('WorkspaceDelete', 'delete the workspace'),
  ('WorkspaceProjectsExport', 'export projects as a workspace token does');

-- # Rules

create function private.explain_project_role(user_id bigint, project_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    with project as (
      select p.visibility, p.is_open, m.role as workspace_role
      from public.projects p
      left join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = explain_project_role.user_id and m.is_open
      where p.id = explain_project_role.project_id
    ), sources as (
      select s.*, least(s.role, case when s.source = 'global' then s.role else s.highest end) as counting,
        s.source <> 'global' and s.role > s.highest as is_capped
      from private.project_role_sources(explain_project_role.user_id, explain_project_role.project_id) s
    ), explained as (
      select s.*, s.counting = max(s.counting) over () as counts,
        case s.source
          when 'global' then format('admin, because workspace %ss administer every project', p.workspace_role)
          when 'workspace' then format('%s, because the project is %s', case when s.counting = 'guest' then p.workspace_role::text else s.counting::text end, p.visibility)
          when 'group' then format('%s, because of the administration of the group %s', s.counting, s.via_name)
          when 'team' then format('%s, because of the team %s', s.counting, s.via_name)
          else case s.given
            when 'owner' then format('%s, because the project belongs to them', s.counting)
            when 'inherit' then format('%s, because the project was shared at the workspace role', s.counting)
            else format('%s, because the project was shared by name', s.counting) end
        end || case when s.is_capped then format(' (not %s: workspace %ss are read-only)', s.role, p.workspace_role) else '' end as sentence
      from sources s cross join project p
    )
    select jsonb_build_object(
      'role', private.effective_project_role(explain_project_role.user_id, explain_project_role.project_id),
      'summary', coalesce(
        (select s.sentence from explained s where s.counts order by s.role desc, s.source = 'workspace', s.source limit 1),
        (select case
          when p.is_open then 'reader of published branches, because the project is public'
          when p.workspace_role is null then 'no access, because only members of the workspace get in'
          when p.visibility = 'private' then 'no access, because the project is private and was not shared with them'
          else format('no access, because workspace %ss see only what was shared with them', p.workspace_role) end from project p)),
      'reasons', (
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('source', s.source, 'role', s.counting, 'counts', s.counts, 'sentence', s.sentence,
          'team_id', case s.source when 'team' then s.via_id end, 'team', case s.source when 'team' then s.via_name end,
          'group_id', case s.source when 'group' then s.via_id end, 'group', case s.source when 'group' then s.via_name end))
          order by s.counts desc, s.role desc, s.source), '[]') from explained s))
  );
end
$$;
comment on function private.explain_project_role is 'Somebody''s role in a project with everything that gives it, from the sources that the rule itself reads.';

-- # Calls

create function private.cannot(permission text, reason text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('permission', p.permission, 'sentence', 'cannot ' || p.phrase || ': ' || reason)
  from private.permission_phrases p where p.permission = cannot.permission
$$;
comment on function private.cannot is 'A permission that somebody lacks, with the sentence that says why.';

create function private.explain_project(user_id bigint, project_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with why as (
    select private.explain_project_role(explain_project.user_id, explain_project.project_id) as answer
  ), facts as (
    select why.answer, (why.answer ->> 'role')::public.project_role as role, m.role as workspace_role, meaning.highest_role, w.locked and not coalesce(m.is_open, false) as is_locked
    from why
    join public.projects p on p.id = explain_project.project_id
    join public.workspaces w on w.id = p.workspace_id
    left join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = explain_project.user_id
    left join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  ), cells as (
    select permission, min(role) as lowest, max(role) as highest from public.project_role_permissions group by permission
  )
  select facts.answer || jsonb_build_object(
    'summary', case when facts.is_locked then 'no access, because the workspace is locked' else facts.answer ->> 'summary' end,
    'workspace_role', facts.workspace_role,
    'permissions', (
      select coalesce(jsonb_agg(p.permission order by p.permission), '[]') from public.project_role_permissions p where p.role = facts.role),
    'cannot', (
      select jsonb_agg(private.cannot(c.permission, case
        when facts.workspace_role is null then 'they are not a member of the workspace'
        when facts.is_locked then 'the workspace is locked'
        when facts.role is null then facts.answer ->> 'summary'
        when c.permission = 'project_leave' then case
          when facts.role = 'owner' then 'the ownership has to pass on first' else 'workspace owners and admins reach every project' end
        when facts.workspace_role in ('viewer', 'guest') and c.lowest > facts.highest_role
          then format('workspace %ss are read-only', facts.workspace_role)
        else format('it needs the role %s', case c.lowest when 'owner' then 'owner' else c.lowest::text || ' or higher' end)
      end) order by c.permission)
      from cells c
      where not exists (select 1 from public.project_role_permissions p where p.role = facts.role and p.permission = c.permission)))
  from facts
$$;
comment on function private.explain_project is 'Somebodys access to a project: their role with its reasons, what it permits, and why the rest is not permitted.';

create function private.explain_roles(roles text[], permissions text[], matrix jsonb, workspace_role public.workspace_role)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'permissions', to_jsonb(permissions),
    'reasons', (
      select coalesce(jsonb_agg(jsonb_build_object('source', r, 'role', r, 'counts', true, 'sentence', case r
        when 'workspace_global_admin' then format('admin, because workspace %ss administer everything', workspace_role)
        when 'admin' then 'admin, because somebody made them one'
        when 'member' then 'member, because they belong to it'
        when 'workspace_member' then format('reader, because workspace %ss see every team', workspace_role)
        else format('may add projects, because workspace %ss create projects', workspace_role) end) order by r), '[]')
      from unnest(roles) r),
    'cannot', (
      select coalesce(jsonb_agg(private.cannot(c.key, case
        when workspace_role is null then 'they are not a member of the workspace'
        else 'it needs ' || (select string_agg(replace(needed, '_', ' '), ' or ' order by needed) from jsonb_array_elements_text(c.value) needed) end) order by c.key), '[]')
      from jsonb_each(matrix) c where not c.key = any (permissions)))
$$;
comment on function private.explain_roles is 'What the roles of a matrix ({permission: [role]}) give, and what they do not.';

create function public.explain_access(p_user_id bigint, p_kind text, p_object_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  host_id bigint;
  object_name text;
  theirs public.workspace_role;
begin
  case p_kind
    when 'project' then
      perform private.require_in_project(p_object_id, case when p_user_id = me then 'project_read' else 'project_members_add' end);
      select p.workspace_id, p.name into host_id, object_name from public.projects p where p.id = p_object_id;
    when 'group' then
      perform private.require_in_group(p_object_id, case when p_user_id = me then 'group_view' else 'group_member_read' end);
      select g.workspace_id, g.name into host_id, object_name from public.groups g where g.id = p_object_id;
    when 'team' then
      perform private.require_in_team(p_object_id, case when p_user_id = me then 'team_view' else 'team_member_add' end);
      select t.workspace_id, t.name into host_id, object_name from public.teams t where t.id = p_object_id;
    when 'workspace' then
      if p_user_id <> me or private.workspace_role(p_object_id) is null then
        perform private.require_in_workspace(p_object_id, 'WorkspaceMembersRead');
      end if;
      select w.id, w.name into host_id, object_name from public.workspaces w where w.id = p_object_id;
    else
      perform private.problem('VALIDATION_ERROR', 400, 'Access is to a workspace, group, team or project.', 'kind');
  end case;
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = p_user_id;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
  return jsonb_build_object('kind', p_kind, 'object', jsonb_build_object('id', p_object_id, 'name', object_name), 'user', private.person(p_user_id))
    || private.explain_access(p_user_id, p_kind, p_object_id);
end
$$;
comment on function public.explain_access is 'Why somebody may or may not do something with a workspace, group, team or project: for oneself, and for who may share it.';

create function private.explain_access(user_id bigint, kind text, object_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  theirs public.workspace_role;
  held text[];
  answer jsonb;
begin
  if kind = 'project' then
    return private.explain_project(user_id, object_id);
  end if;
  select m.role into theirs from public.workspace_members m
  where m.user_id = explain_access.user_id and m.is_open and m.workspace_id = case kind
    when 'workspace' then object_id
    when 'group' then (select g.workspace_id from public.groups g where g.id = object_id)
    else (select t.workspace_id from public.teams t where t.id = object_id) end;
  if kind = 'workspace' then
    answer := private.explain_roles('{}', array(
      select p.permission from public.workspace_role_permissions p where p.role = theirs::text order by 1),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.workspace_role_permissions p where p.role <> 'project_export' group by p.permission) c), theirs);
    return answer || jsonb_build_object('role', theirs, 'workspace_role', theirs,
      'summary', coalesce(theirs::text || ' of the workspace', 'no access, because they are not a member or the workspace is locked'),
      'reasons', case when theirs is null then '[]' else jsonb_build_array(jsonb_build_object('source', 'membership', 'role', theirs, 'counts', true,
        'sentence', theirs::text || ', because that is their role in the workspace')) end);
  end if;
  if kind = 'group' then
    held := array(select private.group_roles(user_id, object_id));
    answer := private.explain_roles(held, private.group_permissions(user_id, object_id),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.group_role_permissions p group by p.permission) c), theirs);
  else
    held := array(select private.team_roles(user_id, object_id));
    answer := private.explain_roles(held, private.team_permissions(user_id, object_id),
      (select jsonb_object_agg(c.permission, c.roles) from (
        select p.permission, jsonb_agg(p.role) as roles from public.team_role_permissions p group by p.permission) c), theirs);
  end if;
  return answer || jsonb_build_object('role', case
      when 'workspace_global_admin' = any (held) then 'workspace_global_admin'
      when 'admin' = any (held) then 'admin'
      when 'member' = any (held) then 'member'
      when 'workspace_member' = any (held) then 'workspace_member' end,
    'workspace_role', theirs,
    'summary', coalesce(
      (select r ->> 'sentence' from jsonb_array_elements(answer -> 'reasons') r
       order by array_position(array['workspace_global_admin', 'admin', 'member', 'workspace_member'], r ->> 'source') limit 1),
      'no access, because nothing lets them in'));
end
$$;
comment on function private.explain_access is 'The explanation itself, from the tables that enforce it.';

-- # Grants

grant execute on function public.explain_access to authenticated;

-- Groups gather projects: who sees, changes and deletes them.

-- # Tables

create table public.groups (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  name text collate private.natural not null constraint check_groups_name check (length(btrim(name)) between 1 and 100),
  slug text not null,
  description text not null default '' constraint check_groups_description check (length(description) <= 300),
  visibility text not null default 'internal' check (visibility in ('public', 'internal')),
  icon text not null default 'cabinet-filing' check (length(icon) <= 60),
  icon_color text not null default '#7F8197' check (icon_color ~ '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint groups_workspace_id_name_key unique (workspace_id, name),
  unique (workspace_id, slug),
  unique (id, workspace_id)
);
comment on table public.groups is 'Folders of projects with admins of their own.';
create trigger touch before update on public.groups for each row execute function private.touch_updated_at();
alter table public.groups enable row level security;
create trigger log_change after insert or update or delete on public.groups for each row execute function private.log_named_change('group');
select private.announce('public.groups', workspace => 'c.workspace_id', id => 'c.id');

-- # Rules

create function private.slug_from(name text)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(nullif(btrim(substr(regexp_replace(lower(normalize(name, nfkd)), '[^a-z0-9]+', '-', 'g'), 1, 75), '-'), ''), 'untitled')
$$;
comment on function private.slug_from is 'Letters, digits and dashes of a name, at most 75 characters.';

create function private.set_slug_from_name()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if coalesce(new.slug, '') = '' then
    new.slug := private.slug_from(new.name) || '-' || substr(md5(new.workspace_id || ':' || new.name), 1, 4);
  end if;
  return new;
end
$$;
comment on function private.set_slug_from_name is 'A group or team made without a slug gets one from its name, with four characters that make it its own.';
create trigger set_slug before insert on public.groups for each row execute function private.set_slug_from_name();

create function private.group_ids_with(permission text)
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select a.group_id
  from public.group_admins a
  join public.groups g on g.id = a.group_id
  join private.my_memberships() m on m.workspace_id = g.workspace_id
  join public.group_role_permissions p on p.role = 'admin' and p.permission = group_ids_with.permission
  where a.user_id = private.current_user_id()
$$;
comment on function private.group_ids_with is 'Groups that the caller administers with this permission; workspace-wide access is the policies'' own set.';

create function private.workspace_ids_with_all_groups(permission text)
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select host_id from private.workspace_ids_with('WorkspaceGlobalAdmin') host_id
  where exists (
    select 1 from public.group_role_permissions p
    where p.role = 'workspace_global_admin' and p.permission = workspace_ids_with_all_groups.permission)
$$;
comment on function private.workspace_ids_with_all_groups is 'Workspaces in every group of which the caller has this permission. A set for policies: computed once a statement.';

create policy "Groups are seen by who sees the workspace's projects, and their admins" on public.groups for select to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceProjectsView')))
  or id = any (array(select private.group_ids_with('group_view')))
);
create policy "Groups are changed by their admins" on public.groups for update to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with_all_groups('group_update')))
  or id = any (array(select private.group_ids_with('group_update')))
)
with check (
  workspace_id = any (array(select private.workspace_ids_with_all_groups('group_update')))
  or id = any (array(select private.group_ids_with('group_update')))
);
create policy "Groups are deleted by their admins" on public.groups for delete to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with_all_groups('group_delete')))
  or id = any (array(select private.group_ids_with('group_delete')))
);

create function private.group_roles(user_id bigint, group_id bigint)
returns setof text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select held.role
  from public.groups g
  join public.workspace_members m on m.workspace_id = g.workspace_id and m.user_id = group_roles.user_id and m.is_open
  cross join lateral (
    select case p.permission
      when 'WorkspaceGlobalAdmin' then 'workspace_global_admin'
      when 'WorkspaceProjectsView' then 'member'
      when 'WorkspaceProjectsCreate' then 'member_who_may_create_projects'
    end as role
    from public.workspace_role_permissions p
    where p.role = m.role::text and p.permission in ('WorkspaceGlobalAdmin', 'WorkspaceProjectsView', 'WorkspaceProjectsCreate')
    union all
    select 'admin' from public.group_admins ga where ga.group_id = g.id and ga.user_id = m.user_id
  ) held
  where g.id = group_roles.group_id;
end
$$;
comment on function private.group_roles is 'What somebody is to a group, in the words of the matrix.';

create function private.group_permissions(user_id bigint, group_id bigint)
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select array(
      select distinct p.permission
      from public.group_role_permissions p
      where p.role in (select private.group_roles(group_permissions.user_id, group_permissions.group_id))
      order by 1)
  );
end
$$;
comment on function private.group_permissions is 'All that somebody may do in a group, in order.';

create function private.my_group_permissions(group_id bigint)
returns text[]
language sql
stable
security definer
set search_path = ''
as $$
  select private.group_permissions(private.current_user_id(), g.id)
  from public.groups g
  where g.id = my_group_permissions.group_id and g.workspace_id in (select private.my_workspace_ids())
$$;
comment on function private.my_group_permissions is 'The caller''s permissions in a group of a workspace that their session covers; null elsewhere.';

create function private.can_in_group(group_id bigint, permission text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select permission = any (coalesce(private.my_group_permissions(group_id), '{}'))
$$;
comment on function private.can_in_group is 'Whether the caller has a permission in one group.';

create function private.require_in_group(group_id bigint, permission text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.can_in_group(group_id, permission) then
    return;
  end if;
  if not private.can_in_group(group_id, 'group_view') then
    perform private.problem('NOT_FOUND', 404, 'Group Not Found');
  end if;
  perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You do not have permission to do this in this group.');
end
$$;
comment on function private.require_in_group is 'Refuses unless the caller has the permission; 404 for who may not know that the group exists.';

-- # Calls

create function public.create_group(
  p_workspace_id bigint, p_name text, p_description text default '', p_visibility text default 'internal',
  p_icon text default 'cabinet-filing', p_icon_color text default '#7F8197')
returns public.groups
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.groups;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceGroupsCreate');
  perform private.feature_gate(p_workspace_id, 'groups');
  insert into public.groups (workspace_id, name, slug, description, visibility, icon, icon_color)
  values (p_workspace_id, btrim(p_name), '', coalesce(p_description, ''), p_visibility, p_icon, p_icon_color)
  returning * into made;
  insert into public.group_admins (group_id, user_id) values (made.id, private.current_user_id());
  return made;
end
$$;
comment on function public.create_group is 'Makes a group; who makes it is its first admin.';

create function private.groups_as_json(shown public.groups[])
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id, 'workspace_id', s.workspace_id, 'name', s.name, 'slug', s.slug, 'description', s.description,
      'visibility', s.visibility, 'icon', s.icon, 'icon_color', s.icon_color,
      'created_at', s.created_at, 'updated_at', s.updated_at,
      'projects_count', (select count(*) from private.projects_with('project_read') p where p.group_id = s.id),
      'admins_count', case when 'group_member_read' = any (held.permissions) then (select count(*) from public.group_admins ga where ga.group_id = s.id) end,
      'invitations_count', case when 'group_member_read' = any (held.permissions) then jsonb_array_length(private.invited_to_group(s.id)) end,
      'is_admin', exists (select 1 from public.group_admins ga where ga.group_id = s.id and ga.user_id = me),
      'my_permissions', held.permissions) order by s.ordinality), '[]')
    from unnest(shown) with ordinality s
    cross join lateral (select private.group_permissions(me, s.id) as permissions offset 0) held
  );
end
$$;
comment on function private.groups_as_json is 'Groups, in the order given, as the caller may know them: with the projects that the caller reads, and their admins for who may see them.';

create function public.list_groups(p_workspace_id bigint, p_search text default null, p_limit integer default 200, p_offset integer default 0)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  sees_all constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceProjectsView');
  mine constant bigint[] := array(select private.group_ids_with('group_view'));
begin
  return (
    with shown as (
      select g from public.groups g
      where g.workspace_id = p_workspace_id and (sees_all or g.id = any (mine))
        and (coalesce(btrim(p_search), '') = '' or g.name ilike private.like_pattern(p_search))
    ), page as (
      select g from shown order by lower((g).name), (g).id
      limit private.page_size(p_limit, 200, 500) offset greatest(coalesce(p_offset, 0), 0)
    )
    select jsonb_build_object(
      'items', (select private.groups_as_json(array_agg(g order by lower((g).name), (g).id)) from page),
      'total', (select count(*) from shown)));
end
$$;
comment on function public.list_groups is 'The groups of a workspace that the caller may see, by name, with their counts and what the caller may do in each.';

create function public.group_details(p_group_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_group(p_group_id, 'group_view');
  return (select private.groups_as_json(array_agg(g)) -> 0 from public.groups g where g.id = p_group_id);
end
$$;
comment on function public.group_details is 'One group.';

create function public.update_group(
  p_group_id bigint, p_name text default null, p_description text default null, p_visibility text default null,
  p_icon text default null, p_icon_color text default null, p_confirm boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  before public.groups;
  open_projects integer := 0;
begin
  perform private.require_in_group(p_group_id, 'group_update');
  select * into before from public.groups g where g.id = p_group_id for update;
  if p_visibility = 'internal' and before.visibility = 'public' then
    select count(*) into open_projects from public.projects p where p.group_id = p_group_id and p.visibility = 'public';
  end if;
  if open_projects > 0 and not p_confirm then
    return jsonb_build_object('group', private.groups_as_json(array[before]) -> 0, 'confirmation_required', true, 'public_projects', open_projects);
  end if;
  update public.groups g set
    name = coalesce(btrim(p_name), g.name), description = coalesce(p_description, g.description), visibility = coalesce(p_visibility, g.visibility),
    icon = coalesce(p_icon, g.icon), icon_color = coalesce(p_icon_color, g.icon_color)
  where g.id = p_group_id;
  return jsonb_build_object('group', public.group_details(p_group_id), 'confirmation_required', false, 'public_projects', open_projects);
end
$$;
comment on function public.update_group is 'Changes a group. Made internal, it turns its public projects internal: without p_confirm it then says how many and changes nothing.';

create function public.delete_group(p_group_id bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  released integer;
begin
  perform private.require_in_group(p_group_id, 'group_delete');
  select count(*) into released from public.projects p where p.group_id = p_group_id;
  delete from public.groups g where g.id = p_group_id;
  return jsonb_build_object('projects_released', released);
end
$$;
comment on function public.delete_group is 'Deletes a group; its projects stay, without a group.';

-- # Grants

grant select on public.groups to authenticated;
grant update (name, description, icon, icon_color) on public.groups to authenticated;
grant delete on public.groups to authenticated;

grant execute on function private.group_ids_with to authenticated;
grant execute on function
  private.workspace_ids_with_all_groups, public.create_group, public.list_groups, public.group_details, public.update_group,
  public.delete_group
to authenticated;

-- Who administers a group, and so every project in it.

-- # Tables

create table public.group_admins (
  group_id bigint not null references public.groups (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (group_id, user_id)
);
comment on table public.group_admins is 'Who administers a group, and so every project in it.';
create index group_admins_user_id_idx on public.group_admins (user_id);
create trigger note_given after insert or update of user_id on public.group_admins for each row execute function private.note_given();
alter table public.group_admins enable row level security;
create trigger log_change after insert or delete on public.group_admins for each row execute function private.log_given();
select private.announce('public.group_admins', joins => 'left join public.groups g on g.id = c.group_id', workspace => 'g.workspace_id', person => 'c.user_id', access => true);

-- # Rules

create function private.keep_a_group_admin()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform 1 from public.groups g where g.id = old.group_id for update;
  if found and not exists (select 1 from public.group_admins a where a.group_id = old.group_id) then
    perform private.problem('ACTION_PROHIBITED', 403, 'The last admin of a group can be neither removed nor leave.');
  end if;
  return null;
end
$$;
comment on function private.keep_a_group_admin is 'The groups row is the lock: two admins leaving at once must see each other.';
create trigger keep_an_admin after delete on public.group_admins for each row execute function private.keep_a_group_admin();

create policy "Group admins are seen by each other and global admins" on public.group_admins for select to authenticated
using (
  group_id = any (array(select private.group_ids_with('group_member_read')))
  or exists (
    select 1 from public.groups g
    where g.id = group_admins.group_id and g.workspace_id = any (array(select private.workspace_ids_with_all_groups('group_member_read')))
  )
);

-- # Calls

create function private.invited_to_group(group_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('invitation_id', i.id, 'email', i.email, 'role', 'admin', 'created_at', i.created_at, 'expires_at', i.expires_at)
      order by i.email)
    from public.workspace_invitation_groups link
    join public.workspace_invitations i on i.id = link.invitation_id
    where link.group_id = invited_to_group.group_id and private.is_live(i)), '[]');
end
$$;
comment on function private.invited_to_group is 'Open invitations that will make somebody an admin of a group.';

create function public.group_members(p_group_id bigint, p_limit integer default 100, p_offset integer default 0)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  sees_addresses boolean;
begin
  perform private.require_in_group(p_group_id, 'group_member_read');
  sees_addresses := private.can_in_workspace((select g.workspace_id from public.groups g where g.id = p_group_id), 'WorkspaceMembersRead');
  return (
    with shown as (
      select p, m.role, ga.created_at
      from public.group_admins ga
      join public.groups g on g.id = ga.group_id
      join public.workspace_members m on m.workspace_id = g.workspace_id and m.user_id = ga.user_id
      join private.people p on p.user_id = ga.user_id
      where ga.group_id = p_group_id
    ), page as (
      select * from shown order by lower((p).display_name), (p).user_id
      limit private.page_size(p_limit, 100, 500) offset greatest(coalesce(p_offset, 0), 0)
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(private.person_for(p, sees_addresses) || jsonb_build_object(
          'emails', case when sees_addresses and (p).email is not null then jsonb_build_array((p).email) else '[]' end,
          'role', 'admin', 'workspace_role', role, 'created_at', created_at,
          'workspace_permissions', (select jsonb_agg(wp.permission order by wp.permission) from public.workspace_role_permissions wp where wp.role = page.role::text)
        ) order by lower((p).display_name), (p).user_id), '[]') from page),
      'total', (select count(*) from shown)));
end
$$;
comment on function public.group_members is 'The admins of a group.';

create function public.add_group_admin(p_group_id bigint, p_user_id bigint default null, p_email text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  account_id bigint := p_user_id;
  theirs public.workspace_role;
begin
  perform private.require_in_group(p_group_id, 'group_member_add');
  select g.workspace_id into host_id from public.groups g where g.id = p_group_id for update;
  if account_id is null then
    account_id := private.member_by_address(host_id, p_email);
    if account_id is null then
      return private.invite_with(host_id, p_email, null, '[]', jsonb_build_array(p_group_id), '[]');
    end if;
  end if;
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = account_id;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.', 'user_id');
  end if;
  if theirs = 'guest' then
    perform private.problem('VALIDATION_ERROR', 400, 'Guests cannot administer groups', 'user_id');
  end if;
  insert into public.group_admins (group_id, user_id) values (p_group_id, account_id) on conflict do nothing;
  return jsonb_build_object('type', 'member', 'user_id', account_id);
end
$$;
comment on function public.add_group_admin is 'Makes a member an admin of a group, or invites an address to become one.';

create function public.remove_group_admin(p_group_id bigint, p_user_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_group(p_group_id, 'group_member_delete');
  delete from public.group_admins ga where ga.group_id = p_group_id and ga.user_id = p_user_id;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
end
$$;
comment on function public.remove_group_admin is 'Ends somebody''s administration of a group; not for the last admin.';

create function public.leave_group(p_group_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_group(p_group_id, 'group_leave');
  delete from public.group_admins ga where ga.group_id = p_group_id and ga.user_id = private.current_user_id();
end
$$;
comment on function public.leave_group is 'Ends the caller''s own administration of a group; not for the last admin.';

create function public.group_invitations(p_group_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_group(p_group_id, 'group_member_read');
  return private.invited_to_group(p_group_id);
end
$$;
comment on function public.group_invitations is 'Who was invited to become an admin of a group.';

create function public.group_assignable_members(p_group_id bigint, p_search text default null, p_limit integer default 20)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_group(p_group_id, 'group_member_add');
  return private.candidates(
    (select g.workspace_id from public.groups g where g.id = p_group_id), p_search,
    array(select ga.user_id from public.group_admins ga where ga.group_id = p_group_id),
    array['viewer', 'maker', 'admin', 'billing', 'owner']::public.workspace_role[], p_limit);
end
$$;
comment on function public.group_assignable_members is 'Members who may become admins of a group.';

-- # Grants

grant select on public.group_admins to authenticated;

grant execute on function
  public.group_members, public.add_group_admin, public.remove_group_admin, public.leave_group, public.group_invitations,
  public.group_assignable_members
to authenticated;

-- Teams gather people: what a project gives a team, it gives to everybody in it.

-- # Tables

create table public.teams (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  name text collate private.natural not null constraint check_teams_name check (length(btrim(name)) between 1 and 100),
  slug text not null,
  description text not null default '' constraint check_teams_description check (length(description) <= 300),
  icon text not null default 'users' check (length(icon) <= 60),
  icon_color text not null default '#7F8197' check (icon_color ~ '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint teams_workspace_id_name_key unique (workspace_id, name),
  unique (workspace_id, slug)
);
comment on table public.teams is 'People who are given projects together.';
create trigger touch before update on public.teams for each row execute function private.touch_updated_at();
create trigger set_slug before insert on public.teams for each row execute function private.set_slug_from_name();
alter table public.teams enable row level security;
create trigger log_change after insert or update or delete on public.teams for each row execute function private.log_named_change('team');
select private.announce('public.teams', workspace => 'c.workspace_id', id => 'c.id');

-- # Rules

create function private.team_ids_with(permission text)
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select tm.team_id
  from public.team_members tm
  join public.teams t on t.id = tm.team_id
  join private.my_memberships() m on m.workspace_id = t.workspace_id
  join public.team_role_permissions p on p.role = tm.role::text and p.permission = team_ids_with.permission
  where tm.user_id = private.current_user_id()
$$;
comment on function private.team_ids_with is 'Teams in which the caller has a permission by membership.';

create function private.workspace_ids_with_all_teams(permission text)
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select host_id from private.workspace_ids_with('WorkspaceGlobalAdmin') host_id
  where exists (
    select 1 from public.team_role_permissions p
    where p.role = 'workspace_global_admin' and p.permission = workspace_ids_with_all_teams.permission)
$$;
comment on function private.workspace_ids_with_all_teams is 'Workspaces in every team of which the caller has this permission. A set for policies: computed once a statement.';

create policy "Teams are seen with the teams permission and by their members" on public.teams for select to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with('WorkspaceTeamsView')))
  or id = any (array(select private.team_ids_with('team_view')))
);
create policy "Teams are changed by their admins" on public.teams for update to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with_all_teams('team_settings_update')))
  or id = any (array(select private.team_ids_with('team_settings_update')))
)
with check (
  workspace_id = any (array(select private.workspace_ids_with_all_teams('team_settings_update')))
  or id = any (array(select private.team_ids_with('team_settings_update')))
);
create policy "Teams are deleted by their admins" on public.teams for delete to authenticated
using (
  workspace_id = any (array(select private.workspace_ids_with_all_teams('team_delete')))
  or id = any (array(select private.team_ids_with('team_delete')))
);

create function private.team_roles(user_id bigint, team_id bigint)
returns setof text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select held.role
  from public.teams t
  join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = team_roles.user_id and m.is_open
  cross join lateral (
    select case p.permission when 'WorkspaceGlobalAdmin' then 'workspace_global_admin' else 'workspace_member' end as role
    from public.workspace_role_permissions p
    where p.role = m.role::text and p.permission in ('WorkspaceGlobalAdmin', 'WorkspaceTeamsView')
    union all
    select tm.role::text from public.team_members tm where tm.team_id = t.id and tm.user_id = m.user_id
  ) held
  where t.id = team_roles.team_id;
end
$$;
comment on function private.team_roles is 'What somebody is to a team, in the words of the matrix.';

create function private.team_permissions(user_id bigint, team_id bigint)
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select array(
      select distinct p.permission
      from public.team_role_permissions p
      where p.role in (select private.team_roles(team_permissions.user_id, team_permissions.team_id))
      order by 1)
  );
end
$$;
comment on function private.team_permissions is 'All that somebody may do in a team, in order.';

create function private.my_team_permissions(team_id bigint)
returns text[]
language sql
stable
security definer
set search_path = ''
as $$
  select private.team_permissions(private.current_user_id(), t.id)
  from public.teams t
  where t.id = my_team_permissions.team_id and t.workspace_id in (select private.my_workspace_ids())
$$;
comment on function private.my_team_permissions is 'The caller''s permissions in a team of a workspace that their session covers; null elsewhere.';

create function private.can_in_team(team_id bigint, permission text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select permission = any (coalesce(private.my_team_permissions(team_id), '{}'))
$$;
comment on function private.can_in_team is 'Whether the caller has a permission in one team.';

create function private.require_in_team(team_id bigint, permission text)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.can_in_team(team_id, permission) then
    return;
  end if;
  if not private.can_in_team(team_id, 'team_view') then
    perform private.problem('NOT_FOUND', 404, 'Team Not Found');
  end if;
  perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You do not have permission to do this in this team.');
end
$$;
comment on function private.require_in_team is 'Refuses unless the caller has the permission; 404 for who may not know that the team exists.';

-- # Calls

create function public.create_team(
  p_workspace_id bigint, p_name text, p_description text default '', p_icon text default null, p_icon_color text default null)
returns public.teams
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.teams;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceTeamCreate');
  perform private.feature_gate(p_workspace_id, 'teams');
  insert into public.teams (workspace_id, name, slug, description, icon, icon_color)
  values (p_workspace_id, btrim(p_name), '', coalesce(p_description, ''), coalesce(p_icon, 'users'), coalesce(p_icon_color, '#7F8197'))
  returning * into made;
  insert into public.team_members (team_id, user_id, role) values (made.id, private.current_user_id(), 'admin');
  return made;
end
$$;
comment on function public.create_team is 'Makes a team; who makes it is its first admin.';

create function private.teams_as_json(shown public.teams[])
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id, 'workspace_id', s.workspace_id, 'name', s.name, 'slug', s.slug, 'description', s.description,
      'icon', s.icon, 'icon_color', s.icon_color, 'created_at', s.created_at, 'updated_at', s.updated_at,
      'admins', (
        select coalesce(jsonb_agg(private.person(first_ones.user_id) order by first_ones.created_at, first_ones.user_id), '[]')
        from (select tm.user_id, tm.created_at from public.team_members tm where tm.team_id = s.id and tm.role = 'admin'
              order by tm.created_at, tm.user_id limit 3) first_ones),
      'admins_count', (select count(*) from public.team_members tm where tm.team_id = s.id and tm.role = 'admin'),
      'member_count', (select count(*) from public.team_members tm where tm.team_id = s.id),
      'invitations_count', (select count(*) from private.invited_to_team(s.id)),
      'projects', projects.first_ones, 'project_count', projects.count,
      'my_role', (select tm.role from public.team_members tm where tm.team_id = s.id and tm.user_id = me),
      'my_permissions', private.team_permissions(me, s.id)) order by s.ordinality), '[]')
    from unnest(shown) with ordinality s
    cross join lateral (
      select count(*) as count,
        coalesce(jsonb_agg(jsonb_build_object('id', given.id, 'slug', given.slug, 'name', given.name, 'role', given.role) order by given.place)
          filter (where given.place <= 10), '[]') as first_ones
      from (
        select p.id, p.slug, p.name, pt.role, row_number() over (order by p.name, p.id) as place
        from public.project_teams pt
        join private.projects_with('project_read') p on p.id = pt.project_id
        where pt.team_id = s.id
      ) given
    ) projects
  );
end
$$;
comment on function private.teams_as_json is 'Teams, in the order given, as the caller may know them: with the projects that the caller reads, which are found once and not for each team.';

create function public.list_teams(
  p_workspace_id bigint, p_my_teams boolean default false, p_search text default null, p_order text default 'name',
  p_limit integer default 50, p_offset integer default 0)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  sees_all constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceTeamsView');
  mine constant bigint[] := array(select private.team_ids_with('team_view'));
  sorted_by constant text := ltrim(p_order, '-');
  items jsonb;
  total integer;
begin
  if (p_order ~ '^-?(name|updated_at|member_count|project_count)$') is not true then
    perform private.problem('VALIDATION_ERROR', 400, 'Teams are ordered by name, updated_at, member_count or project_count.', 'order_by');
  end if;
  with shown as materialized (
    select t as team from public.teams t
    where t.workspace_id = p_workspace_id and (sees_all or t.id = any (mine))
      and (p_my_teams is not true or exists (select 1 from public.team_members tm where tm.team_id = t.id and tm.user_id = me))
      and (coalesce(btrim(p_search), '') = '' or t.name ilike private.like_pattern(p_search))
  ), sized as (
    select s.team, case sorted_by
      when 'member_count' then (select count(*) from public.team_members tm where tm.team_id = (s.team).id)
      when 'project_count' then (select count(*) from public.project_teams pt where pt.team_id = (s.team).id)
      when 'updated_at' then extract(epoch from (s.team).updated_at) end as size
    from shown s
  ), page as (
    select s.team, row_number() over (order by
      case p_order when 'name' then lower((s.team).name) end,
      case p_order when '-name' then lower((s.team).name) end desc,
      case when p_order like '-%' then -s.size else s.size end,
      (s.team).id) as place
    from sized s
    order by place
    limit private.page_size(p_limit, 50, 500) offset greatest(coalesce(p_offset, 0), 0)
  )
  select (select count(*) from shown), (select private.teams_as_json(array_agg(p.team order by p.place)) from page p)
  into total, items;
  return jsonb_build_object('items', items, 'total', total,
    'usage', case when sees_all then private.feature_usage(p_workspace_id, 'teams') end,
    'max', case when sees_all then private.feature_maximum(p_workspace_id, 'teams') end);
end
$$;
comment on function public.list_teams is 'The teams of a workspace that the caller may see, page by page, and how many the plan gives.';

create function public.team_details(p_team_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_team(p_team_id, 'team_view');
  return (select private.teams_as_json(array_agg(t)) -> 0 from public.teams t where t.id = p_team_id);
end
$$;
comment on function public.team_details is 'One team.';

create function public.update_team(
  p_team_id bigint, p_name text default null, p_description text default null, p_icon text default null, p_icon_color text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_team(p_team_id, 'team_settings_update');
  update public.teams t set
    name = coalesce(btrim(p_name), t.name), description = coalesce(p_description, t.description),
    icon = coalesce(p_icon, t.icon), icon_color = coalesce(p_icon_color, t.icon_color)
  where t.id = p_team_id;
  return public.team_details(p_team_id);
end
$$;
comment on function public.update_team is 'Changes a team.';

create function public.delete_team(p_team_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_team(p_team_id, 'team_delete');
  delete from public.teams t where t.id = p_team_id;
end
$$;
comment on function public.delete_team is 'Deletes a team; what its members were given through it is gone.';

create function public.delete_teams(p_team_ids bigint[])
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  team_id bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_team_ids), 0, 'At most 500 can be changed at once.', 'team_ids');
  foreach team_id in array coalesce(p_team_ids, '{}') loop
    begin
      perform public.delete_team(team_id);
      results := results || private.bulk_success(to_jsonb(team_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(team_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.delete_teams is 'Deletes many teams, each as the caller may.';

-- # Grants

grant select on public.teams to authenticated;
grant update (name, description, icon, icon_color) on public.teams to authenticated;
grant delete on public.teams to authenticated;

grant execute on function private.team_ids_with to authenticated;
grant execute on function
  private.workspace_ids_with_all_teams, public.create_team, public.list_teams, public.team_details, public.update_team, public.delete_team,
  public.delete_teams
to authenticated;

-- Who is in a team, and who changes that.

-- # Tables

create table public.team_members (
  team_id bigint not null references public.teams (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  role public.team_role not null default 'member',
  created_at timestamptz not null default now(),
  primary key (team_id, user_id)
);
comment on table public.team_members is 'Who is in a team; admins change it.';
create index team_members_user_id_idx on public.team_members (user_id, team_id);
create trigger note_given after insert or update of user_id on public.team_members for each row execute function private.note_given();
alter table public.team_members enable row level security;
create trigger log_change after insert or update or delete on public.team_members for each row execute function private.log_given();
select private.announce('public.team_members', joins => 'left join public.teams t on t.id = c.team_id', workspace => 't.workspace_id', person => 'c.user_id', id => 'c.team_id', access => true);

-- # Rules

create function private.keep_team_roles()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select 1 from public.teams t join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = new.user_id
    where t.id = new.team_id and m.role in ('viewer', 'guest')
  ) then
    perform private.problem('VALIDATION_ERROR', 400, 'Viewers and guests can only be members of a team.', 'role');
  end if;
  return new;
end
$$;
comment on function private.keep_team_roles is 'Viewers and guests are never admins of a team, whichever door they come by.';
create trigger keep_roles before insert or update of role on public.team_members
  for each row when (new.role = 'admin') execute function private.keep_team_roles();

create policy "Team members are seen by who sees the team" on public.team_members for select to authenticated
using (exists (select 1 from public.teams t where t.id = team_members.team_id));

-- # Calls

create function private.invited_to_team(team_id bigint)
returns table (invitation_id bigint, email text, role public.team_role, workspace_role public.workspace_role, created_at timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select i.id, i.email, link.role, i.role, i.created_at
  from public.workspace_invitation_teams link
  join public.workspace_invitations i on i.id = link.invitation_id
  where link.team_id = invited_to_team.team_id and private.is_live(i);
end
$$;
comment on function private.invited_to_team is 'Open invitations that bring somebody into a team.';

create function public.team_members_list(p_team_id bigint, p_search text default null, p_limit integer default 100, p_offset integer default 0)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  held constant text[] := coalesce(private.my_team_permissions(p_team_id), '{}');
  host_id constant bigint := (select t.workspace_id from public.teams t where t.id = p_team_id);
  sees_addresses constant boolean := private.can_in_workspace(host_id, 'WorkspaceMembersRead');
  adds constant boolean := 'team_member_add' = any (held);
  removes constant boolean := 'team_member_delete' = any (held);
begin
  perform private.require_in_team(p_team_id, 'team_view');
  return (
    with shown as (
      select 'member' as type, null::bigint as invitation_id, p as person, tm.role, m.role as workspace_role, tm.created_at
      from public.team_members tm
      join public.workspace_members m on m.workspace_id = host_id and m.user_id = tm.user_id
      join private.people p on p.user_id = tm.user_id
      where tm.team_id = p_team_id and private.is_found(p, p_search, sees_addresses)
      union all
      select 'invitation', i.invitation_id, row(null, null, null, null, i.email, null, i.email)::private.people, i.role, i.workspace_role, i.created_at
      from private.invited_to_team(p_team_id) i
      where sees_addresses and (coalesce(btrim(p_search), '') = '' or i.email ilike private.like_pattern(p_search))
    ), page as (
      select shown.*, row_number() over (order by type desc, role desc, lower((person).display_name), (person).user_id) as place
      from shown
      order by place limit private.page_size(p_limit, 100, 500) offset greatest(coalesce(p_offset, 0), 0)
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(private.person_for(person, sees_addresses) || jsonb_build_object(
          'type', type, 'invitation_id', invitation_id, 'role', role, 'workspace_role', workspace_role, 'created_at', created_at,
          'may_change', adds and workspace_role not in ('viewer', 'guest'), 'may_remove', removes) order by place), '[]') from page),
      'total', (select count(*) from shown)));
end
$$;
comment on function public.team_members_list is 'Who is in a team, and who was invited to be.';

create function public.set_team_member(
  p_team_id bigint, p_user_id bigint default null, p_email text default null, p_role public.team_role default 'member')
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  account_id bigint := p_user_id;
  theirs public.workspace_role;
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  if p_role = 'admin' then
    perform private.require_in_team(p_team_id, 'team_admin_add');
  end if;
  select t.workspace_id into host_id from public.teams t where t.id = p_team_id;
  if account_id is null then
    account_id := private.member_by_address(host_id, p_email);
    if account_id is null then
      perform private.require_in_team(p_team_id, 'team_user_add');
      return private.invite_with(host_id, p_email, null, '[]', '[]', jsonb_build_array(jsonb_build_object('team_id', p_team_id, 'role', p_role)))
        || jsonb_build_object('user_id', null, 'role', p_role);
    end if;
  end if;
  -- The role stays as it is until this is done: admins of a team are never viewers or guests.
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = account_id for no key update;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.', 'user_id');
  end if;
  if p_role = 'admin' and theirs in ('viewer', 'guest') then
    perform private.problem('VALIDATION_ERROR', 400, 'Viewers and guests can only be members of a team.', 'role');
  end if;
  insert into public.team_members as tm (team_id, user_id, role) values (p_team_id, account_id, p_role)
  on conflict (team_id, user_id) do update set role = excluded.role where tm.role <> excluded.role;
  return jsonb_build_object('type', 'member', 'user_id', account_id, 'invitation_id', null, 'role', p_role,
    'email', (select e.email from public.emails e
      where e.user_id = account_id and e.is_primary and private.can_in_workspace(host_id, 'WorkspaceMembersRead')));
end
$$;
comment on function public.set_team_member is 'Adds a member to a team or changes the role in it; an address that is no member''s yet is invited.';

create function public.set_team_members(p_team_id bigint, p_members jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member jsonb;
  who jsonb;
  value jsonb;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  perform private.require_few(jsonb_array_length(p_members), 0, 'At most 500 can be changed at once.', 'user_ids');
  for member in select * from jsonb_array_elements(p_members) loop
    who := coalesce(nullif(member -> 'user_id', 'null'), member -> 'email');
    begin
      value := public.set_team_member(p_team_id, (member ->> 'user_id')::bigint, member ->> 'email', coalesce((member ->> 'role')::public.team_role, 'member'));
      results := results || private.bulk_success(who, value);
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(who, sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.set_team_members is 'Adds many to a team, each as the rules allow.';

create function public.remove_team_member(p_team_id bigint, p_user_id bigint default null, p_email text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := (select t.workspace_id from public.teams t where t.id = p_team_id);
  account_id constant bigint := coalesce(p_user_id, private.member_by_address(host_id, p_email));
begin
  perform private.require_in_team(p_team_id, 'team_member_delete');
  if account_id is null then
    delete from public.workspace_invitation_teams link using private.invited_to_team(p_team_id) i
    where link.team_id = p_team_id and link.invitation_id = i.invitation_id and i.email = lower(btrim(p_email));
  else
    delete from public.team_members tm where tm.team_id = p_team_id and tm.user_id = account_id;
  end if;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
end
$$;
comment on function public.remove_team_member is 'Takes somebody, or somebody''s invitation, out of a team.';

create function public.leave_team(p_team_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_team(p_team_id, 'team_leave');
  delete from public.team_members tm where tm.team_id = p_team_id and tm.user_id = private.current_user_id();
  if not found then
    perform private.problem('NOT_FOUND', 404, 'You are not a member of this team.');
  end if;
end
$$;
comment on function public.leave_team is 'Gives up one''s own place in a team.';

create function public.team_assignable_members(p_team_id bigint, p_search text default null, p_limit integer default 20)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_team(p_team_id, 'team_member_add');
  return private.candidates(
    (select t.workspace_id from public.teams t where t.id = p_team_id), p_search,
    array(select tm.user_id from public.team_members tm where tm.team_id = p_team_id), null, p_limit);
end
$$;
comment on function public.team_assignable_members is 'Members who may be added to a team.';

-- # Grants

grant select on public.team_members to authenticated;

grant execute on function
  public.team_members_list, public.set_team_member, public.set_team_members, public.remove_team_member, public.leave_team,
  public.team_assignable_members
to authenticated;

-- Projects: what holds an API's description, who may see it, and who may change it.

-- # Tables

create table public.projects (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  group_id bigint,
  is_open boolean not null default false,
  name text collate private.natural not null constraint check_projects_name check (length(btrim(name)) between 1 and 75),
  slug text collate private.natural not null constraint check_projects_slug check (slug ~ '^[A-Za-z0-9-]{2,75}$'),
  description text not null default '' constraint check_projects_description check (length(description) <= 250),
  icon_name text not null default 'cabinet-filing' check (length(icon_name) <= 60),
  icon_color text not null default '#7F8197' check (icon_color ~ '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
  type text not null default 'web' check (type in ('cli', 'local', 'vcs', 'web')),
  flavor text not null default 'design' check (flavor in ('design', 'style_guide', 'design_library')),
  visibility text not null default 'internal' check (visibility in ('internal', 'private', 'public')),
  is_design_library boolean not null default false,
  use_legacy_exporter boolean not null default false,
  auto_invite_committers boolean not null default false,
  creator_id bigint references public.users (id) on delete set null,
  default_branch_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A group's row goes: its projects stay, without a group.
  foreign key (group_id, workspace_id) references public.groups (id, workspace_id) on delete set null (group_id),
  unique (id, workspace_id)
);
comment on table public.projects is 'API descriptions, style guides and component libraries of a workspace.';
comment on column public.projects.is_open is 'Readable by anyone: public, in a workspace that allows it and is not locked. Kept by triggers, so that policies need no list of workspaces.';
create unique index projects_workspace_id_slug_idx on public.projects (workspace_id, slug);
create index projects_group_id_idx on public.projects (group_id, workspace_id);
create index projects_creator_id_idx on public.projects (creator_id);
create index projects_workspace_id_name_idx on public.projects (workspace_id, name, id);
create index projects_workspace_id_updated_at_idx on public.projects (workspace_id, updated_at, id);
create index projects_open_idx on public.projects (workspace_id, name, id) where is_open;
-- What it includes lets the projects of a group be counted by the index alone.
create index projects_group_name_idx on public.projects (group_id, name, id) include (workspace_id, visibility);
create index projects_group_updated_at_idx on public.projects (group_id, updated_at, id);
create index projects_name_trgm_idx on public.projects using gin (workspace_id, name extensions.gin_trgm_ops);
create trigger touch before update on public.projects for each row execute function private.touch_updated_at();
alter table public.projects enable row level security;
create trigger gate_settings before update of is_design_library on public.projects
  for each row when (auth.uid() is not null) execute function private.gate_settings();
create index projects_default_branch_idx on public.projects (default_branch_id, id);
create trigger log_change after insert or update or delete on public.projects for each row execute function private.log_project_change();

-- A key of several columns would give its field the other table's name.
comment on constraint projects_group_id_workspace_id_fkey on public.projects is '@graphql({"foreign_name": "group"})';

-- Full members do not all see private projects.
select private.announce('public.projects', workspace => 'c.workspace_id', project => 'c.id', id => 'case when c.visibility <> ''private'' then c.id end');

create table public.project_slugs (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  slug text not null,
  project_id bigint not null references public.projects (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (workspace_id, slug)
);
comment on table public.project_slugs is 'Slugs a project had before; they keep leading to it.';
create index project_slugs_project_id_idx on public.project_slugs (project_id);
alter table public.project_slugs enable row level security;

create table public.project_pins (
  project_id bigint not null references public.projects (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (user_id, project_id)
);
comment on table public.project_pins is 'Projects somebody keeps at the top of their sidebar.';
create index project_pins_project_id_idx on public.project_pins (project_id);
alter table public.project_pins enable row level security;
select private.announce('public.project_pins', person => 'c.user_id');

-- # Rules

create function private.keep_project_rules()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  group_visibility text;
  host public.workspaces;
begin
  if new.visibility = 'public' and (tg_op = 'INSERT' or new.visibility <> old.visibility or new.group_id is distinct from old.group_id) then
    -- Locked, so that a group that is just turning internal sees this project.
    select g.visibility into group_visibility from public.groups g where g.id = new.group_id for share;
    if group_visibility = 'internal' then
      perform private.problem('VALIDATION_ERROR', 400, 'Project is associated with an internal group and cannot be made public', 'visibility');
    end if;
  end if;
  select * into host from public.workspaces w where w.id = new.workspace_id;
  if new.visibility = 'public' and not host.allow_public_projects and (tg_op = 'INSERT' or old.visibility <> 'public') then
    perform private.problem('VALIDATION_ERROR', 400, 'Unable to set project visibility to public', 'visibility');
  end if;
  -- People meet the plan and the kinds of projects here, whichever door they come by; the product itself may do as it must.
  if tg_op = 'UPDATE' and new.visibility <> old.visibility and (select auth.uid()) is not null and pg_trigger_depth() = 1 then
    if new.flavor <> 'design' then
      perform private.problem('VALIDATION_ERROR', 400, 'Unable to set project visibility to ' || new.visibility, 'visibility');
    end if;
    if new.visibility = 'private' then
      perform private.feature_gate(new.workspace_id, 'private_projects');
    end if;
  end if;
  new.is_open := new.visibility = 'public' and host.allow_public_projects and not host.locked;
  if tg_op = 'UPDATE' and new.slug <> old.slug then
    delete from public.project_slugs s where s.workspace_id = new.workspace_id and s.slug = new.slug;
    insert into public.project_slugs (workspace_id, slug, project_id)
    values (old.workspace_id, old.slug, old.id)
    on conflict (workspace_id, slug) do update set project_id = excluded.project_id, created_at = now();
  end if;
  return new;
end
$$;
comment on function private.keep_project_rules is 'What a project may be, whichever door it is changed by: public only where workspace and group allow it, private within the plan. Old slugs keep leading to it.';
create trigger keep_rules before insert or update of visibility, group_id, slug, is_open, workspace_id on public.projects
  for each row execute function private.keep_project_rules();

create function private.reopen_projects()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.projects p set is_open = new.allow_public_projects and not new.locked
  where p.workspace_id = new.id and p.visibility = 'public';
  return null;
end
$$;
comment on function private.reopen_projects is 'Public projects open and close with their workspace.';
create trigger reopen_projects after update of locked, allow_public_projects on public.workspaces
  for each row when (old.locked <> new.locked or old.allow_public_projects <> new.allow_public_projects)
  execute function private.reopen_projects();

create function private.close_projects_of_group()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.projects p set visibility = 'internal' where p.group_id = new.id and p.visibility = 'public';
  return null;
end
$$;
comment on function private.close_projects_of_group is 'The public projects of a group that turns internal turn internal too.';
create trigger close_projects after update of visibility on public.groups
  for each row when (old.visibility = 'public' and new.visibility = 'internal')
  execute function private.close_projects_of_group();

-- What a policy asks for a project permission, here and in the chapters that hang on projects: does the caller's workspace role give it on
-- projects of this visibility, was the project given by name, or its group? Each set is computed once a statement, and only when it is reached.
create policy "Projects are read by who was let in" on public.projects for select to authenticated
using (
  is_open
  or (workspace_id, visibility) in (select workspace_id, visibility from private.reach_by_role('project_read'))
  or id = any (array(select private.project_ids_given('project_read')))
  or group_id = any (array(select private.group_ids_given('project_read')))
);
create policy "Projects are changed with the update permission" on public.projects for update to authenticated
using (
  (workspace_id, visibility) in (select workspace_id, visibility from private.reach_by_role('project_update'))
  or id = any (array(select private.project_ids_given('project_update')))
  or group_id = any (array(select private.group_ids_given('project_update')))
)
with check (
  (workspace_id, visibility) in (select workspace_id, visibility from private.reach_by_role('project_update'))
  or id = any (array(select private.project_ids_given('project_update')))
  or group_id = any (array(select private.group_ids_given('project_update')))
);

-- Neither security definer nor a search path of its own: so it becomes part of the queries of those who ask.
create function private.projects_with(permission text)
returns setof public.projects
language sql
stable
as $$
  select p.* from public.projects p
  where (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role(projects_with.permission))
    or p.id = any (array(select private.project_ids_given(projects_with.permission)))
    or p.group_id = any (array(select private.group_ids_given(projects_with.permission)))
$$;
comment on function private.projects_with is 'The projects in which the caller has a permission: what the policies test, for functions that pass by them.';

create policy "Public projects are read by anyone, and every project of the workspace by its tokens" on public.projects for select to anon
using (is_open or workspace_id = any (array(select private.token_workspace_ids())));

create policy "Old slugs are read by who reads the project" on public.project_slugs for select to anon, authenticated
using (exists (select 1 from public.projects p where p.id = project_slugs.project_id));

create policy "Pins are seen by who made them, while they read the project" on public.project_pins for select to authenticated
using (user_id = (select private.current_user_id()) and exists (select 1 from public.projects p where p.id = project_pins.project_id));
create policy "Pins are moved by who made them" on public.project_pins for update to authenticated
using (user_id = (select private.current_user_id()) and exists (select 1 from public.projects p where p.id = project_pins.project_id))
with check (user_id = (select private.current_user_id()));
create policy "Pins are removed by who made them" on public.project_pins for delete to authenticated
using (user_id = (select private.current_user_id()) and exists (select 1 from public.projects p where p.id = project_pins.project_id));

create function private.require_may_add_to_group(workspace_id bigint, group_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from public.groups g where g.id = require_may_add_to_group.group_id and g.workspace_id = require_may_add_to_group.workspace_id)
    or not private.can_in_group(group_id, 'group_view') then
    perform private.problem('NOT_FOUND', 404, 'Group Not Found', 'group_id');
  end if;
  if not private.can_in_group(group_id, 'group_projects_add') then
    perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You cannot add projects to this group.', 'group_id');
  end if;
end
$$;
comment on function private.require_may_add_to_group is 'Group admins, global admins and members who may create projects add projects to a group.';

create function private.require_global_admin_of(project_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.can_in_workspace((select p.workspace_id from public.projects p where p.id = project_id), 'WorkspaceGlobalAdmin') then
    return;
  end if;
  -- Answers 404 for who may not know the project.
  perform private.require_in_project(project_id, 'project_read');
  perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'Only workspace owners and admins change many projects at once.');
end
$$;
comment on function private.require_global_admin_of is 'Refuses changes of many projects at once by anybody but global admins; 404 for who may not know the project.';

-- # Calls

create function public.move_project(p_project_id bigint, p_group_id bigint, p_confirm boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  project public.projects;
  turns_internal boolean := false;
begin
  select * into project from public.projects p where p.id = p_project_id;
  if p_group_id is not null or project.group_id is null
    or not private.can_in_group(project.group_id, 'group_projects_remove') then
    perform private.require_in_project(p_project_id, 'project_group_update');
  end if;
  select * into project from public.projects p where p.id = p_project_id for update;
  if p_group_id is not null then
    perform private.require_may_add_to_group(project.workspace_id, p_group_id);
    turns_internal := project.visibility = 'public'
      and (select g.visibility = 'internal' from public.groups g where g.id = p_group_id for share);
  end if;
  if turns_internal and not p_confirm then
    return jsonb_build_object('moved', false, 'confirmation_required', true, 'visibility_changed', false);
  end if;
  update public.projects p
  set group_id = p_group_id, visibility = case when turns_internal then 'internal' else p.visibility end
  where p.id = p_project_id;
  return jsonb_build_object('moved', true, 'confirmation_required', false, 'visibility_changed', turns_internal);
end
$$;
comment on function public.move_project is 'Moves a project into a group, or out of any with null. An internal group turns a public project internal: that needs p_confirm.';

create function public.pin_project(p_project_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_read');
  insert into public.project_pins (project_id, user_id, position)
  select p_project_id, private.current_user_id(), coalesce(max(pp.position) + 1, 0)
  from public.project_pins pp where pp.user_id = private.current_user_id()
  on conflict (user_id, project_id) do nothing;
end
$$;
comment on function public.pin_project is 'Keeps a project at the top of the caller''s sidebar.';

create function public.unpin_project(p_project_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.project_pins pp
  using public.projects p
  where pp.project_id = p_project_id and pp.user_id = private.current_user_id() and p.id = pp.project_id and private.reaches(p.workspace_id)
$$;
comment on function public.unpin_project is 'Takes a project off the caller''s pinned ones.';

create function public.create_project(
  p_workspace_id bigint, p_name text, p_slug text default null, p_description text default null,
  p_visibility text default 'internal', p_flavor text default 'design', p_type text default 'web', p_group_id bigint default null,
  p_icon_name text default null, p_icon_color text default null, p_uploads jsonb default '[]')
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.projects;
  branch public.branches;
  job uuid;
  wanted text := coalesce(nullif(btrim(p_slug), ''), private.slug_from(p_name));
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  if p_flavor = 'style_guide' then
    perform private.require_in_workspace(p_workspace_id, 'WorkspaceStyleGuideProjectsCreate');
    perform private.feature_gate(p_workspace_id, 'style_guides');
  elsif p_flavor = 'design_library' then
    perform private.feature_gate(p_workspace_id, 'design_library');
  end if;
  if p_visibility = 'private' then
    if p_flavor = 'style_guide' then
      perform private.problem('VALIDATION_ERROR', 400, 'Unable to create a private project', 'visibility');
    end if;
    perform private.feature_gate(p_workspace_id, 'private_projects');
  end if;
  perform private.feature_gate(p_workspace_id, 'projects');
  if p_group_id is not null then
    perform private.require_may_add_to_group(p_workspace_id, p_group_id);
  end if;
  if length(wanted) < 2 then
    wanted := 'project-' || wanted;
  end if;
  if nullif(btrim(p_slug), '') is null then
    wanted := private.free_project_slug(p_workspace_id, wanted);
  end if;
  insert into public.projects (workspace_id, group_id, name, slug, description, visibility, flavor, type, icon_name, icon_color, creator_id)
  values (p_workspace_id, p_group_id, btrim(p_name), wanted, coalesce(p_description, ''), p_visibility, p_flavor, p_type,
    coalesce(p_icon_name, 'cabinet-filing'), coalesce(p_icon_color, '#7F8197'), private.current_user_id())
  returning * into made;
  insert into public.project_members (project_id, user_id, role) values (made.id, private.current_user_id(), 'owner');
  insert into public.branches (project_id, name, slug, is_default, is_published)
  values (made.id, 'main', 'main', true, true)
  returning * into branch;
  update public.projects p set default_branch_id = branch.id where p.id = made.id returning p.* into made;
  if jsonb_array_length(coalesce(p_uploads, '[]')) > 0 then
    job := private.queue_analysis(branch, p_uploads, 'manual');
  end if;
  return jsonb_build_object('project', to_jsonb(made), 'branch', jsonb_build_object('id', branch.id, 'slug', branch.slug, 'name', branch.name), 'job_id', job);
end
$$;
comment on function public.create_project is 'Makes a project owned by the caller with its default branch and, with uploads, queues their analysis: all in one transaction.';

create function private.free_project_slug(workspace_id bigint, wanted text)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  candidate text := wanted;
  n integer := 1;
begin
  while exists (select 1 from public.projects p where p.workspace_id = free_project_slug.workspace_id and p.slug = candidate) loop
    n := n + 1;
    candidate := left(wanted, 70) || '-' || n;
  end loop;
  return candidate;
end
$$;
comment on function private.free_project_slug is 'A slug that no project of the workspace has, near to the wanted one.';

create function public.delete_project(p_project_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_delete');
  update public.projects p set default_branch_id = null where p.id = p_project_id;
  delete from public.projects p where p.id = p_project_id;
end
$$;
comment on function public.delete_project is 'Deletes a project with everything in it.';

create function public.move_projects(p_project_ids bigint[], p_group_id bigint, p_confirm boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  open_projects integer;
  project_id bigint;
  moved jsonb;
  changed integer := 0;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  select count(*) into open_projects
  from public.projects p join public.groups g on g.id = p_group_id and g.workspace_id = p.workspace_id
  where p.id = any (p_project_ids) and p.visibility = 'public' and g.visibility = 'internal'
    and private.can_in_workspace(p.workspace_id, 'WorkspaceGlobalAdmin');
  if open_projects > 0 and not p_confirm then
    return private.bulk_answer('{}') || jsonb_build_object(
      'confirmation_required', true, 'public_projects', open_projects, 'visibility_changed', 0);
  end if;
  perform private.require_few(cardinality(p_project_ids), 0, 'At most 500 can be changed at once.', 'project_ids');
  foreach project_id in array coalesce(p_project_ids, '{}') loop
    begin
      perform private.require_global_admin_of(project_id);
      moved := public.move_project(project_id, p_group_id, true);
      changed := changed + (moved ->> 'visibility_changed')::boolean::integer;
      results := results || private.bulk_success(to_jsonb(project_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(project_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results) || jsonb_build_object(
    'confirmation_required', false, 'public_projects', open_projects, 'visibility_changed', changed);
end
$$;
comment on function public.move_projects is 'Moves many projects into a group, or out of any. Public ones would turn internal in an internal group: without p_confirm it then says how many and moves nothing.';

create function public.delete_projects(p_project_ids bigint[])
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  project_id bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_project_ids), 0, 'At most 500 can be changed at once.', 'project_ids');
  foreach project_id in array coalesce(p_project_ids, '{}') loop
    begin
      perform private.require_global_admin_of(project_id);
      perform public.delete_project(project_id);
      results := results || private.bulk_success(to_jsonb(project_id));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(project_id), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.delete_projects is 'Deletes many projects with everything in them.';

-- # Grants

grant select on public.projects to anon, authenticated;
grant update (name, slug, description, icon_name, icon_color, visibility, is_design_library, use_legacy_exporter, auto_invite_committers)
  on public.projects to authenticated;
grant select on public.project_slugs to anon, authenticated;
grant select, update (position), delete on public.project_pins to authenticated;

grant execute on function
  public.move_project, public.pin_project, public.unpin_project, public.create_project, public.delete_project, public.move_projects,
  public.delete_projects
to authenticated;

-- Lists of projects: what screens show of them, at a cost that follows the page and not the workspace.

-- # Tables

create type private.project_query as (
  workspace_id bigint,
  visibilities text[],
  project_ids bigint[],
  group_ids bigint[],
  search text,
  visibility text[],
  flavor text[],
  group_id bigint,
  without_group boolean,
  pinned_by bigint,
  slug text
);
comment on type private.project_query is 'A list of projects of a workspace. What the caller reads there (projects of these visibilities by role, these projects and those of these groups by name), and what of it is asked for (null: all).';

-- # Calls

create function private.project_cursor(place text, id bigint)
returns text
language sql
immutable
set search_path = ''
as $$
  select translate(encode(convert_to(jsonb_build_array(place, id)::text, 'utf8'), 'base64'), E'+/\n', '-_')
$$;
comment on function private.project_cursor is 'Where a page ends, by what the list is sorted by, for the next one.';

create function private.project_cursor_parts(cursor text, by_time boolean, out place text, out id bigint)
language plpgsql
immutable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  if cursor is null then
    return;
  end if;
  begin
    parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'utf8')::jsonb;
    place := parts ->> 0;
    if by_time then
      perform place::timestamptz;
    end if;
    id := (parts ->> 1)::bigint;
  exception when data_exception then
    place := null;
  end;
  if place is null or id is null then
    perform private.problem('VALIDATION_ERROR', 400, 'This is not the end of a page.', 'after');
  end if;
end
$$;
comment on function private.project_cursor_parts is 'Where a page ended, from the text that private.project_cursor made; refuses any other text.';

create function private.projects_as_json(shown public.projects[])
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.current_user_id();
  -- Open projects alone are shown to who does not reach the workspace.
  reached constant bigint[] := array(select w.id from (select distinct s.workspace_id as id from unnest(shown) s) w where private.reaches(w.id));
begin
  -- What is the caller's, or a role's, is found once and not for each project.
  return (
    with listed as materialized (
      select s.*, case when not s.is_open or s.workspace_id = any (reached) then private.effective_project_role(me, s.id) end as my_role
      from unnest(shown) with ordinality s
    ), roles as materialized (
      select p.role, jsonb_agg(p.permission order by p.permission) as permissions
      from public.project_role_permissions p where p.role in (select l.my_role from listed l) group by p.role
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', l.id, 'slug', l.slug, 'name', l.name, 'description', l.description, 'icon_name', l.icon_name, 'icon_color', l.icon_color,
      'flavor', l.flavor, 'type', l.type, 'visibility', l.visibility, 'updated_at', l.updated_at,
      'group', (select jsonb_build_object('id', g.id, 'name', g.name, 'slug', g.slug) from public.groups g where g.id = l.group_id and l.my_role is not null),
      'owner', (select private.person(pm.user_id) from public.project_members pm where pm.project_id = l.id and pm.role = 'owner' and l.my_role is not null),
      'pinned', exists (select 1 from public.project_pins pp where pp.project_id = l.id and pp.user_id = me),
      'my_role', l.my_role,
      'my_permissions', coalesce((select r.permissions from roles r where r.role = l.my_role), '[]'),
      'default_branch', (
        select jsonb_build_object('id', b.id, 'slug', b.slug, 'name', b.name, 'article_count', b.article_count, 'schema_count', b.schema_count,
          'api_count', b.api_count, 'operation_count', b.operation_count)
        from public.branches b where b.id = l.default_branch_id)) order by l.ordinality), '[]')
    from listed l
  );
end
$$;
comment on function private.projects_as_json is 'Projects, in the order given, as a list shows them to the caller, who has been found to read them.';

create function public.project_details(p_project_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  shown public.projects;
begin
  select * into shown from public.projects p where p.id = p_project_id;
  if not coalesce(shown.is_open or private.can_in_project(p_project_id, 'project_read'), false) then
    perform private.problem('NOT_FOUND', 404, 'Project not found');
  end if;
  return (private.projects_as_json(array[shown]) -> 0) || jsonb_build_object('teams',
    case when private.can_in_project(p_project_id, 'project_members_add') then public.project_teams_list(p_project_id) end);
end
$$;
comment on function public.project_details is 'One project as its screens show it to the caller; its teams for who may share it, null for others.';

create function private.projects_found(query private.project_query, way text)
returns setof public.projects
language sql
stable
as $$
  select p.* from public.projects p
  where p.workspace_id = query.workspace_id
    and case way
      when 'listed' then p.is_open or p.visibility = any (query.visibilities) or p.id = any (query.project_ids) or p.group_id = any (query.group_ids)
      when 'open' then p.is_open
      when 'given' then not p.is_open and (p.id = any (query.project_ids) or p.group_id = any (query.group_ids))
    end
    and (query.search is null or p.name ilike private.like_pattern(query.search))
    and (query.visibility is null or p.visibility = any (query.visibility))
    and (query.flavor is null or p.flavor = any (query.flavor))
    and (query.group_id is null or p.group_id = query.group_id)
    and (not query.without_group or p.group_id is null)
    and (query.pinned_by is null or exists (
      select 1 from public.project_pins pp where pp.project_id = p.id and pp.user_id = query.pinned_by))
    and (query.slug is null or p.slug = query.slug)
$$;
comment on function private.projects_found is 'What a list of projects holds: all that the caller reads of what is listed, or, of who reads little of it, what is open to anyone and what was given to them. Becomes part of the queries below, whose plans leave out what was not asked for.';

create function private.project_page(
  query private.project_query, way text, sorted_by text, place text, id bigint, rows integer, counted boolean,
  out shown public.projects[], out total bigint)
language plpgsql
stable
security definer
set search_path = ''
-- Planned anew for what is asked: one plan for every search, filter and caller would follow no index.
set plan_cache_mode = 'force_custom_plan'
as $$
begin
  if counted then
    select count(*) into total from private.projects_found(query, way);
  end if;
  -- A statement an order, so that each follows its index from where the page before ended.
  case sorted_by
    when 'name' then
      shown := array(
        select p::public.projects from private.projects_found(query, way) p
        where project_page.id is null or (p.name, p.id) > (place, project_page.id)
        order by p.name, p.id limit rows);
    when '-name' then
      shown := array(
        select p::public.projects from private.projects_found(query, way) p
        where project_page.id is null or (p.name, p.id) < (place, project_page.id)
        order by p.name desc, p.id desc limit rows);
    when 'updated_at' then
      shown := array(
        select p::public.projects from private.projects_found(query, way) p
        where project_page.id is null or (p.updated_at, p.id) > (place::timestamptz, project_page.id)
        order by p.updated_at, p.id limit rows);
    when '-updated_at' then
      shown := array(
        select p::public.projects from private.projects_found(query, way) p
        where project_page.id is null or (p.updated_at, p.id) < (place::timestamptz, project_page.id)
        order by p.updated_at desc, p.id desc limit rows);
  end case;
end
$$;
comment on function private.project_page is 'The next rows of a list of projects in one of its orders, from behind a place in it, and how many there are in all where that is asked.';

create function private.merge_projects(found public.projects[], sorted_by text, rows integer)
returns public.projects[]
language sql
immutable
set search_path = ''
as $$
  select array(
    select p::public.projects from unnest(found) p
    order by
      case sorted_by when 'name' then p.name end,
      case sorted_by when '-name' then p.name end desc,
      case sorted_by when 'updated_at' then p.updated_at end,
      case sorted_by when '-updated_at' then p.updated_at end desc,
      case when sorted_by like '-%' then -p.id else p.id end
    limit rows)
$$;
comment on function private.merge_projects is 'The first rows of what was found in several ways.';

create function public.list_projects(
  p_workspace_id bigint, p_search text default null, p_visibility text[] default null, p_flavor text[] default null, p_group_id bigint default null,
  p_without_group boolean default false, p_pinned boolean default false, p_after text default null, p_limit integer default 50,
  p_total boolean default false, p_order text default 'name', p_slug text default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  rows constant integer := private.page_size(p_limit, 50, 1000);
  by_time constant boolean := ltrim(p_order, '-') = 'updated_at';
  after record;
  query private.project_query;
  ways text[];
  way text;
  part record;
  shown public.projects[] := '{}';
  total bigint := case when p_total then 0 end;
begin
  if p_order in ('name', '-name', 'updated_at', '-updated_at') is not true then
    perform private.problem('VALIDATION_ERROR', 400, 'Projects are ordered by name or updated_at.', 'order');
  end if;
  select * into after from private.project_cursor_parts(p_after, by_time);

  -- What the caller reads.
  query.workspace_id := p_workspace_id;
  query.visibilities := case when p_workspace_id in (select private.token_workspace_ids()) then array['private', 'internal', 'public']
    else array(select r.visibility from private.reach_by_role('project_read') r where r.workspace_id = p_workspace_id) end;
  query.project_ids := array(select private.project_ids_given('project_read'));
  query.group_ids := array(select private.group_ids_given('project_read'));

  -- What of it is asked for.
  query.search := nullif(btrim(p_search), '');
  query.visibility := p_visibility;
  query.flavor := p_flavor;
  query.group_id := p_group_id;
  query.without_group := p_without_group and p_group_id is null;
  query.pinned_by := case when p_pinned then coalesce(private.current_user_id(), 0) end;
  query.slug := p_slug;

  -- Whose role gives any of that walks the list, past the few projects that are not theirs. Anybody else must not walk past a hundred
  -- thousand for three. One row more than is shown tells whether another page follows.
  ways := case when query.visibilities && coalesce(p_visibility, query.visibilities) then array['listed'] else array['open', 'given'] end;
  foreach way in array ways loop
    part := private.project_page(query, way, p_order, after.place, after.id, rows + 1, p_total);
    shown := shown || part.shown;
    total := total + part.total;
  end loop;
  if cardinality(ways) > 1 then
    shown := private.merge_projects(shown, p_order, rows + 1);
  end if;
  return jsonb_build_object(
    'items', private.projects_as_json(shown[:rows]),
    'next', case when cardinality(shown) > rows then
      private.project_cursor(case when by_time then shown[rows].updated_at::text else shown[rows].name end, shown[rows].id) end,
    'total', total);
end
$$;
comment on function public.list_projects is 'The projects of a workspace that the caller reads, by name or updated_at (''-'' before it turns it round), page by page (p_after: next of the page before). Counts them all only when asked to.';

create function public.project_workspace(p_project_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('id', w.id, 'name', w.name, 'slug', w.slug, 'hide_powered_by', w.hide_powered_by)
  from public.projects p
  join public.workspaces w on w.id = p.workspace_id
  where p.id = p_project_id
    and (p.is_open or private.can_in_project(p.id, 'project_read'))
$$;
comment on function public.project_workspace is 'The name of a project''s workspace, for who reads the project without being a member.';

-- # Grants

grant execute on function public.project_details, public.list_projects, public.project_workspace to anon, authenticated;

-- Sharing: giving projects to people, teams and addresses, taking them back, and passing them on.

-- # Tables

create table public.project_members (
  project_id bigint not null references public.projects (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  role public.project_member_role not null,
  created_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
comment on table public.project_members is 'Who was given a project directly. inherit means what the workspace role means.';
create index project_members_user_id_idx on public.project_members (user_id, project_id);
create trigger note_given after insert or update of user_id on public.project_members for each row execute function private.note_given();
create unique index project_members_one_owner_idx on public.project_members (project_id) where role = 'owner';
alter table public.project_members enable row level security;
create trigger log_change after insert or update or delete on public.project_members for each row execute function private.log_given();
select private.announce('public.project_members', joins => 'left join public.projects p on p.id = c.project_id', workspace => 'p.workspace_id',
  project => 'c.project_id', person => 'c.user_id', access => true);

create table public.project_teams (
  project_id bigint not null references public.projects (id) on delete cascade,
  team_id bigint not null references public.teams (id) on delete cascade,
  role public.project_team_role not null,
  created_at timestamptz not null default now(),
  primary key (project_id, team_id)
);
comment on table public.project_teams is 'Which teams were given a project, at which role.';
create index project_teams_team_id_idx on public.project_teams (team_id, project_id);
alter table public.project_teams enable row level security;
create trigger log_change after insert or update or delete on public.project_teams for each row execute function private.log_given();
select private.announce('public.project_teams',
  joins => 'left join public.projects p on p.id = c.project_id left join public.team_members tm on tm.team_id = c.team_id', workspace => 'p.workspace_id',
  project => 'c.project_id', person => 'tm.user_id', access => true);

-- # Rules

create policy "Project members are seen by themselves and by who may add members" on public.project_members for select to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = project_members.project_id and (
    project_members.user_id = (select private.current_user_id())
    or (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_members_add'))
    or p.id = any (array(select private.project_ids_given('project_members_add')))
    or p.group_id = any (array(select private.group_ids_given('project_members_add')))
  )
));
create policy "Project members are removed with the delete permission" on public.project_members for delete to authenticated
using (role <> 'owner' and exists (
  select 1 from public.projects p
  where p.id = project_members.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_member_delete'))
    or p.id = any (array(select private.project_ids_given('project_member_delete')))
    or p.group_id = any (array(select private.group_ids_given('project_member_delete')))
  )
));

create policy "Teams of a project are seen by who may add members" on public.project_teams for select to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = project_teams.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_members_add'))
    or p.id = any (array(select private.project_ids_given('project_members_add')))
    or p.group_id = any (array(select private.group_ids_given('project_members_add')))
  )
));

create function private.rank_of_adding(role public.project_member_role)
returns text
language sql
immutable
set search_path = ''
as $$
  select case role
    when 'admin' then 'project_admin_add'
    when 'editor' then 'project_editor_add'
    when 'owner' then 'project_ownership_update'
    else 'project_viewer_add'
  end
$$;
comment on function private.rank_of_adding is 'The permission that giving a project role needs.';

create function private.role_to_give(role public.project_member_role, workspace_role public.workspace_role)
returns public.project_member_role
language sql
immutable
set search_path = ''
as $$
  select case when role <> 'inherit' then role when workspace_role in ('viewer', 'guest') then 'viewer' else 'editor' end
$$;
comment on function private.role_to_give is 'inherit gives what the workspace role means, so it needs the right to give that.';

-- # Calls

-- ## People

create function public.set_project_member(p_project_id bigint, p_user_id bigint, p_role public.project_member_role)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  theirs public.workspace_role;
  present public.project_member_role;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id for update;
  -- Not for share: note_given may change the row, and two who give the same person something would wait for each other.
  select m.role into theirs from public.workspace_members m where m.workspace_id = host_id and m.user_id = p_user_id for no key update;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(p_role, theirs)));
  select pm.role into present from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id;
  if present = p_role then
    return;
  end if;
  if present = 'owner' then
    perform private.problem('USER_IS_OWNER', 403, 'The owner of a project keeps it until somebody else becomes the owner.');
  end if;
  if present is not null then
    perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(present, theirs)));
  end if;
  if p_role = 'owner' then
    if theirs in ('viewer', 'guest') then
      perform private.problem('VALIDATION_ERROR', 400, 'Viewers and guests cannot own a project.', 'user_id');
    end if;
    update public.project_members pm set role = 'admin' where pm.project_id = p_project_id and pm.role = 'owner';
  end if;
  insert into public.project_members as pm (project_id, user_id, role) values (p_project_id, p_user_id, p_role)
  on conflict (project_id, user_id) do update set role = excluded.role;
end
$$;
comment on function public.set_project_member is 'Gives a workspace member a role in a project, at the caller''s own role or lower. A new owner makes the previous one an admin.';

create function public.leave_project(p_project_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_leave');
  delete from public.project_members pm where pm.project_id = p_project_id and pm.user_id = private.current_user_id();
  if not found then
    perform private.problem('NOT_FOUND', 404, 'You are not a member of this project.');
  end if;
end
$$;
comment on function public.leave_project is 'Gives up one''s own direct membership; not for the owner.';

create function public.project_access_list(p_project_id bigint, p_search text default null, p_limit integer default 100, p_offset integer default 0)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  project public.projects;
  sees_addresses boolean;
  removes boolean;
  held text[];
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select * into project from public.projects p where p.id = p_project_id;
  sees_addresses := private.can_in_workspace(project.workspace_id, 'WorkspaceMembersRead');
  held := array(select r.permission from public.my_project_permissions(p_project_id) r);
  removes := 'project_member_delete' = any (held);
  return (
    with given as (
      select pm.user_id from public.project_members pm where pm.project_id = p_project_id
      union
      select tm.user_id from public.project_teams pt join public.team_members tm on tm.team_id = pt.team_id where pt.project_id = p_project_id
      union
      select ga.user_id from public.group_admins ga where ga.group_id = project.group_id
    ), shown as (
      select p as person, m.role as workspace_role, pm.role
      from given
      join public.workspace_members m on m.workspace_id = project.workspace_id and m.user_id = given.user_id
      join private.people p on p.user_id = given.user_id
      left join public.project_members pm on pm.project_id = p_project_id and pm.user_id = given.user_id
      where private.is_found(p, p_search, sees_addresses)
    ), page as (
      select shown.*, row_number() over (order by role = 'owner' desc nulls last, lower((person).display_name), (person).user_id) as place
      from shown
      order by place limit private.page_size(p_limit, 100, 500) offset greatest(coalesce(p_offset, 0), 0)
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(private.person_for(page.person, sees_addresses) || jsonb_build_object(
          'workspace_role', page.workspace_role, 'role', page.role, 'effective_role', why.answer -> 'role',
          'sources', why.answer -> 'reasons', 'explanation', why.answer -> 'summary',
          'may_change', page.role is distinct from 'owner'
            and (page.role is null or private.rank_of_adding(private.role_to_give(page.role, page.workspace_role)) = any (held)),
          'may_remove', removes and page.role is not null and page.role <> 'owner') order by page.place), '[]')
        from page cross join lateral (select private.explain_project_role((page.person).user_id, p_project_id) as answer) why),
      'total', (select count(*) from shown),
      'invitations', case when sees_addresses then private.invited_to_project(p_project_id) else '[]' end,
      'everyone', private.roles_by_workspace_role(project),
      'visibility', project.visibility));
end
$$;
comment on function public.project_access_list is 'Who has access to a project by name, by a team or by its group, who was invited, and who has it by workspace role alone; each with the reason.';

create function private.roles_by_workspace_role(project public.projects)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('workspace_role', meaning.workspace_role, 'role', meaning.role, 'count', counted.n, 'explanation',
      case when meaning.is_global then format('admin, because workspace %ss administer every project', meaning.workspace_role)
        else format('%s, because the project is %s', case when meaning.role = 'guest' then meaning.workspace_role::text else meaning.role::text end, project.visibility) end)
      order by meaning.workspace_role desc), '[]')
    from (
      select r.workspace_role, g.role is not null as is_global,
        case when g.role is not null then 'workspace_global_admin' when project.visibility <> 'private' then r.implied_role end as role
      from public.workspace_role_project_roles r
      left join public.workspace_role_permissions g on g.role = r.workspace_role::text and g.permission = 'WorkspaceGlobalAdmin'
    ) meaning
    cross join lateral (
      select count(*) as n from public.workspace_members m where m.workspace_id = project.workspace_id and m.role = meaning.workspace_role
    ) counted
    where meaning.role is not null and counted.n > 0
  );
end
$$;
comment on function private.roles_by_workspace_role is 'Who has access to a project by workspace role alone: how many of each role, with the reason.';

create function private.invited_to_project(project_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('invitation_id', i.id, 'email', i.email, 'role', link.role, 'expires_at', i.expires_at) order by i.email)
    from public.workspace_invitation_projects link
    join public.workspace_invitations i on i.id = link.invitation_id
    where link.project_id = invited_to_project.project_id and private.is_live(i)), '[]');
end
$$;
comment on function private.invited_to_project is 'Open invitations that bring somebody into a project.';

create function public.add_project_member(
  p_project_id bigint, p_email text, p_role public.project_member_role default 'editor', p_workspace_role public.workspace_role default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  account_id bigint;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  account_id := private.member_by_address(host_id, p_email);
  if account_id is not null then
    perform public.set_project_member(p_project_id, account_id, p_role);
    return jsonb_build_object('type', 'member', 'user_id', account_id, 'invitation_id', null, 'role', p_role);
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(private.role_to_give(p_role, coalesce(p_workspace_role, 'maker'))));
  if p_role = 'owner' then
    perform private.problem('VALIDATION_ERROR', 400, 'Only a member of the workspace can own a project.', 'role');
  end if;
  return private.invite_with(host_id, p_email, p_workspace_role, jsonb_build_array(jsonb_build_object('project_id', p_project_id, 'role', p_role)), '[]', '[]')
    || jsonb_build_object('user_id', null, 'role', p_role);
end
$$;
comment on function public.add_project_member is 'Shares a project with an address: a member gets the role, anybody else is invited with it.';

create function public.add_project_members(p_project_id bigint, p_members jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member jsonb;
  who jsonb;
  role public.project_member_role;
  value jsonb;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  perform private.require_few(jsonb_array_length(p_members), 0, 'At most 500 can be changed at once.', 'user_ids');
  for member in select * from jsonb_array_elements(p_members) loop
    who := coalesce(nullif(member -> 'user_id', 'null'), member -> 'email');
    begin
      role := coalesce(member ->> 'role', 'editor');
      if member ->> 'user_id' is null then
        value := public.add_project_member(p_project_id, member ->> 'email', role, (member ->> 'workspace_role')::public.workspace_role);
      else
        perform public.set_project_member(p_project_id, (member ->> 'user_id')::bigint, role);
        value := jsonb_build_object('type', 'member', 'user_id', member -> 'user_id', 'invitation_id', null, 'role', role);
      end if;
      results := results || private.bulk_success(who, value);
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(who, sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.add_project_members is 'Shares a project with many, each as the rules allow.';

create function public.remove_project_member(p_project_id bigint, p_user_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  theirs public.project_member_role;
begin
  perform private.require_in_project(p_project_id, 'project_member_delete');
  select pm.role into theirs from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id for update;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Member not found.');
  end if;
  if theirs = 'owner' then
    perform private.problem('USER_IS_OWNER', 403, 'The owner of a project keeps it until somebody else becomes the owner.');
  end if;
  delete from public.project_members pm where pm.project_id = p_project_id and pm.user_id = p_user_id;
end
$$;
comment on function public.remove_project_member is 'Takes back what somebody was given by name; not from the owner.';

create function public.transfer_project_ownership(p_project_id bigint, p_user_id bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  previous bigint;
begin
  perform private.require_in_project(p_project_id, 'project_ownership_update');
  perform 1 from public.projects p where p.id = p_project_id for update;
  select pm.user_id into previous from public.project_members pm where pm.project_id = p_project_id and pm.role = 'owner';
  perform public.set_project_member(p_project_id, p_user_id, 'owner');
  return jsonb_build_object('owner', private.person(p_user_id), 'previous_owner', private.person(previous));
end
$$;
comment on function public.transfer_project_ownership is 'Makes another member the owner; the previous one becomes an admin.';

create function public.project_assignable_members(p_project_id bigint, p_search text default null, p_limit integer default 20)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return private.candidates(
    (select p.workspace_id from public.projects p where p.id = p_project_id), p_search,
    array(select pm.user_id from public.project_members pm where pm.project_id = p_project_id), null, p_limit);
end
$$;
comment on function public.project_assignable_members is 'Members with whom a project can still be shared by name.';

-- ## Teams

create function private.team_of_project(given public.project_teams)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('team_id', t.id, 'name', t.name, 'slug', t.slug, 'icon', t.icon, 'icon_color', t.icon_color, 'role', given.role,
      'member_count', (select count(*) from public.team_members tm where tm.team_id = t.id),
      'has_read_only_workspace_roles', exists (
        select 1 from public.team_members tm
        join public.workspace_members m on m.workspace_id = t.workspace_id and m.user_id = tm.user_id
        where tm.team_id = t.id and m.role in ('viewer', 'guest')))
    from public.teams t where t.id = given.team_id
  );
end
$$;
comment on function private.team_of_project is 'A team as a project lists it; whether some of its members can only read, whatever role the team has.';

create function public.project_teams_list(p_project_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return coalesce((
    select jsonb_agg(private.team_of_project(pt) order by lower(t.name), t.id)
    from public.project_teams pt join public.teams t on t.id = pt.team_id
    where pt.project_id = p_project_id), '[]');
end
$$;
comment on function public.project_teams_list is 'The teams of a project, by name.';

create function public.set_project_team(p_project_id bigint, p_team_id bigint, p_role public.project_team_role)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  present public.project_team_role;
  made public.project_teams;
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id for update;
  if not exists (select 1 from public.teams t where t.id = p_team_id and t.workspace_id = host_id)
    or not 'team_view' = any (private.team_permissions(private.current_user_id(), p_team_id)) then
    perform private.problem('NOT_FOUND', 404, 'Team Not Found', 'team_id');
  end if;
  perform private.require_in_project(p_project_id, private.rank_of_adding(p_role::text::public.project_member_role));
  select pt.role into present from public.project_teams pt where pt.project_id = p_project_id and pt.team_id = p_team_id;
  if present is not null then
    perform private.require_in_project(p_project_id, private.rank_of_adding(present::text::public.project_member_role));
  end if;
  insert into public.project_teams as pt (project_id, team_id, role) values (p_project_id, p_team_id, p_role)
  on conflict (project_id, team_id) do update set role = excluded.role
  returning * into made;
  return private.team_of_project(made);
end
$$;
comment on function public.set_project_team is 'Gives a team a role in a project, at the caller''s own role or lower.';

create function public.remove_project_team(p_project_id bigint, p_team_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_project(p_project_id, 'project_member_delete');
  delete from public.project_teams pt where pt.project_id = p_project_id and pt.team_id = p_team_id;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Team Not Found', 'team_id');
  end if;
end
$$;
comment on function public.remove_project_team is 'Takes a project back from a team.';

create function public.project_assignable_teams(p_project_id bigint, p_search text default null, p_limit integer default 20)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := (select p.workspace_id from public.projects p where p.id = p_project_id);
begin
  perform private.require_in_project(p_project_id, 'project_members_add');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('team_id', t.id, 'name', t.name, 'slug', t.slug, 'icon', t.icon, 'icon_color', t.icon_color)
      order by lower(t.name), t.id), '[]')
    from (
      select * from public.teams t
      where t.workspace_id = host_id and private.can_in_workspace(host_id, 'WorkspaceTeamsView')
        and not exists (select 1 from public.project_teams pt where pt.project_id = p_project_id and pt.team_id = t.id)
        and (coalesce(btrim(p_search), '') = '' or t.name ilike private.like_pattern(p_search))
      order by lower(t.name), t.id
      limit private.page_size(p_limit, 20, 100)
    ) t);
end
$$;
comment on function public.project_assignable_teams is 'Teams with which a project can still be shared.';

-- # Grants

grant select on public.project_members to authenticated;
grant delete on public.project_members to authenticated;
grant select on public.project_teams to authenticated;

grant execute on function public.set_project_member, public.leave_project to authenticated;
grant execute on function
  public.project_access_list, public.add_project_member, public.add_project_members, public.remove_project_member, public.transfer_project_ownership, public.project_assignable_members
to authenticated;
grant execute on function
  public.project_teams_list, public.set_project_team, public.remove_project_team, public.project_assignable_teams
to authenticated;

-- Content: the branches of a project (versions of a web project), what was imported into them, and the nodes their files become. A page
-- of documentation loads one node.

-- # Tables

create table public.branches (
  id bigint generated always as identity primary key,
  project_id bigint not null references public.projects (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  slug text not null check (length(slug) between 1 and 255),
  is_default boolean not null default false,
  is_published boolean not null default false,
  commit_hash text,
  last_analyzed_at timestamptz,
  yjs_document_id uuid,
  share_enabled boolean not null default false,
  share_token_hash bytea unique,
  baseline_branch_id bigint references public.branches (id) on delete set null,
  article_count integer not null default 0,
  schema_count integer not null default 0,
  api_count integer not null default 0,
  operation_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, slug),
  unique (id, project_id),
  constraint check_branches_default_is_published check (not is_default or is_published)
);
comment on table public.branches is 'Branches of a project. The default one is published; guests and the public read published ones only.';
create unique index branches_one_default_idx on public.branches (project_id) where is_default;
create index branches_baseline_branch_id_idx on public.branches (baseline_branch_id);
create trigger touch before update on public.branches for each row execute function private.touch_updated_at();
alter table public.branches enable row level security;
select private.announce('public.branches', project => 'c.project_id', id => 'case when c.is_published then c.id end');

alter table public.projects
  add foreign key (default_branch_id, id) references public.branches (id, project_id) on delete set null (default_branch_id);

create table public.files (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  hash bytea not null check (length(hash) = 32),
  size bigint not null check (size >= 0),
  object_id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  primary key (workspace_id, hash)
);
comment on table public.files is 'Files as imported, content-addressed within a workspace; the bytes are in Storage, bucket files, {workspace}/{object_id}.';
comment on column public.files.object_id is 'Storage tells anybody whether an object of a given name exists: the name must not follow from what is in the file.';
alter table public.files enable row level security;

create table public.branch_files (
  branch_id bigint not null references public.branches (id) on delete cascade,
  path text not null check (length(path) between 1 and 1000 and path !~ '(^|/)\.\.(/|$)' and path !~ '^/'),
  workspace_id bigint not null,
  hash bytea not null,
  primary key (branch_id, path),
  foreign key (workspace_id, hash) references public.files (workspace_id, hash) on delete cascade
);
comment on table public.branch_files is 'The files of a branch as last analysed.';
create index branch_files_file_idx on public.branch_files (workspace_id, hash);
alter table public.branch_files enable row level security;

create table public.snapshots (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  hash bytea not null check (length(hash) = 32),
  data json not null,
  size integer not null check (size >= 0),
  created_at timestamptz not null default now(),
  primary key (workspace_id, hash)
);
comment on table public.snapshots is 'Node data, content-addressed within a workspace: equal content is stored once however many branches hold it.';
comment on column public.snapshots.data is 'json, not jsonb: the order of keys is content (the properties of a schema are shown as their author wrote them).';
alter table public.snapshots enable row level security;

create table public.nodes (
  id bigint generated always as identity primary key,
  project_id bigint not null references public.projects (id) on delete cascade,
  uri text not null check (octet_length(uri) between 1 and 2000),
  type text not null,
  created_at timestamptz not null default now(),
  unique (project_id, uri)
);
comment on table public.nodes is 'Identity of a node across branches.';
alter table public.nodes enable row level security;

create table public.branch_nodes (
  id bigint generated always as identity primary key,
  branch_id bigint not null references public.branches (id) on delete cascade,
  node_id bigint not null references public.nodes (id) on delete cascade,
  workspace_id bigint not null,
  project_id bigint not null references public.projects (id) on delete cascade,
  uri text not null,
  type text not null check (type in ('article', 'model', 'http_service', 'http_operation', 'http_server', 'http_callback',
    'http_webhook', 'table_of_contents', 'spectral_ruleset', 'styleguide', 'image', 'generic', 'unknown')),
  slug text not null,
  name text not null,
  summary text not null default '',
  tags text[] not null default '{}',
  method text,
  path text,
  version text,
  is_internal boolean not null default false,
  is_deprecated boolean not null default false,
  parent_uri text,
  position integer not null default 0,
  snapshot_hash bytea not null,
  search tsvector not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (branch_id, slug),
  unique (branch_id, node_id),
  unique (branch_id, uri),
  foreign key (workspace_id, snapshot_hash) references public.snapshots (workspace_id, hash)
);
comment on table public.branch_nodes is 'A node as it is on a branch.';
create index branch_nodes_node_id_idx on public.branch_nodes (node_id);
create index branch_nodes_project_id_idx on public.branch_nodes (project_id);
create index branch_nodes_snapshot_idx on public.branch_nodes (workspace_id, snapshot_hash);
create index branch_nodes_search_idx on public.branch_nodes using gin (workspace_id, search);
create index branch_nodes_name_trgm_idx on public.branch_nodes using gin (workspace_id, name extensions.gin_trgm_ops);
alter table public.branch_nodes enable row level security;

create table public.node_edges (
  id bigint generated always as identity primary key,
  branch_id bigint not null references public.branches (id) on delete cascade,
  from_uri text not null,
  to_uri text not null,
  type text not null check (type in ('parent', 'ref')),
  to_path text
);
comment on table public.node_edges is 'What belongs to what (parent) and what refers to what (ref) on a branch.';

-- By a hash: two addresses and a path together can be longer than an index takes.
create unique index node_edges_once_idx on public.node_edges (branch_id, type, md5(from_uri || E'\n' || to_uri || E'\n' || coalesce(to_path, '')));
create index node_edges_to_idx on public.node_edges (branch_id, to_uri);
alter table public.node_edges enable row level security;

create table public.branch_tocs (
  branch_id bigint not null references public.branches (id) on delete cascade,
  audience text not null check (audience in ('members', 'everyone')),
  toc jsonb not null,
  primary key (branch_id, audience)
);
comment on table public.branch_tocs is 'The table of contents; the one for everyone leaves internal nodes out.';
alter table public.branch_tocs enable row level security;
comment on constraint projects_default_branch_id_id_fkey on public.projects is '@graphql({"foreign_name": "defaultBranch"})';

-- # Rules

-- ## Branches and files

create policy "Published branches are read with the project, others by editors and viewers" on public.branches for select to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = branches.project_id and (
    branches.is_published
    or (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_unpublished_branch_read'))
    or p.id = any (array(select private.project_ids_given('project_unpublished_branch_read')))
    or p.group_id = any (array(select private.group_ids_given('project_unpublished_branch_read')))
  )
));
create policy "Branches are changed with the branch permission" on public.branches for update to authenticated
using (exists (
  select 1 from public.projects p
  where p.id = branches.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_branch_update'))
    or p.id = any (array(select private.project_ids_given('project_branch_update')))
    or p.group_id = any (array(select private.group_ids_given('project_branch_update')))
  )
))
with check (exists (
  select 1 from public.projects p
  where p.id = branches.project_id and (
    (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_branch_update'))
    or p.id = any (array(select private.project_ids_given('project_branch_update')))
    or p.group_id = any (array(select private.group_ids_given('project_branch_update')))
  )
));

create policy "Published branches of public projects are read by anyone, all of its workspace by a workspace token" on public.branches for select to anon
using (exists (
  select 1 from public.projects p
  where p.id = branches.project_id and (branches.is_published and p.is_open or p.workspace_id = any (array(select private.token_workspace_ids())))
));

-- Neither security definer nor a search path of its own: so it becomes part of the queries of those who ask.
create function private.branches_read()
returns setof public.branches
language sql
stable
as $$
  select b.* from public.branches b join public.projects p on p.id = b.project_id
  where b.is_published and (
      p.is_open
      or (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_published_branch_read'))
      or p.id = any (array(select private.project_ids_given('project_published_branch_read')))
      or p.group_id = any (array(select private.group_ids_given('project_published_branch_read'))))
    or not b.is_published and (
      (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_unpublished_branch_read'))
      or p.id = any (array(select private.project_ids_given('project_unpublished_branch_read')))
      or p.group_id = any (array(select private.group_ids_given('project_unpublished_branch_read'))))
    or p.workspace_id = any (array(select private.token_workspace_ids()))
$$;
comment on function private.branches_read is 'The branches that the caller reads: what the policies test, for functions that pass by them.';

create function private.can_read_branch(branch_id bigint)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (select 1 from private.branches_read() b where b.id = can_read_branch.branch_id);
end
$$;
comment on function private.can_read_branch is 'Whether the caller reads a branch: for functions that check once for a whole branch.';

create policy "Files are listed by nobody" on public.files for select to authenticated using (false);

-- A file may hold internal nodes alone, and its name then tells of them: files are listed by who reads those.
create policy "Files of a branch are listed by full members who read it" on public.branch_files for select to authenticated
using (
  exists (select 1 from public.branches b where b.id = branch_files.branch_id)
  and workspace_id = any (array(select private.workspace_ids_with('WorkspaceFullMember')))
);
create policy "OpenAPI and JSON Schema files are listed by workspace tokens" on public.branch_files for select to anon
using (path ~* '\.(json|ya?ml)$' and workspace_id = any (array(select private.token_workspace_ids())));

-- ## Nodes

create policy "Nodes are read with their branch, internal ones by full members" on public.branch_nodes for select to authenticated
using (
  exists (select 1 from public.branches b where b.id = branch_nodes.branch_id)
  and (not is_internal or workspace_id = any (array(select private.workspace_ids_with('WorkspaceFullMember'))))
);
create policy "Nodes of public projects are read by anyone, APIs and models of its workspace by a workspace token" on public.branch_nodes for select to anon
using (
  exists (
    select 1 from public.branches b join public.projects p on p.id = b.project_id
    where b.id = branch_nodes.branch_id and not branch_nodes.is_internal and b.is_published and p.is_open
  )
  or type = any ('{http_service,http_operation,http_server,http_callback,http_webhook,model}')
    and workspace_id = any (array(select private.token_workspace_ids()))
);

create policy "Nodes are known to who reads one of their branches" on public.nodes for select to anon, authenticated
using (exists (select 1 from public.branch_nodes bn where bn.node_id = nodes.id));

create policy "Edges are read with both of their nodes" on public.node_edges for select to anon, authenticated
using (
  exists (select 1 from public.branch_nodes f where f.branch_id = node_edges.branch_id and f.uri = node_edges.from_uri)
  and exists (select 1 from public.branch_nodes t where t.branch_id = node_edges.branch_id and t.uri = node_edges.to_uri)
);

create policy "Snapshots are read through a node" on public.snapshots for select to anon, authenticated using (false);

create policy "Tables of contents are read through their function" on public.branch_tocs for select to anon, authenticated using (false);

create function private.reads_internal(branch_id bigint)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.can_in_workspace(p.workspace_id, 'WorkspaceFullMember')
  from public.branches b join public.projects p on p.id = b.project_id
  where b.id = reads_internal.branch_id
$$;
comment on function private.reads_internal is 'Internal nodes are for members of the workspace that are not guests.';

-- Without a search path of its own: so it becomes part of the queries of those who ask.
create function private.node_is_shown(node_type text, is_internal boolean, is_open boolean, by_token boolean, reads_internal boolean)
returns boolean
language sql
stable
as $$
  select case when by_token
    then private.is_exported(node_type) or is_open and not is_internal
    else not is_internal or reads_internal end
$$;
comment on function private.node_is_shown is 'What is shown of a branch that the caller reads: internal nodes to full members; to a workspace token what comes from OpenAPI and JSON Schema files and, of a branch open to anyone, what anyone reads.';

create function private.shows_node(node public.branch_nodes)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.node_is_shown(node.type, node.is_internal, b.is_published and p.is_open,
    p.workspace_id = any (array(select private.token_workspace_ids())), private.reads_internal(b.id))
  from public.branches b join public.projects p on p.id = b.project_id
  where b.id = node.branch_id
$$;
comment on function private.shows_node is 'Whether a node of a branch that the caller reads is shown to them.';

-- # Calls

create function private.exported_toc(entries jsonb, is_open boolean)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  return (
    with listed as (
      select e.entry, e.place, inner_part.entries,
        case
          when inner_part.entries <> '[]' or private.is_exported(e.entry ->> 'type') then 'kept'
          when not e.entry ?| '{items,slug,url}' then 'divider'
          when is_open and not e.entry ? 'items' and not coalesce((e.entry ->> 'internal')::boolean, false) then 'kept'
          else 'left out'
        end as fate
      from jsonb_array_elements(exported_toc.entries) with ordinality e (entry, place)
      cross join lateral (
        select case when jsonb_typeof(e.entry -> 'items') = 'array' then private.exported_toc(e.entry -> 'items', is_open) else '[]' end as entries
      ) inner_part
    ), parted as (
      select l.*, count(*) filter (where l.fate = 'divider') over (order by l.place) as part from listed l
    ), counted as (
      select p.*, count(*) filter (where p.fate = 'kept') over (partition by p.part) as kept_in_part from parted p
    )
    select coalesce(jsonb_agg(
      case when c.entry ? 'items' then c.entry || jsonb_build_object('items', c.entries) else c.entry end order by c.place), '[]')
    from counted c
    where c.fate = 'kept' or c.fate = 'divider' and c.kept_in_part > 0
  );
end
$$;
comment on function private.exported_toc is 'What of a table of contents a workspace token reads: APIs and models, the groups that hold some and the dividers above some; where the branch is open to anyone, everything that anyone reads as well.';

create function public.branch_toc(p_branch_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select case when reader.is_token then private.exported_toc(t.toc, reader.is_open) else t.toc end
  from (
    select p.workspace_id = any (array(select private.token_workspace_ids())) as is_token, b.is_published and p.is_open as is_open
    from public.branches b join public.projects p on p.id = b.project_id
    where b.id = p_branch_id
  ) reader
  join public.branch_tocs t on t.branch_id = p_branch_id
    and t.audience = case when reader.is_token or private.reads_internal(p_branch_id) then 'members' else 'everyone' end
  where private.can_read_branch(p_branch_id)
$$;
comment on function public.branch_toc is 'The table of contents of a branch as the caller may see it, or null; a workspace token reads of it what comes from OpenAPI and JSON Schema files.';

create function private.node_as_json(found public.branch_nodes)
returns json
language sql
stable
security definer
set search_path = ''
as $$
  select json_build_object(
    'id', found.node_id, 'branch_node_id', found.id, 'branch_id', found.branch_id, 'project_id', found.project_id,
    'type', found.type, 'uri', found.uri, 'slug', found.slug, 'name', found.name, 'summary', found.summary, 'tags', found.tags,
    'method', found.method, 'path', found.path, 'version', found.version, 'parent_uri', found.parent_uri,
    'is_internal', found.is_internal, 'is_deprecated', found.is_deprecated, 'updated_at', found.updated_at,
    'data', (select s.data from public.snapshots s where s.workspace_id = found.workspace_id and s.hash = found.snapshot_hash))
$$;
comment on function private.node_as_json is 'A node with its data, as documentation loads it. json, not jsonb: the order of keys is content.';

create function public.branch_node(p_branch_id bigint, p_slug text)
returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  found_node public.branch_nodes;
  stable_id constant text := split_part(p_slug, '-', 1);
begin
  if not private.can_read_branch(p_branch_id) then
    return null;
  end if;
  select * into found_node from public.branch_nodes n where n.branch_id = p_branch_id and n.slug = p_slug;
  -- The stable id before the first dash finds a node whose title has changed.
  if found_node.id is null and length(stable_id) >= 8 then
    select * into found_node from public.branch_nodes n
    where n.branch_id = p_branch_id and starts_with(n.slug, stable_id || '-')
    limit 1;
  end if;
  if found_node.id is null or not private.shows_node(found_node) then
    return null;
  end if;
  return private.node_as_json(found_node);
end
$$;
comment on function public.branch_node is 'One node with its data, by slug: all that a page of documentation needs.';

create function public.branch_node_by_uri(p_branch_id bigint, p_uri text)
returns json
language sql
stable
security definer
set search_path = ''
as $$
  select private.node_as_json(n)
  from public.branch_nodes n
  where private.can_read_branch(p_branch_id) and n.branch_id = p_branch_id and n.uri = p_uri and private.shows_node(n)
$$;
comment on function public.branch_node_by_uri is 'One node with its data, by uri: how a schema beyond a page''s budget is loaded when it is opened.';

create function public.search_nodes(
  p_workspace_id bigint, p_search text, p_project_ids bigint[] default null, p_branch_slug text default null,
  p_types text[] default null, p_limit integer default 50)
returns table (node_id bigint, project_id bigint, project_slug text, project_name text, branch_slug text, slug text, name text,
  type text, method text, path text, summary text, rank real)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  by_token constant boolean := p_workspace_id in (select private.token_workspace_ids());
  reads_internal constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceFullMember');
  -- Likeness costs by length, and anyone may search.
  term constant text := btrim(substr(p_search, 1, 200));
  -- The last word is still being typed: it matches as a prefix.
  words constant text := (
    select string_agg(quote_literal(word) || ':*', ' & ')
    from regexp_split_to_table(lower(term), '[^[:alnum:]_]+') word where word <> '');
  wanted constant tsquery := case when words is null then null else to_tsquery('simple', words) end;
begin
  return query
  with hits as (
    select bn.*, (ts_rank(bn.search, wanted) + case when starts_with(lower(bn.name), lower(term)) then 1 else 0 end)::real as score
    from public.branch_nodes bn
    where bn.workspace_id = p_workspace_id and bn.search @@ wanted
    union all
    select bn.*, (extensions.similarity(bn.name, term) * 0.5)::real
    from public.branch_nodes bn
    where bn.workspace_id = p_workspace_id and bn.name operator(extensions.%) term and not coalesce(bn.search @@ wanted, false)
  )
  select h.node_id, p.id, p.slug, p.name, b.slug, h.slug, h.name, h.type, h.method, h.path, h.summary, h.score
  from hits h
  join private.branches_read() b on b.id = h.branch_id
  join public.projects p on p.id = h.project_id
  where (case when p_branch_slug is null then b.is_default else b.slug = p_branch_slug end)
    and (p_project_ids is null or p.id = any (p_project_ids))
    and (p_types is null or h.type = any (p_types))
    and private.node_is_shown(h.type, h.is_internal, b.is_published and p.is_open, by_token, reads_internal)
  order by h.score desc, h.name, h.id
  limit least(greatest(coalesce(p_limit, 50), 1), 200);
end
$$;
comment on function public.search_nodes is 'Full-text and typo-tolerant search over the nodes of a workspace that the caller may read. Checks the caller itself: under plain policies the index could not be used.';

-- # Grants

grant select (id, project_id, name, slug, is_default, is_published, commit_hash, last_analyzed_at, yjs_document_id, share_enabled,
  baseline_branch_id, article_count, schema_count, api_count, operation_count, created_at, updated_at)
  on public.branches to anon, authenticated;
grant update (name, is_published) on public.branches to authenticated;
grant select on public.branch_files to anon, authenticated;

-- Rows of content are read branch by branch, so an existence test against the branch costs one index look-up;
-- carrying a copy of each project's visibility on a million rows would cost far more when one changes.
grant select (id, branch_id, node_id, workspace_id, project_id, uri, type, slug, name, summary, tags, method, path, version, is_internal,
  is_deprecated, parent_uri, position, created_at, updated_at) on public.branch_nodes to anon, authenticated;
grant select on public.nodes to anon, authenticated;
grant select on public.node_edges to anon, authenticated;

grant execute on function public.branch_toc, public.branch_node, public.branch_node_by_uri, public.search_nodes to anon, authenticated;

-- Tasks: what the worker was asked to do and how it went. Jobs themselves live in graphile-worker's schema.

-- # Tables

create table public.task_logs (
  job_id uuid primary key default gen_random_uuid(),
  task_id text not null check (task_id in ('analyze', 'deleteBranch', 'migrate')),
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  project_id bigint references public.projects (id) on delete cascade,
  branch_id bigint references public.branches (id) on delete cascade,
  branch_ref text,
  event text check (event in ('manual', 'push', 'pullRequestOpened', 'pullRequestMerged')),
  status text not null default 'queued' check (status in ('queued', 'running', 'success', 'failed')),
  started_at timestamptz,
  duration_ms integer,
  payload jsonb not null default '{}',
  created_by bigint references public.users (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.task_logs is 'What people see of a job: queued, running, success, failed.';
comment on column public.task_logs.payload is 'progress {phase, done, total} while running, counts after success, error {message, file, line, column} after a failure.';
create index task_logs_workspace_idx on public.task_logs (workspace_id, created_at desc);
create index task_logs_project_idx on public.task_logs (project_id, created_at desc);
create index task_logs_branch_idx on public.task_logs (branch_id, created_at desc);
create index task_logs_created_by_idx on public.task_logs (created_by);
create index task_logs_open_idx on public.task_logs (workspace_id) where status in ('queued', 'running');
alter table public.task_logs enable row level security;

-- Progress is for who looks at the project; the workspace hears of beginnings and ends.
select private.announce('public.task_logs', project => 'c.project_id');
select private.announce('public.task_logs', workspace => 'c.workspace_id', columns => 'status', label => 'announce_status');

create table public.task_log_lines (
  job_id uuid not null references public.task_logs (job_id) on delete cascade,
  seq integer not null,
  level text not null check (level in ('info', 'warn', 'error')),
  message text not null,
  at timestamptz not null default now(),
  primary key (job_id, seq)
);
comment on table public.task_log_lines is 'What a job said.';
alter table public.task_log_lines enable row level security;
select private.announce('public.task_log_lines', joins => 'join public.task_logs t on t.job_id = c.job_id', project => 't.project_id');

create function private.is_project_path(path text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select length(path) between 1 and 1000 and path !~ '(^|/)\.\.(/|$)' and path !~ '^/'
$$;
comment on function private.is_project_path is 'Whether a file of a project may be called so: relative, without climbing, at most 1,000 characters.';

create table private.task_uploads (
  job_id uuid not null references public.task_logs (job_id) on delete cascade,
  path text not null check (private.is_project_path(path)),
  object text not null,
  primary key (job_id, path)
);
comment on table private.task_uploads is 'Files uploaded for an analysis: the path in the project, and the object in the bucket uploads.';
alter table private.task_uploads enable row level security;

-- # Rules

create policy "Task logs are seen with the log permission of the project or the workspace" on public.task_logs for select to authenticated
using (
  project_id is null and workspace_id = any (array(select private.workspace_ids_with('WorkspaceAutomationLogsView')))
  or exists (
    select 1 from public.projects p
    where p.id = task_logs.project_id and (
      (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_automation_logs_read'))
      or p.id = any (array(select private.project_ids_given('project_automation_logs_read')))
      or p.group_id = any (array(select private.group_ids_given('project_automation_logs_read')))
    )
  )
);

create policy "Lines are seen with their log" on public.task_log_lines for select to authenticated
using (exists (select 1 from public.task_logs t where t.job_id = task_log_lines.job_id));

create function private.queue_analysis(branch public.branches, uploads jsonb, event text)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id bigint;
  job uuid;
  upload record;
  folder text;
  most_files constant integer := 1000;
  waiting integer;
  most_bytes constant bigint := 52428800;
  size bigint;
  total bigint := 0;
begin
  if jsonb_array_length(uploads) > most_files then
    perform private.problem('VALIDATION_ERROR', 400, format('An import may bring at most %s files.', most_files), 'file');
  end if;
  select p.workspace_id into host_id from public.projects p where p.id = branch.project_id;
  folder := host_id || '/' || private.current_auth_id() || '/';
  select count(*) into waiting from public.task_logs t where t.workspace_id = host_id and t.status in ('queued', 'running');
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by)
  values ('analyze', host_id, branch.project_id, branch.id, 'refs/heads/' || branch.name, queue_analysis.event, private.current_user_id())
  returning job_id into job;
  for upload in select u ->> 'path' as path, u ->> 'object' as object from jsonb_array_elements(uploads) u loop
    size := null;
    if starts_with(upload.object, folder) then
      -- As Storage recorded it: what it did not measure is not read.
      select (o.metadata ->> 'size')::bigint into size
      from storage.objects o where o.bucket_id = 'uploads' and o.name = upload.object;
    end if;
    if size is null then
      perform private.problem('VALIDATION_ERROR', 400, 'The uploaded file was not found. Please upload it again.', 'file');
    end if;
    if private.is_project_path(upload.path) is not true then
      perform private.problem('VALIDATION_ERROR', 400, 'A file of a project needs a path of at most 1,000 characters, without "..".', 'file');
    end if;
    total := total + size;
    if total > most_bytes then
      perform private.problem('PAYLOAD_TOO_LARGE', 413, 'The files of an import may have at most 50 MB together.', 'file');
    end if;
    insert into private.task_uploads (job_id, path, object) values (job, upload.path, upload.object);
  end loop;
  perform graphile_worker.add_job('analyze', json_build_object('job_id', job),
    queue_name => 'branch:' || branch.id, job_key => 'analyze:' || job, max_attempts => 5, priority => least(waiting, 1000));
  return job;
end
$$;
comment on function private.queue_analysis is 'Writes the task log and queues the job, both or neither. Only what the caller uploaded can be named. The more a workspace has waiting, the later its next one comes, so that nobody waits for the hundred imports of another.';

-- # Calls

create function public.import_files(p_project_id bigint, p_branch_slug text, p_uploads jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  branch public.branches;
begin
  perform private.require_in_project(p_project_id, 'project_contents_update');
  select * into branch from public.branches b where b.project_id = p_project_id and b.slug = p_branch_slug;
  if branch.id is null then
    perform private.problem('BRANCH_NOT_FOUND', 404, 'Branch not found.');
  end if;
  if jsonb_array_length(coalesce(p_uploads, '[]')) = 0 then
    perform private.problem('VALIDATION_ERROR', 400, 'Choose a file to import.', 'file');
  end if;
  return jsonb_build_object('job_id', private.queue_analysis(branch, p_uploads, 'manual'));
end
$$;
comment on function public.import_files is 'Queues the analysis of uploaded files: they replace the content of the branch when it succeeds.';

-- # Grants

grant select on public.task_logs, public.task_log_lines to authenticated;

grant execute on function public.import_files to authenticated;

-- Storage: where uploads arrive and where imported files stay.

-- # Tables

-- They take bytes without a type, up to 50 MB, seen by nobody without leave. Supabase's Storage hands an object out under the type
-- it was uploaded with, so an SVG or a script would be one on Storage's own origin.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('uploads', 'uploads', false, 52428800, '{application/octet-stream}'),
  ('files', 'files', false, 52428800, '{application/octet-stream}')
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- # Rules

-- uploads/{workspace}/{auth uid}/{uuid}: written and read by who made it, taken over by the worker.
create policy "People upload into their own folder of workspaces they may create or edit in" on storage.objects for insert to authenticated
with check (
  bucket_id = 'uploads'
  and (storage.foldername(name))[2] = (select private.current_auth_id())::text
  and (storage.foldername(name))[1] = any (array(select id::text from private.workspace_ids_with('WorkspaceProjectsCreate') id))
);
create policy "People see their own uploads" on storage.objects for select to authenticated
using (
  bucket_id = 'uploads'
  and (storage.foldername(name))[2] = (select private.current_auth_id())::text
  and (storage.foldername(name))[1] = any (array(select id::text from private.my_workspace_ids() id))
);
create policy "People remove their own uploads" on storage.objects for delete to authenticated
using (
  bucket_id = 'uploads'
  and (storage.foldername(name))[2] = (select private.current_auth_id())::text
  and (storage.foldername(name))[1] = any (array(select id::text from private.my_workspace_ids() id))
);

-- Invitations: asking somebody in by mail, with what they shall have when they come.

-- # Tables

create table public.workspace_invitations (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  email text not null constraint email_check check (private.is_email(email)),
  role public.workspace_role not null default 'maker',
  token_hash bytea not null unique,
  invited_by bigint references public.users (id) on delete set null,
  expires_at timestamptz not null default now() + interval '30 days',
  accepted_at timestamptz,
  accepted_by bigint references public.users (id) on delete set null,
  revoked_at timestamptz,
  declined_at timestamptz,
  last_sent_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
comment on table public.workspace_invitations is 'Invitations by e-mail; the token is stored hashed and shown once, in the mail.';
comment on column public.workspace_invitations.revoked_at is 'A withdrawn invitation stays, unseen, so that its link can say what happened.';
comment on column public.workspace_invitations.declined_at is 'When the invited person declined; revoked_at is set with it.';
create unique index workspace_invitations_live_idx on public.workspace_invitations (workspace_id, email)
  where accepted_at is null and revoked_at is null;
create index workspace_invitations_accepted_by_idx on public.workspace_invitations (accepted_by);
create index workspace_invitations_workspace_id_idx on public.workspace_invitations (workspace_id, created_at);
create index workspace_invitations_invited_by_idx on public.workspace_invitations (invited_by);
create trigger lower_email before insert or update of email on public.workspace_invitations for each row execute function private.lower_email();
alter table public.workspace_invitations enable row level security;
select private.announce('public.workspace_invitations', workspace => 'c.workspace_id');

create table public.workspace_invitation_projects (
  invitation_id bigint not null references public.workspace_invitations (id) on delete cascade,
  project_id bigint not null references public.projects (id) on delete cascade,
  role public.project_member_role not null check (role <> 'owner'),
  primary key (invitation_id, project_id)
);
comment on table public.workspace_invitation_projects is 'Projects that come with an invitation.';
create index workspace_invitation_projects_project_id_idx on public.workspace_invitation_projects (project_id);
alter table public.workspace_invitation_projects enable row level security;
select private.announce('public.workspace_invitation_projects', joins => 'left join public.workspace_invitations i on i.id = c.invitation_id', workspace => 'i.workspace_id');

create table public.workspace_invitation_groups (
  invitation_id bigint not null references public.workspace_invitations (id) on delete cascade,
  group_id bigint not null references public.groups (id) on delete cascade,
  primary key (invitation_id, group_id)
);
comment on table public.workspace_invitation_groups is 'Groups whose administration comes with an invitation.';
create index workspace_invitation_groups_group_id_idx on public.workspace_invitation_groups (group_id);
alter table public.workspace_invitation_groups enable row level security;
select private.announce('public.workspace_invitation_groups', joins => 'left join public.workspace_invitations i on i.id = c.invitation_id', workspace => 'i.workspace_id');

create table public.workspace_invitation_teams (
  invitation_id bigint not null references public.workspace_invitations (id) on delete cascade,
  team_id bigint not null references public.teams (id) on delete cascade,
  role public.team_role not null default 'member',
  primary key (invitation_id, team_id)
);
comment on table public.workspace_invitation_teams is 'Teams that come with an invitation.';
create index workspace_invitation_teams_team_id_idx on public.workspace_invitation_teams (team_id);
alter table public.workspace_invitation_teams enable row level security;
select private.announce('public.workspace_invitation_teams', joins => 'left join public.workspace_invitations i on i.id = c.invitation_id', workspace => 'i.workspace_id');

-- # Rules

create policy "Invitations are seen with the members permission" on public.workspace_invitations for select to authenticated
using (revoked_at is null and workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead'))));

create policy "What comes with an invitation is seen with the invitation" on public.workspace_invitation_projects for select to authenticated
using (exists (select 1 from public.workspace_invitations i where i.id = workspace_invitation_projects.invitation_id));
create policy "What comes with an invitation is seen with the invitation" on public.workspace_invitation_groups for select to authenticated
using (exists (select 1 from public.workspace_invitations i where i.id = workspace_invitation_groups.invitation_id));
create policy "What comes with an invitation is seen with the invitation" on public.workspace_invitation_teams for select to authenticated
using (exists (select 1 from public.workspace_invitations i where i.id = workspace_invitation_teams.invitation_id));

-- Without a search path of their own: so they become part of the queries of those who ask.
create function private.is_unanswered(invitation public.workspace_invitations)
returns boolean
language sql
stable
as $$
  select invitation.accepted_at is null and invitation.revoked_at is null
$$;
comment on function private.is_unanswered is 'Whether an invitation waits for an answer, expired or not: an address has one in a workspace, and an expired one can be sent again.';

create function private.is_live(invitation public.workspace_invitations)
returns boolean
language sql
stable
as $$
  select private.is_unanswered(invitation) and invitation.expires_at > now()
$$;
comment on function private.is_live is 'Whether an invitation can be accepted.';

create function private.require_may_invite_at(workspace_id bigint, role public.workspace_role)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.may_invite_at(private.workspace_role(workspace_id), role) is not true then
    perform private.problem('INSUFFICIENT_PERMISSIONS', 403, 'You cannot invite somebody at this role.', 'role');
  end if;
end
$$;
comment on function private.require_may_invite_at is 'Refuses a role at which the caller may not invite.';

create function private.require_may_link(
  workspace_id bigint, workspace_role public.workspace_role, projects jsonb, groups jsonb, teams jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  wanted record;
begin
  for wanted in
    select (p ->> 'project_id')::bigint as id, coalesce(p ->> 'role', 'viewer')::public.project_member_role as role
    from jsonb_array_elements(projects) p
  loop
    if wanted.role = 'owner' then
      perform private.problem('VALIDATION_ERROR', 400, 'Nobody is invited as the owner of a project.', 'role');
    end if;
    if not exists (select 1 from public.projects p where p.id = wanted.id and p.workspace_id = require_may_link.workspace_id) then
      perform private.problem('NOT_FOUND', 404, 'Project not found', 'project_id');
    end if;
    perform private.require_in_project(wanted.id, 'project_members_add');
    perform private.require_in_project(wanted.id, private.rank_of_adding(case
      when wanted.role = 'inherit' and workspace_role not in ('viewer', 'guest') then 'editor'::public.project_member_role else wanted.role end));
  end loop;
  for wanted in select (g #>> '{}')::bigint as id from jsonb_array_elements(groups) g loop
    if not exists (select 1 from public.groups g where g.id = wanted.id and g.workspace_id = require_may_link.workspace_id)
      or not private.can_in_group(wanted.id, 'group_member_add') then
      perform private.problem('NOT_FOUND', 404, 'Group Not Found', 'group_id');
    end if;
    if workspace_role = 'guest' then
      perform private.problem('VALIDATION_ERROR', 400, 'Guests cannot administer a group.', 'role');
    end if;
  end loop;
  for wanted in
    select (t ->> 'team_id')::bigint as id, coalesce(t ->> 'role', 'member')::public.team_role as role from jsonb_array_elements(teams) t
  loop
    if not exists (select 1 from public.teams t where t.id = wanted.id and t.workspace_id = require_may_link.workspace_id)
      or not private.can_in_team(wanted.id, case wanted.role when 'admin' then 'team_admin_add' else 'team_member_add' end) then
      perform private.problem('NOT_FOUND', 404, 'Team Not Found', 'team_id');
    end if;
    if wanted.role = 'admin' and workspace_role in ('viewer', 'guest') then
      perform private.problem('VALIDATION_ERROR', 400, 'Viewers and guests can only be members of a team.', 'role');
    end if;
  end loop;
end
$$;
comment on function private.require_may_link is 'What comes with an invitation may be given by who could give it to a member.';

create function private.limit_invitation_mail(workspace_id bigint, email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- What is refused is rolled back with its hit: those that were sent are counted, revoked or not.
  if private.throttle_hit('invitation:' || workspace_id || ':' || email, 5, 86400) > 0
    or private.throttle_hit('invitation-from:' || workspace_id, 1000, 86400) > 0 then
    perform private.problem('TOO_MANY_REQUESTS', 429, 'Too many invitations were sent. Please try again tomorrow.', 'email');
  end if;
end
$$;
comment on function private.limit_invitation_mail is 'Counts an invitation''s mail for its workspace, and for it alone: a day has few to one address, and so many altogether.';

create function private.invite_with(workspace_id bigint, email text, role public.workspace_role, projects jsonb, groups jsonb, teams jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := private.require_email(invite_with.email);
  invitation_id bigint;
  mine constant public.workspace_role := private.workspace_role(invite_with.workspace_id);
begin
  select i.id into invitation_id from public.workspace_invitations i
  where i.workspace_id = invite_with.workspace_id and i.email = address
    and private.is_live(i);
  if found then
    perform public.link_invitation(invitation_id, projects, groups, teams);
  else
    invitation_id := private.invite(
      invite_with.workspace_id, address, coalesce(invite_with.role, least(mine, 'maker')), projects, groups, teams);
  end if;
  return jsonb_build_object('type', 'invitation', 'invitation_id', invitation_id, 'email', address);
end
$$;
comment on function private.invite_with is 'Invites an address to the workspace with a project, group or team to come along, or adds these to its pending invitation.';

create function private.may_invite_at(mine public.workspace_role, wanted public.workspace_role)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when exists (
      select 1 from public.workspace_role_permissions p where p.role = mine::text and p.permission = 'WorkspaceMembersPromote')
    then wanted <= mine and (wanted <> 'owner' or mine = 'owner')
    else wanted = 'guest' or wanted = least(mine, 'maker'::public.workspace_role)
  end
$$;
comment on function private.may_invite_at is 'The invite rules of permissions.json.';

-- # Calls

create function private.write_links(invitation_id bigint, projects jsonb, groups jsonb, teams jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.workspace_invitation_projects as l (invitation_id, project_id, role)
  select distinct on (p ->> 'project_id') write_links.invitation_id, (p ->> 'project_id')::bigint,
    coalesce(p ->> 'role', 'viewer')::public.project_member_role
  from jsonb_array_elements(projects) p
  on conflict on constraint workspace_invitation_projects_pkey do update set role = excluded.role;
  insert into public.workspace_invitation_groups (invitation_id, group_id)
  select distinct write_links.invitation_id, (g #>> '{}')::bigint from jsonb_array_elements(groups) g
  on conflict do nothing;
  insert into public.workspace_invitation_teams as l (invitation_id, team_id, role)
  select distinct on (t ->> 'team_id') write_links.invitation_id, (t ->> 'team_id')::bigint, coalesce(t ->> 'role', 'member')::public.team_role
  from jsonb_array_elements(teams) t
  on conflict on constraint workspace_invitation_teams_pkey do update set role = excluded.role;
$$;
comment on function private.write_links is 'Lets projects, groups and teams come with an invitation; a role that was there is replaced.';

create function private.collect_invitation(recipient text, invitation jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 100;
  workspace constant text := invitation ->> 'workspace_id';
  named constant jsonb := invitation || (
    select jsonb_build_object('name', w.name, 'slug', w.slug) from public.workspaces w where w.id = workspace::bigint);
begin
  -- One that is being sent is passed over: nobody waits here for a mail server.
  update private.outbox_mails o
  set data = jsonb_set(o.data, array['invitations', workspace], named)
  where o.id = (
    select w.id from private.outbox_mails w
    where w.recipient = collect_invitation.recipient and w.template = 'invitations' and w.sent_at is null
      and (w.data -> 'invitations' ? workspace or (select count(*) from jsonb_object_keys(w.data -> 'invitations')) < most)
    order by w.data -> 'invitations' ? workspace desc, w.id
    limit 1
    for update skip locked);
  if not found then
    perform private.enqueue_mail(recipient, 'invitations', jsonb_build_object('invitations', jsonb_build_object(workspace, named)),
      send_at => now() + interval '1 hour');
  end if;
end
$$;
comment on function private.collect_invitation is 'Adds an invitation to the mail that brings an address all it was sent within an hour: of each workspace the newest.';

create function private.mail_invitation(invitation_id bigint, token text, resent boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  recipient text;
  mail jsonb;
begin
  select i.email, jsonb_strip_nulls(jsonb_build_object(
    'workspace_id', i.workspace_id, 'token', token, 'role', i.role, 'resent', resent,
    'invited_by', (select private.display_name(u) from public.users u where u.id = i.invited_by),
    'projects', (
      select jsonb_agg(p.name order by p.name) from public.workspace_invitation_projects l join public.projects p on p.id = l.project_id
      where l.invitation_id = i.id)))
  into recipient, mail
  from public.workspace_invitations i where i.id = mail_invitation.invitation_id;
  -- Beyond a day's share of all workspaces together nobody is refused for what others did: it comes with theirs, within the hour.
  if private.throttle_hit('invitation-to:' || recipient, 20, 86400) > 0 then
    perform private.collect_invitation(recipient, mail);
  else
    perform private.enqueue_mail(recipient, 'invitation', mail);
  end if;
end
$$;
comment on function private.mail_invitation is 'Mails an invitation: at once, or collected with others where an address was sent very many today. Whoever invites is not told which.';

create function private.invite(
  workspace_id bigint, email text, role public.workspace_role, projects jsonb default '[]', groups jsonb default '[]', teams jsonb default '[]')
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  address text;
  seat constant text := case when role = 'guest' then 'guests' else 'members' end;
  token constant text := private.new_token();
  invitation_id bigint;
begin
  perform private.require_in_workspace(workspace_id, 'WorkspaceMembersInvite');
  perform private.require_may_invite_at(workspace_id, role);
  perform private.require_may_link(workspace_id, role, projects, groups, teams);
  address := private.require_email(email);
  -- The gate's lock comes first: only then do pending invitations stand still.
  perform private.feature_gate(workspace_id, seat);
  if private.member_by_address(workspace_id, address) is not null or exists (
    select 1 from public.workspace_invitations i
    where i.workspace_id = invite.workspace_id and i.email = address and private.is_live(i)
  ) then
    perform private.problem('CONFLICT', 409, 'This e-mail has pending invitation or already a member', 'email');
  end if;
  perform private.feature_gate(workspace_id, seat, private.feature_pending(workspace_id, seat) + 1);
  update public.workspace_invitations i set revoked_at = now()
  where i.workspace_id = invite.workspace_id and i.email = address and private.is_unanswered(i);
  insert into public.workspace_invitations (workspace_id, email, role, token_hash, invited_by)
  values (invite.workspace_id, address, invite.role, private.token_hash(token), private.current_user_id())
  returning id into invitation_id;
  perform private.write_links(invitation_id, projects, groups, teams);
  perform private.limit_invitation_mail(workspace_id, address);
  perform private.mail_invitation(invitation_id, token, false);
  perform private.log_activity(workspace_id, 'workspace.member.invited', jsonb_build_object('email', address, 'role', role));
  return invitation_id;
end
$$;
comment on function private.invite is 'Invites an address in the caller''s name: at a role within their own, with what they may give, inside the plan''s seats.';

create function public.invite_member(p_workspace_id bigint, p_email text, p_role public.workspace_role default 'maker')
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', private.invite(p_workspace_id, p_email, p_role), 'email', lower(btrim(p_email)), 'role', p_role);
end
$$;
comment on function public.invite_member is 'Invites an address at a role within the caller''s own (permissions.json "invite_roles"), inside the plan''s seats.';

create function public.invite_members(p_workspace_id bigint, p_invitations jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation jsonb;
  address jsonb;
  made bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersInvite');
  perform private.require_few(case jsonb_typeof(p_invitations) when 'array' then jsonb_array_length(p_invitations) end, 1,
    'Between 1 and 500 invitations can be sent at once.', 'invitations');
  for invitation in select * from jsonb_array_elements(p_invitations) loop
    address := to_jsonb(lower(btrim(invitation ->> 'email')));
    begin
      made := private.invite(p_workspace_id, invitation ->> 'email', coalesce(invitation ->> 'role', 'maker')::public.workspace_role,
        coalesce(invitation -> 'projects', '[]'), coalesce(invitation -> 'groups', '[]'), coalesce(invitation -> 'teams', '[]'));
      results := results || private.bulk_success(address, jsonb_build_object('invitation_id', made));
    exception when others then
      -- A full plan refuses all of them: who would have been let in must not depend on the order.
      if sqlstate = 'PT402' then
        raise;
      end if;
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(address, sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.invite_members is 'Invites many, each with projects, groups and teams; of each how it went. Past the plan''s seats none is invited (402).';

-- # Grants

grant select (id, workspace_id, email, role, invited_by, expires_at, accepted_at, last_sent_at, created_at) on public.workspace_invitations to authenticated;
grant select on public.workspace_invitation_projects, public.workspace_invitation_groups, public.workspace_invitation_teams to authenticated;

grant execute on function public.invite_member, public.invite_members to authenticated;

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
    perform private.problem('NOT_FOUND', 404, 'Invitation not found.');
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
      perform private.problem('NOT_FOUND', 404, 'Group Not Found', 'group_id');
    end if;
    delete from public.workspace_invitation_groups l where l.invitation_id = held.id and l.group_id = p_group_id;
  end if;
  if p_team_id is not null then
    if held.workspace_id not in (select private.workspace_ids_with_all_teams('team_member_delete'))
      and p_team_id not in (select private.team_ids_with('team_member_delete')) then
      perform private.problem('NOT_FOUND', 404, 'Team Not Found', 'team_id');
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
  perform private.require_in_workspace(held.workspace_id, 'WorkspaceMembersInvite');
  perform private.require_may_invite_at(held.workspace_id, held.role);
  if held.last_sent_at > now() - interval '1 minute' then
    perform private.problem('TOO_MANY_REQUESTS', 429, 'This invitation was sent a moment ago.');
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
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation_id bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_ids), 1, 'Between 1 and 500 invitations can be changed at once.', 'ids');
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
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation_id bigint;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_few(cardinality(p_ids), 1, 'Between 1 and 500 invitations can be changed at once.', 'ids');
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

-- # Calls

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
    'invited_by', (select private.display_name(p) from public.users p where p.id = i.invited_by),
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

-- # Grants

grant execute on function public.svc_invitation, public.svc_accept_invitation, public.svc_decline_invitation to service_role;

-- Approved domains: e-mail domains whose people may enter a workspace by themselves, with a role.

-- # Tables

create table public.approved_domains (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  domain text not null constraint check_approved_domains_domain check (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$'),
  role public.workspace_role not null default 'viewer' check (role in ('guest', 'viewer', 'maker', 'admin', 'billing')),
  created_at timestamptz not null default now(),
  unique (workspace_id, domain)
);
comment on table public.approved_domains is 'E-mail domains whose people may enter by themselves, with a role.';
alter table public.approved_domains enable row level security;
create trigger log_change after insert or update or delete on public.approved_domains for each row execute function private.log_row_change('workspace.domain');
select private.announce('public.approved_domains', workspace => 'c.workspace_id');

-- # Rules

create policy "Approved domains are seen with the settings permission" on public.approved_domains for select to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceSettingsRead'))));
create policy "Approved domains are added with the domain permission" on public.approved_domains for insert to authenticated
with check (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))));
create policy "Approved domains are changed with the domain permission" on public.approved_domains for update to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))))
with check (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))));
create policy "Approved domains are removed with the domain permission" on public.approved_domains for delete to authenticated
using (workspace_id = any (array(select private.workspace_ids_with('WorkspaceEmailDomainCreateUpdateDelete'))));

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
comment on function private.require_domain is 'An approved domain, locked, for who may change it; 404 for who may not know it.';

create function private.domain_of(email text)
returns text
language sql
immutable
set search_path = ''
as $$
  select lower(substring(email from '@([^@]+)$'))
$$;
comment on function private.domain_of is 'The domain of an address.';

create function private.approved_role(workspace_id bigint, emails text[])
returns public.workspace_role
language sql
stable
security definer
set search_path = ''
as $$
  select max(d.role)
  from public.approved_domains d
  where d.workspace_id = approved_role.workspace_id
    and d.domain in (select private.domain_of(e) from unnest(emails) e)
    and private.feature_allows(d.workspace_id, 'whitelisted_domains')
$$;
comment on function private.approved_role is 'The highest role that the approved domains give to any of these addresses, or null.';

-- # Calls

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

-- # Grants

grant select on public.approved_domains to authenticated;
grant insert (workspace_id, domain, role), update (domain, role), delete on public.approved_domains to authenticated;

grant execute on function public.add_approved_domain, public.update_approved_domain, public.remove_approved_domain to authenticated;

-- Join requests: asking the administrators of a workspace, and their answer.

-- # Tables

create table public.join_requests (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  user_id bigint not null references public.users (id) on delete cascade,
  is_denied boolean not null default false,
  created_at timestamptz not null default now(),
  unique (workspace_id, user_id)
);
comment on table public.join_requests is 'Requests to join; a denied one stays, so that it cannot be made again.';
create index join_requests_user_id_idx on public.join_requests (user_id);
alter table public.join_requests enable row level security;
select private.announce('public.join_requests', workspace => 'c.workspace_id', person => 'c.user_id');

-- # Rules

create policy "Join requests are seen by who made them and with the members permission" on public.join_requests for select to authenticated
using (
  user_id = (select private.own_account_id())
  or workspace_id = any (array(select private.workspace_ids_with('WorkspaceMembersRead')))
);

create function private.request_to_join(workspace_id bigint, user_id bigint, client text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.join_requests;
begin
  if (select w.join_requests_disabled from public.workspaces w where w.id = request_to_join.workspace_id) then
    return 'disabled';
  end if;
  insert into public.join_requests (workspace_id, user_id) values (request_to_join.workspace_id, request_to_join.user_id)
  on conflict on constraint join_requests_workspace_id_user_id_key do nothing;
  if not found then
    select * into held from public.join_requests j
    where j.workspace_id = request_to_join.workspace_id and j.user_id = request_to_join.user_id;
    return case when held.is_denied then 'denied' else 'created' end;
  end if;
  if private.throttle_hit('join:' || user_id, 20, 86400) > 0 then
    perform private.problem('TOO_MANY_REQUESTS', 429, 'You have asked to join too many workspaces today.');
  end if;
  perform private.enqueue_mail(admin.email, 'join_request', jsonb_build_object('workspace_id', request_to_join.workspace_id,
    'user_id', u.id, 'email', mine.email, 'name', private.display_name(u)))
  from public.users u
  join public.emails mine on mine.user_id = u.id and mine.is_primary
  join public.workspace_members m on m.workspace_id = request_to_join.workspace_id
  join public.workspace_role_permissions p on p.role = m.role::text and p.permission = 'WorkspaceMembersApprove'
  join public.emails admin on admin.user_id = m.user_id and admin.is_primary
  where u.id = request_to_join.user_id;
  perform private.log_activity_of(workspace_id, 'workspace.join_request.created', user_id, client, jsonb_build_object('user_id', user_id));
  return 'created';
end
$$;
comment on function private.request_to_join is 'Asks the administrators, once. Created, denied (for good) or disabled.';

-- # Calls

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
  decision jsonb;
  results private.bulk_result[] := '{}';
  hint text;
  detail text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersApprove');
  perform private.require_few(case jsonb_typeof(p_decisions) when 'array' then jsonb_array_length(p_decisions) end, 1,
    'Between 1 and 500 requests can be answered at once.', 'decisions');
  for decision in select * from jsonb_array_elements(p_decisions) loop
    begin
      perform private.decide_join_request(p_workspace_id, (decision ->> 'user_id')::bigint, coalesce(decision ->> 'action', ''));
      results := results || private.bulk_success(decision -> 'user_id');
    exception when others then
      -- A full plan refuses all of them: who would have been let in must not depend on the order.
      if sqlstate = 'PT402' then
        raise;
      end if;
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(decision -> 'user_id', sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$$;
comment on function public.decide_join_requests is 'Answers requests to join: [{user_id, action: deny or a role}], and says of each how it went. Past the plan''s seats none is approved (402).';

-- # Grants

grant select on public.join_requests to authenticated;

grant execute on function public.workspace_join_requests, public.decide_join_requests to authenticated;

-- E-mail claims: addresses that somebody came with and has not proven, and the code that decides.

-- # Tables

create table private.email_claims (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  workspace_integration_id bigint references public.workspace_integrations (id) on delete cascade,
  external_id text,
  user_id bigint references public.users (id) on delete cascade,
  email text not null,
  browser_hash text,
  username text,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  check ((workspace_integration_id is null) = (external_id is null) and (workspace_integration_id is null) <> (user_id is null)),
  constraint email_claims_key unique nulls not distinct (workspace_id, workspace_integration_id, external_id, user_id, email)
);
comment on table private.email_claims is 'Addresses that somebody came with and that are not proven: said by a provider whose word does not count everywhere, or added to an account and never confirmed. A code to the address decides.';
comment on column private.email_claims.browser_hash is 'The browser that the sign-in happened in: it alone can confirm the address. Without one nobody can.';
create index email_claims_integration_idx on private.email_claims (workspace_integration_id);
create index email_claims_user_id_idx on private.email_claims (user_id);
create index email_claims_email_idx on private.email_claims (workspace_id, email);
alter table private.email_claims enable row level security;

create table private.known_browsers (
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  external_id text not null,
  email text not null,
  browser_hash text not null,
  confirmed_at timestamptz not null default now(),
  primary key (workspace_integration_id, external_id, email, browser_hash)
);
comment on table private.known_browsers is 'Browsers in which somebody proved an address by code after the sign-in at such a provider. Only there does its word open an account that reaches other workspaces.';
alter table private.known_browsers enable row level security;

-- # Rules

create function private.claim_email(
  workspace_id bigint, integration_id bigint, external_id text, user_id bigint, email text, browser_hash text, username text, client text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  claim_id bigint;
  wait integer;
begin
  insert into private.email_claims as c (workspace_id, workspace_integration_id, external_id, user_id, email, browser_hash, username)
  values (claim_email.workspace_id, integration_id, claim_email.external_id, claim_email.user_id, lower(claim_email.email),
    claim_email.browser_hash, claim_email.username)
  on conflict on constraint email_claims_key do update
    set browser_hash = excluded.browser_hash, username = excluded.username, created_at = now(), confirmed_at = null
  returning c.id into claim_id;
  wait := private.code_wait('member_email', email, client, browser_hash);
  if wait = 0 then
    perform private.send_claim_code(claim_id);
  end if;
  return wait;
end
$$;
comment on function private.claim_email is 'Remembers an unproven address of a sign-in and mails it a code; the seconds to wait when too many were asked for.';

create function private.send_claim_code(claim_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.send_code('member_email', c.email, 'claim:' || c.id, jsonb_build_object(
    'workspace_id', c.workspace_id, 'workspace', w.name, 'username', coalesce(u.username, c.username), 'integration', i.name,
    'account', (select e.email from public.emails e where e.user_id = u.id and e.is_primary)))
  from private.email_claims c
  join public.workspaces w on w.id = c.workspace_id
  left join public.users u on u.id = c.user_id
  left join public.workspace_integrations i on i.id = c.workspace_integration_id
  where c.id = claim_id
$$;
comment on function private.send_claim_code is 'Mails the code that confirms an e-mail claim, and says in whose name it was asked for.';

-- # Calls

create function public.svc_request_member_code(p_workspace_id bigint, p_email text, p_browser_hash text, p_client text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait constant integer := private.code_wait('member_email', p_email, p_client, p_browser_hash);
  claim private.email_claims;
begin
  if wait > 0 then
    return jsonb_build_object('retry_after', wait);
  end if;
  select * into claim from private.email_claims c
  where c.workspace_id = p_workspace_id and c.email = lower(btrim(p_email)) and c.confirmed_at is null
    and c.created_at > now() - interval '1 day' and c.browser_hash = p_browser_hash
  order by c.created_at desc, c.id desc
  limit 1;
  if found then
    perform private.send_claim_code(claim.id);
  end if;
  return jsonb_build_object('retry_after', 0);
end
$$;
comment on function public.svc_request_member_code is 'Sends the code of a sign-in that waits in this browser again; says the same when there is none. Of what others asked for about the address nothing is sent.';

create function public.svc_confirm_member_email(p_workspace_id bigint, p_email text, p_code text, p_browser_hash text, p_client text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Without an address it is the one that this browser's last sign-in waits for.
  address constant text := coalesce(lower(btrim(p_email)), (
    select c.email from private.email_claims c
    where c.workspace_id = p_workspace_id and c.browser_hash = p_browser_hash and c.confirmed_at is null
      and c.created_at > now() - interval '1 day'
    order by c.created_at desc, c.id desc
    limit 1), '');
  wait constant integer := private.guess_wait(address, p_client, p_browser_hash);
  outcome text := 'spent_code';
  verdict text;
  claim private.email_claims;
begin
  if wait > 0 then
    return jsonb_build_object('outcome', 'invalid_code', 'retry_after', wait);
  end if;
  for claim in
    select c.* from private.email_claims c
    where c.workspace_id = p_workspace_id and c.email = address and c.confirmed_at is null
      and c.created_at > now() - interval '1 day' and c.browser_hash = p_browser_hash
    order by c.created_at desc, c.id desc
    limit 5
  loop
    verdict := private.check_code('member_email', claim.email, 'claim:' || claim.id, p_code);
    if verdict = 'wrong' then
      outcome := 'invalid_code';
    elsif verdict = 'ok' then
      perform private.consume_code('member_email', claim.email, p_code, 'claim:' || claim.id);
      update private.email_claims c set confirmed_at = now() where c.id = claim.id;
      if claim.user_id is not null then
        perform private.confirm_address(claim.user_id, claim.email);
      else
        insert into private.known_browsers as b (workspace_integration_id, external_id, email, browser_hash)
        values (claim.workspace_integration_id, claim.external_id, claim.email, p_browser_hash)
        on conflict on constraint known_browsers_pkey do update set confirmed_at = now();
      end if;
      return jsonb_build_object('outcome', 'confirmed', 'retry_after', 0);
    end if;
  end loop;
  return jsonb_build_object('outcome', outcome, 'retry_after', 0);
end
$$;
comment on function public.svc_confirm_member_email is 'Confirms the address of a waiting sign-in by its code, in the browser it happened in and in no other: a code that somebody types for their own sign-in is never tried for a stranger''s. The person then signs in again.';

create function private.browser_is_known(user_id bigint, integration_id bigint, external_id text, browser_hash text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from private.known_browsers b
    join public.emails e on e.email = b.email and e.user_id = browser_is_known.user_id and e.confirmed_at is not null
    where b.workspace_integration_id = integration_id and b.external_id = browser_is_known.external_id
      and b.browser_hash = browser_is_known.browser_hash)
$$;
comment on function private.browser_is_known is 'Whether a code to an address of the account was entered in this browser after a sign-in as this person of the provider.';

-- # Grants

grant execute on function public.svc_request_member_code, public.svc_confirm_member_email to service_role;

-- Entering: the one place that decides whether somebody who proved who they are may come into a workspace. Every way in ends here.

-- # Rules

create function private.entry(
  user_id bigint, outcome text, role public.workspace_role default null, join_request_status text default null, email text default null,
  workspace_id bigint default null)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', outcome,
    'entered', outcome in ('member', 'invited', 'approved_domain'),
    'role', role,
    'join_request_status', join_request_status,
    'confirmation_required', outcome = 'confirmation_required',
    'email', email,
    'owner_email', (
      select e.email from public.emails e
      where outcome = 'locked' and knows_it and e.user_id = private.oldest_owner_id(entry.workspace_id) and e.is_primary),
    'lock_reason', (select w.lock_reason from public.workspaces w where outcome = 'locked' and knows_it and w.id = entry.workspace_id),
    'retry_after', 0,
    'user_id', entry.user_id,
    'auth_id', (select u.auth_id from public.users u where u.id = entry.user_id),
    'auth_email', (select a.email from public.users u join auth.users a on a.id = u.auth_id where u.id = entry.user_id),
    'has_password', (select u.has_password from public.users u where u.id = entry.user_id))
  from (
    select exists (select 1 from public.workspace_members m where m.workspace_id = entry.workspace_id and m.user_id = entry.user_id)
      or private.live_invitation(entry.workspace_id, array(
        select e.email from public.emails e where e.user_id = entry.user_id and e.confirmed_at is not null)) is not null as knows_it
  ) asker
$$;
comment on function private.entry is 'How an attempt to enter a workspace ended, in the one shape that every way in answers with. Why a workspace is locked and whom to ask is for its members and who is invited.';

create function private.become_member(workspace_id bigint, user_id bigint, role public.workspace_role, via text, client text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.feature_gate(workspace_id, case when role = 'guest' then 'guests' else 'members' end);
  insert into public.workspace_members as m (workspace_id, user_id, role, last_seen_at)
  values (become_member.workspace_id, become_member.user_id, become_member.role, now())
  on conflict on constraint workspace_members_pkey do nothing;
  if not found then
    return false;
  end if;
  delete from public.join_requests j where j.workspace_id = become_member.workspace_id and j.user_id = become_member.user_id;
  perform private.log_activity_of(workspace_id, 'workspace.member.joined', user_id, client, jsonb_build_object('via', via, 'role', role, 'user_id', user_id));
  return true;
end
$$;
comment on function private.become_member is 'Makes somebody a member, inside the plan''s seats (402). False when they already were one.';

create function private.enter_workspace(user_id bigint, workspace_id bigint, client text, browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host public.workspaces;
  mine public.workspace_role;
  confirmed text[];
  unconfirmed text[];
  invitation public.workspace_invitations;
  unproven text;
begin
  select * into host from public.workspaces w where w.id = enter_workspace.workspace_id;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Workspace not found.');
  end if;
  if private.is_locked(host) and enter_workspace.user_id is distinct from private.oldest_owner_id(host.id) then
    return private.entry(user_id, 'locked', workspace_id => host.id);
  end if;
  select m.role into mine from public.workspace_members m
  where m.workspace_id = host.id and m.user_id = enter_workspace.user_id;
  if mine is null then
    -- One entry of a person at a time: the second one finds a member, not an invitation that was just used.
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('enter:' || host.id || ':' || enter_workspace.user_id, 0));
    select m.role into mine from public.workspace_members m
    where m.workspace_id = host.id and m.user_id = enter_workspace.user_id;
  end if;
  if mine is not null then
    update public.workspace_members m set last_seen_at = now()
    where m.workspace_id = host.id and m.user_id = enter_workspace.user_id;
    return private.entry(user_id, 'member', mine);
  end if;

  select array_agg(e.email) filter (where e.confirmed_at is not null), array_agg(e.email) filter (where e.confirmed_at is null)
  into confirmed, unconfirmed
  from public.emails e where e.user_id = enter_workspace.user_id;

  select * into invitation from public.workspace_invitations i
  where i.workspace_id = host.id and i.email = any (confirmed) and private.is_live(i)
  order by i.role desc, i.id
  limit 1
  for update;
  if found then
    perform private.become_member(host.id, user_id, invitation.role, 'invitation', client);
    perform private.take_invitation(invitation, user_id);
    return private.entry(user_id, 'invited', invitation.role);
  end if;

  mine := private.approved_role(host.id, confirmed);
  if mine is not null then
    perform private.become_member(host.id, user_id, mine, 'approved_domain', client);
    return private.entry(user_id, 'approved_domain', mine);
  end if;

  select address into unproven
  from unnest(unconfirmed) address
  where exists (
      select 1 from public.workspace_invitations i
      where i.workspace_id = host.id and i.email = address and private.is_live(i))
    or private.approved_role(host.id, array[address]) is not null
  order by address
  limit 1;
  if found then
    perform private.claim_email(host.id, null, null, user_id, unproven, browser_hash, null, client);
    return private.entry(user_id, 'confirmation_required', email => unproven);
  end if;

  return private.entry(user_id, 'join_request', join_request_status => private.request_to_join(host.id, user_id, client));
end
$$;
comment on function private.enter_workspace is 'Who may enter a workspace, for every way in: a member, an invited address, an address on an approved domain; anybody else asks to join. Only confirmed addresses count; one that would count if it were confirmed is sent a code. A guest stays a guest.';

create function private.require_passwords(workspace_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.is_by_provider(workspace_id) then
    perform private.problem('ACTION_PROHIBITED', 403, 'This workspace does not allow signing in with e-mail and password.');
  end if;
end
$$;
comment on function private.require_passwords is 'Refuses where e-mail and password are switched off.';

-- # Calls

create function public.svc_workspace_access(p_auth_id uuid, p_workspace_id bigint, p_session_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'role', m.role,
    'covered', session.id is not null and private.session_covers(session.only_workspace_id, session.integration_id, w.id, private.is_by_provider(w.id)),
    'by_provider', private.is_by_provider(w.id),
    'locked', m.user_id is not null and (w.locked or w.lock_at <= now()) is true and m.user_id <> private.oldest_owner_id(w.id),
    'lock_reason', w.lock_reason,
    'owner_email', (select e.email from public.emails e where e.user_id = private.oldest_owner_id(w.id) and e.is_primary))
  from public.workspaces w
  left join public.users u on u.auth_id = p_auth_id
  left join public.workspace_members m on m.workspace_id = w.id and m.user_id = u.id
  cross join private.session_of(p_session_id, p_auth_id) session
  where w.id = p_workspace_id
$$;
comment on function public.svc_workspace_access is 'Whether somebody may enter a workspace now with this session, and who to ask when it is locked.';

create function public.svc_enter_workspace(p_auth_id uuid, p_workspace_id bigint, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  account_id bigint;
begin
  select u.id into account_id from public.users u where u.auth_id = p_auth_id;
  if not found then
    perform private.problem('UNAUTHENTICATED', 401, 'The email, username or password is incorrect.');
  end if;
  perform private.require_passwords(p_workspace_id);
  return private.enter_workspace(account_id, p_workspace_id, p_client, p_browser_hash);
end
$$;
comment on function public.svc_enter_workspace is 'Lets somebody who proved who they are by password or code into a workspace, or says why not.';

-- # Grants

grant execute on function public.svc_workspace_access, public.svc_enter_workspace to service_role;

-- Sign-ins on their way: what waits between going to a provider and coming back, each good once and for minutes.

-- # Tables

create table private.login_states (
  state_hash text primary key check (state_hash ~ '^[0-9a-f]{64}$'),
  purpose text not null check (purpose in ('login', 'connect')),
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  browser_hash text not null check (length(browser_hash) between 1 and 128),
  verifier text check (length(verifier) <= 2000),
  return_to text check (length(return_to) <= 2000 and return_to ~ '^/([^/\\]|$)'),
  popup boolean not null default true,
  auth_id uuid references auth.users (id) on delete cascade,
  data jsonb not null default '{}' check (length(data::text) <= 5000),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes'
);
comment on table private.login_states is 'Sign-ins on their way: the hash of a nonce that works once, for ten minutes, in the browser and at the integration it was made for.';
comment on column private.login_states.verifier is 'The PKCE verifier, encrypted by the function.';
create index login_states_integration_idx on private.login_states (workspace_integration_id);
create index login_states_auth_id_idx on private.login_states (auth_id);
create index login_states_age_idx on private.login_states (expires_at);
alter table private.login_states enable row level security;

create table private.sso_codes (
  code_hash text primary key check (code_hash ~ '^[0-9a-f]{64}$'),
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  state_hash text,
  browser_hash text check (length(browser_hash) between 1 and 128),
  profile jsonb not null check (length(profile::text) <= 40000),
  expires_at timestamptz not null default now() + interval '60 seconds'
);
comment on table private.sso_codes is 'What an identity provider said of somebody, until their browser fetches it with a code that works once, for a minute.';
comment on column private.sso_codes.browser_hash is 'The browser that was asked whether to go on, where nobody had asked for the sign-in: it alone may redeem the code.';
create index sso_codes_integration_idx on private.sso_codes (workspace_integration_id);
alter table private.sso_codes enable row level security;

create table private.saml_requests (
  id text primary key check (length(id) <= 300),
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  value text not null check (length(value) <= 2000),
  expires_at timestamptz not null default now() + interval '1 hour'
);
comment on table private.saml_requests is 'SAML requests that wait for their response.';
create index saml_requests_integration_idx on private.saml_requests (workspace_integration_id);
alter table private.saml_requests enable row level security;

create table private.saml_assertions (
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  assertion_id text not null check (length(assertion_id) <= 300),
  expires_at timestamptz not null,
  primary key (workspace_integration_id, assertion_id)
);
comment on table private.saml_assertions is 'SAML assertions that were used, for as long as they would be valid.';
alter table private.saml_assertions enable row level security;

-- # Calls

create function public.svc_put_login_state(
  p_state_hash text, p_purpose text, p_integration_id bigint, p_browser_hash text, p_verifier text default null, p_return_to text default null,
  p_popup boolean default true, p_auth_id uuid default null, p_data jsonb default '{}')
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(p_integration_id, p_purpose = 'login');
  ends timestamptz;
begin
  if p_purpose = 'connect' and p_auth_id is null then
    perform private.problem('UNAUTHENTICATED', 401, 'Sign in to connect an account.');
  end if;
  insert into private.login_states
    (state_hash, purpose, workspace_integration_id, browser_hash, verifier, return_to, popup, auth_id, data)
  values (p_state_hash, p_purpose, p_integration_id, p_browser_hash, p_verifier, p_return_to, p_popup, p_auth_id, coalesce(p_data, '{}'))
  on conflict (state_hash) do nothing
  returning expires_at into ends;
  if ends is null then
    perform private.problem('TOKEN_ERROR', 400, 'Encountered an error during authentication');
  end if;
  return jsonb_build_object('workspace_id', integration.workspace_id, 'kind', integration.kind, 'expires_at', ends);
end
$$;
comment on function public.svc_put_login_state is 'Remembers a sign-in that leaves for its provider. A nonce that is known already is refused.';

create function public.svc_peek_login_state(p_state_hash text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('purpose', s.purpose, 'integration_id', s.workspace_integration_id, 'workspace_id', i.workspace_id,
    'return_to', s.return_to, 'popup', s.popup, 'data', s.data)
  from private.login_states s join public.workspace_integrations i on i.id = s.workspace_integration_id
  where s.state_hash = p_state_hash and s.expires_at > now()
$$;
comment on function public.svc_peek_login_state is 'A sign-in on its way, without ending it: the SAML response comes by another site''s form, which brings no cookie.';

create function public.svc_take_login_state(p_state_hash text, p_browser_hash text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.login_states;
begin
  delete from private.login_states s where s.state_hash = p_state_hash returning s.* into held;
  if not found or held.expires_at <= now() or held.browser_hash is distinct from p_browser_hash then
    return null;
  end if;
  return jsonb_build_object('purpose', held.purpose, 'integration_id', held.workspace_integration_id,
    'workspace_id', (select i.workspace_id from public.workspace_integrations i where i.id = held.workspace_integration_id),
    'verifier', held.verifier, 'return_to', held.return_to, 'popup', held.popup, 'auth_id', held.auth_id, 'data', held.data);
end
$$;
comment on function public.svc_take_login_state is 'Ends a sign-in on its way: once, in time, in the browser that began it, else null. A failed try ends it too.';

create function public.svc_put_sso_code(p_code_hash text, p_integration_id bigint, p_state_hash text, p_profile jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.sso_codes (code_hash, workspace_integration_id, state_hash, profile)
  values (p_code_hash, p_integration_id, p_state_hash, p_profile)
$$;
comment on function public.svc_put_sso_code is 'Keeps what an identity provider said until the browser fetches it.';

create function public.svc_hold_sso_code(p_code_hash text, p_browser_hash text)
returns jsonb
language sql
security definer
set search_path = ''
as $$
  -- Reading takes longer than being led on: five minutes, from the first time only.
  update private.sso_codes c
  set browser_hash = p_browser_hash,
    expires_at = case when c.browser_hash is null then now() + interval '5 minutes' else c.expires_at end
  from public.workspace_integrations i join public.workspaces w on w.id = i.workspace_id
  where c.code_hash = p_code_hash and c.state_hash is null and c.expires_at > now()
    and coalesce(c.browser_hash, p_browser_hash) = p_browser_hash and i.id = c.workspace_integration_id
  returning jsonb_build_object('integration_id', i.id, 'profile', c.profile, 'workspace', w.name, 'account', (
    -- A provider may name one person and mean the account of another: what is asked about is the account.
    select coalesce(
      (select e.email from public.emails e
       where e.user_id = u.id and e.confirmed_at is not null and e.email = lower(c.profile #>> '{emails,0,email}')),
      u.username)
    from public.external_users x join public.users u on u.id = x.user_id
    where x.workspace_integration_id = i.id and x.external_id = c.profile ->> 'externalId'))
$$;
comment on function public.svc_hold_sso_code is 'What a sign-in that nobody asked for would do, so that the browser can ask. From then on the code is redeemed in that browser alone.';

create function public.svc_take_sso_code(p_code_hash text, p_state_hash text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.sso_codes;
begin
  delete from private.sso_codes c where c.code_hash = p_code_hash returning c.* into held;
  if not found or held.expires_at <= now() or held.state_hash is distinct from p_state_hash
    or held.state_hash is null and (held.browser_hash = p_browser_hash) is not true then
    return null;
  end if;
  return jsonb_build_object('integration_id', held.workspace_integration_id,
    'workspace_id', (select i.workspace_id from public.workspace_integrations i where i.id = held.workspace_integration_id),
    'profile', held.profile);
end
$$;
comment on function public.svc_take_sso_code is 'What the code stands for: once, in time, with the state it was made for. Without a state in the browser that was asked before, so that nobody''s session is replaced unasked.';

create function public.svc_saml_request_put(p_id text, p_integration_id bigint, p_value text)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.saml_requests (id, workspace_integration_id, value) values (p_id, p_integration_id, p_value)
  on conflict (id) do nothing
$$;
comment on function public.svc_saml_request_put is 'Remembers a request that went to an identity provider.';

create function public.svc_saml_request_get(p_id text, p_integration_id bigint)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select r.value from private.saml_requests r where r.id = p_id and r.workspace_integration_id = p_integration_id and r.expires_at > now()
$$;
comment on function public.svc_saml_request_get is 'What was kept of a request that waits for the response of this integration''s provider, or null.';

create function public.svc_saml_request_take(p_id text, p_integration_id bigint)
returns text
language sql
security definer
set search_path = ''
as $$
  delete from private.saml_requests r where r.id = p_id and r.workspace_integration_id = p_integration_id
  returning case when r.expires_at > now() then r.value end
$$;
comment on function public.svc_saml_request_take is 'What was kept of a request, once: the response to it is being taken.';

create function public.svc_saml_assertion_once(p_integration_id bigint, p_assertion_id text, p_expires_at timestamptz)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Clocks differ and an assertion may lack an end: it is remembered for a day at least.
  insert into private.saml_assertions (workspace_integration_id, assertion_id, expires_at)
  values (p_integration_id, p_assertion_id, greatest(p_expires_at, now() + interval '1 day'))
  on conflict do nothing;
  return found;
end
$$;
comment on function public.svc_saml_assertion_once is 'True for the first use of an assertion, false for a replay.';

-- # Grants

grant execute on function
  public.svc_put_login_state, public.svc_peek_login_state, public.svc_take_login_state, public.svc_put_sso_code, public.svc_hold_sso_code,
  public.svc_take_sso_code, public.svc_saml_request_put, public.svc_saml_request_get, public.svc_saml_request_take,
  public.svc_saml_assertion_once
to service_role;

-- External sign-in: from what a provider says of somebody to an account, and from there into the workspace.

-- # Rules

create function private.sign_in_integration(integration_id bigint, for_login boolean default true)
returns public.workspace_integrations
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  found_one public.workspace_integrations;
begin
  select * into found_one from public.workspace_integrations i
  where i.id = integration_id and i.enabled and (i.allow_user_login or not for_login) and i.kind <> 'builtin';
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Unknown authentication url');
  end if;
  return found_one;
end
$$;
comment on function private.sign_in_integration is 'An integration that may be used to sign in (or, with false, to connect an account).';

-- # Calls

create function public.svc_basic_attempt(p_integration_id bigint, p_username text, p_client text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  account constant text := p_integration_id || ':' || lower(btrim(p_username));
  client constant text := private.client_key(p_client);
  wait integer := greatest(
    private.throttle_hit('basic:' || account || ' ' || client, 20, 900),
    private.throttle_hit('login-client:' || client, 300, 900));
begin
  -- As in svc_login_lookup: many clients at one account become slow, and nobody is locked out by a stranger.
  if wait = 0 and private.throttle_hit('basic-account:' || account, 40, 900) > 0 then
    wait := private.throttle_hit('basic-slow:' || account || ' ' || client, 1, 10);
  end if;
  return wait;
end
$$;
comment on function public.svc_basic_attempt is 'Counts an attempt to sign in with a directory''s password: 0, or the seconds to wait. It counts who guesses before who is guessed at.';

create function public.svc_basic_success(p_integration_id bigint, p_username text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.throttle t
  using (select p_integration_id || ':' || lower(btrim(p_username)) as account) proven
  where t.key = 'basic-account:' || proven.account
    or starts_with(t.key, 'basic:' || proven.account || ' ') or starts_with(t.key, 'basic-slow:' || proven.account || ' ')
$$;
comment on function public.svc_basic_success is 'A successful sign-in clears the count of failed ones.';

create function public.svc_log_sign_in_refused(p_integration_id bigint, p_reason text, p_client text, p_details jsonb default '{}')
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration public.workspace_integrations;
begin
  select * into integration from public.workspace_integrations i where i.id = p_integration_id;
  -- Anyone can be refused as often as they like: that must not fill the trail.
  if not found or private.throttle_hit('refused:' || p_integration_id, 60, 900) > 0 then
    return;
  end if;
  perform private.log_activity_of(integration.workspace_id, 'workspace.sign_in.refused', null, p_client,
    coalesce(p_details, '{}') || jsonb_build_object('integration', integration.name, 'kind', integration.kind, 'reason', left(p_reason, 500)));
end
$$;
comment on function public.svc_log_sign_in_refused is 'Puts a refused sign-in on the workspace''s trail, at most 60 in a quarter of an hour an integration.';

create function private.verified_emails(emails jsonb)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select coalesce(array_agg(address order by is_first desc, place), '{}')
  from (
    select lower(btrim(entry ->> 'email')) as address, bool_or(coalesce((entry ->> 'primary')::boolean, false)) as is_first, min(n) as place
    from jsonb_array_elements(coalesce(emails, '[]')) with ordinality as list (entry, n)
    where (entry ->> 'verified')::boolean
      and private.is_email(lower(btrim(entry ->> 'email')))
    group by 1
    order by 2 desc, 3
    limit 50
  ) verified
$$;
comment on function private.verified_emails is 'The addresses a provider calls verified, the primary one first. All others count for nothing.';

create function private.most_useful_email(workspace_id bigint, emails text[])
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    private.live_invitation(workspace_id, emails),
    (select address from unnest(emails) with ordinality as list (address, n)
     where private.approved_role(workspace_id, array[address]) is not null order by n limit 1),
    emails[1])
$$;
comment on function private.most_useful_email is 'The address that lets somebody in, or else the first.';

create function private.fill_profile(user_id bigint, data jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.users u set
    first_name = case when u.first_name = '' then left(btrim(coalesce(data ->> 'first_name', '')), 255) else u.first_name end,
    last_name = case when u.last_name = '' then left(btrim(coalesce(data ->> 'last_name', '')), 255) else u.last_name end,
    avatar_url = coalesce(u.avatar_url, case when data ->> 'avatar_url' ~ '^https?://' and length(data ->> 'avatar_url') <= 2000 then data ->> 'avatar_url' end)
  where u.id = fill_profile.user_id
$$;
comment on function private.fill_profile is 'Fills in names and picture that an account does not have yet.';

create function private.external_login(
  integration public.workspace_integrations, p_external_id text, p_username text, p_emails jsonb, p_data jsonb, p_tokens jsonb, p_auth_id uuid,
  p_browser_hash text, p_client text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host constant public.workspaces := (select w from public.workspaces w where w.id = integration.workspace_id);
  verified constant text[] := private.verified_emails(p_emails);
  is_trusted constant boolean := private.provider_is_trusted(integration.kind, integration.config_type, integration.config);
  is_proven boolean;
  proven text[];
  address text;
  account_id bigint;
begin
  select array_agg(e order by n) into proven
  from unnest(verified) with ordinality as list (e, n)
  where is_trusted or exists (
    select 1 from private.email_claims c
    where c.workspace_integration_id = integration.id and c.external_id = p_external_id and c.email = e
      and c.confirmed_at > now() - interval '1 day');

  select x.user_id into account_id from public.external_users x
  where x.workspace_integration_id = integration.id and x.external_id = p_external_id;

  if account_id is null and private.is_locked(host) and private.account_of(proven[1]) is null then
    return private.entry(null, 'locked', workspace_id => host.id);
  end if;
  if account_id is null and cardinality(verified) = 0 then
    return jsonb_build_object('outcome', 'no_email', 'entered', false, 'retry_after', 0);
  end if;
  if account_id is null and proven is null then
    address := private.most_useful_email(host.id, verified);
    perform private.claim_email(host.id, integration.id, p_external_id, null, address, p_browser_hash, p_username, p_client);
    return private.entry(null, 'confirmation_required', email => address);
  end if;
  if account_id is null then
    select private.account_of(e) into account_id
    from unnest(proven) with ordinality as list (e, n)
    where private.account_of(e) is not null order by n limit 1;
  end if;
  if account_id is null then
    if not integration.allow_user_register and private.live_invitation(host.id, proven) is null then
      return jsonb_build_object('outcome', 'not_registered', 'entered', false, 'retry_after', 0);
    end if;
    if p_auth_id is null then
      return jsonb_build_object('outcome', 'needs_credential', 'email', private.most_useful_email(host.id, proven), 'retry_after', 0);
    end if;
    account_id := private.ensure_user(p_auth_id, private.require_credential_of(p_auth_id, proven));
    perform private.fill_profile(account_id, coalesce(p_data, '{}'));
  end if;

  -- The provider may be the workspace's own server: what it says opens this workspace, others only with a code.
  is_proven := is_trusted or private.browser_is_known(account_id, integration.id, p_external_id, p_browser_hash);
  if not is_proven and exists (
    select 1 from public.workspace_members m where m.user_id = account_id and m.workspace_id <> host.id) then
    select e.email into address from public.emails e
    where e.user_id = account_id and e.confirmed_at is not null
    order by array_position(verified, e.email) nulls last, e.is_primary desc
    limit 1;
    perform private.claim_email(host.id, integration.id, p_external_id, null, address, p_browser_hash, p_username, p_client);
    return private.entry(null, 'confirmation_required', email => address);
  end if;

  perform private.keep_external_user(account_id, integration.id, p_external_id, p_username, p_data, p_tokens);
  -- Who runs the provider may have confirmed an address of their own under this person's id: it would open the account.
  foreach address in array case when is_trusted then coalesce(proven, '{}') else '{}' end loop
    if private.account_of(address) is null then
      perform private.confirm_address(account_id, address);
    end if;
  end loop;
  return private.enter_workspace(account_id, host.id, p_client, p_browser_hash)
    || jsonb_build_object('only_workspace_id', case when not is_proven then host.id end);
end
$$;
comment on function private.external_login is 'Finds the account of somebody a provider vouches for, or makes it, and lets it into the workspace by the same rules as everybody. Never by an address that is not proven.';

create function public.svc_external_login(
  p_integration_id bigint, p_external_id text, p_username text, p_emails jsonb, p_data jsonb default '{}', p_tokens jsonb default '{}',
  p_auth_id uuid default null, p_browser_hash text default null, p_client text default null, p_revision text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration constant public.workspace_integrations := private.sign_in_integration(p_integration_id);
  outcome jsonb;
begin
  if p_revision is distinct from private.integration_revision(integration) then
    perform private.problem('TOKEN_ERROR', 400, 'Encountered an error during authentication');
  end if;
  outcome := private.external_login(integration, p_external_id, p_username, p_emails, p_data, p_tokens, p_auth_id, p_browser_hash, p_client);
  -- At the end: entering may lock the workspace, which who changes an integration locks first.
  perform private.require_revision(p_integration_id, p_revision);
  return outcome;
end
$$;
comment on function public.svc_external_login is 'The sign-in of somebody at a provider (private.external_login). p_revision names the settings that the provider was asked with: once they have changed, nothing comes of what it said.';

-- # Grants

grant execute on function
  public.svc_basic_attempt, public.svc_basic_success, public.svc_log_sign_in_refused, public.svc_external_login
to service_role;

-- The daily digest: what changed yesterday, for each member what they may see of it, once a day.

-- # Tables

create table private.unsubscribe_tokens (
  token_hash bytea primary key,
  workspace_id bigint not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  foreign key (workspace_id, user_id) references public.workspace_members (workspace_id, user_id) on delete cascade
);
comment on table private.unsubscribe_tokens is 'The unsubscribe links of daily digests: one a mail, good for a quarter of a year.';
create index unsubscribe_tokens_member_idx on private.unsubscribe_tokens (workspace_id, user_id);
alter table private.unsubscribe_tokens enable row level security;

create table private.digests (
  workspace_id bigint not null,
  user_id bigint not null,
  day date not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id, day),
  foreign key (workspace_id, user_id) references public.workspace_members (workspace_id, user_id) on delete cascade
);
comment on table private.digests is 'Digests that went out: written with the mail, so that none goes out twice.';
alter table private.digests enable row level security;

-- # Rules

create function private.daily_digest(day date)
returns table (workspace_id bigint, user_id bigint, email text, changes jsonb)
language sql
stable
security definer
set search_path = ''
as $$
  with span as (
    select daily_digest.day::timestamp at time zone 'utc' as begins, (daily_digest.day + 1)::timestamp at time zone 'utc' as ends
  ),
  -- Nodes that an import left as they were keep their date: these are the ones that changed.
  touched as (
    select b.project_id, b.name as branch, b.is_published,
      count(*) as total, count(*) filter (where n.created_at >= span.begins) as added,
      count(*) filter (where not n.is_internal) as open_total,
      count(*) filter (where not n.is_internal and n.created_at >= span.begins) as open_added
    from span
    join public.branches b on b.last_analyzed_at >= span.begins
    join public.branch_nodes n on n.branch_id = b.id and n.updated_at >= span.begins and n.updated_at < span.ends
    group by b.id
  ),
  news as (
    select p.id as project_id, 'created' as kind, null as branch, false as is_draft, 0 as total, 0 as added, 0 as open_total, 0 as open_added
    from span join public.projects p on p.created_at >= span.begins and p.created_at < span.ends
    union all
    select t.project_id, 'updated', t.branch, not t.is_published, t.total, t.added, t.open_total, t.open_added
    from touched t join public.projects p on p.id = t.project_id cross join span
    where p.created_at < span.begins
  ),
  seen as (
    select m.workspace_id, m.user_id, p.id as project_id, p.name, p.slug, news.kind, news.branch,
      case when m.role = 'guest' then news.open_total else news.total end as total,
      case when m.role = 'guest' then news.open_added else news.added end as added
    from news
    join public.projects p on p.id = news.project_id
    join public.workspaces w on w.id = p.workspace_id and not private.is_locked(w)
    join public.workspace_members m on m.workspace_id = w.id and m.is_open and m.receive_daily_summary
      and (m.role <> 'guest' or w.guests_receive_daily_digest)
    cross join lateral (select private.effective_project_role(m.user_id, p.id) as role) mine
    where mine.role is not null and (mine.role > 'guest' or not news.is_draft)
      and (news.kind = 'created' or case when m.role = 'guest' then news.open_total else news.total end > 0)
  )
  select seen.workspace_id, seen.user_id, e.email, jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'project_id', seen.project_id, 'project', seen.name, 'slug', seen.slug, 'kind', seen.kind, 'branch', seen.branch,
    'changes', nullif(seen.total, 0), 'minor', nullif(seen.added, 0))) order by seen.kind, seen.name, seen.branch)
  from seen
  join public.emails e on e.user_id = seen.user_id and e.is_primary
  group by seen.workspace_id, seen.user_id, e.email
$$;
comment on function private.daily_digest is 'A row for each member who wants a digest and has something to read in it: projects made and changed on that day (UTC) that they may see.';

create function private.queue_daily_digests(day date default (now() at time zone 'utc')::date - 1)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  digest record;
  token text;
  queued integer := 0;
begin
  for digest in select d.* from private.daily_digest(queue_daily_digests.day) d loop
    insert into private.digests (workspace_id, user_id, day) values (digest.workspace_id, digest.user_id, queue_daily_digests.day)
    on conflict on constraint digests_pkey do nothing;
    if found then
      token := private.new_token();
      insert into private.unsubscribe_tokens (token_hash, workspace_id, user_id)
      values (private.token_hash(token), digest.workspace_id, digest.user_id);
      perform private.enqueue_mail(digest.email, 'daily_digest', jsonb_build_object(
        'workspace_id', digest.workspace_id, 'day', queue_daily_digests.day, 'changes', digest.changes, 'unsubscribe_token', token));
      queued := queued + 1;
    end if;
  end loop;
  return queued;
end
$$;
comment on function private.queue_daily_digests is 'Queues the digests of a day that are not out yet; as often as it is called, and by as many workers.';

-- # Calls

create function public.set_daily_summary(p_workspace_id bigint, p_receive boolean)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspace_members m set receive_daily_summary = coalesce(p_receive, true)
  where m.workspace_id = p_workspace_id and m.user_id = private.current_user_id() and private.reaches(p_workspace_id);
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Workspace not found.');
  end if;
  return coalesce(p_receive, true);
end
$$;
comment on function public.set_daily_summary is 'Whether the caller receives the daily digest of a workspace.';

create function public.svc_unsubscribe(p_token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.unsubscribe_tokens;
begin
  select * into held from private.unsubscribe_tokens t where t.token_hash = private.token_hash(p_token);
  if not found then
    return null;
  end if;
  update public.workspace_members m set receive_daily_summary = false
  where m.workspace_id = held.workspace_id and m.user_id = held.user_id;
  return (
    select jsonb_build_object('workspace', jsonb_build_object('id', w.id, 'name', w.name, 'slug', w.slug), 'email', e.email)
    from public.workspaces w left join public.emails e on e.user_id = held.user_id and e.is_primary
    where w.id = held.workspace_id);
end
$$;
comment on function public.svc_unsubscribe is 'Ends the daily digest by the link of a mail, without a session, as often as it is followed.';

-- # Grants

grant execute on function public.set_daily_summary to authenticated;
grant execute on function public.svc_unsubscribe to service_role;

reset check_function_bodies;
