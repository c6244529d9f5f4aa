-- Activity: who changed what, when, from where. Written in the transaction of the change, never changed after.

-- # Tables

create function private.request_origin()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  session constant private.session := private.current_session();
begin
  -- Without a session it is a function, the worker or an operator: their headers say nothing of a person.
  if session.id is null then
    return '{}';
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'user_agent', left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 300),
    'method', session.method, 'integration_id', session.integration_id));
end
$$;
comment on function private.request_origin is 'By what the caller came: the browser as it calls itself, and how the session was opened.';

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
  origin jsonb not null default private.request_origin(),
  primary key (id, created_at)
) partition by range (created_at);
comment on table public.activity_events is 'Append-only trail of a workspace, partitioned by month. The actor''s name and address are kept as they were.';
comment on column public.activity_events.origin is 'user_agent, and how the session of the actor was opened: method, integration_id. Empty where no session wrote.';
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
  perform private.problem('activity_unchangeable');
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
    and new.origin = '{}'
    and to_jsonb(new) - array['actor_id', 'actor_name', 'actor_email', 'ip_address', 'origin']
      = to_jsonb(old) - array['actor_id', 'actor_name', 'actor_email', 'ip_address', 'origin'] then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (select 1 from public.workspaces w where w.id = old.workspace_id) then
    return old;
  end if;
  if tg_op = 'DELETE' and old.created_at < (select now() - make_interval(days => d.activity_days) from private.deployment d) then
    return old;
  end if;
  perform private.problem('activity_unchangeable');
  return null;
end
$$;
comment on function private.refuse_rewriting_activity is 'Append only: not even the owner of the table rewrites the trail. A deleted account or workspace still lets go of its rows, and what is past its time may go.';
create trigger append_only before update or delete on public.activity_events
  for each row execute function private.refuse_rewriting_activity();

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

create function private.hold_place_in_trail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  floor bigint;
begin
  -- Once a transaction: what it writes later has a higher number.
  if coalesce(current_setting('waymark.trail_floor', true), '') = '' then
    select case when s.is_called then s.last_value else 0 end into floor from public.activity_events_id_seq s;
    perform pg_catalog.pg_advisory_xact_lock_shared(private.trail_lock() | floor);
    perform set_config('waymark.trail_floor', floor::text, true);
  end if;
  return null;
end
$$;
comment on function private.hold_place_in_trail is 'Says, before a number is taken, that events beyond the present one are still to come: by a shared lock that ends with the transaction and keeps nobody waiting.';

create function private.trail_lock()
returns bigint
language sql
immutable
set search_path = ''
as $$
  select 22337::bigint << 48
$$;
comment on function private.trail_lock is 'The upper sixteen bits of the locks by which transactions that write the trail are known; the number of an event is beneath.';

create trigger hold_place before insert on public.activity_events
  for each statement execute function private.hold_place_in_trail();

create function private.trail_horizon()
returns bigint
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  taken bigint;
  pending bigint;
begin
  -- In this order, each with a snapshot of its own: who took a number up to the first held a lock by the second, or is done.
  select case when s.is_called then s.last_value else 0 end into taken from public.activity_events_id_seq s;
  select min((l.classid::bigint << 32 | l.objid::bigint) & ((1::bigint << 48) - 1)) into pending
  from pg_catalog.pg_locks l
  where l.locktype = 'advisory' and l.objsubid = 1 and l.classid::bigint >> 16 = private.trail_lock() >> 48
    and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database());
  return least(taken, pending);
end
$$;
comment on function private.trail_horizon is 'Up to which number the trail is complete: nobody writes there any more. To be asked in a statement before the one that reads.';

-- # Calls

create function private.activity_stretch(workspace_id bigint, kind text, before bigint, after bigint, most integer)
returns setof public.activity_events
language plpgsql
stable
security definer
set search_path = ''
-- Planned anew for what is asked: so what is not asked is no condition, and each kind has its index.
set plan_cache_mode = 'force_custom_plan'
as $$
begin
  if after is null then
    return query select a.* from public.activity_events a
    where a.workspace_id = activity_stretch.workspace_id
      and case when kind is null then true when position('.' in kind) > 0 then a.type = kind else split_part(a.type, '.', 1) = kind end
      and (before is null or a.id < before)
    order by a.id desc limit most;
  else
    return query select a.* from public.activity_events a
    where a.workspace_id = activity_stretch.workspace_id
      and case when kind is null then true when position('.' in kind) > 0 then a.type = kind else split_part(a.type, '.', 1) = kind end
      and (before is null or a.id < before) and a.id > after
    order by a.id limit most;
  end if;
end
$$;
comment on function private.activity_stretch is 'Events of a workspace back from one, or forth from another, along an index: of an exact type, a whole group of them (a kind without a dot) or, with null, any.';

create function private.billing_for_all(metadata jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(fact.key, fact.value), '{}') from jsonb_each(metadata) fact
  where fact.key in ('plan', 'old', 'interval', 'at', 'ends_at', 'days', 'seats', 'quarter')
$$;
comment on function private.billing_for_all is 'What an event of billing says to who reads the activity without managing billing: plans, times and seats; no amounts, numbers of invoices, reasons of banks or notes of operators.';

create function public.workspace_activity(
  p_workspace_id bigint, p_before bigint default null, p_after bigint default null, p_limit integer default 50, p_types text[] default null)
returns table (id bigint, type text, actor_id bigint, actor_name text, actor_email text, metadata jsonb, ip_address inet, created_at timestamptz, origin jsonb)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  most constant integer := private.page_size(p_limit, 50, 500);
  sees_billing constant boolean := private.can_in_workspace(p_workspace_id, 'WorkspaceBilling');
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  -- Not feature_gate: nothing is written, so nothing has to wait.
  perform private.require_feature(p_workspace_id, 'activity_logs');
  -- Each kind is a search of its own.
  if cardinality(p_types) > 100 then
    perform private.problem('too_many_activity_types', 'types');
  end if;
  return query
  select p.id, p.type, p.actor_id, p.actor_name, p.actor_email,
    case when sees_billing or split_part(p.type, '.', 1) <> 'billing' then p.metadata else private.billing_for_all(p.metadata) end,
    p.ip_address, p.created_at, p.origin
  from (
    select once.*
    from (
      -- Each kind by itself, so that rare ones are not searched for; an event of two that were asked is one.
      select distinct on (found.id) found.*
      from (select distinct unnest(coalesce(p_types, array[null::text]))) asked (kind)
      cross join lateral private.activity_stretch(p_workspace_id, kind, p_before, p_after, most) found
      where p_types is null or kind is not null
      order by found.id
    ) once
    order by case when p_after is null then -once.id else once.id end
    limit most
  ) p
  order by p.id desc;
end
$$;
comment on function public.workspace_activity is 'The trail of a workspace, newest first, page by page, amounts and notes of billing for who manages it alone: p_before (the last id seen) for older events, p_after for the page just newer. p_types: exact types, or whole groups (workspace, group, project, team).';

-- # Grants

grant execute on function public.workspace_activity to authenticated;
