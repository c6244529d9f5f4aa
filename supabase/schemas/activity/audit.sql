-- Audit: the trail for programs, whole and in order, by tokens that open nothing else; and sign-ins that failed, told without a flood.

-- # Tables

create table private.audit_tokens (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  name text not null constraint check_audit_tokens_name check (length(btrim(name)) between 1 and 200),
  token_hash bytea not null unique,
  token_prefix text not null,
  creator_id bigint references public.users (id) on delete set null,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint audit_tokens_workspace_id_name_key unique (workspace_id, name)
);
comment on table private.audit_tokens is 'Audit tokens: they read the trail of one workspace and nothing else. Stored as SHA-256 with a visible prefix, shown once.';
create index audit_tokens_creator_id_idx on private.audit_tokens (creator_id);
alter table private.audit_tokens enable row level security;
create trigger keep_names before insert or update of name on private.audit_tokens
  for each row execute function private.keep_names('name');
create trigger log_change after insert or delete on private.audit_tokens
  for each row execute function private.log_named_change('workspace.audit_token');
create trigger log_first_use after update of last_used_at on private.audit_tokens
  for each row when (old.last_used_at is null and new.last_used_at is not null) execute function private.log_first_use('workspace.audit_token');

create table private.sign_in_failures (
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  client text not null,
  reason text not null check (reason in ('wrong_password', 'locked')),
  began_at timestamptz not null default now(),
  times integer not null default 1,
  primary key (workspace_id, client, reason)
);
comment on table private.sign_in_failures is 'Sign-ins that failed in the last quarter of an hour, by client: the first is told at once, the others together when it is over. An empty client stands for all beyond sixty of a workspace.';
create index sign_in_failures_began_at_idx on private.sign_in_failures (began_at);
alter table private.sign_in_failures enable row level security;

-- # Rules

create function private.tell_sign_in_failures()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  over record;
  told integer := 0;
begin
  for over in delete from private.sign_in_failures f where f.began_at < now() - interval '15 minutes' returning f.* loop
    -- The first of a client has its own entry.
    if over.client = '' or over.times > 1 then
      perform private.log_activity_of(over.workspace_id, 'workspace.sign_in.failed', null, nullif(over.client, ''), jsonb_build_object(
        'reason', over.reason, 'times', over.times - case when over.client = '' then 0 else 1 end, 'since', over.began_at));
      told := told + 1;
    end if;
  end loop;
  return told;
end
$$;
comment on function private.tell_sign_in_failures is 'Tells how often sign-ins failed in quarters of an hour that are over; the worker runs it every five minutes.';

create function private.trail_after(workspace_id bigint, after bigint, most integer)
returns setof public.activity_events
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- A statement before the one that reads.
  horizon constant bigint := private.trail_horizon();
begin
  return query
  select a.* from public.activity_events a
  where a.workspace_id = trail_after.workspace_id and a.id > coalesce(after, 0) and a.id <= horizon
  order by a.id limit most;
end
$$;
comment on function private.trail_after is 'The trail onward from an event, oldest first, up to where nobody writes any more: whoever goes on from the last one misses none.';

create type public.audit_event as (
  id bigint, type text, actor_id bigint, actor_name text, actor_email text, metadata jsonb, ip_address inet, created_at timestamptz, origin jsonb);
comment on type public.audit_event is 'An event of the trail, as programs read it.';

create function private.trail_for_programs(workspace_id bigint, after bigint, most integer)
returns setof public.audit_event
language sql
volatile
security definer
set search_path = ''
as $$
  select a.id, a.type, a.actor_id, a.actor_name, a.actor_email,
    case when split_part(a.type, '.', 1) <> 'billing' then a.metadata else private.billing_for_all(a.metadata) end,
    a.ip_address, a.created_at, a.origin
  from private.trail_after(workspace_id, after, most) a
  order by a.id
$$;
comment on function private.trail_for_programs is 'The trail onward from an event as programs get it that are nobody: without amounts of billing.';

create type public.audit_token as (id bigint, name text, access_token_prefix text, creator public.token_creator, last_used timestamptz, created_at timestamptz);
comment on type public.audit_token is 'An audit token as its list shows it, without what it opens.';

create type public.new_audit_token as (
  id bigint, name text, access_token_prefix text, creator public.token_creator, last_used timestamptz, created_at timestamptz, access_token text);
comment on type public.new_audit_token is 'A public.audit_token and, this once, the token itself.';

create function private.audit_token_item(token private.audit_tokens)
returns public.audit_token
language sql
stable
security definer
set search_path = ''
as $$
  select row(
    token.id, token.name, token.token_prefix,
    (select row(u.id, private.display_name(u))::public.token_creator from public.users u where u.id = token.creator_id),
    token.last_used_at, token.created_at)::public.audit_token
$$;
comment on function private.audit_token_item is 'An audit token as its list shows it.';

-- # Calls

create function public.audit_trail(p_workspace_id bigint, p_after bigint default null, p_limit integer default 500)
returns setof public.audit_event
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  sees_billing constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceBilling');
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  perform private.require_feature(p_workspace_id, 'activity_logs');
  return query
  select a.id, a.type, a.actor_id, a.actor_name, a.actor_email,
    case when sees_billing or split_part(a.type, '.', 1) <> 'billing' then a.metadata else private.billing_for_all(a.metadata) end,
    a.ip_address, a.created_at, a.origin
  from private.trail_after(p_workspace_id, p_after, private.page_size(p_limit, 500, 1000)) a
  order by a.id;
