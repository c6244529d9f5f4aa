-- The daily digest: what changed yesterday, for each member what they may see of it, once a day.

-- # Tables

create table private.unsubscribe_tokens (
  token_hash bytea primary key,
  workspace_id bigint not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  kind text not null default 'daily_summary' check (kind in ('daily_summary', 'mentions')),
  foreign key (workspace_id, user_id) references public.workspace_members (workspace_id, user_id) on delete cascade
);
comment on table private.unsubscribe_tokens is 'The unsubscribe links of mails, by what they end: one a mail, good for a quarter of a year.';
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

create function private.proposal_news(day date)
returns table (project_id bigint, kind text, title text)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  begins constant timestamptz := proposal_news.day::timestamp at time zone 'utc';
  ends constant timestamptz := (proposal_news.day + 1)::timestamp at time zone 'utc';
begin
  return query
  select o.project_id, case when o.status = 'merged' and o.ended_at >= begins and o.ended_at < ends then 'merged' else 'proposed' end, o.title
  from public.proposals o
  where o.created_at >= begins and o.created_at < ends and o.status <> 'closed'
    or o.status = 'merged' and o.ended_at >= begins and o.ended_at < ends;
end
$$;
comment on function private.proposal_news is 'Proposals that were opened or merged on a day (UTC).';

create function private.hears_of_proposals(user_id bigint, project_id bigint)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return private.reads_proposals(hears_of_proposals.user_id, hears_of_proposals.project_id);
end
$$;
comment on function private.hears_of_proposals is 'private.reads_proposals, whose chapter comes later.';

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
    union all
    -- By their title, where others have a branch.
    select n.project_id, n.kind, n.title, true, 0, 0, 0, 0 from private.proposal_news(daily_digest.day) n
  ),
  seen as (
    select m.workspace_id, m.user_id, p.id as project_id, p.name, p.slug, news.kind, news.branch,
      case when m.role = 'guest' then news.open_total else news.total end as total,
      case when m.role = 'guest' then news.open_added else news.added end as added
    from news
    join public.projects p on p.id = news.project_id
    join public.workspaces w on w.id = p.workspace_id and not private.is_locked(w)
    join public.workspace_members m on m.workspace_id = w.id and m.is_active and m.receive_daily_summary
      and (m.role <> 'guest' or w.guests_receive_daily_digest)
    cross join lateral (select private.effective_project_role(m.user_id, p.id) as role) mine
    where mine.role is not null and (mine.role > 'guest' or not news.is_draft)
      and (news.kind not in ('proposed', 'merged') or private.hears_of_proposals(m.user_id, p.id))
      and (news.kind in ('created', 'proposed', 'merged') or case when m.role = 'guest' then news.open_total else news.total end > 0)
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
    perform private.problem('workspace_not_found');
  end if;
  return coalesce(p_receive, true);
end
$$;
comment on function public.set_daily_summary is 'Whether the caller receives the daily digest of a workspace.';

create type public.unsubscribed as (workspace public.named_workspace, email text, kind text);
comment on type public.unsubscribed is 'Whose mails of a kind have ended.';

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
  update public.workspace_members m
  set receive_daily_summary = m.receive_daily_summary and held.kind <> 'daily_summary', receive_mentions = m.receive_mentions and held.kind <> 'mentions'
  where m.workspace_id = held.workspace_id and m.user_id = held.user_id;
  return (
    select to_jsonb(row(row(w.id, w.slug, w.name)::public.named_workspace, e.email, held.kind)::public.unsubscribed)
    from public.workspaces w left join public.emails e on e.user_id = held.user_id and e.is_primary
    where w.id = held.workspace_id);
end
$$;
comment on function public.svc_unsubscribe is 'Ends mails of one kind (daily_summary, mentions) by the link of one, without a session, as often as it is followed.';

-- # Grants

grant execute on function public.set_daily_summary to authenticated;
grant execute on function public.svc_unsubscribe to service_role;
