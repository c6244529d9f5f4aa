-- Deletion of a workspace: by a date that its owners can call off, and then for good.

-- # Tables

create table private.deletion_notices (
  workspace_id bigint primary key references public.workspaces (id) on delete cascade,
  delete_at timestamptz not null
);
comment on table private.deletion_notices is 'Of which date of deletion the members of a workspace were told shortly before.';
alter table private.deletion_notices enable row level security;

-- # Rules

create function private.reason_against_deleting(host_id bigint)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when exists (
      select 1 from public.billing_accounts a
      where a.workspace_id = host_id and private.is_running(jsonb_build_object('status', a.stripe_status)) and not a.stripe_cancel_at_period_end)
    then 'plan_not_cancelled'
    when exists (select 1 from private.billing_attempts a where a.workspace_id = host_id and private.is_open_checkout(a)) then 'checkout_open'
  end
$$;
comment on function private.reason_against_deleting is 'What keeps a workspace from being deleted, or null: Stripe goes on charging for it, or could begin to.';

create function private.keep_what_is_paid_for()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  reason text;
begin
  perform 1 from public.billing_accounts a where a.workspace_id = old.id for update;
  reason := private.reason_against_deleting(old.id);
  if reason is not null then
    perform private.problem(reason, params => jsonb_build_object('workspace', old.name));
  end if;
  return old;
end
$$;
comment on function private.keep_what_is_paid_for is 'A workspace stays while Stripe goes on charging for it, or could begin to: afterwards nobody would know whom the charge is for. Whichever door deletes it.';
create trigger keep_what_is_paid_for before delete on public.workspaces for each row execute function private.keep_what_is_paid_for();

create function private.tell_of_deletion(host_id bigint, kind text, at timestamptz)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- What is scheduled and called off over and over fills nobody's inbox.
  if private.throttle_hit('deletion:' || host_id, 10, 86400) > 0 then
    return;
  end if;
  perform private.enqueue_mail(e.email, 'workspace_deletion', jsonb_build_object('kind', tell_of_deletion.kind, 'workspace_id', host_id, 'at', tell_of_deletion.at,
    -- Of whom nothing else is known here goes too.
    'account_goes', tell_of_deletion.kind = 'soon' and not u.is_site_admin and not exists (
      select 1 from public.workspace_members o where o.user_id = m.user_id and o.workspace_id <> host_id)))
  from public.workspace_members m join public.users u on u.id = m.user_id join public.emails e on e.user_id = m.user_id and e.is_primary
  where m.workspace_id = host_id and (m.role = 'owner' or tell_of_deletion.kind = 'soon');
end
$$;
comment on function private.tell_of_deletion is 'Mails the owners of a workspace that its deletion was scheduled, cancelled or called off by its plan; and all of its members that it comes soon.';

