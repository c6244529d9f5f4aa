-- Webhooks: what a Git host tells of its repositories. Its word only starts work: the content is read from the host itself.

-- # Tables

create table private.webhook_secrets (
  workspace_integration_id bigint primary key references public.workspace_integrations (id) on delete cascade,
  ciphertext text not null constraint check_webhook_secrets_ciphertext
    check (length(ciphertext) <= 2000 and ciphertext ~ '^[A-Za-z0-9+/=_.:-]+$'),
  key_id text not null check (length(key_id) between 1 and 60),
  created_at timestamptz not null default now()
);
comment on table private.webhook_secrets is 'What the secrets of the webhooks of an integration are derived from, one a project, encrypted by the functions. Made once: what is installed at hosts goes on being true.';
alter table private.webhook_secrets enable row level security;

create table public.webhook_deliveries (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  project_id bigint references public.projects (id) on delete cascade,
  delivery_id text not null check (length(delivery_id) between 1 and 200),
  event text not null check (length(event) between 1 and 60),
  ref text check (length(ref) <= 300),
  repository text check (length(repository) <= 500),
  outcome text not null check (outcome in ('queued', 'applied', 'ignored', 'unknown_repository')),
  job_id uuid references public.task_logs (job_id) on delete set null,
  received_at timestamptz not null default now(),
  reason text constraint check_webhook_deliveries_reason check (length(reason) <= 300),
  constraint webhook_deliveries_once_key unique (workspace_integration_id, delivery_id)
);
comment on table public.webhook_deliveries is 'Webhooks that were signed as they should be, each applied once, and what came of it.';
comment on column public.webhook_deliveries.reason is 'Why one is ignored that would have started work, as a sentence.';
create index webhook_deliveries_project_idx on public.webhook_deliveries (project_id, received_at desc);
create index webhook_deliveries_workspace_idx on public.webhook_deliveries (workspace_id, received_at desc);
create index webhook_deliveries_job_idx on public.webhook_deliveries (job_id);
create index webhook_deliveries_received_idx on public.webhook_deliveries (received_at);
alter table public.webhook_deliveries enable row level security;
create trigger announce_insert after insert on public.webhook_deliveries referencing new table as changed for each statement execute function private.announce_of_project();
create trigger announce_update after update on public.webhook_deliveries referencing old table as before new table as changed for each statement execute function private.announce_of_project();
create trigger announce_delete after delete on public.webhook_deliveries referencing old table as changed for each statement execute function private.announce_of_project();

create table private.waiting_webhooks (
  id bigint generated always as identity primary key,
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  delivery_id text not null constraint check_waiting_webhooks_delivery check (length(delivery_id) between 1 and 200),
  event jsonb not null constraint check_waiting_webhooks_event check (jsonb_typeof(event) = 'object'),
  received_at timestamptz not null default now(),
  constraint waiting_webhooks_once_key unique (workspace_integration_id, delivery_id)
);
comment on table private.waiting_webhooks is 'Webhooks that were signed as they should be, until the worker has applied them: hosts are answered before.';
create index waiting_webhooks_received_idx on private.waiting_webhooks (received_at);
alter table private.waiting_webhooks enable row level security;

-- # Rules