end
$$;
comment on function public.audit_trail is 'The trail of a workspace onward from an event, oldest first and without gaps, for who may read its activity.';

create function public.svc_audit_trail(p_token text, p_after bigint default null, p_limit integer default 500)
returns setof public.audit_event
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := public.svc_audit_token(p_token, null);
begin
  if host_id is null then
    return;
  end if;
  return query select e.* from private.trail_for_programs(host_id, p_after, private.page_size(p_limit, 500, 1000)) e;
end
$$;
comment on function public.svc_audit_trail is 'The same for the workspace of an audit token, without amounts of billing; nothing for one that does not hold.';

create function public.svc_audit_token(p_token text, p_client text)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  held private.audit_tokens;
begin
  select t.* into held from private.audit_tokens t
  join public.workspaces w on w.id = t.workspace_id and not w.locked
  where t.token_hash = extensions.digest(p_token, 'sha256');
  if held.id is null or not private.feature_allows(held.workspace_id, 'activity_logs') then
    return null;
  end if;
  perform set_config('waymark.client', coalesce(p_client, ''), true);
  update private.audit_tokens t set last_used_at = now()
  where t.id = held.id and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
  return held.workspace_id;
end
$$;
comment on function public.svc_audit_token is 'The workspace whose trail an audit token reads, and records its use; null for one that does not hold.';

create function public.list_audit_tokens(p_workspace_id bigint)
returns public.audit_token[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  return array(select private.audit_token_item(t) from private.audit_tokens t where t.workspace_id = p_workspace_id order by t.name, t.id);
end
$$;
comment on function public.list_audit_tokens is 'The audit tokens of a workspace by name, without what they open.';

create function public.create_audit_token(p_workspace_id bigint, p_name text)
returns public.new_audit_token
language plpgsql
security definer
set search_path = ''
as $$
declare
  token constant text := 'wmaudit_' || translate(rtrim(encode(extensions.gen_random_bytes(32), 'base64'), '='), '+/', '-_');
  made private.audit_tokens;
  item public.audit_token;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceActivityRead');
  perform private.require_recent_proof();
  perform private.require_token_name(p_name);
  perform private.feature_gate(p_workspace_id, 'activity_logs');
  insert into private.audit_tokens (workspace_id, name, token_hash, token_prefix, creator_id)
  values (p_workspace_id, btrim(p_name), extensions.digest(token, 'sha256'), left(token, 12), private.current_user_id())
  returning * into made;
  item := private.audit_token_item(made);
  return row(item.*, token)::public.new_audit_token;
end
$$;
comment on function public.create_audit_token is 'Makes an audit token; the answer is the only place that ever shows it.';

create function public.delete_audit_token(p_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host_id constant bigint := (select t.workspace_id from private.audit_tokens t where t.id = p_id);
begin
  if host_id is null or private.workspace_role(host_id) is null then
    perform private.problem('token_not_found');
  end if;
  perform private.require_in_workspace(host_id, 'WorkspaceActivityRead');
  delete from private.audit_tokens t where t.id = p_id;
end
$$;
comment on function public.delete_audit_token is 'Revokes an audit token at once.';

create function public.svc_sign_in_failed(p_workspace_id bigint, p_reason text, p_identifier text, p_client text, p_user_agent text default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  who text := coalesce(private.client_key(p_client), '');
  is_first boolean;
  account public.users;
begin
  if not exists (select 1 from public.workspaces w where w.id = p_workspace_id) then
    return;
  end if;
  if not exists (select 1 from private.sign_in_failures f where f.workspace_id = p_workspace_id and f.client = who and f.reason = p_reason)
    and (select count(*) from private.sign_in_failures f where f.workspace_id = p_workspace_id) >= 60 then
    who := '';
  end if;
  insert into private.sign_in_failures as f (workspace_id, client, reason) values (p_workspace_id, who, p_reason)
  on conflict on constraint sign_in_failures_pkey do update set times = f.times + 1
  returning f.times = 1 into is_first;
  if not is_first or who = '' then
    return;
  end if;
  -- What was typed is told of members alone: it may be a password in the wrong field, or a stranger's address.
  select u.* into account from public.users u
  join public.workspace_members m on m.user_id = u.id and m.workspace_id = p_workspace_id
  where u.username = lower(btrim(p_identifier))
    or u.id = private.account_of(p_identifier);
  perform private.log_activity_of(p_workspace_id, 'workspace.sign_in.failed', null, p_client, jsonb_build_object(
    'reason', p_reason, 'browser', left(p_user_agent, 300), 'user_id', account.id,
    'user', case when account.id is not null then private.display_name(account) end));
end
$$;
comment on function public.svc_sign_in_failed is 'Tells of a sign-in that failed at a workspace: the first of a client in a quarter of an hour at once, others together afterwards; of sixty clients at most, the rest as one.';

-- # Grants

grant execute on function public.audit_trail, public.list_audit_tokens, public.create_audit_token, public.delete_audit_token to authenticated;
grant execute on function public.svc_audit_trail, public.svc_audit_token, public.svc_sign_in_failed to service_role;