create function private.call_off_deletion(host public.workspaces, kind text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspaces w set delete_at = null where w.id = host.id;
  delete from private.deletion_notices n where n.workspace_id = host.id;
  perform private.log_activity(host.id, 'workspace.deletion.cancelled',
    case when kind = 'plan' then jsonb_build_object('reason', 'plan_not_cancelled') else '{}' end);
  perform private.tell_of_deletion(host.id, kind, host.delete_at);
end
$$;
comment on function private.call_off_deletion is 'A workspace that was to be deleted stays: by an owner (cancelled), or because its plan runs on (plan).';

create function private.follow_deletions()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host public.workspaces;
begin
  for host in
    select w.* from public.workspaces w
    where w.delete_at > now() and w.delete_at <= now() + interval '2 days'
      and not exists (select 1 from private.deletion_notices n where n.workspace_id = w.id and n.delete_at = w.delete_at)
    order by w.id
    for no key update skip locked
  loop
    insert into private.deletion_notices (workspace_id, delete_at) values (host.id, host.delete_at)
    on conflict (workspace_id) do update set delete_at = excluded.delete_at;
    perform private.tell_of_deletion(host.id, 'soon', host.delete_at);
  end loop;
  perform graphile_worker.add_job('delete_workspace', json_build_object('workspace_id', w.id),
    queue_name => 'delete_workspace', job_key => 'delete_workspace:' || w.id, job_key_mode => 'preserve_run_at', max_attempts => 5)
  from public.workspaces w where w.delete_at <= now();
end
$$;
comment on function private.follow_deletions is 'Tells members two days before that their workspace will be deleted, and queues those that are due; the worker runs it every few minutes.';

create function private.begin_deletion(host_id bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host public.workspaces;
begin
  perform 1 from public.billing_accounts a where a.workspace_id = host_id for update;
  select * into host from public.workspaces w where w.id = host_id for update;
  if host.delete_at is null or host.delete_at > now() then
    return null;
  end if;
  if private.reason_against_deleting(host_id) is not null then
    perform private.call_off_deletion(host, 'plan');
    return null;
  end if;
  return jsonb_build_object('customer', (select a.stripe_customer_id from public.billing_accounts a where a.workspace_id = host_id));
end
$$;
comment on function private.begin_deletion is 'Whether a workspace is due to go, with its customer at Stripe: {customer}; null where it is not. One that is paid for again stays, and its owners hear of it.';

create function private.finish_deletion(host_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  due timestamptz;
  people bigint[];
begin
  perform 1 from public.billing_accounts a where a.workspace_id = host_id for update;
  select w.delete_at into due from public.workspaces w where w.id = host_id for update;
  if due is null or due > now() then
    return;
  end if;
  people := array(select m.user_id from public.workspace_members m where m.workspace_id = host_id order by m.user_id);
  delete from public.workspaces w where w.id = host_id;
  update private.workspace_leftovers l set account_ids = people where l.workspace_id = host_id;
end
$$;
comment on function private.finish_deletion is 'Deletes a workspace whose date has come with all that refers to it; the accounts of its members are left to be looked at.';

-- # Calls

create type public.workspace_removal as (delete_at timestamptz, obstacle text, days integer);
comment on type public.workspace_removal is 'When a workspace will be deleted, what keeps it from being deleted (a sentence), and how many days pass in between.';

create function private.days_to_deletion()
returns integer
language sql
immutable
set search_path = ''
as $$
  select 7
$$;
comment on function private.days_to_deletion is 'How long a deletion can be called off.';

create function public.workspace_removal(p_workspace_id bigint)
returns public.workspace_removal
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  host public.workspaces;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  select * into host from public.workspaces w where w.id = p_workspace_id;
  return row(host.delete_at,
    private.sentence(private.reason_against_deleting(p_workspace_id), jsonb_build_object('workspace', host.name)),
    private.days_to_deletion())::public.workspace_removal;
end
$$;
comment on function public.workspace_removal is 'Whether a workspace can be deleted, for who may.';

create function public.delete_workspace(p_workspace_id bigint, p_name text default null)
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  host public.workspaces;
  reason text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  perform private.require_recent_proof();
  perform 1 from public.billing_accounts a where a.workspace_id = p_workspace_id for update;
  select * into host from public.workspaces w where w.id = p_workspace_id for no key update;
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  if p_name <> host.name then
    perform private.problem('workspace_name_not_confirmed', 'name');
  end if;
  if host.delete_at is not null then
    return host.delete_at;
  end if;
  reason := private.reason_against_deleting(p_workspace_id);
  if reason is not null then
    perform private.problem(reason, params => jsonb_build_object('workspace', host.name));
  end if;
  update public.workspaces w set delete_at = now() + make_interval(days => private.days_to_deletion())
  where w.id = p_workspace_id returning * into host;
  perform private.log_activity(p_workspace_id, 'workspace.deletion.scheduled', jsonb_build_object('delete_at', host.delete_at));
  perform private.tell_of_deletion(p_workspace_id, 'scheduled', host.delete_at);
  return host.delete_at;
end
$$;
comment on function public.delete_workspace is 'Schedules the deletion of a workspace, with a proof of the last ten minutes, and answers its date; once more changes nothing. A screen sends the name that was typed, which must be the workspace''s; a program names it by its id alone.';

create function public.cancel_workspace_deletion(p_workspace_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host public.workspaces;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  select * into host from public.workspaces w where w.id = p_workspace_id for no key update;
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  if host.delete_at <= now() then
    perform private.problem('workspace_being_deleted');
  elsif host.delete_at is not null then
    perform private.call_off_deletion(host, 'cancelled');
  end if;
end
$$;
comment on function public.cancel_workspace_deletion is 'Keeps a workspace that was to be deleted, until its date: from then on it is half gone.';

-- # Grants

grant execute on function public.workspace_removal, public.delete_workspace, public.cancel_workspace_deletion to authenticated;