create policy "Deliveries are seen with the log permission of the project or the workspace" on public.webhook_deliveries for select to authenticated
using (
  project_id is null and workspace_id = any (array(select private.workspace_ids_with('WorkspaceIntegrationCreateUpdateDelete')))
  or exists (
    select 1 from public.projects p
    where p.id = webhook_deliveries.project_id and (
      (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_automation_logs_read'))
      or (select private.was_given_something()) and (
        p.id = any (array(select private.project_ids_given('project_automation_logs_read')))
        or p.group_id = any (array(select private.group_ids_given('project_automation_logs_read'))))
    )
  )
);

create function private.is_known_as(project_id bigint, org_slug text, slug text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(org_slug, '') = '' or coalesce(slug, '') = '' or exists (
    select 1 from public.project_repositories r
    where r.project_id = is_known_as.project_id
      and lower(r.external_org_slug) = lower(is_known_as.org_slug) and lower(r.external_slug) = lower(is_known_as.slug))
$$;
comment on function private.is_known_as is 'Whether a repository that an event names so is where its project has it. What an event does not name is no other place.';

create function private.apply_git_event(project public.projects, event jsonb)
returns public.webhook_deliveries
language plpgsql
security definer
set search_path = ''
as $$
declare
  kind constant text := event ->> 'type';
  branch_name constant text := event ->> 'branch';
  -- Of what is merged where no branch can be, the rest is still shown.
  pull_request constant jsonb := case when private.is_git_branch(event #>> '{pull_request,target}')
    then event -> 'pull_request' else nullif(event -> 'pull_request', 'null') - 'target' end;
  tracked public.branches;
  may_track boolean;
  applied public.webhook_deliveries;
begin
  applied.outcome := 'ignored';
  if project.is_read_only then
    -- Its default branch is read anew once the plan holds it again.
    applied.reason := private.sentence('project_over_plan');
    return applied;
  end if;
  -- Renamed or moved: the id stays, so the project stays. Where it is now the host says when it is asked for that id; the names in
  -- the event only help to find it. Not every host tells of it in an event of its own; other names in another one tell as much.
  if kind = 'repository_changed' or not private.is_known_as(project.id, event ->> 'external_org_slug', event ->> 'external_slug') then
    perform graphile_worker.add_job('follow_repository', json_build_object(
        'project_id', project.id, 'org_slug', left(event ->> 'external_org_slug', 500), 'slug', left(event ->> 'external_slug', 255)),
      queue_name => 'hosts:' || project.workspace_id, job_key => 'follow_repository:' || project.id, max_attempts => 5);
    applied.outcome := 'queued';
  end if;
  if private.is_git_branch(branch_name) then
    if kind in ('pull_request_opened', 'pull_request_synchronised', 'pull_request_merged', 'pull_request_closed') then
      perform private.follow_pull_request(project.id, branch_name, kind, pull_request);
    end if;
    select * into tracked from public.branches b where b.project_id = project.id and b.slug = private.branch_slug(branch_name);
    may_track := private.may_track(project.id, branch_name);
    if kind = 'push' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'push', event ->> 'after', null);
    elsif kind in ('pull_request_opened', 'pull_request_synchronised') and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name,
        case kind when 'pull_request_opened' then 'pullRequestOpened' else 'pullRequestSynchronised' end, event ->> 'after', pull_request);
    elsif kind = 'pull_request_merged' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestMerged', null, pull_request);
    elsif kind = 'branch_deleted' and exists (select 1 from public.documents d where d.branch_id = tracked.id and d.changed) then
      -- What somebody wrote here stands nowhere else: the branch stays, and they can commit it to another.
      update public.branch_remotes r set status = 'gone', tip = null, behind = null, commits = '[]', paths = null, checked_at = now()
      where r.branch_id = tracked.id;
      applied.reason := private.sentence('branch_has_changes');
    elsif kind = 'branch_deleted' and tracked.id is not null and not tracked.is_default then
      applied.job_id := private.queue_branch_deletion(tracked, 'push');
    end if;
    applied.outcome := case when applied.job_id is null then applied.outcome else 'queued' end;
    -- Of what may be followed only their number keeps an analysis from being queued.
    if applied.job_id is null and may_track and applied.reason is null
      and kind in ('push', 'pull_request_opened', 'pull_request_synchronised', 'pull_request_merged') then
      applied.reason := private.sentence('too_many_branches_waiting');
    end if;
  end if;
  return applied;
end
$$;
comment on function private.apply_git_event is 'Does what an event of a Git host means for a project: {type, branch, after, pull_request, external_slug, external_org_slug}. What it does not know it leaves alone.';

-- In plpgsql, which keeps its plan: a burst of webhooks asks it for each.
create function private.project_of_webhook(integration_id bigint, event jsonb)
returns setof public.projects
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select p.*
  from public.project_repositories r join public.projects p on p.id = r.project_id
  where r.workspace_integration_id = project_of_webhook.integration_id and r.external_id = event ->> 'repository_id'
    -- What is not installed says nothing, though a host may have kept it. Who has the secret of one project speaks for its repository
    -- alone. That of the integration, which many may have learned, counts for webhooks that were installed with it.
    and r.webhook_external_id is not null
    and r.webhook_has_own_secret = (event ->> 'project_id' is not null)
    and r.project_id = coalesce((event ->> 'project_id')::bigint, r.project_id);
end
$$;
comment on function private.project_of_webhook is 'The project that an event speaks to, if any: that of its repository, where a webhook is installed that the secret it was signed with counts for.';

create function private.may_concern(integration_id bigint, event jsonb)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from private.project_of_webhook(integration_id, event) p
    where event ->> 'type' = 'repository_changed'
      or event ->> 'type' in ('push', 'pull_request_opened', 'pull_request_synchronised', 'pull_request_merged', 'branch_deleted')
        and private.is_git_branch(event ->> 'branch')
        and (private.may_track(p.id, event ->> 'branch')
          or exists (select 1 from public.branches b where b.project_id = p.id and b.slug = private.branch_slug(event ->> 'branch'))))
