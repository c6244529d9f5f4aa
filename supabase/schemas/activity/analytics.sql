-- Analytics: that something happened in a workspace, for a collector that the operator has named: kinds of events and hours, no
-- names, addresses or content (docs/telemetry.md). The worker sends (worker/jobs/forward-analytics.ts); without a collector nothing is kept.

-- # Tables

create table private.analytics_position (
  is_only boolean primary key default true check (is_only),
  sent_to bigint not null,
  salt uuid not null default gen_random_uuid(),
  batch jsonb,
  begun_at timestamptz,
  constraint check_analytics_position_begun check ((batch is null) = (begun_at is null))
);
comment on table private.analytics_position is 'How far the trail was told to the collector of analytics; no row where there is none.';
comment on column private.analytics_position.salt is 'What workspaces are called by there is made with it; it goes with the row.';
comment on column private.analytics_position.batch is 'The batch that is under way, since begun_at: tried again, it is the same one, whatever changed meanwhile.';
alter table private.analytics_position enable row level security;

-- # Calls

create function private.analytics_batch(most integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  horizon constant bigint := private.trail_horizon();
  patience constant interval := interval '1 day';
  place private.analytics_position;
  upto bigint;
  events jsonb;
begin
  -- What was before somebody named a collector is not told.
  insert into private.analytics_position (sent_to) values (horizon) on conflict do nothing;
  select * into place from private.analytics_position p for update;
  if place.begun_at > now() - patience then
    return place.batch;
  end if;
  -- One that nobody took for a day is left out, as single events are.
  place.sent_to := coalesce((place.batch ->> 'until')::bigint, place.sent_to);
  select max(e.id), jsonb_agg(jsonb_build_object(
      'event', e.type,
      'hour', to_char(date_trunc('hour', e.created_at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI"Z"'),
      'workspace', left(encode(sha256(convert_to(place.salt || ':' || e.workspace_id, 'UTF8')), 'hex'), 16),
      'plan', e.plan) order by e.id) filter (where not e.asks_first)
  into upto, events
  from (
    select a.id, a.type, a.created_at, a.workspace_id, b.name as plan,
      -- Of an archive that is brought in, what happened elsewhere is not told, and nothing before its settings are there.
      w.disable_cookie_tracking or exists (
        select 1 from private.workspace_imports i
        where i.workspace_id = w.id and (i.finished_at is null or a.created_at < i.finished_at)) as asks_first
    from public.activity_events a
    join public.workspaces w on w.id = a.workspace_id
    join public.billing_accounts c on c.workspace_id = w.id
    join public.billing_products b on b.id = c.billing_product_id
    where a.id > place.sent_to and a.id <= horizon
      and a.created_at > now() - patience
    order by a.id limit analytics_batch.most) e;
  if upto is null then
    update private.analytics_position p
    set sent_to = greatest(place.sent_to, horizon), batch = null, begun_at = null
    where p.sent_to < horizon or p.batch is not null;
    return null;
  end if;
  update private.analytics_position p
  set sent_to = place.sent_to, begun_at = now(),
    batch = jsonb_build_object('after', place.sent_to, 'until', upto, 'events', coalesce(events, '[]'))
  returning p.batch into place.batch;
  return place.batch;
end
$$;
comment on function private.analytics_batch is 'What is to be told next, {after, until, events: [{event, hour, workspace, plan}]}: the batch that was begun, for a day, or the next one; null where there is nothing. Workspaces that ask visitors before tracking are left out.';

create function private.keep_analytics(until bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.analytics_position p set sent_to = keep_analytics.until, batch = null, begun_at = null
  -- What was taken twice, of two workers at once, says nothing of the batch behind it.
  where p.sent_to < keep_analytics.until
$$;
comment on function private.keep_analytics is 'A batch was taken: what follows it comes next.';
