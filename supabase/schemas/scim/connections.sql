-- SCIM: a workspace lets its identity provider say who belongs to it. The connection, its tokens and what went wrong last.
-- Decisions 0316 to 0319.

-- # Tables

create table private.scim_connections (
  workspace_id bigint primary key references public.workspaces (id) on delete cascade,
  enabled boolean not null default true,
  default_role public.workspace_role not null default 'viewer' check (default_role in ('guest', 'viewer', 'maker', 'admin')),
  updated_at timestamptz not null default now()
);
comment on table private.scim_connections is 'Workspaces that were ever connected to an identity provider by SCIM, and whether they are now.';
comment on column private.scim_connections.default_role is 'What people enter with of whom the identity provider says no role.';
create trigger touch before update on private.scim_connections for each row execute function private.touch_updated_at();
alter table private.scim_connections enable row level security;

create table private.scim_tokens (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  token_hash bytea not null unique,
  token_prefix text not null,
  creator_id bigint references public.users (id) on delete set null,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.scim_tokens is 'What identity providers show: stored as SHA-256 with a visible prefix, shown once. Two at most, so that one can follow the other.';
create index scim_tokens_workspace_id_idx on private.scim_tokens (workspace_id);
create index scim_tokens_creator_id_idx on private.scim_tokens (creator_id);
alter table private.scim_tokens enable row level security;

create table private.scim_errors (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  request text not null check (length(request) <= 200),
  status integer not null,
  detail text not null check (length(detail) <= 500),
  created_at timestamptz not null default now()
);
comment on table private.scim_errors is 'The last twenty requests of an identity provider that were refused, for who looks for the reason.';
create index scim_errors_workspace_id_idx on private.scim_errors (workspace_id, id);
alter table private.scim_errors enable row level security;

-- # Rules

create function private.scim_is_on(workspace_id bigint)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select 1 from private.scim_connections c where c.workspace_id = scim_is_on.workspace_id and c.enabled)
$$;
comment on function private.scim_is_on is 'Whether an identity provider says who belongs to a workspace.';

create function private.scim_host(token text)
returns bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  host_id bigint;
begin
  select t.workspace_id into host_id
  from private.scim_tokens t
  join private.scim_connections c on c.workspace_id = t.workspace_id and c.enabled
  join public.workspaces w on w.id = t.workspace_id and not private.is_locked(w)
  where t.token_hash = extensions.digest(scim_host.token, 'sha256');
  if host_id is null or not private.plan_holds(host_id, 'scim') then
    perform private.problem('scim_token_invalid');
  end if;
  return host_id;
end
$$;
comment on function private.scim_host is 'The workspace that a SCIM token speaks for; 401 for one that does not hold: unknown, revoked, switched off, of a locked workspace or of a plan without it.';