$$;
comment on function private.may_concern is 'Whether an event may start work: a project takes it, and its branch is followed or could be.';

create function private.apply_webhook(integration_id bigint, delivery_id text, event jsonb, received_at timestamptz default now())
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  integration public.workspace_integrations;
  project public.projects;
  delivery public.webhook_deliveries;
  applied public.webhook_deliveries;
begin
  select * into integration from public.workspace_integrations i where i.id = apply_webhook.integration_id;
  select * into project from private.project_of_webhook(apply_webhook.integration_id, apply_webhook.event);
  insert into public.webhook_deliveries (workspace_id, workspace_integration_id, project_id, delivery_id, event, ref, repository, outcome, received_at)
  values (integration.workspace_id, apply_webhook.integration_id, project.id, apply_webhook.delivery_id, coalesce(event ->> 'type', 'unknown'),
    left(event ->> 'branch', 300), left(event ->> 'repository', 500),
    case when project.id is null then 'unknown_repository' else 'ignored' end, apply_webhook.received_at)
  on conflict on constraint webhook_deliveries_once_key do nothing
  returning * into delivery;
  if delivery.id is null then
    return jsonb_build_object('outcome', 'duplicate');
  end if;
  if project.id is not null then
    applied := private.apply_git_event(project, event);
    update public.webhook_deliveries d set outcome = applied.outcome, job_id = applied.job_id, reason = applied.reason where d.id = delivery.id returning * into delivery;
  end if;
  return jsonb_build_object('outcome', delivery.outcome, 'job_id', delivery.job_id, 'project_id', delivery.project_id);
end
$$;
comment on function private.apply_webhook is 'Applies a verified delivery once, signed with the secret of the project that the event names or, without one, of the integration: {outcome, job_id, project_id}; outcome duplicate where it was applied before.';

create function private.queue_waiting_webhooks(integration_id bigint, pause interval default '0')
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- More to do does not lose an integration its place in the row, and what goes on stands behind those that came meanwhile.
  -- After a pause even what was queued in the meantime has its turn.
  perform graphile_worker.add_job('apply_webhooks', json_build_object('integration_id', integration_id),
    job_key => 'apply_webhooks:' || integration_id, job_key_mode => case when pause > '0' then 'replace' else 'preserve_run_at' end,
    run_at => clock_timestamp() + pause);
end
$$;
comment on function private.queue_waiting_webhooks is 'Has the worker apply what waits of an integration, when those before it had their turn; with a pause, not before that is over.';

create function private.apply_waiting_webhooks(integration_id bigint)
returns table (applied integer, failure text)
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_at_once constant integer := 50;
  -- A host that tells of much wants its answers first.
  between_two constant interval := '1 second';
  waiting private.waiting_webhooks;
  result jsonb;
  looked_at integer := 0;
begin
  applied := 0;
  -- In the order they came in. Who works on them already is waited for, and has removed what it applied.
  for waiting in
    select * from private.waiting_webhooks w
    where w.workspace_integration_id = apply_waiting_webhooks.integration_id
    order by w.id limit most_at_once for update
  loop
    looked_at := looked_at + 1;
    begin
      result := private.apply_webhook(waiting.workspace_integration_id, waiting.delivery_id, waiting.event, waiting.received_at);
      if waiting.event ->> 'type' = 'push' and result ->> 'outcome' = 'queued' then
        perform private.invite_committers((result ->> 'project_id')::bigint, array(
          select jsonb_array_elements_text(coalesce(waiting.event -> 'committers', '[]'))));
      end if;
      delete from private.waiting_webhooks w where w.id = waiting.id;
      applied := applied + 1;
    exception
      when data_exception or check_violation or not_null_violation then
        -- What cannot be written down today cannot tomorrow.
        insert into public.webhook_deliveries (workspace_id, workspace_integration_id, delivery_id, event, outcome, received_at)
        select i.workspace_id, i.id, waiting.delivery_id, 'unknown', 'ignored', waiting.received_at
        from public.workspace_integrations i where i.id = waiting.workspace_integration_id
        on conflict on constraint webhook_deliveries_once_key do nothing;
        delete from private.waiting_webhooks w where w.id = waiting.id;
        applied := applied + 1;
      when others then
        -- It is tried again, behind the others: they do not wait for that.
        failure := sqlerrm;
        update private.waiting_webhooks w set id = default where w.id = waiting.id;
    end;
  end loop;
  -- Other integrations have their turn first. Where nothing could be applied the job fails, and is tried again later.
  -- What comes within a moment is applied together: it finds the job queued, and waits for it.
  if applied > 0 then
    perform private.queue_waiting_webhooks(integration_id, case when looked_at < most_at_once then between_two else '0' end);
  end if;
  return next;
end
$$;
comment on function private.apply_waiting_webhooks is 'Applies what waits of an integration, up to 50, and queues the job again: at once where there were as many, else a second later, so that what comes meanwhile is applied together. What the database refuses for what it says is removed as ignored. failure: why the last one failed that is tried again.';

-- # Calls

create type public.hooked_integration as (id bigint, kind text, workspace_id bigint, secret public.sealed);
comment on type public.hooked_integration is 'A Git integration with the encrypted secret that its webhooks are verified with, null where it has none yet.';

create function public.svc_webhook_integration(p_integration_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(i.id, i.kind, i.workspace_id, (
    select row(s.ciphertext, s.key_id)::public.sealed
    from private.webhook_secrets s where s.workspace_integration_id = i.id))::public.hooked_integration)
  from public.workspace_integrations i join public.workspaces w on w.id = i.workspace_id
  where i.id = p_integration_id and i.enabled and private.is_git_host(i.kind) and not w.locked
$$;
comment on function public.svc_webhook_integration is 'What a webhook of an integration is verified with; null where there is none, or it is switched off. Never to be passed on.';