create function private.require_scim_permission(workspace_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_seats_with(workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
end
$$;
comment on function private.require_scim_permission is 'For who may change integrations: they, too, decide how people come in.';

-- # Calls

create type public.scim_token as (
  id bigint, access_token_prefix text, creator public.token_creator, last_used timestamptz, created_at timestamptz);
comment on type public.scim_token is 'A SCIM token as its list shows it, without what it opens.';

create type public.scim_error as (request text, status integer, detail text, created_at timestamptz);
comment on type public.scim_error is 'A request of the identity provider that was refused, and why.';

create type public.scim_overview as (
  enabled boolean, default_role public.workspace_role, tokens public.scim_token[], people bigint, waiting bigint, deactivated bigint,
  groups bigint, last_synced_at timestamptz, last_changed_at timestamptz, errors public.scim_error[]);
comment on type public.scim_overview is 'The connection of a workspace to its identity provider: tokens, how many people and groups it brought, and what was refused last.';

create function public.scim_overview(p_workspace_id bigint)
returns public.scim_overview
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  overview public.scim_overview;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceIntegrationCreateUpdateDelete');
  select coalesce(c.enabled, false), coalesce(c.default_role, 'viewer') into overview.enabled, overview.default_role
  from (values (1)) one left join private.scim_connections c on c.workspace_id = p_workspace_id;
  overview.tokens := array(
    select row(t.id, t.token_prefix,
      (select row(u.id, private.display_name(u))::public.token_creator from public.users u where u.id = t.creator_id),
      t.last_used_at, t.created_at)::public.scim_token
    from private.scim_tokens t where t.workspace_id = p_workspace_id order by t.created_at, t.id);
  select count(*), count(*) filter (where private.scim_awaits(p)), count(*) filter (where not p.active), max(p.updated_at)
  into overview.people, overview.waiting, overview.deactivated, overview.last_changed_at
  from private.scim_people p where p.workspace_id = p_workspace_id and p.deleted_at is null;
  select count(*), greatest(overview.last_changed_at, max(g.updated_at)) into overview.groups, overview.last_changed_at
  from private.scim_groups g join public.teams t on t.id = g.team_id where t.workspace_id = p_workspace_id;
  select max(t.last_used_at) into overview.last_synced_at from private.scim_tokens t where t.workspace_id = p_workspace_id;
  overview.errors := array(
    select row(e.request, e.status, e.detail, e.created_at)::public.scim_error
    from private.scim_errors e where e.workspace_id = p_workspace_id order by e.id desc limit 20);
  return overview;
end
$$;
comment on function public.scim_overview is 'The connection of a workspace to its identity provider, for who changes integrations.';

create function public.update_scim(
  p_workspace_id bigint, p_enabled boolean default null, p_default_role public.workspace_role default null, p_seen jsonb default null)
returns public.scim_overview
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.scim_connections;
begin
  perform private.require_scim_permission(p_workspace_id);
  if p_enabled then
    perform private.feature_gate(p_workspace_id, 'scim');
  end if;
  if p_default_role is not null and (p_default_role not in ('guest', 'viewer', 'maker', 'admin')) then
    perform private.problem('scim_role_not_given', 'default_role');
  end if;
  select * into held from private.scim_connections c where c.workspace_id = p_workspace_id for update;
  perform private.require_seen(p_seen, jsonb_strip_nulls(jsonb_build_object('enabled', p_enabled, 'default_role', p_default_role)),
    jsonb_build_object('enabled', coalesce(held.enabled, false), 'default_role', coalesce(held.default_role, 'viewer')),
    p_workspace_id, array['workspace.scim.updated', 'workspace.scim.enabled', 'workspace.scim.disabled']);
  insert into private.scim_connections as c (workspace_id, enabled, default_role)
  values (p_workspace_id, coalesce(p_enabled, false), coalesce(p_default_role, 'viewer'))
  on conflict (workspace_id) do update
    set enabled = coalesce(p_enabled, c.enabled), default_role = coalesce(p_default_role, c.default_role)
    where (c.enabled, c.default_role) is distinct from (coalesce(p_enabled, c.enabled), coalesce(p_default_role, c.default_role));
  if p_enabled is not null and p_enabled is distinct from coalesce(held.enabled, false) then
    perform private.log_activity(p_workspace_id, case when p_enabled then 'workspace.scim.enabled' else 'workspace.scim.disabled' end);
  end if;
  if p_default_role is not null and p_default_role is distinct from coalesce(held.default_role, 'viewer') then
    perform private.log_activity(p_workspace_id, 'workspace.scim.updated',
      jsonb_build_object('old', coalesce(held.default_role, 'viewer'), 'role', p_default_role));
  end if;
  return public.scim_overview(p_workspace_id);
end
$$;
comment on function public.update_scim is 'Connects a workspace to its identity provider, or ends that; and says what people come in as of whom it says no role. p_seen: what the caller saw of these, as in update_workspace_settings.';

create type public.new_scim_token as (id bigint, access_token_prefix text, access_token text, created_at timestamptz);
comment on type public.new_scim_token is 'A SCIM token and, this once, the token itself.';

create function public.create_scim_token(p_workspace_id bigint)
returns public.new_scim_token
language plpgsql
security definer
set search_path = ''
as $$
declare
  token constant text := 'wmscim_' || translate(rtrim(encode(extensions.gen_random_bytes(32), 'base64'), '='), '+/', '-_');
  made private.scim_tokens;
begin
  perform private.require_scim_permission(p_workspace_id);
  perform private.require_recent_proof();
  perform private.feature_gate(p_workspace_id, 'scim');
  if (select count(*) from private.scim_tokens t where t.workspace_id = p_workspace_id) >= 2 then
    perform private.problem('too_many_scim_tokens');
  end if;
  insert into private.scim_tokens (workspace_id, token_hash, token_prefix, creator_id)
  values (p_workspace_id, extensions.digest(token, 'sha256'), left(token, 11), private.current_user_id())
  returning * into made;
  perform private.log_activity(p_workspace_id, 'workspace.scim.token_created', jsonb_build_object('token', made.token_prefix));
  perform private.mail_account(private.current_user_id(), 'token_created', jsonb_build_object(
    'token', 'SCIM', 'workspace', (select w.name from public.workspaces w where w.id = p_workspace_id)));
  return row(made.id, made.token_prefix, token, made.created_at)::public.new_scim_token;
end
$$;
comment on function public.create_scim_token is 'Makes a SCIM token; the answer is the only place that ever shows it. A workspace has two at most.';

create function public.delete_scim_token(p_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.scim_tokens;
begin
  select * into held from private.scim_tokens t where t.id = p_id;
  if not found or private.workspace_role(held.workspace_id) is null then
    perform private.problem('token_not_found');
  end if;
  perform private.require_scim_permission(held.workspace_id);
  delete from private.scim_tokens t where t.id = p_id;
  if found then
    perform private.log_activity(held.workspace_id, 'workspace.scim.token_deleted', jsonb_build_object('token', held.token_prefix));
  end if;
end
$$;
comment on function public.delete_scim_token is 'Revokes a SCIM token at once.';

create type public.scim_caller as (workspace_id bigint, retry_after integer);
comment on type public.scim_caller is 'Whose token an identity provider shows, and how many seconds it has to wait.';

create function public.svc_scim_caller(p_token text, p_weight integer default 1)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := private.scim_host(p_token);
  hash constant bytea := extensions.digest(p_token, 'sha256');
begin
  update private.scim_tokens t set last_used_at = now()
  where t.token_hash = hash and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
  return to_jsonb(row(host_id, private.throttle_hit('scim:' || encode(hash, 'hex'), 6000, 60, least(greatest(p_weight, 1), 1000)))::public.scim_caller);
end
$$;
comment on function public.svc_scim_caller is 'The workspace of a SCIM token, whose use is noted and counted: 6,000 operations a minute. 401 for one that does not hold.';

create function public.svc_note_scim_error(p_token text, p_request text, p_status integer, p_detail text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := private.scim_host(p_token);
begin
  if private.throttle_hit('scim-errors:' || host_id, 60, 900) > 0 then
    return;
  end if;
  insert into private.scim_errors (workspace_id, request, status, detail) values (host_id, left(p_request, 200), p_status, left(p_detail, 500));
  delete from private.scim_errors e
  where e.workspace_id = host_id and e.id < (
    select k.id from private.scim_errors k where k.workspace_id = host_id order by k.id desc offset 19 limit 1);
end
$$;
comment on function public.svc_note_scim_error is 'Keeps a refused request for who looks for the reason: the last twenty, sixty in a quarter of an hour at most.';

-- # Grants

grant execute on function public.scim_overview, public.update_scim, public.create_scim_token, public.delete_scim_token to authenticated;
grant execute on function public.svc_scim_caller, public.svc_note_scim_error to service_role;