create function public.svc_keep_webhook_secret(p_integration_id bigint, p_secret jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.webhook_secrets (workspace_integration_id, ciphertext, key_id)
  values (p_integration_id, p_secret ->> 'ciphertext', p_secret ->> 'key_id')
  on conflict (workspace_integration_id) do nothing;
  -- Of two at once the first one counts, for both.
  return (select to_jsonb(row(s.ciphertext, s.key_id)::public.sealed)
    from private.webhook_secrets s where s.workspace_integration_id = p_integration_id);
end
$$;
comment on function public.svc_keep_webhook_secret is 'Gives an integration what its webhooks are signed with, once, and answers what counts.';

create type public.taken_webhook as (is_current boolean, wait integer, taken jsonb, ignored jsonb);
comment on type public.taken_webhook is 'What came of deliveries: nothing where what they were verified with counts no more; seconds to wait where the client sends too much; else the ids of what was not there before, and of what concerns nobody.';

create function public.svc_take_webhook(p_integration_id bigint, p_ciphertext text, p_client text, p_deliveries jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_a_minute constant integer := 3000;
  most_events_a_minute constant integer := 6000;
  most_waiting constant integer := 2000;
  wait_for_worker constant integer := 30;
  integration constant jsonb := public.svc_webhook_integration(p_integration_id);
  current_ciphertext constant text := integration #>> '{secret,ciphertext}';
  wait integer;
  concerning jsonb;
  taken text[];
begin
  -- What it was verified with may have been changed or switched off since it was read.
  if current_ciphertext is null or p_ciphertext is distinct from current_ciphertext then
    return to_jsonb(row(false, null, null, null)::public.taken_webhook);
  end if;
  wait := private.throttle_hit('webhook:' || p_integration_id || ':' || private.client_key(p_client), most_a_minute, 60,
    (select count(distinct coalesce(d ->> 'delivery', ''))::integer from jsonb_array_elements(p_deliveries) d));
  if wait > 0 then
    return to_jsonb(row(true, wait, null, null)::public.taken_webhook);
  end if;
  if (
    select count(*) from (
      select 1 from private.waiting_webhooks w where w.workspace_integration_id = p_integration_id limit most_waiting) waiting) >= most_waiting then
    return to_jsonb(row(true, wait_for_worker, null, null)::public.taken_webhook);
  end if;
  -- Of a delivery that concerns nobody one line is written down, however much it tells.
  select coalesce(jsonb_agg(told.d order by told.place), '[]')
  into concerning
  from (
    select listed.d, listed.place, listed.concerns or row_number() over delivery = 1 and not bool_or(listed.concerns) over whole_delivery as is_kept
    from (
      select d, place, coalesce(d ->> 'delivery', '') as delivery, private.may_concern(p_integration_id, d -> 'event') as concerns
      from jsonb_array_elements(p_deliveries) with ordinality as listed (d, place)
    ) listed
    window whole_delivery as (partition by listed.delivery), delivery as (whole_delivery order by listed.place)
  ) told
  where told.is_kept;
  wait := private.throttle_hit('webhook_events:' || (integration ->> 'workspace_id'), most_events_a_minute, 60, jsonb_array_length(concerning));
  if wait > 0 then
    return to_jsonb(row(true, wait, null, null)::public.taken_webhook);
  end if;
  with kept as (
    insert into private.waiting_webhooks (workspace_integration_id, delivery_id, event)
    select p_integration_id, d ->> 'id', d -> 'event'
    from jsonb_array_elements(concerning) with ordinality listed (d, place)
    where not exists (
      select 1 from public.webhook_deliveries known
      where known.workspace_integration_id = p_integration_id and known.delivery_id = d ->> 'id')
    order by place
    on conflict on constraint waiting_webhooks_once_key do nothing
    returning delivery_id
  )
  select array_agg(delivery_id) into taken from kept;
  if taken is not null then
    perform private.queue_waiting_webhooks(p_integration_id);
  end if;
  return to_jsonb(row(true, 0, coalesce(to_jsonb(taken), '[]'), (select coalesce(jsonb_agg(d -> 'id'),
    '[]') from jsonb_array_elements(p_deliveries) d where not concerning @> jsonb_build_array(d)))::public.taken_webhook);
end
$$;
comment on function public.svc_take_webhook is 'Keeps what verified deliveries of an integration report, [{id, event, delivery}], for the worker, once; events without a delivery are of one: {is_current, wait, taken, ignored}, the last two with ids. is_current: whether p_ciphertext is still the sealed secret that counts; if not, nothing was kept. wait: seconds, beyond 3,000 deliveries a minute of one client or 6,000 events of the workspace, or while 2,000 wait. ignored: what concerns no branch that is followed or could be.';

-- # Grants

grant select on public.webhook_deliveries to authenticated;

grant execute on function public.svc_webhook_integration, public.svc_keep_webhook_secret, public.svc_take_webhook to service_role;
